// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

/// What a surface looks like, as its file says: normals, colours, and pictures laid on it.
namespace limber {

/// A PNG or JPEG file; empty: it could not be found.
struct EncodedPicture {
    std::string name;
    std::vector<unsigned char> bytes;

    bool operator==(const EncodedPicture&) const = default;
};

/// How a picture goes on beyond its edges.
enum class PictureEdge { repeat, mirror, clamp };

struct SurfaceMaterial {
    std::array<double, 4> colour = {1.0, 1.0, 1.0, 1.0}; // linear RGB and opacity; a factor of the picture
    int picture = -1;                                    // -1: none
    PictureEdge edge_u = PictureEdge::repeat;
    PictureEdge edge_v = PictureEdge::repeat;
    double least_opacity = 0.0; // what is less opaque is not drawn
    std::string name = {};      // in its file; empty: none

    bool operator==(const SurfaceMaterial&) const = default;
};

/// A number a vertex that a file has beside its looks, or one channel of a colour: "COLOR_0 red", "_SOFTNESS".
struct VertexField {
    std::string name;
    Vector values; // n, as in the file; integers that are normalised lie in [0, 1]
};

/// Of a surface with n vertices.
struct SurfaceLook {
    using Places = Eigen::Matrix<double, Eigen::Dynamic, 2, Eigen::RowMajor>;

    Points normals;               // n x 3, unit; zero where the file does not say
    Places places;                // n x 2 on the picture; (0, 0) is its top left, (1, 1) its bottom right
    Points colours;               // n x 3, linear RGB; a factor of the material's
    std::vector<int> material_of; // n
    std::vector<SurfaceMaterial> materials;
    std::vector<EncodedPicture> pictures;
    std::vector<VertexField> fields = {};
    /// The names of the objects that the file has; empty: it has one. A triangle lies in one of them.
    std::vector<std::string> objects = {};
    std::vector<int> object_of = {}; // n, where there are objects
};

} // namespace limber
