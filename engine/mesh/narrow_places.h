// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/cell_grid.h"
#include "engine/mesh/filled_gaps.h"

#include <vector>

/// Shorter edges where tets of one length fill gaps between parts of the body, so that they keep these apart. Gaps that
/// would need edges below a third are left as they are.
namespace limber {

class NarrowPlaces {
public:
    NarrowPlaces() = default;
    NarrowPlaces(const std::vector<FilledGap>& gaps, double edge_length);

    bool is_empty() const {
        return members_.is_empty();
    }
    /// An estimate of how many more vertices the shorter edges take.
    double extra_vertices() const {
        return extra_vertices_;
    }
    /// Relative to the edge length: one, or less near a gap.
    double relative_edge_length(const Vec3& x) const;

private:
    struct Place {
        Vec3 middle;
        double factor = 1.0;
    };

    double reach_ = 0.0; // [m]
    double extra_vertices_ = 0.0;
    std::vector<Place> places_;
    CellGrid grid_;
    CellMembers members_; // the places near each cell
};

} // namespace limber
