// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/linalg/types.h"

#include <string>
#include <vector>

/// Surfaces with one position a vertex and a frame: the motion as every other tool can take it.
namespace limber {

using FloatPoints = Eigen::Matrix<float, Eigen::Dynamic, 3, Eigen::RowMajor>;

struct BakedSurface {
    std::string name;
    Triangles F;                     // f x 3, counter-clockwise from outside
    FloatPoints rest;                // n x 3 [m]
    FloatPoints colours;             // n x 3, sRGB in [0, 1], or 0 x 3: `colour` everywhere
    Eigen::Vector3f colour{1, 1, 1}; // sRGB in [0, 1]
    std::vector<FloatPoints> frames; // n x 3 each [m]
};

/// y is up, lengths are in metres. All surfaces have the same number of frames, at least one.
struct BakedMotion {
    std::vector<BakedSurface> surfaces;
    double frames_per_second = 60.0;

    std::size_t frame_count() const {
        return surfaces.empty() ? 0 : surfaces.front().frames.size();
    }
};

/// Fails with bad_input if there is no surface or frame, the counts differ, an index is out of range, or a number is
/// not finite.
Result<Done> checked(const BakedMotion& motion);

/// The length of the diagonal of the box around all frames of the surface [m].
double extent(const BakedSurface& surface);

/// n x 3: unit normals, the sum over the triangles at each vertex weighted by their areas; (0, 1, 0) where it vanishes.
FloatPoints vertex_normals(const FloatPoints& x, const Triangles& F);

/// From sRGB to linear intensity, both in [0, 1].
float linear_intensity(float srgb);

} // namespace limber
