// SPDX-License-Identifier: MIT
#pragma once

#include "engine/actuation/muscles.h"
#include "engine/subspace/supports.h"

#include <string>

/// Muscles from forces: the force f of a stress of 1 Pa on the body at rest, such as that of a pressure in a cavity or
/// of fibres under tension. The response to a stress p is, to first order,
///
///     u = p H^-1 f        H the rest Hessian with the pins; of a free body without rigid motions
///
/// Such a muscle has the strain of u as its target, Y(a) = I + a (grad u + grad u') / 2 in each tet. A strain does not
/// depend on how a part is turned, so that a finger whose one side grows bends by large angles. It is the response to a
/// small stress: how the force changes with the shape is not part of it. A step of Newton's method can have the energy
/// whose force f is in place of the target (loads/active_stresses.h).
namespace limber {

struct LoadMuscles {
    Matrix D;         // 3n x q [m]: u, vertex by vertex, at activation 1; shows the target
    Matrix stretches; // 9t x q [-]: the targets (MuscleTargets), symmetric
    Vector stress;    // q [Pa]: p at activation 1
};

/// What errors call a load, "a pocket", and the member of its muscles.
struct LoadMuscleNames {
    std::string load;
    std::string member;
};

/// A muscle for each column of forces (3n x q [m^2]), whose largest principal strain at activation 1 is that of the
/// scale. Fails with bad_input when a force does not move the body, because it is pinned there, or the material is out
/// of range, and with not_converged and cancelled.
Result<LoadMuscles> load_muscles(const TetMesh& mesh, const Material& material, const Supports& supports,
                                 const Matrix& forces, const LoadMuscleNames& names, const MuscleScale& scale = {},
                                 Progress* progress = nullptr);

} // namespace limber
