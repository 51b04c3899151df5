#pragma once

#include "engine/linalg/types.h"
#include "engine/model/lane_pack.h"

#include <vector>

namespace limber {

struct ReducedModel;

/// Scratch of a step, sized once, so that a step never allocates. Holds nothing that a later step reads.
struct Workspace {
    explicit Workspace(const ReducedModel& model, Index handle_capacity = 64);

    AffineStack Z;                // k x 3   the iterate
    AffineStack Z_next;           // k x 3
    AffineStack Zdot;             // k x 3   at the end of the step
    AffineStack Pdot;             // 4b x 3  the rig's velocity in this step
    AffineStack P_drift;          // 4b x 3  P - (P_old + h Pdot_old)
    AffineStack constant_rhs;     // k x 3   the part of the right-hand side that no iteration changes
    AffineStack elastic_rhs;      // k x 3   (GKB)' (w R)
    Vector inverse_diagonal;      // k       1 / (stiffness + 1/h^2 + damping/h)
    std::vector<Lanes> rig_F;     // 9 a block of clusters: the rig's share of F
    std::vector<Lanes> rhs_lanes; // 3 a coordinate: elastic_rhs before its lanes are summed

    // Handles as a change of low rank: (D + Phi' S Phi)^-1 by Woodbury.
    Matrix handle_phi;                                    // k x capacity   columns phi
    Matrix handle_D;                                      // k x capacity   D^-1 phi
    Matrix handle_L;                                      // capacity^2     Cholesky factor of S^-1 + Phi D^-1 Phi'
    Eigen::Matrix<double, Eigen::Dynamic, 3> handle_pull; // capacity x 3

    Index handle_capacity() const {
        return handle_L.rows();
    }
};

} // namespace limber
