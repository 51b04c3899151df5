// SPDX-License-Identifier: MIT
#pragma once

#include "engine/actuation/muscles.h"

#include <vector>

/// Activations that give a body the shape of a pose, such as that of a clip: a controller may be drawn to them beside
/// its goals (control/one_step_controller.h).
///
/// Of a pose with the deformation gradients F_t, they minimise the energy of the muscles in it,
///
///     min over a and R_c   sum_c sum_t in c  w_t / 2 |F_t - R_c (I + sum_v a_v Y_vt)|^2  +  ridge / 2 |a|^2
///
/// with w_t = 2 mu V, the targets Y of the muscles and a rotation for each of their clusters. So a pose that is turned
/// and moved has the same activations, and one that the muscles can make has them exactly. The two minimisations, over
/// a by a linear system and over each R_c by the nearest rotation, alternate; none raises the energy.
namespace limber {

/// m x q, one column for each pose (n x 3 [m], finite). Precondition: the targets and clusters are those of the mesh.
Matrix activations_of_poses(const TetMesh& mesh, const Material& material, const Clusters& clusters,
                            const MuscleTargets& targets, const std::vector<Points>& poses);

} // namespace limber
