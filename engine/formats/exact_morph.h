// SPDX-License-Identifier: MIT
#pragma once

#include "engine/formats/morph_fit.h"

#include <cstddef>
#include <vector>

/// The morph targets of a motion that is linear in coordinates, x_f = J P_f (baked_motion.h): one displacement for each
/// column of J along each axis, whatever the clip is,
///
///     x_f = base + sum_k weights(k, f) target_k         target = range J_c e_a,     weight = (P_f(c, a) - least) /
///     range
///
/// with weights in [0, 1]. Coordinates that do not change are part of the base, and those that change alike share one
/// target: a coordinate of a linear subspace moves along all axes at once. Columns of a bone are zero where it has no
/// weight, and so are its targets. A skinning subspace with m modes and b bones has 12 (m + b) targets at most.
namespace limber {

struct ExactMorph {
    /// range J_column along one axis.
    struct Term {
        Index column = 0;
        Index axis = 0;
        double range = 0.0;
    };
    AffineStack least;                      // k x 3: the least of each coordinate, which gives the base
    std::vector<std::vector<Term>> targets; // K: the sum of its terms
    Eigen::MatrixXf weights;                // K x frames
};

/// Precondition: the motion is known to be linear.
ExactMorph exact_morph(const LinearMotion& motion);

/// The bytes of its targets and their normals in a .glb, and of their weights; an estimate from above, up to the text
/// that describes them.
std::size_t bytes_of(const ExactMorph& morph, const Matrix& J);
/// The same of targets that were fitted.
std::size_t bytes_of(const MorphFit& fit);

/// [bytes] of its targets and their normals in memory, where each has all vertices.
double memory_of(const ExactMorph& morph, Index vertices);

/// The targets as floats. After a cancellation the fit is of no use. Precondition: `morph` is that of the surface's
/// motion.
MorphFit exact_fit(const ExactMorph& morph, const BakedSurface& surface, const Progress* progress = nullptr);

} // namespace limber
