#pragma once

#include "engine/core/json.h"
#include "engine/core/json_document.h"
#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"

#include <cstdint>
#include <memory>
#include <vector>

/// A part of the body that was painted by hand: how much of each vertex of the surface belongs to it, in steps of
/// 1/255. In a scene file, two hexadecimal digits a vertex in the order of the mesh, where a level that goes on is
/// written once with its count, so that a limb of a large mesh takes a few kilobytes:
///
///     {"vertices": 8, "levels": "00*3 3fff80 00*2"}
///
/// What lies under the surface belongs to the region as far as the surface around it does: its weights w solve
///
///     sum_j c_ij (w_i - w_j) = 0      over the neighbours j of every vertex i inside, c_ij tets have the edge
///
/// a harmonic extension along the edges [Tutte 1963, How to draw a graph]. A mean of values in [0, 1] stays there,
/// however badly the tets are shaped.
namespace limber::app {

using PaintLevels = std::vector<std::uint8_t>;

/// Levels that copies share, since every entry for undo holds them. None: nothing was painted.
class PaintedRegion {
public:
    PaintedRegion() = default;
    explicit PaintedRegion(PaintLevels levels) : levels_(std::make_shared<const PaintLevels>(std::move(levels))) {}

    bool is_there() const {
        return levels_ != nullptr;
    }
    /// One a vertex of the surface; empty where nothing was painted.
    const PaintLevels& levels() const;
    bool is_blank() const;
    /// By levels, which need no look where they are shared.
    bool operator==(const PaintedRegion& other) const {
        return levels_ == other.levels_ || (is_there() && other.is_there() && *levels_ == *other.levels_);
    }

private:
    std::shared_ptr<const PaintLevels> levels_;
};

void read_value(const JsonNode& node, PaintedRegion& painted);
Json painted_json(const PaintedRegion& painted);

/// What was painted belongs to a surface of so many vertices. Fails with bad_input where it does not, or where it is
/// blank; `name` is the region's.
Result<Done> fits(const PaintedRegion& painted, const std::string& name, std::size_t surface_vertices);

/// n, in [0, 1]: how much of each vertex of the body belongs to the region; the vertex that was painted most belongs to
/// it wholly. `surface` are the surface's vertices, ascending, as many as there are levels; not blank.
Vector region_weights(const PaintedRegion& painted, const Tets& T, const std::vector<int>& surface, Index vertex_count);

} // namespace limber::app
