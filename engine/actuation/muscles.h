// SPDX-License-Identifier: MIT
#pragma once

#include "engine/clusters/clusters.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/model/reduced_model.h"
#include "engine/operators/scalar_operators.h"

#include <optional>

/// Muscles: target shapes of a body (model/actuation_set.h has the energy). A muscle is a displacement of the rest
/// shape, linear in its activation; the caller chooses it: vibration modes, modes bound to a limb, a cage or a sculpted
/// shape. It can also be a stretch of each tet that no displacement has (example_poses.h).
namespace limber {

/// What muscles add to the target gradient of each tet at activation 1. Refers to the matrices, which must outlive it.
struct MuscleTargets {
    // A displacement alone is the usual target.
    MuscleTargets(const Matrix& displacements) : D(displacements) {}
    /// Null: as without them.
    MuscleTargets(const Matrix& displacements, const Matrix* of_tets) : D(displacements), stretches(of_tets) {}

    Index count() const {
        return D.cols();
    }
    Index stretch_count() const {
        return stretches ? stretches->cols() : 0;
    }

    const Matrix& D; // 3n x m [m], vertex by vertex: the target adds grad d
    /// 9t x q [-], tet by tet, each 3 x 3 column by column: the target of the last q muscles adds this in place of
    /// grad d. Null: none has one.
    const Matrix* stretches = nullptr;
};

/// Returns an error when sizes disagree or a number is not finite.
std::optional<Error> fault_in(const MuscleTargets& targets, const TetMesh& mesh);
/// Returns an error when the actuation clusters are not those of the mesh.
std::optional<Error> fault_in(const Clusters& clusters, const TetMesh& mesh);

struct MuscleScale {
    double peak_strain = 0.5;       // of the target shape at activation 1
    double left_out_volume = 0.001; // share of the body that may exceed it, so that a sliver does not set the scale
};

/// t [-]: the largest relative change of length in each tet under the displacement d (n x 3 [m]): the largest singular
/// value of its gradient. The strain, its symmetric part, is not enough: a displacement is linear, so one that rotates
/// the end of a long limb by a radian also stretches it by half its length.
Vector largest_changes_of_length(const TetMesh& mesh, const Eigen::Ref<const Points>& d);

/// The value of a tet (t) that only tets with this share of the body's volume (t) exceed.
double peak_value(const Vector& values, const Vector& volumes, double left_out_share);

/// 3n x m [m]: scales each column of D (vertex by vertex) such that activation 1 has the stated peak strain. A column
/// without strain but for round-off, a translation, is unchanged. Precondition: D is finite.
Matrix scaled_muscles(const TetMesh& mesh, const Matrix& D, const MuscleScale& scale = {});

/// The gradients of the hat functions, each g replaced by Y g with the muscle's addition Y to the target: in their
/// place they give the addition of the muscle to the mean gradients of clusters (ActuationSet).
TetGradients target_gradients(const TetMesh& mesh, const MuscleTargets& targets, Index muscle);

/// The part of the muscles' energy that does not depend on the positions, 1/2 a'Q a + p'a - 3/2 w_sum.
struct TargetEnergy {
    Vector linear;    // m [J]      p
    Matrix quadratic; // m x m [J]  Q
    double w_sum = 0.0;

    double at(const Vector& activation) const;
};
TargetEnergy target_energy(const TetMesh& mesh, const Material& material, const MuscleTargets& targets);

/// Computes what a step reads. Each of the `clusters` shares one rotation of the target (one for the whole body
/// responds fastest); rig and W are the input of reduced_model, and model its result. Fails with bad_input when sizes
/// disagree or a target is not finite, and with cancelled.
Result<ActuationSet> actuation_set(const TetMesh& mesh, const Material& material, const Rig& rig, const Matrix& W,
                                   const ReducedModel& model, const Clusters& clusters, const MuscleTargets& targets,
                                   Progress* progress = nullptr);

} // namespace limber
