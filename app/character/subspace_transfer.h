// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "engine/body/subspace_switch.h"

#include <memory>
#include <optional>

/// Transfers the state from one model to another while the character moves.
namespace limber::app {

/// Whether both have the same mesh and rig, so that coordinates can be transferred.
bool same_body(const Character& one, const Character& other);

/// Maps the coordinates of one model of a body to those of the next, by least squares weighted by mass. It takes longer
/// than a step, so it is computed when the character is built, before the swap. Without a map the coordinates are
/// unchanged. Where one of the models is corrected for rotations and the other is not, no map leads from one to the
/// other: the swap carries the positions that are shown.
struct SubspaceTransfer {
    std::weak_ptr<const Character> from = {};  // weak, so that the old model can be freed
    Matrix across = {};                        // between skinning subspaces, k x k_from, the same for each axis
    std::optional<SubspaceSwitch> linear = {}; // where one of them or both are linear
};

/// The two models of a transfer.
struct ModelSwap {
    const Character& from;
    const Character& to;
};

/// The state in the model that the transfer leads to, without its history.
State carried(const SubspaceTransfer& transfer, const ModelSwap& models, State state);

/// Null if the bodies differ.
std::shared_ptr<const SubspaceTransfer> transfer(const CharacterPtr& from, const Character& to);

/// The transfer stored in `to` if it starts from `from`, or else a new one.
std::shared_ptr<const SubspaceTransfer> known_transfer(const CharacterPtr& from, const Character& to);

/// Whether there is a transfer; costs nothing if `to` stores it.
bool follows(const Character& to, const CharacterPtr& from);

} // namespace limber::app
