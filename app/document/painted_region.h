// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/json_document.h"
#include "engine/core/json_fwd.h"
#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"

#include <cstdint>
#include <memory>
#include <vector>

/// A painted region of the body: per vertex of the surface, a level in steps of 1/255. In a scene file, two hexadecimal
/// digits per vertex in the order of the mesh; runs of a level are written once with a count, so that a limb of a large
/// mesh takes a few kilobytes:
///
///     {"vertices": 8, "levels": "00*3 3fff80 00*2"}
///
/// The weights w of interior vertices are interpolated from the surface and solve
///
///     sum_j c_ij (w_i - w_j) = 0      over the neighbours j of every vertex i inside, c_ij tets have the edge
///
/// a harmonic extension along the edges [Tutte 1963, How to draw a graph]. The weights stay in [0, 1] for tets of any
/// shape.
namespace limber::app {

using PaintLevels = std::vector<std::uint8_t>;

/// The levels are shared by copies, because every undo entry holds them. Empty: nothing was painted.
class PaintedRegion {
public:
    PaintedRegion() = default;
    explicit PaintedRegion(PaintLevels levels) : levels_(std::make_shared<const PaintLevels>(std::move(levels))) {}

    bool is_there() const {
        return levels_ != nullptr;
    }
    /// One per vertex of the surface; empty if nothing was painted.
    const PaintLevels& levels() const;
    bool is_blank() const;
    /// Compares the levels; shared levels are equal without a comparison.
    bool operator==(const PaintedRegion& other) const {
        return levels_ == other.levels_ || (is_there() && other.is_there() && *levels_ == *other.levels_);
    }

private:
    std::shared_ptr<const PaintLevels> levels_;
};

void read_value(const JsonNode& node, PaintedRegion& painted);
Json painted_json(const PaintedRegion& painted);

/// Fails with bad_input if the levels do not belong to a surface with that many vertices. `what`: what is painted, as a
/// phrase; `member`: where it is in the scene.
Result<Done> fits(const PaintedRegion& painted, const std::string& what, const std::string& member,
                  std::size_t surface_vertices);

/// n weights in [0, 1] of the body's vertices: the paint's levels inside and out. `surface`: the surface's vertices,
/// ascending, one per level.
Vector paint_weights(const PaintedRegion& painted, const Tets& T, const std::vector<int>& surface, Index vertex_count);
/// The same, scaled so that the largest level gives 1. Precondition: not blank.
Vector region_weights(const PaintedRegion& painted, const Tets& T, const std::vector<int>& surface, Index vertex_count);

} // namespace limber::app
