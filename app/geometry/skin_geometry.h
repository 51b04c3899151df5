// SPDX-License-Identifier: MIT
#pragma once

#include "app/geometry/drawn_mesh.h"
#include "app/geometry/skin_materials.h"

#include <array>
#include <memory>
#include <vector>

/// Derivatives of the weights, from which the vertex shader computes exact normals under any deformation.
///
/// The deformed skin is x(X) = sum_k w_k(X) A_k [X 1] over all bones and modes. Its
/// derivative along a direction s of the rest surface is
///
///     dx/ds = sum_k  w_k A_k [s 0]  +  dw_k/ds A_k [X 1]
///
/// and with two unit tangents s, t of the rest surface the normal is dx/ds x dx/dt. So each weight is
/// stored as three floats, (w, dw/ds, dw/dt), and the shader computes the normal without reading neighbours. Under one
/// rigid map for all it is exactly the rotated rest normal. The derivatives are fitted to the differences along the
/// edges at a vertex, in least squares, in its tangent plane: exact for weights that are linear on a flat
/// neighbourhood, of first order in the edge length on a curved one.
///
/// A target of a blendshape adds P_t d_t(X), with P_t linear. Each coordinate of its displacement is stored as a weight
/// is. Where targets come first, X is X + sum_t s_t d_t(X) in the terms of the bones, and s and t its derivatives.
///
/// On a seam, where vertices are doubled because their pictures or normals differ, the derivatives come from the
/// neighbours of all of them, so that the seam stays invisible under any deformation.
namespace limber::app {

/// A vertex in the layout of the vertex buffer.
struct SkinVertex {
    std::array<float, 3> position = {};  // rest [m]
    std::array<float, 3> tangent_s = {}; // unit; tangent_s x tangent_t is the area-weighted rest normal
    std::array<float, 3> tangent_t = {};
    std::array<float, 3> colour = {}; // sRGB
    float has_colour = 0.0F;          // 0: the item's colour, 1: the vertex's own
};

/// The GPU data of a skin. It is computed on a background thread; the drawing thread only uploads it.
struct SkinGeometry {
    std::vector<SkinVertex> vertices;
    std::vector<float> weights; // n x columns x 3: (w, dw/ds, dw/dt) of bones, then modes; then x, y, z of each target
    std::vector<std::uint32_t> triangles; // 3 f
    int bone_count = 0;
    int mode_count = 0;
    int target_count = 0;
    bool morphs_first = false;
    std::shared_ptr<const SkinMaterials> materials = {}; // null: the colours of vertices and of the draw item

    int map_count() const {
        return bone_count + mode_count;
    }
    int column_count() const {
        return map_count() + 3 * target_count;
    }
};

/// Precondition: the sizes of the arrays match the counts.
SkinGeometry skin_geometry(const DrawnMesh& mesh);

} // namespace limber::app
