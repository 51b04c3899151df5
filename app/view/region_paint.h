#pragma once

#include "app/document/muscle_description.h"
#include "engine/mesh/tet_mesh.h"

#include <array>
#include <cstdint>
#include <vector>

/// Painted regions as colours on the flesh: each triangle has the colour of the region that holds most of it, as strong
/// as its vertices were painted. The one that is being painted goes before the others, which are paler.
namespace limber::app {

struct RegionPaint {
    std::vector<float> scalars;        // s, in [0, 1]: Renderer::set_scalars
    std::vector<std::uint32_t> labels; // f, places among the regions: Renderer::set_labels
};

/// F: triangles of the surface, over its own vertices, of which there are so many. What was painted on another surface
/// is left out.
RegionPaint region_paint(const std::vector<MuscleRegion>& regions, int chosen, const Triangles& F,
                         std::size_t vertex_count);

/// sRGB in [0, 1], as skinned_mesh.frag has it.
std::array<float, 3> region_colour(std::size_t region);

} // namespace limber::app
