// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/formats/baked_motion.h"

/// A motion as a base shape and a few morph targets with a weight each a frame:
///
///     x_f  ~  base + sum_k weights(k, f) target_k,     0 <= weights <= 1.
///
/// The targets are the principal components of the frames about their mean, the fewest with which no vertex in any
/// frame is farther off than a tolerance. A reduced body moves in the span of 12 (modes + bones) fixed displacements,
/// so that these are an upper bound for an exact fit; a clip needs fewer as a rule. Weights are scaled to [0, 1],
/// because some tools clamp them, by adding the least of each to the base. The exact ones are in exact_morph.h.
namespace limber {

struct MorphFit {
    FloatPoints base;                 // n x 3 [m]
    std::vector<FloatPoints> targets; // K of n x 3: displacements [m]
    Eigen::MatrixXf weights;          // K x frames
    double error = 0.0;               // [m], of the worst vertex in any frame, from these floats
};

struct MorphFitOptions {
    double tolerance = 1e-6; // of the error, as a share of `extent`
    Index targets_max = 512;
};

/// Precondition: `checked`. Rounding of the positions to floats bounds the accuracy: below a tolerance of 1e-7 the
/// number of targets grows up to the number of frames.
/// After a cancellation the fit is of no use.
MorphFit fit_morph_targets(const BakedSurface& surface, const MorphFitOptions& options = {},
                           Progress* progress = nullptr);

/// [m]: the farthest that a vertex is from its place in any frame, from these floats, without the rounding of a
/// reader's sum. After a cancellation it is that of some vertices.
double farthest(const MorphFit& fit, const std::vector<FloatPoints>& frames, const Progress* progress = nullptr);

/// Directions in the frames of a fit, up to a positive factor for each vertex: base + sum_k weights(k, f) target_k.
struct FittedDirections {
    FloatPoints base; // n x 3, unit vectors, as glTF requires of normals
    std::vector<FloatPoints> targets;
};

/// Fits directions (n x 3 a frame), such as the normals of the frames, to the weights, in least squares over the
/// frames. Where a target of the fit is zero, so is its counterpart. The free factor lets the base be what suits the
/// frames, which the normals of the fit's base, a shape that no frame has, do not. Fails with cancelled.
Result<FittedDirections> fit_directions(const std::vector<FloatPoints>& frames, const MorphFit& fit,
                                        const Progress* progress = nullptr);

} // namespace limber
