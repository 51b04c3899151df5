// SPDX-License-Identifier: MIT
#pragma once

#include "engine/actuation/muscles.h"
#include "engine/clusters/clusters.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/model/cluster_set.h"
#include "engine/operators/material.h"
#include "engine/rig/rig.h"

#include <optional>
#include <vector>

/// The constant data of a step in any linear subspace of displacements, for those that are not skinning subspaces
/// (reduced_model.h): x = B z + J P with z a vector of k numbers. The energy is that of the reduced model, with dense
/// products in place of its I_3 (x) structure.
///
/// The columns of B are changed such that the reduced mass is the identity and the reduced Laplacian diagonal, and such
/// that (D M J)' B = 0 if the rig holds the body. z is stored as k/3 x 3 rows, as `State` has them; up to two columns
/// of B are zero, so that k is a multiple of three.
namespace limber {

/// One set of clusters, in the layout that the kernel's dense passes stream.
struct GeneralClusters {
    LaneArray<double> S;        // block, coordinate, entry of F row by row, lane
    LaneArray<float> S_single;  //
    ClusterSet rig_and_weights; // without coordinates
};

/// Muscles: ActuationSet (model/actuation_set.h) with dense clusters.
struct GeneralActuation {
    GeneralClusters rest;                 // the clusters with Y = I, and their weights w
    std::vector<GeneralClusters> muscles; // the addition of activation 1 of each muscle; their weights are unused
    TargetEnergy energy;

    Index muscle_count() const {
        return static_cast<Index>(muscles.size());
    }
};

struct GeneralModel {
    Matrix B;         // 3n x k, vertex by vertex (x0 y0 z0 x1 ...)
    Matrix J;         // n x 4b
    Vector stiffness; // k [1/s^2]
    Matrix BLJ;       // k x 12b, columns as vec_of_rig
    Matrix BMJ;       // k x 12b
    Matrix BM1;       // k x 3, for gravity on each axis
    Matrix JLJ;       // 4b x 4b, for energies
    Matrix JMJ;       // 4b x 4b
    double w_sum = 0.0;
    double lambda_ratio_max = 0.0; // the largest lambda / 2 mu of a tet
    double size = 1.0;             // [m] of the body: the scale of its frame at rest

    std::vector<GeneralClusters> sets; // shape first; then, where Poisson's ratio varies, volume
    /// Of the elastic energy's part that is quadratic in the positions; 0: another elastic energy takes its place.
    double elastic_share = 1.0;

    std::optional<GeneralActuation> actuation; // none: the body has no muscles

    Index coordinate_count() const {
        return B.cols();
    }
};

/// `basis`: 3n x m, any displacements. `leak`: n, or empty for a body that no rig holds. Fails with bad_input when
/// sizes disagree, a number is not finite, or the rig leaves no coordinate.
Result<GeneralModel> general_model(const TetMesh& mesh, const Material& material, const Rig& rig, const Vector& leak,
                                   const Matrix& basis, const Clusters& clusters);

/// What steps of the model read of its muscles, for GeneralModel.actuation. Each of the `clusters` shares one rotation
/// of the target. Fails with bad_input when sizes disagree or a target is not finite, and with cancelled.
Result<GeneralActuation> general_actuation(const TetMesh& mesh, const Material& material, const GeneralModel& model,
                                           const Clusters& clusters, const MuscleTargets& targets,
                                           Progress* progress = nullptr);

/// 9r x k: rows 9 c + 3 i + j are entry (i, j) of the deformation gradient of cluster c.
Matrix unpacked_rows(const GeneralClusters& clusters);

/// Any linear map of the coordinates (rows x k), for `State::Z` as it is stored, one column after the other.
Matrix by_columns_of_Z(const Matrix& map);

/// 12b: the rig's maps as a vector, one axis after the other.
Vector vec_of_rig(const AffineStack& P);

/// n x 3 [m]
Points positions(const GeneralModel& model, const AffineStack& Z, const AffineStack& P);

/// k/3 x 3: the coordinates nearest to displacements (n x 3) in the mass norm. `mass`: n.
AffineStack projected(const GeneralModel& model, const Vector& mass, const AffineStack& displacement);

} // namespace limber
