// SPDX-License-Identifier: MIT
#pragma once

#include "engine/mesh/winding_number.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

/// Whether a point is inside a surface: its winding number is above a half. Most answers need no evaluation of
/// WindingNumber, and are those that it would give; near the boundary of an open surface, where the winding number is
/// almost a half, answers may differ, because both approximate it. From the middle c of the grid cell that holds q, the
/// winding number changes by one at each triangle that the segment from c to q passes, and between them only as far as
/// the surface is open,
///
///     w(q) = w(c) - sum of signs of the passed triangles + e,    |e| <= |q - c| max |g|
///     g(x) = 1/(4 pi) sum_e integral_e dl x (x - y) / |x - y|^3
///
/// over its boundary edges e, because the gradient of a solid angle is a Biot-Savart integral. g is bounded in each
/// cell by a tree of balls of edges with their vector sums. Where w(q) is not sure to be above or below a half, as near
/// the boundary, caps close the surface: a cone of triangles over the edges of each hole. The winding number of both
/// together is an integer that follows from that of c and the triangles passed, and that of the few caps is evaluated,
///
///     w(q) = w_closed(q) - w_caps(q).
///
/// Where the segment passes an edge or a point lies in a triangle's plane up to round-off, the winding number of the
/// whole surface is evaluated.
namespace limber {

class InsideTest {
public:
    /// `winding` is that of the surface and must outlive this object.
    InsideTest(const SurfaceMesh& surface, const WindingNumber& winding);

    bool operator()(const Vec3& q);

    /// How often the winding number of the whole surface was evaluated.
    std::size_t evaluation_count() const {
        return evaluation_count_;
    }

private:
    enum class Passing : std::int8_t { unclear = 2, inwards = 1, none = 0, outwards = -1 };

    struct Cell {
        std::uint32_t begin = 0;   // its triangles in members_
        float winding = 0.0F;      // at its middle
        float uncertainty = -1.0F; // of that winding number elsewhere in the cell; negative: not computed yet
        int closed = 0;            // of the surface with its caps, at its middle
    };
    struct Triangle {
        Vec3 a, b, c;
    };
    struct EdgeBall {
        Vec3 centre;
        double radius = 0.0;
        double length = 0.0;            // of all its edges [m]
        Vec3 sum = Vec3::Zero();        // of its edges [m]
        std::size_t begin = 0, end = 0; // in boundary_
        int left = -1, right = -1;      // -1: a leaf
    };

    void choose_grid(const SurfaceMesh& surface);
    void fill_cells();
    template <typename Visit>
    void for_cells_of(const Triangle& triangle, Visit visit) const;
    void collect_boundary(const SurfaceMesh& surface);
    SurfaceMesh caps_of(const SurfaceMesh& surface) const;
    void add_triangles(const SurfaceMesh& surface);
    void measure(Cell& cell, const Vec3& middle);
    int build_edge_ball(std::size_t begin, std::size_t end);
    static EdgeBall ball_of(std::span<const std::pair<Vec3, Vec3>> edges);
    double gradient_bound(const Vec3& middle) const;
    Vec3 middle_of(const Eigen::Array3i& cell) const;
    std::size_t number_of(const Eigen::Array3i& cell) const;
    Passing passing(const Triangle& triangle, const Vec3& from, const Vec3& to) const;
    bool evaluated(const Vec3& q);

    const WindingNumber& winding_;
    WindingNumber caps_;
    std::vector<Triangle> triangles_; // of the surface, then those of the caps
    std::size_t surface_count_ = 0;
    Vec3 low_ = Vec3::Zero();
    double spacing_ = 0.0; // [m]
    Eigen::Array3i counts_ = Eigen::Array3i::Zero();
    double round_off_ = 0.0;  // of a volume [m^3]
    std::vector<Cell> cells_; // and one more for the end of the last
    std::vector<std::uint32_t> members_;
    std::vector<std::pair<int, int>> boundary_vertices_; // of edges, in the direction of their face
    std::vector<std::pair<Vec3, Vec3>> boundary_;        // the same edges, in the order of the balls
    std::vector<EdgeBall> edge_balls_;
    std::size_t evaluation_count_ = 0;
};

} // namespace limber
