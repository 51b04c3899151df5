// SPDX-License-Identifier: MIT
#pragma once

#include "engine/actuation/muscles.h"

#include <vector>

/// Activations that give a body the shape of a pose, such as that of a clip: a controller may pull its activations
/// towards them beside its goals (control/one_step_controller.h).
///
/// Of a pose with the deformation gradients F_t, they minimise the energy of the muscles in it,
///
///     min over a and R_c   sum_c sum_t in c  w_t / 2 |F_t - R_c (I + sum_v a_v Y_vt)|^2  +  ridge / 2 |a|^2
///
/// with w_t = 2 mu V, the targets Y of the muscles and a rotation for each of their clusters. So a pose that is turned
/// and moved has the same activations, and one that the muscles can make has them exactly. The two minimisations, over
/// a by a linear system and over each R_c by the nearest rotation, alternate; none raises the energy.
namespace limber {

/// Computes them pose by pose: what they read of the muscles is linear in the positions, and computed once. Takes
/// memory for as many points as the clusters have vertices, a muscle each.
class PoseActivations {
public:
    /// Precondition: the targets and clusters are those of the mesh.
    PoseActivations(const TetMesh& mesh, const Material& material, const Clusters& clusters,
                    const MuscleTargets& targets);

    /// m, of a pose (n x 3 [m], finite).
    Vector of(const Points& pose) const;

private:
    Index vertex_count_ = 0;
    std::vector<Index> begins_; // of the rows of each cluster, and the end of the last
    std::vector<int> vertices_; // of each row
    /// Rows x 3 (1 + m), in blocks of three columns, of the rest shape and of each muscle: the sum over the tets t
    /// around a vertex in a cluster of w_t Y_vt g_t, with the gradient g_t of the vertex's hat function.
    Matrix products_;
    Matrix quadratic_; // of the energy, m x m
    Vector linear_;    // likewise
};

} // namespace limber
