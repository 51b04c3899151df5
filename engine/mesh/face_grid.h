// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/cell_grid.h"

#include <optional>
#include <vector>

namespace limber {

struct SampledFace {
    Vec3 a, b, c;
    Vec3 middle;
    Vec3 normal; // zero: no area
};

std::vector<SampledFace> sampled_faces(const SurfaceMesh& surface);

struct FaceHit {
    std::size_t face = 0;
    double distance = 0.0; // [m]
};

/// Faces in the cells of a grid, for short segments.
class FaceGrid {
public:
    /// The faces must outlive this object.
    FaceGrid(const std::vector<SampledFace>& faces, const CellGrid& grid);

    /// The nearest face on the segment, beyond `from_distance` from its origin [m].
    std::optional<FaceHit> first_hit(const Vec3& origin, const Vec3& direction, double from_distance,
                                     double reach) const;

private:
    const std::vector<SampledFace>& faces_;
    CellGrid grid_;
    CellMembers members_;
};

} // namespace limber
