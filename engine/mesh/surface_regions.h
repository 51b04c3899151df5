// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/cell_grid.h"
#include "engine/mesh/face_grid.h"

#include <map>
#include <vector>

namespace limber {

/// Connected faces of nearly the same place and direction are one region. Distances along the surface are those from
/// region to region.
class SurfaceRegions {
public:
    /// `faces` are those of F.
    SurfaceRegions(const Triangles& F, const std::vector<SampledFace>& faces, const CellGrid& grid);

    std::size_t count() const {
        return middles_.size();
    }
    std::size_t of_face(std::size_t face) const {
        return of_face_[face];
    }
    const std::vector<std::size_t>& neighbours(std::size_t region) const {
        return neighbours_[region];
    }

    /// Connects a face that lies inside another part with what is near: there the body goes on.
    void connect_inside(std::size_t face, const Vec3& middle, double distance);
    /// Call after the last connection.
    void finish();

    /// Whether no way along the surface from one to the other is shorter.
    bool are_far(std::size_t from, std::size_t to, double way_min);

private:
    void connect(std::size_t one, std::size_t other);

    CellGrid grid_;
    std::vector<std::size_t> of_face_;
    std::vector<Vec3> middles_;
    std::map<GridCell, std::vector<std::size_t>> in_cell_;
    std::vector<std::vector<std::size_t>> neighbours_;
    std::vector<double> distances_; // of are_far; infinite between its calls
};

} // namespace limber
