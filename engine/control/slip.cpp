// SPDX-License-Identifier: MIT
#include "engine/control/slip.h"

#include "engine/model/reduced_model.h"

namespace limber {
namespace {

constexpr double touch_force = 1e-6; // of the body's weight

Points contact_positions(const Walker& walker, const State& state) {
    const ContactPoints& points = *walker.controls.contact.points;
    return points.phi.transpose() * state.Z + points.rig_rows.transpose() * state.P;
}

} // namespace

double slip_between(const Walker& walker, const State& before, const State& after) {
    const double least = touch_force * walker.model->mass * walker.controls.gravity.norm();
    const Points from = contact_positions(walker, before);
    const Points to = contact_positions(walker, after);
    double sum = 0.0;
    int touching = 0;
    for (Index i = 0; i < from.rows(); ++i) {
        if (before.contact_force.row(i).norm() > least && after.contact_force.row(i).norm() > least) {
            const Vec3 moved = to.row(i) - from.row(i);
            sum += (moved - walker.up.dot(moved) * walker.up).norm();
            ++touching;
        }
    }
    return touching > 0 ? sum / touching : 0.0;
}

} // namespace limber
