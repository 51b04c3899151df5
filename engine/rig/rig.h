// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/tet_mesh.h"
#include "engine/rig/skeleton.h"
#include "engine/rig/targets.h"

#include <span>
#include <vector>

/// A linear rig, x = J P: bones of linear blend skinning, then targets of a blendshape (targets.h).
///
///     x_i = sum_b w_ib P_b [X_i 1] + sum_t P_t d_ti         P_b affine maps, P_t linear ones
namespace limber {

struct Rig {
    Skeleton skeleton;
    Matrix W; // n x b weights on the tet mesh's vertices, rows sum to one
    std::vector<Target> targets = {};

    int target_count() const {
        return static_cast<int>(targets.size());
    }
    /// The maps in P: one a bone, then one a target.
    int map_count() const {
        return skeleton.bone_count() + target_count();
    }
};

/// One bone at the centre of the mesh with weight one everywhere: the affine handle.
Rig affine_handle(const TetMesh& mesh);

/// Returns an error for weights of another mesh, not finite, negative beyond round-off, or rows that do not sum to one,
/// and for targets that are not valid.
std::optional<Error> fault_in(const Rig& rig, const TetMesh& mesh);
/// fault_of_dependence (targets.h) on the mesh.
std::optional<Error> fault_of_dependence(const Rig& rig, const TetMesh& mesh);

/// n x 4b: the row of vertex i has w_ib [X_i 1] for every bone, so that x = J P for P of `skinning_maps`. The rig
/// Jacobian of FCD equation 2 is I_3 (x) this.
Matrix rig_jacobian(const Points& X, const Matrix& W);

/// n x 4(b + s): the same, then [d_t 0] for every target, so that x = J P for P of `rig_maps`. X: positions in any
/// frame.
Matrix rig_jacobian(const Points& X, const Rig& rig);
/// 4(b + s): the row of one vertex.
Vector rig_row(const Points& X, const Rig& rig, Index vertex);

/// 4(b + s) x 3: the bones' skinning maps, then s_t R_t for every target with its weight s_t; missing weights are zero.
AffineStack rig_maps(const Rig& rig, const Pose& pose, std::span<const double> target_weights = {});

/// The weights s_t in maps P of `rig_maps`; zero where the linear part of the target's bone is zero.
std::vector<double> target_weights_in(const Rig& rig, const AffineStack& P);

/// Adds the rig's motion of `vertices`, in their order, to the rows of x; P of `rig_maps`.
void add_rig_motion(const Points& X, const Rig& rig, const AffineStack& P, std::span<const int> vertices, Points& x);
/// The same for every vertex.
void add_rig_motion(const Points& X, const Rig& rig, const AffineStack& P, Points& x);

/// Adds the motion of every vertex as glTF defines it, where targets displace the rest positions before all bones move
/// them (glTF 2.0, section 3.7.2.2):
///
///     x_i = sum_b w_ib P_b [X_i + sum_t s_t d_ti, 1]
///
/// It differs from `add_rig_motion` where a target lies on several bones.
void add_morphed_motion(const Points& X, const Rig& rig, const AffineStack& P, Points& x);

} // namespace limber
