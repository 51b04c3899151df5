#pragma once

#include "app/geometry/drawn_mesh.h"

#include <array>
#include <vector>

/// What the vertex shader needs, besides the weights, to give normals that are right under any deformation.
///
/// The deformed skin is x(X) = sum_k w_k(X) A_k [X 1] over all bones and modes. Along a direction s of the rest
/// surface it changes by
///
///     dx/ds = sum_k  w_k A_k [s 0]  +  dw_k/ds A_k [X 1]
///
/// and with two unit tangents s, t of the rest surface the normal is dx/ds x dx/dt. So each weight travels as
/// three floats, (w, dw/ds, dw/dt), and the normal costs the shader no look at its neighbours. Under one rigid
/// map for all it is exactly the rotated rest normal. The derivatives are fitted to the differences along the
/// edges at a vertex, in least squares, in its tangent plane: exact for weights that are linear on a flat
/// neighbourhood, of first order in the edge length on a curved one.
namespace limber::app {

/// A vertex as the GPU reads it.
struct SkinVertex {
    std::array<float, 3> position = {};  // rest [m]
    std::array<float, 3> tangent_s = {}; // unit; tangent_s x tangent_t is the area-weighted rest normal
    std::array<float, 3> tangent_t = {};
    std::array<float, 3> colour = {}; // sRGB
    float has_colour = 0.0F;          // 0: the item's colour, 1: the vertex's own
};

/// All that the GPU keeps of a skin: computed beside the thread that draws, which only sends it.
struct SkinGeometry {
    std::vector<SkinVertex> vertices;
    std::vector<float> weights;           // n x (bones + modes) x 3: (w, dw/ds, dw/dt), bones first
    std::vector<std::uint32_t> triangles; // 3 f
    int bone_count = 0;
    int mode_count = 0;

    int map_count() const {
        return bone_count + mode_count;
    }
};

/// Area-weighted unit normals of a triangle surface: 3 n floats. A vertex without area gets (0, 1, 0).
std::vector<float> vertex_normals(const std::vector<float>& positions, const std::vector<std::uint32_t>& triangles);

/// That the arrays have the sizes that the counts say is a contract.
SkinGeometry skin_geometry(const DrawnMesh& mesh);

} // namespace limber::app
