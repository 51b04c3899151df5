// SPDX-License-Identifier: MIT
#include "engine/stepper/step_contacts.h"

#include "engine/contact/contact_detection.h"
#include "engine/stepper/contact_rows.h"

#include <algorithm>

namespace limber {
namespace {

// [of the body's size] tolerance of detection and convergence tolerance of the forces, measured as point displacement.
constexpr double tolerance_of_size = 1e-7;
constexpr double touch_of_size = 1e-4;
constexpr int sweeps_per_iteration = 6;      // the next iteration starts from these forces
constexpr double cycling_tolerances = 100.0; // tolerances; above this the last sweeps cycle, below they only converge
                                             // slowly

Vec3 placed_by_rows(const Eigen::Ref<const Vector>& phi, const Coordinates& Z) {
    return product(phi, Z);
}

Vec3 placed_by_rows_of_state(const Eigen::Ref<const Vector>& phi, const AffineStack& Z) {
    return product(phi, Z);
}

Vec3 placed_by_axes(const Eigen::Ref<const Vector>& phi, const Coordinates& Z) {
    return product_by_axes(phi, Eigen::Map<const Vector>(Z.data(), Z.size()));
}

Vec3 placed_by_axes_of_state(const Eigen::Ref<const Vector>& phi, const AffineStack& Z) {
    Vec3 sum = Vec3::Zero();
    for (Index axis = 0; axis < 3; ++axis) {
        for (Index row = 0; row < Z.rows(); ++row) {
            sum(axis) += phi.segment<3>(axis * Z.size() + 3 * row).dot(Z.row(row));
        }
    }
    return sum;
}

const ContactPoints& points_of(const ContactInput& input) {
    return *input.controls.contact.points;
}

Vec3 start_of(const ContactInput& input, Index i) {
    const ContactPoints& points = points_of(input);
    if (points.of_step) {
        return points.of_step->start.row(i);
    }
    return input.placement.at_state(points.phi.col(i), input.state.Z) +
           product(points.rig_rows.col(i), input.controls.rig_discontinuity ? input.controls.P : input.state.P);
}

// What is added to phi' Z at the end of the step.
Vec3 beside_coordinates(const ContactInput& input, Index i) {
    const ContactPoints& points = points_of(input);
    return points.of_step ? Vec3(points.of_step->end.row(i)) : product(points.rig_rows.col(i), input.controls.P);
}

// Position of contact point i at the end of the step whose unknown is Z.
Vec3 end_of(const ContactInput& input, const Coordinates& Z, Index i) {
    const double ahead = input.controls.strain_damping / input.prediction.h;
    const auto phi = points_of(input).phi.col(i);
    const auto placed = input.placement.at_coordinates;
    return (placed(phi, Z) + ahead * placed(phi, input.prediction.Z_base)) / (1.0 + ahead) +
           beside_coordinates(input, i);
}

// Motion of contact point i, which starts at `from`.
PredictedMotion predicted_motion(const ContactInput& input, const Vec3& from, Index i) {
    const ContactPoints& points = points_of(input);
    const Prediction& prediction = input.prediction;
    const auto phi = points.phi.col(i);
    const auto placed = input.placement.at_coordinates;
    PredictedMotion motion;
    motion.point = i;
    motion.from = from;
    motion.to = placed(phi, prediction.Z_base) + prediction.h * placed(phi, prediction.Zdot_base) +
                beside_coordinates(input, i);
    motion.velocity =
        input.placement.at_state(phi, input.state.Zdot) +
        (points.of_step ? Vec3(points.of_step->velocity.row(i)) : product(points.rig_rows.col(i), input.state.Pdot));
    return motion;
}

DetectionSettings detection_settings(const ContactInput& input, double tolerance) {
    const Controls& controls = input.controls;
    return {input.size, controls.time_step,   controls.gravity.norm(),
            tolerance,  controls.contact.law, controls.contact.tangential_restitution};
}

// Replaces the loosest contact of the point where it already has contacts_per_point.
void add_or_replace(const Contact& contact, const Vec3& end, StepContacts& contacts) {
    ContactSystem& system = contacts.system;
    Index loosest = -1;
    Index of_point = 0;
    double gap_of_loosest = 0.0;
    for (Index i = 0; i < system.count(); ++i) {
        const Contact& other = system.contacts[static_cast<std::size_t>(i)];
        if (other.point != contact.point) {
            continue;
        }
        const double gap = other.normal.dot(end) - other.lowest;
        if (loosest < 0 || gap > gap_of_loosest) {
            loosest = i;
            gap_of_loosest = gap;
        }
        ++of_point;
    }
    if (of_point < ContactSystem::contacts_per_point) {
        system.force.row(system.count()).setZero();
        system.contacts.push_back(contact);
        return;
    }
    ++contacts.left_out;
    system.force.row(loosest).setZero();
    system.contacts[static_cast<std::size_t>(loosest)] = contact;
}

// Returns whether one of the listed points carried a contact force in the previous step.
bool add_near_contacts(const ContactInput& input, StepContacts& contacts) {
    const DetectionSettings settings = detection_settings(input, contacts.tolerance);
    const Obstacles& obstacles = *input.controls.contact.obstacles;
    ContactSystem& system = contacts.system;
    bool is_in_contact = false;
    for (Index i = 0; i < points_of(input).count(); ++i) {
        const Vec3 start = start_of(input, i);
        contacts.start.row(i) = start;
        const NearSurfaces near = near_surfaces(obstacles, start, settings.size);
        contacts.left_out += near.left_out;
        if (near.count == 0 || !input.can_move(i)) {
            continue;
        }
        const PredictedMotion motion = predicted_motion(input, start, i);
        Vec3 force = input.state.contact_force.row(i); // the previous force is assigned to the first surface only
        is_in_contact = is_in_contact || !force.isZero(0.0);
        for (const Surface& surface : near.all()) {
            system.force.row(system.count()) = force;
            system.contacts.push_back(contact_with(surface, obstacles[surface.obstacle], motion, settings));
            force.setZero();
        }
    }
    return is_in_contact;
}

// Returns whether any point met an obstacle in a step without contact, or a surface that was not listed.
bool add_missed_contacts(const ContactInput& input, const Coordinates& Z, StepContacts& contacts) {
    const DetectionSettings settings = detection_settings(input, contacts.tolerance);
    const Obstacles& obstacles = *input.controls.contact.obstacles;
    const bool was_enforced = contacts.in_use;
    bool any = false;
    for (Index i = 0; i < points_of(input).count(); ++i) {
        const PointPath path{i, contacts.start.row(i), end_of(input, Z, i)};
        const PathContact met = path_contact(obstacles, path, {contacts.system.contacts, was_enforced}, settings);
        contacts.depth = std::max(contacts.depth, met.depth);
        if (!met.is_met || !input.can_move(i)) {
            continue;
        }
        any = any || !contacts.in_use;
        if (met.surface) {
            const PredictedMotion motion = predicted_motion(input, path.from, i);
            add_or_replace(contact_with(*met.surface, obstacles[met.surface->obstacle], motion, settings), path.end,
                           contacts);
            any = true;
        }
    }
    return any;
}

void measure_depth(const ContactInput& input, const Coordinates& Z, StepContacts& contacts) {
    for (Index i = 0; i < points_of(input).count(); ++i) {
        const Vec3 end = end_of(input, Z, i);
        contacts.depth = std::max(contacts.depth, penetration_depth(*input.controls.contact.obstacles, end));
    }
}

} // namespace

StepContacts step_contacts(Index points, ContactCoupling coupling) {
    return {ContactSystem(points, coupling), Points(points, 3)};
}

PointPlacement placement_by_rows() {
    return {placed_by_rows, placed_by_rows_of_state};
}

PointPlacement placement_by_axes() {
    return {placed_by_axes, placed_by_axes_of_state};
}

bool has_contact(const Controls& controls) {
    return controls.contact.points && controls.contact.obstacles && !controls.contact.obstacles->empty();
}

void list_near_contacts(const ContactInput& input, StepContacts& contacts) {
    contacts.system.contacts.clear();
    contacts.system.law = input.controls.contact.law;
    contacts.left_out = 0;
    contacts.depth = 0.0;
    contacts.tolerance = tolerance_of_size * input.size;
    contacts.in_use = has_contact(input.controls) && add_near_contacts(input, contacts);
}

bool list_missed_contacts(const ContactInput& input, const Coordinates& Z, bool may_list, StepContacts& contacts) {
    if (!has_contact(input.controls)) {
        return false;
    }
    contacts.depth = 0.0;
    if (!may_list) {
        measure_depth(input, Z, contacts);
        return false;
    }
    if (!add_missed_contacts(input, Z, contacts)) {
        return false;
    }
    contacts.in_use = true;
    return true;
}

void solve_step_contacts(StepContacts& contacts, bool is_last) {
    ContactSystem& system = contacts.system;
    const int sweeps = is_last ? contacts.sweeps : sweeps_per_iteration;
    const double tolerance = contacts.precision * contacts.tolerance;
    const double moved = solve_contacts(system, tolerance, sweeps);
    if (is_last && moved > cycling_tolerances * contacts.tolerance) {
        solve_with_bounded_friction(system, tolerance);
    }
}

int report_contact_forces(double size, const StepContacts& contacts, Points& force) {
    force.setZero();
    int touching = 0;
    if (!contacts.in_use) {
        return touching;
    }
    const ContactSystem& system = contacts.system;
    for (Index i = 0; i < system.count(); ++i) {
        const Contact& listed = system.contacts[static_cast<std::size_t>(i)];
        force.row(listed.point) += system.force.row(i);
        const double gap = listed.normal.dot(system.at.row(i)) - listed.lowest;
        touching += gap < touch_of_size * size ? 1 : 0;
    }
    return touching;
}

} // namespace limber
