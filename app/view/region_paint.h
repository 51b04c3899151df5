// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/painted_region.h"
#include "engine/mesh/tet_mesh.h"

#include <array>
#include <cstdint>
#include <vector>

/// Colours of painted regions on the skin: each triangle has the colour of the region with the most paint on it, with
/// the strength of the paint at its vertices. The region that is being painted has priority; the others are paler.
namespace limber::app {

struct RegionPaint {
    std::vector<float> scalars;        // s, in [0, 1]: Renderer::set_scalars
    std::vector<std::uint32_t> labels; // f, places among the regions: Renderer::set_labels
};

/// F: triangles of the surface over `vertex_count` vertices. Regions painted on another surface are ignored.
RegionPaint region_paint(const std::vector<PaintedRegion>& regions, int chosen, const Triangles& F,
                         std::size_t vertex_count);

/// sRGB in [0, 1], as skinned_mesh.frag has it.
std::array<float, 3> region_colour(std::size_t region);

} // namespace limber::app
