#pragma once

#include "engine/clusters/clusters.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/model/lane_pack.h"
#include "engine/operators/material.h"
#include "engine/rig/rig.h"
#include "engine/subspace/skinning_basis.h"

/// Everything constant that a step reads, built once, shared by every thread
/// (FCD algorithm 2's blue products). Positions are x = B Z + J P: the secondary motion and the rig.
///
/// The k coordinates (4m, less what is linearly dependent) are chosen such that the reduced mass is
/// the identity and the reduced Laplacian diagonal: the global step is then a division, Young's
/// modulus, density and time step are scalars of the step, and no condition number is left. `T` leads
/// back to affine maps.
///
///     B    n x k     skinning basis times T            J    n x 4b    rig Jacobian
///     L    n x n     sum 2 mu V grad . grad            M    n         lumped mass
///     GK   3r x n    mu V-weighted mean of the gradients over each cluster, so that three rows give F'
///
/// Elastic energy with one rotation a cluster, exactly: 1/2 tr(x'Lx) - sum_c w_c <R_c, F_c> + 3/2 sum_c w_c,
/// w_c = sum 2 mu V.
namespace limber {

struct ReducedModel {
    Matrix T;          // 4m x k   modal coordinates to affine maps in the frame
    RestFrame frame;   //          the frame in which those maps act
    Vector stiffness;  // k        B'LB, diagonal [1/s^2]; B'MB is the identity
    Matrix BLJ;        // k x 4b
    Matrix BMJ;        // k x 4b
    Vector BM1;        // k        what gravity pulls at
    Matrix GKB;        // 3r x k
    Matrix GKJ;        // 3r x 4b
    Vector w;          // r        [J]
    Matrix JLJ;        // 4b x 4b  for energies
    Matrix JMJ;        // 4b x 4b
    double mass = 0.0; //          [kg]

    LanePack GKB_lanes; // the same numbers as the step streams them
    LanePack GKJ_lanes;

    Index mode_count() const {
        return T.rows() / 4;
    }
    Index coordinate_count() const {
        return T.cols();
    }
    Index bone_count() const {
        return JLJ.rows() / 4;
    }
    Index cluster_count() const {
        return w.size();
    }
};

/// Fails with bad_input when the sizes disagree or a weight is not finite, and with cancelled.
Result<ReducedModel> reduced_model(const TetMesh& mesh, const Material& material, const Rig& rig, const Matrix& W,
                                   const Clusters& clusters, Progress* progress = nullptr);

} // namespace limber
