// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

/// The inside of a body as it is uploaded to the GPU, once. A cut keeps some of the tets and shows each face with
/// exactly one of its two tets kept; the vertex shader decides that, so that moving a cut costs nothing on the CPU.
namespace limber::app {

/// A face of the tets, in the layout of two texels of the shaders.
struct TetFace {
    std::array<std::uint32_t, 3> vertices{}; // counter-clockwise, seen from outside `tet`
    std::uint32_t tet = 0;
    std::uint32_t beyond = 0; // 1 + the tet on the other side; 0: none
    std::array<std::uint32_t, 3> unused{};
};
static_assert(sizeof(TetFace) == 32);

/// A tet at rest, in the layout of four texels.
struct TetAtRest {
    /// Rows of the inverse of the edges from the first corner, as columns [1/m]; last column: the centre [m].
    std::array<std::array<float, 4>, 3> inverse_and_centre{};
    float shear_modulus = 0.0F; // [Pa]
    float label = 0.0F;         // Paint::labels
    std::array<float, 2> unused{};
};
static_assert(sizeof(TetAtRest) == 64);

struct TetGeometry {
    std::vector<TetFace> faces;                     // each once, those of the boundary first
    std::size_t boundary_faces = 0;                 // their number
    std::vector<std::array<std::uint32_t, 4>> tets; // t
    std::vector<TetAtRest> at_rest;                 // t
};

/// The plane through which a body is cut, at rest: tets whose centre c has normal . c > offset are left out.
struct CutPlane {
    std::array<float, 3> normal{0.0F, 0.0F, 0.0F}; // zero: nothing is cut
    float offset = 0.0F;                           // [m]
};

} // namespace limber::app
