// SPDX-License-Identifier: MIT
#pragma once

#include "engine/clusters/clusters.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/model/actuation_set.h"
#include "engine/model/cluster_set.h"
#include "engine/operators/material.h"
#include "engine/rig/rig.h"
#include "engine/subspace/skinning_basis.h"

#include <optional>
#include <vector>

/// The constant data of a step, built once and shared by all threads (FCD algorithm 2's blue products). Positions are x
/// = B Z + J P: the secondary motion and the rig.
///
/// The k coordinates (4m, less linearly dependent ones) are chosen such that the reduced mass is the identity and the
/// reduced Laplacian diagonal. The global step is then a division, Young's modulus, density and time step are scalars
/// of the step, and conditioning does not matter. `T` maps back to affine maps.
///
///     B    n x k     skinning basis times T            J    n x 4b    rig Jacobian of b bones and targets
///     L    n x n     sum 2 mu V grad . grad            M    n         lumped mass
///
/// Co-rotational energy with one rotation a cluster, the nearest to its mean deformation gradient:
///
///     1/2 tr(x'Lx) - sum_c w_c <R_c, F_c> + 3/2 sum_c w_c  +  sum_c l_c / 2 (<R_c, F_c> - 3)^2
///
/// The first part is exact for mu V-weighted means; the second needs lambda V-weighted ones. Where Poisson's ratio is
/// constant they are the same, and one set of clusters has both parts; otherwise a second set has the volume part.
namespace limber {

struct ReducedModel {
    Matrix T;           // 4m x k   modal coordinates to affine maps in the frame
    RestFrame frame;    //          the frame in which those maps act
    Vector stiffness;   // k        B'LB, diagonal [1/s^2]; B'MB is the identity
    Matrix BLJ;         // k x 4b
    Matrix BMJ;         // k x 4b
    Vector BM1;         // k for gravity
    Matrix JLJ;         // 4b x 4b  for energies
    Matrix JMJ;         // 4b x 4b
    double w_sum = 0.0; //         [J] sum_c w_c
    /// The largest lambda / (2 mu) of a tet, Lame parameters.
    double lambda_ratio_max = 0.0;
    double mass = 0.0; //          [kg]
    /// A step moves the body in x and y alone: the third column of its coordinates stays zero (planar_model.h).
    bool is_planar = false;

    std::vector<ClusterSet> sets; // shape first; then, where Poisson's ratio varies, volume

    std::optional<ActuationSet> actuation; // none: the body has no muscles

    Index mode_count() const {
        return T.rows() / 4;
    }
    Index coordinate_count() const {
        return T.cols();
    }
    /// Of the rig: bones and targets.
    Index rig_map_count() const {
        return JLJ.rows() / 4;
    }
    Index cluster_count() const {
        return sets.front().cluster_count;
    }
    Index muscle_count() const {
        return actuation ? actuation->muscle_count() : 0;
    }
};

/// Fails with bad_input when the sizes disagree or a weight is not finite, and with cancelled. `C`, n x c, constrains
/// the displacements u = B Z to C' u = 0, where the weights do not satisfy it by themselves; bad_input if no coordinate
/// is left.
Result<ReducedModel> reduced_model(const TetMesh& mesh, const Material& material, const Rig& rig, const Matrix& W,
                                   const Clusters& clusters, Progress* progress = nullptr, const Matrix& C = {});

} // namespace limber
