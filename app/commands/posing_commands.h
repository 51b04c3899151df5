// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command_list.h"
#include "app/commands/selection.h"
#include "app/document/live_controls.h"

#include <cstddef>

namespace limber::app {

/// Selects a bone, a handle, a force, an obstacle or the whole rig of the selected character.
struct Select {
    Selection selection;
};

/// Deselects them.
struct ClearSelection {};

/// The offset of a bone in its own frame.
struct PoseBone {
    int bone = 0;
    std::size_t bone_count = 0; // of the rig
    Affine offset = identity_affine();
};

/// The offset of the whole rig, in the world.
struct PlaceRig {
    Affine offset = identity_affine();
};

struct AddHandle {
    PointHandle handle;
};

/// Moves the target of a handle [m].
struct MoveHandle {
    int id = 0;
    Vec3 target = Vec3::Zero();
};

struct RemoveHandle {
    int id = 0;
};

struct AddForce {
    AppliedForce applied;
};

/// Changes the vector of a force [N].
struct ChangeForce {
    int id = 0;
    Vec3 force = Vec3::Zero();
};

struct RemoveForce {
    int id = 0;
};

using PosingCommands = CommandList<Select, ClearSelection, PoseBone, PlaceRig, AddHandle, MoveHandle, RemoveHandle,
                                   AddForce, ChangeForce, RemoveForce>;

} // namespace limber::app
