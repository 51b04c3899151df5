// SPDX-License-Identifier: MIT
#include "engine/stepper/contact_listing.h"

#include "engine/contact/contact_detection.h"
#include "engine/model/reduced_model.h"
#include "engine/stepper/contact_rows.h"

#include <algorithm>

namespace limber {
namespace {

// [of the body's size] tolerance of detection and convergence tolerance of the forces, measured as point displacement.
constexpr double tolerance_of_size = 1e-7;

Vec3 start_of(const Controls& controls, const State& state, Index i) {
    const ContactPoints& points = *controls.contact.points;
    return product(points.phi.col(i), state.Z) +
           product(points.rig_rows.col(i), controls.rig_discontinuity ? controls.P : state.P);
}

// Position of contact point i at the end of the step whose unknown is Z.
Vec3 end_of(const Controls& controls, const Prediction& prediction, const Coordinates& Z, Index i) {
    const double ahead = controls.strain_damping / prediction.h;
    const auto phi = controls.contact.points->phi.col(i);
    return (product(phi, Z) + ahead * product(phi, prediction.Z_base)) / (1.0 + ahead) +
           product(controls.contact.points->rig_rows.col(i), controls.P);
}

// False for a point that depends on the rig alone: no force on the secondary motion moves it. D_inverse is that of the
// last moves.
bool can_move(const ContactPoints& points, const Coordinates& D_inverse, Index i) {
    const auto diagonal = D_inverse.col(0);
    return points.phi.col(i).cwiseAbs2().cwiseProduct(diagonal).sum() > 1e-12 * diagonal.maxCoeff();
}

// Motion of contact point i, which starts at `from`.
PredictedMotion predicted_motion(const Controls& controls, const State& state, const Prediction& prediction,
                                 const Vec3& from, Index i) {
    const ContactPoints& points = *controls.contact.points;
    const auto phi = points.phi.col(i);
    const auto rig = points.rig_rows.col(i);
    PredictedMotion motion;
    motion.point = i;
    motion.from = from;
    motion.to =
        product(phi, prediction.Z_base) + prediction.h * product(phi, prediction.Zdot_base) + product(rig, controls.P);
    motion.velocity = product(phi, state.Zdot) + product(rig, state.Pdot);
    return motion;
}

DetectionSettings detection_settings(const ReducedModel& model, const Controls& controls, double tolerance) {
    return {model.frame.scale, controls.time_step,   controls.gravity.norm(),
            tolerance,         controls.contact.law, controls.contact.tangential_restitution};
}

// Replaces the loosest contact of the point where it already has contacts_per_point.
void add_or_replace(const Contact& contact, const Vec3& end, ContactScratch& scratch) {
    ContactSystem& system = scratch.system;
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
    ++scratch.left_out;
    system.force.row(loosest).setZero();
    system.contacts[static_cast<std::size_t>(loosest)] = contact;
}

bool has_contact(const Controls& controls) {
    return controls.contact.points && controls.contact.obstacles && !controls.contact.obstacles->empty();
}

// Returns whether one of the listed points carried a contact force in the previous step.
bool add_near_contacts(const StepInput& input, const Prediction& prediction, const Coordinates& D_inverse,
                       ContactScratch& contact) {
    const auto& [model, controls, state] = input;
    const DetectionSettings settings = detection_settings(model, controls, contact.tolerance);
    const ContactPoints& points = *controls.contact.points;
    const Obstacles& obstacles = *controls.contact.obstacles;
    ContactSystem& system = contact.system;
    bool is_in_contact = false;
    for (Index i = 0; i < points.count(); ++i) {
        const Vec3 start = start_of(controls, state, i);
        contact.start.row(i) = start;
        const NearSurfaces near = near_surfaces(obstacles, start, settings.size);
        contact.left_out += near.left_out;
        if (near.count == 0 || !can_move(points, D_inverse, i)) {
            continue;
        }
        const PredictedMotion motion = predicted_motion(controls, state, prediction, start, i);
        Vec3 force = state.contact_force.row(i); // the previous force is assigned to the first surface only
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
bool add_missed_contacts(const StepInput& input, const Prediction& prediction, const Coordinates& D_inverse,
                         const Coordinates& Z, ContactScratch& contact) {
    const auto& [model, controls, state] = input;
    const DetectionSettings settings = detection_settings(model, controls, contact.tolerance);
    const ContactPoints& points = *controls.contact.points;
    const Obstacles& obstacles = *controls.contact.obstacles;
    const bool was_enforced = contact.in_use;
    bool any = false;
    for (Index i = 0; i < points.count(); ++i) {
        const PointPath path{i, contact.start.row(i), end_of(controls, prediction, Z, i)};
        const PathContact met = path_contact(obstacles, path, {contact.system.contacts, was_enforced}, settings);
        contact.depth = std::max(contact.depth, met.depth);
        if (!met.is_met || !can_move(points, D_inverse, i)) {
            continue;
        }
        any = any || !contact.in_use;
        if (met.surface) {
            const PredictedMotion motion = predicted_motion(controls, state, prediction, path.from, i);
            add_or_replace(contact_with(*met.surface, obstacles[met.surface->obstacle], motion, settings), path.end,
                           contact);
            any = true;
        }
    }
    return any;
}

void measure_depth(const Controls& controls, const Prediction& prediction, const Coordinates& Z,
                   ContactScratch& contact) {
    for (Index i = 0; i < controls.contact.points->count(); ++i) {
        const Vec3 end = end_of(controls, prediction, Z, i);
        contact.depth = std::max(contact.depth, penetration_depth(*controls.contact.obstacles, end));
    }
}

} // namespace

void list_near_contacts(const StepInput& input, const Prediction& prediction, const StepObjective& objective,
                        ContactScratch& contact) {
    const ReducedModel& model = input.model;
    const Controls& controls = input.controls;
    contact.system.contacts.clear();
    contact.left_out = 0;
    contact.depth = 0.0;
    contact.tolerance = tolerance_of_size * model.frame.scale;
    contact.in_use = has_contact(controls) && add_near_contacts(input, prediction, objective.D_inverse, contact);
    if (contact.in_use) {
        prepare_contact_system(model, controls, prediction, objective, contact);
    }
}

bool list_missed_contacts(const StepInput& input, const Prediction& prediction, const StepObjective& objective,
                          const Coordinates& Z, bool may_list, ContactScratch& contact) {
    const ReducedModel& model = input.model;
    const Controls& controls = input.controls;
    if (!has_contact(controls)) {
        return false;
    }
    contact.depth = 0.0;
    if (!may_list) {
        measure_depth(controls, prediction, Z, contact);
        return false;
    }
    const Coordinates& D_inverse = contact.in_use ? contact.metric.D_inverse : objective.D_inverse;
    if (!add_missed_contacts(input, prediction, D_inverse, Z, contact)) {
        return false;
    }
    contact.in_use = true;
    prepare_contact_system(model, controls, prediction, objective, contact);
    return true;
}

} // namespace limber
