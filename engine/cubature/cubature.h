// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/parallel_for.h"
#include "engine/core/progress.h"
#include "engine/cubature/training_poses.h"

/// Cubature: the elastic energy of a body in a subspace as a weighted sum over few of its tets,
///
///     E(z) = sum over all t of E_t(z)  ~  sum over chosen t of w_t E_t(z),     w_t > 0
///
/// chosen such that the reduced forces B'f of training poses agree [An, Kim and James 2008, Optimizing Cubature for
/// Efficient Integration of Subspace Deformations, algorithm 1]. Each pose has a weight such that its whole force has
/// length one. Force-Dual Modes, section 8.1, selects points after Trusty et al. 2023 (Subspace Mixed Finite Elements)
/// instead. A round draws candidates among the tets, adds the one whose forces are the most parallel to what is
/// missing, and computes all weights anew by non-negative least squares, so that the error never rises; tets of weight
/// zero are dropped.
namespace limber {

struct Cubature {
    std::vector<int> tets;
    Vector weights;              // positive; all tets with a weight of one are the exact integral
    double training_error = 0.0; // of the forces of the training poses: root of the mean square, relative
    std::vector<double> errors;  // after each round
};

/// All tets.
Cubature whole_cubature(Index tet_count);

struct CubatureOptions {
    Index points = 200;
    double error = 0.0;     // with which fewer points are enough
    double error_max = 1.0; // above which the cubature is refused
    Index candidates = 256; // drawn in each round
    std::uint64_t seed = 1;
    Threads threads = {};
};

/// The whole cubature where the body has no more tets than points. Fewer points where no candidate lowers the error.
/// The same bits on any number of threads. Fails with bad_input when the poses need no force, with not_converged when
/// the error is larger than error_max, and with cancelled.
Result<Cubature> trained_cubature(const ElasticBody& body, const std::vector<BodyPose>& poses,
                                  const CubatureOptions& options, Progress* progress = nullptr);

} // namespace limber
