#include "engine/stepper/local_step.h"

#include "engine/stepper/batched_rotation.h"

#include <algorithm>

namespace limber {
namespace {

// F += sum_k Z_k' S_k: nine multiply-adds a coordinate.
void add_gradients(const Lanes* S, const AffineStack& Z, LaneMatrices& F) {
    for (Index k = 0; k < Z.rows(); ++k, S += 3) {
        for (int i = 0; i < 3; ++i) {
            const double z = Z(k, i);
            F.entry[i][0] += z * S[0];
            F.entry[i][1] += z * S[1];
            F.entry[i][2] += z * S[2];
        }
    }
}

// rhs_k += sum_j wR_ij S_kj: nine multiply-adds a coordinate.
void add_forces(const Lanes* S, const LaneMatrices& wR, std::vector<Lanes>& rhs) {
    for (std::size_t at = 0; at < rhs.size(); at += 3, S += 3) {
        for (std::size_t i = 0; i < 3; ++i) {
            rhs[at + i] += wR.entry[i][0] * S[0] + wR.entry[i][1] * S[1] + wR.entry[i][2] * S[2];
        }
    }
}

// The lanes that fill up the last block weigh nothing.
Lanes weights_of_block(const Vector& w, Index block) {
    Lanes weights = Lanes::Zero();
    const Index begin = block * lane_count;
    const Index count = std::min(lane_count, w.size() - begin);
    weights.head(count) = w.segment(begin, count);
    return weights;
}

LaneMatrices load(const Lanes* entries) {
    LaneMatrices F;
    for (int i = 0; i < 9; ++i) {
        F.entry[i / 3][i % 3] = entries[i];
    }
    return F;
}

double weigh(LaneMatrices& R, const Lanes& w, const LaneMatrices& rig_F) {
    Lanes overlap = Lanes::Zero();
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            R.entry[i][j] *= w;
            overlap += R.entry[i][j] * rig_F.entry[i][j];
        }
    }
    return overlap.sum();
}

void sum_lanes(const std::vector<Lanes>& lanes, AffineStack& sums) {
    for (Index k = 0; k < sums.rows(); ++k) {
        for (Index i = 0; i < 3; ++i) {
            sums(k, i) = lanes[static_cast<std::size_t>(3 * k + i)].sum();
        }
    }
}

} // namespace

void prepare_local_step(const ReducedModel& model, const AffineStack& P, Workspace& workspace) {
    for (Index block = 0; block < model.GKJ_lanes.block_count(); ++block) {
        LaneMatrices F;
        for (auto& row : F.entry) {
            std::fill(std::begin(row), std::end(row), Lanes::Zero());
        }
        add_gradients(model.GKJ_lanes.block(block), P, F);
        for (int i = 0; i < 9; ++i) {
            workspace.rig_F[static_cast<std::size_t>(9 * block + i)] = F.entry[i / 3][i % 3];
        }
    }
}

double local_step(const ReducedModel& model, Workspace& workspace) {
    std::fill(workspace.rhs_lanes.begin(), workspace.rhs_lanes.end(), Lanes::Zero());
    double overlap = 0.0;
    for (Index block = 0; block < model.GKB_lanes.block_count(); ++block) {
        const Lanes* S = model.GKB_lanes.block(block);
        const LaneMatrices rig_F = load(workspace.rig_F.data() + 9 * block);
        LaneMatrices F = rig_F;
        add_gradients(S, workspace.Z, F);
        LaneMatrices wR = nearest_rotations(F);
        overlap += weigh(wR, weights_of_block(model.w, block), rig_F);
        add_forces(S, wR, workspace.rhs_lanes);
    }
    sum_lanes(workspace.rhs_lanes, workspace.elastic_rhs);
    return overlap;
}

} // namespace limber
