// SPDX-License-Identifier: MIT
#include "engine/stepper/state.h"

#include "engine/core/hash.h"
#include "engine/rig/skinning.h"

namespace limber {
namespace {

void add(Hasher& hasher, const AffineStack& stack) {
    hasher.add(std::span<const double>(stack.data(), static_cast<std::size_t>(stack.size())));
}

} // namespace

State rest_state(const ReducedModel& model, const AffineStack& P, Index contact_points) {
    EXPECTS(P.rows() == 4 * model.rig_map_count());
    const AffineStack still = AffineStack::Zero(model.coordinate_count(), 3);
    const AffineStack held = AffineStack::Zero(P.rows(), 3);
    return {still, still, P, held, 0.0, {still, still, P, held, 0.0}, Points::Zero(contact_points, 3)};
}

std::uint64_t hash_of(const State& state) {
    Hasher hasher;
    for (const AffineStack* part : {&state.Z, &state.Zdot, &state.P, &state.Pdot}) {
        add(hasher, *part);
    }
    if (state.previous.time_step > 0.0) {
        for (const AffineStack* part :
             {&state.previous.Z, &state.previous.Zdot, &state.previous.P, &state.previous.Pdot}) {
            add(hasher, *part);
        }
    }
    if (state.contact_force.size() > 0) {
        hasher.add(
            std::span<const double>(state.contact_force.data(), static_cast<std::size_t>(state.contact_force.size())));
    }
    return hasher.add(state.previous.time_step).add(state.time).digest();
}

AffineStack secondary_maps(const ReducedModel& model, const AffineStack& Z) {
    return out_of_frame(model.T * Z, model.frame);
}

Points reconstructed(const ReducedModel& model, const State& state, const Points& X, const Rig& rig, const Matrix& W) {
    Points x = Points::Zero(X.rows(), 3);
    add_rig_motion(X, rig, state.P, x);
    add_skinned(X, W, secondary_maps(model, state.Z), x);
    return x;
}

} // namespace limber
