// SPDX-License-Identifier: MIT
#pragma once

#include "engine/model/cluster_set.h"
#include "engine/stepper/iterate.h"
#include "engine/stepper/kernel.h"
#include "engine/stepper/state.h"

#include <vector>

/// The local step: computes the rotation of each cluster at given positions, and their gradient, in one pass over the
/// clusters.
namespace limber {

/// Scratch of the passes in one arithmetic.
template <typename Real>
struct PassScratch {
    std::vector<LaneArray<Real>> rig_F;     // one a cluster set: block, entry, lane; the rig's part of F
    std::vector<LaneArray<Real>> rotations; // one a cluster set: block, entry, lane; of the last pass
    LaneArray<Real> Z;                      // 3k
    LaneArray<Real> pull;                   // 3k
    LaneArray<Real> pull_lanes;             // 3k, lane
    LaneArray<Real> active_S;               // S(a) of the muscles: block, coordinate, axis, lane
    LaneArray<Real> active_rig_F;           // block, entry, lane
};

/// Scratch of the passes over the clusters of a model.
struct ElasticPass {
    PassScratch<float> single;
    PassScratch<double> exact;
    LaneArray<double> active_GKJ; // of the muscles: block, row of P, axis, lane
    Coordinates P_rows;           // 4b x 3 the rig's maps in row-major order for the kernel
};

/// Sized for a model, with undefined contents.
ElasticPass elastic_pass(const ReducedModel& model);

/// The muscles' stiffness relative to the material's; 0 without muscles.
double muscle_stiffness_scale(const ReducedModel& model, const Controls& controls);

/// Computes the rig's part of every cluster's F at P (4b x 3), and the muscles' S at this activation. Call once a
/// step.
void prepare_elastic_pass(const ReducedModel& model, const Controls& controls, const Kernel& kernel,
                          const AffineStack& P, ElasticPass& pass);

/// Subtracts the rotations' pull from at.gradient and returns their energy [J]: - sum_c w_c (<R_c, F_c> - 3) + sum_c
/// l_c / 2 (<R_c, F_c> - 3)^2, R_c the rotation nearest to F_c at `at.Z`.
double add_elastic_gradient(const ReducedModel& model, const Controls& controls, const Kernel& kernel,
                            ElasticPass& pass, Iterate& at);

} // namespace limber
