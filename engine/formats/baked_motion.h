// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/formats/surface_look.h"
#include "engine/linalg/types.h"

#include <string>
#include <vector>

/// Surfaces with one position a vertex and a frame: the motion as every other tool can take it.
namespace limber {

using FloatPoints = Eigen::Matrix<float, Eigen::Dynamic, 3, Eigen::RowMajor>;

/// A motion that is linear in a few coordinates: the frames are x_f = J P_f, up to their rounding to floats.
struct LinearMotion {
    Matrix J;                   // n x k; n x 0: the motion is not known to be linear
    std::vector<AffineStack> P; // k x 3 a frame

    bool is_known() const {
        return J.cols() > 0;
    }
};

struct BakedSurface {
    std::string name;
    Triangles F;                     // f x 3, counter-clockwise from outside
    FloatPoints rest;                // n x 3 [m]
    FloatPoints colours;             // n x 3, sRGB in [0, 1], or 0 x 3: `colour` everywhere
    Eigen::Vector3f colour{1, 1, 1}; // sRGB in [0, 1]
    /// Pictures and materials; without materials: the colours above. Formats that have no pictures show the colours.
    SurfaceLook look;
    /// n: vertices with the same number, below n, share their normal; empty: each has its own.
    std::vector<int> normal_of;
    /// n: the part of the body that a vertex belongs to, below n, such as its bone; a joint each, where a skin is
    /// fitted (skin_fit.h). Empty: one part.
    std::vector<int> part_of;
    std::vector<FloatPoints> frames; // n x 3 each [m]
    LinearMotion linear;             // the same frames, for formats that store coordinates
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

/// n x 3: unit normals in a frame x, the sum over the triangles at each vertex, or at all vertices that share a normal,
/// weighted by their areas; (0, 1, 0) where it vanishes.
FloatPoints vertex_normals(const BakedSurface& surface, const FloatPoints& x);

/// The names of the materials of the surface's look, each once: those of its file, or else the surface's name with a
/// number.
std::vector<std::string> material_names(const BakedSurface& surface);

/// From sRGB to linear intensity and back, both in [0, 1].
float linear_intensity(float srgb);
float srgb_intensity(float linear);

} // namespace limber
