// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/linalg/types.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

/// The targets of a blendshape, and so any linear rig: x_i = sum_b w_ib P_b [X_i 1] + sum_t s_t R_t d_ti. Each target
/// is a column d_t of the rig's Jacobian with its weight s_t as parameter. R_t is the linear part of the map of one
/// bone, so that a smile turns with the head.
namespace limber {

struct Target {
    std::string name;
    int bone = 0; // the displacements turn and stretch with it
    Points d;     // n x 3 [m] at weight one

    bool operator==(const Target& other) const {
        return name == other.name && bone == other.bone && d.rows() == other.d.rows() && d == other.d;
    }
};

/// Returns an error for displacements of another mesh or not finite, and a bone that does not exist.
std::optional<Error> fault_in(std::span<const Target> targets, Index bone_count, Index vertex_count);

/// Returns an error for the first target that the bones (columns n x 4b of the rig's Jacobian) and the targets before
/// it can make, which leaves its weight without a meaning. Precondition: no fault in the targets.
std::optional<Error> fault_of_dependence(std::span<const Target> targets, const Matrix& bone_columns);

/// The targets without those whose displacements are zero: they move no vertex of the mesh, but may move the surface
/// that it carries.
std::vector<Target> moving_targets(std::span<const Target> targets);

/// n x 3s: the displacements side by side.
Matrix displacements_of(std::span<const Target> targets, Index vertex_count);

} // namespace limber
