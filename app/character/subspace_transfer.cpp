// SPDX-License-Identifier: MIT
#include "app/character/subspace_transfer.h"

#include "engine/body/body_step.h"
#include "engine/model/projection.h"

#include <algorithm>

namespace limber::app {
namespace {

bool same_rest(const Skeleton& a, const Skeleton& b) {
    return std::equal(a.bones.begin(), a.bones.end(), b.bones.begin(), b.bones.end(),
                      [](const Bone& x, const Bone& y) { return x.rest == y.rest; });
}

template <typename Array>
bool same_array(const Array& a, const Array& b) {
    return a.rows() == b.rows() && a.cols() == b.cols() && a == b;
}

} // namespace

bool same_body(const Character& one, const Character& other) {
    return same_array(one.mesh.X, other.mesh.X) && same_array(one.mesh.T, other.mesh.T) &&
           same_array(one.rig.W, other.rig.W) && one.rig.targets == other.rig.targets &&
           same_rest(one.rig.skeleton, other.rig.skeleton);
}

std::shared_ptr<const SubspaceTransfer> transfer(const CharacterPtr& from, const Character& to) {
    if (!same_body(*from, to)) {
        return nullptr;
    }
    SubspaceTransfer transfer{.from = from};
    if (from->linear || to.linear) {
        if (from->linear != to.linear && is_reconstructed(*from) == is_reconstructed(to)) {
            transfer.linear = SubspaceSwitch::between(*from, to);
        }
    } else if (from->modes != to.modes || from->model.coordinate_count() != to.model.coordinate_count()) {
        transfer.across = projection_between(to.model, to.modes->W, from->model, from->modes->W, to.mesh.X, to.mass);
    }
    return std::make_shared<const SubspaceTransfer>(std::move(transfer));
}

std::shared_ptr<const SubspaceTransfer> known_transfer(const CharacterPtr& from, const Character& to) {
    return to.transfer && to.transfer->from.lock() == from ? to.transfer : transfer(from, to);
}

State carried(const SubspaceTransfer& transfer, const ModelSwap& models, State state) {
    if (is_reconstructed(models.from) != is_reconstructed(models.to)) {
        return state_with_positions_of(models.from, state, models.to);
    }
    state.clear_history();
    if (transfer.linear) {
        return transfer.linear->apply(state).state;
    }
    if (transfer.across.size() > 0) {
        state.Z = transfer.across * state.Z;
        state.Zdot = transfer.across * state.Zdot;
        state.clear_history();
    }
    return state;
}

bool follows(const Character& to, const CharacterPtr& from) {
    return (to.transfer && to.transfer->from.lock() == from) || same_body(*from, to);
}

} // namespace limber::app
