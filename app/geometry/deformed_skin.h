// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace limber::app {

/// A vertex of a skin in one pose.
struct DeformedVertex {
    std::array<float, 3> position = {};
    std::array<float, 3> normal = {}; // unit
};

/// For bodies that no vertex shader reconstructs, such as one in full space: all vertices of a skin, computed on the
/// CPU.
struct DeformedSkin {
    std::vector<DeformedVertex> vertices; // n
};

/// The vertices at these positions (3 n) with the area-weighted normals of the triangles (3 f).
std::vector<DeformedVertex> deformed_vertices(std::span<const float> positions,
                                              std::span<const std::uint32_t> triangles);

} // namespace limber::app
