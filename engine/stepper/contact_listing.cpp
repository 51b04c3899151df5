#include "engine/stepper/contact_listing.h"

#include "engine/contact/contact_detection.h"
#include "engine/model/reduced_model.h"
#include "engine/stepper/contact_rows.h"

#include <algorithm>

namespace limber {
namespace {

Vec3 start_of(const Controls& controls, const State& state, Index i) {
    const ContactPoints& points = *controls.contact.points;
    return product(points.phi.col(i), state.Z) +
           product(points.rig_rows.col(i), controls.rig_discontinuity ? controls.P : state.P);
}

// Position of contact point i at the end of the step whose unknown is workspace.now.
Vec3 end_of(const Controls& controls, double h, const Workspace& workspace, Index i) {
    const double ahead = controls.strain_damping / h;
    const auto phi = controls.contact.points->phi.col(i);
    return (product(phi, workspace.now.Z) + ahead * product(phi, workspace.Z_base)) / (1.0 + ahead) +
           product(controls.contact.points->rig_rows.col(i), controls.P);
}

// False for a point that depends on the rig alone: no force on the secondary motion moves it.
bool can_move(const ContactPoints& points, const Workspace& workspace, Index i) {
    const auto D_inverse = workspace.D_inverse.col(0);
    return points.phi.col(i).cwiseAbs2().cwiseProduct(D_inverse).sum() > 1e-12 * D_inverse.maxCoeff();
}

PredictedMotion predicted_motion(const Controls& controls, const State& state, double h, const Workspace& workspace,
                                 Index i) {
    const ContactPoints& points = *controls.contact.points;
    const auto phi = points.phi.col(i);
    const auto rig = points.rig_rows.col(i);
    PredictedMotion motion;
    motion.point = i;
    motion.from = start_of(controls, state, i);
    motion.to = product(phi, workspace.Z_base) + h * product(phi, workspace.Zdot_base) + product(rig, controls.P);
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

} // namespace

bool list_near_contacts(const ReducedModel& model, const Controls& controls, const State& state, double h,
                        Workspace& workspace) {
    const ContactPoints& points = *controls.contact.points;
    const Obstacles& obstacles = *controls.contact.obstacles;
    ContactScratch& contact = workspace.contact;
    ContactSystem& system = contact.system;
    const DetectionSettings settings = detection_settings(model, controls, contact.tolerance);
    bool is_in_contact = false;
    for (Index i = 0; i < points.count(); ++i) {
        const NearSurfaces near = near_surfaces(obstacles, start_of(controls, state, i), settings.size);
        contact.left_out += near.left_out;
        if (near.count == 0 || !can_move(points, workspace, i)) {
            continue;
        }
        const PredictedMotion motion = predicted_motion(controls, state, h, workspace, i);
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

bool list_missed_contacts(const ReducedModel& model, const Controls& controls, const State& state, double h,
                          bool may_list, Workspace& workspace) {
    const ContactPoints& points = *controls.contact.points;
    const Obstacles& obstacles = *controls.contact.obstacles;
    ContactScratch& contact = workspace.contact;
    const DetectionSettings settings = detection_settings(model, controls, contact.tolerance);
    bool any = false;
    contact.depth = 0.0;
    for (Index i = 0; i < points.count(); ++i) {
        const Vec3 end = end_of(controls, h, workspace, i);
        if (!may_list) {
            contact.depth = std::max(contact.depth, penetration_depth(obstacles, end));
            continue;
        }
        const PathContact met =
            path_contact(obstacles, {i, start_of(controls, state, i), end}, contact.system.contacts, settings);
        contact.depth = std::max(contact.depth, met.depth);
        if (!met.is_met || !can_move(points, workspace, i)) {
            continue;
        }
        any = any || !contact.in_use;
        if (met.surface) {
            const PredictedMotion motion = predicted_motion(controls, state, h, workspace, i);
            add_or_replace(contact_with(*met.surface, obstacles[met.surface->obstacle], motion, settings), end,
                           contact);
            any = true;
        }
    }
    return any;
}

} // namespace limber
