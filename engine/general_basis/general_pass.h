// SPDX-License-Identifier: MIT
#pragma once

#include "engine/general_basis/general_model.h"
#include "engine/stepper/iterate.h"
#include "engine/stepper/kernel.h"
#include "engine/stepper/state.h"

#include <vector>

/// The local step in a general subspace: the pass over the clusters of stepper/elastic_pass.h with the kernel's dense
/// products. Its coordinates are k numbers, k/3 x 3 rows of an Iterate.
namespace limber {

/// Scratch of the passes in one arithmetic.
template <typename Real>
struct GeneralPassScratch {
    std::vector<LaneArray<Real>> rig_F; // one a cluster set: block, entry, lane; the rig's share of F
    LaneArray<Real> z;                  // k
    LaneArray<Real> pull;               // k
    LaneArray<Real> pull_lanes;         // k, lane
    LaneArray<Real> active_S;           // S(a) of the muscles, as GeneralClusters.S
    LaneArray<Real> active_rig_F;       // block, entry, lane
};

struct GeneralPass {
    GeneralPassScratch<float> single;
    GeneralPassScratch<double> exact;
    LaneArray<double> active_GKJ; // of the muscles
    Coordinates P_rows;           // 4b x 3 the rig's maps in row-major order for the kernel
    bool always_exact = false;    // in double precision, whatever Controls::arithmetic is
};

/// Sized for a model, with undefined contents.
GeneralPass general_pass(const GeneralModel& model);

/// The muscles' stiffness relative to the material's; 0 without muscles.
double muscle_stiffness_scale(const GeneralModel& model, const Controls& controls);

/// Computes the rig's share of every cluster's F at P (4b x 3), and the muscles' S at this activation. Call once a
/// step.
void prepare_general_pass(const GeneralModel& model, const Controls& controls, const Kernel& kernel,
                          const AffineStack& P, GeneralPass& pass);

/// Subtracts the rotations' pull from at.gradient and returns their energy [J], as add_elastic_gradient.
double add_general_gradient(const GeneralModel& model, const Controls& controls, const Kernel& kernel,
                            GeneralPass& pass, Iterate& at);

} // namespace limber
