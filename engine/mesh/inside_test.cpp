// SPDX-License-Identifier: MIT
#include "engine/mesh/inside_test.h"

#include "engine/core/disjoint_sets.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <unordered_map>

namespace limber {
namespace {

constexpr double cells_per_root_of_faces = 0.5; // along the longest axis
constexpr double cells_along_axis_min = 48.0;
constexpr double cells_along_axis_max = 128.0;
// The distance from a half of a winding number that is sure. WindingNumber errs by a few hundredths.
constexpr double sure_distance = 0.2;
constexpr double relative_round_off = 1e-13;
constexpr std::size_t leaf_edges = 4;
constexpr double far_edge_radii = 4.0;

double volume(const Vec3& a, const Vec3& b, const Vec3& c) {
    return a.dot(b.cross(c));
}

} // namespace

InsideTest::InsideTest(const SurfaceMesh& surface, const WindingNumber& winding)
    : winding_(winding), caps_(SurfaceMesh{}) {
    add_triangles(surface);
    surface_count_ = triangles_.size();
    if (!triangles_.empty()) {
        choose_grid(surface);
        collect_boundary(surface);
        const SurfaceMesh caps = caps_of(surface);
        caps_ = WindingNumber(caps);
        add_triangles(caps);
        fill_cells();
    }
}

void InsideTest::add_triangles(const SurfaceMesh& surface) {
    for (Index f = 0; f < surface.F.rows(); ++f) {
        triangles_.push_back(
            {surface.V.row(surface.F(f, 0)), surface.V.row(surface.F(f, 1)), surface.V.row(surface.F(f, 2))});
    }
}

void InsideTest::choose_grid(const SurfaceMesh& surface) {
    const BoundingBox box = bounding_box(surface.V);
    const Vec3 size = box.high - box.low;
    const double along = std::clamp(cells_per_root_of_faces * std::sqrt(static_cast<double>(triangles_.size())),
                                    cells_along_axis_min, cells_along_axis_max);
    spacing_ = std::max(size.maxCoeff() / along, std::numeric_limits<double>::min());
    counts_ = (size.array() / spacing_).ceil().cast<int>() + 1;
    low_ = box.centre() - 0.5 * spacing_ * counts_.cast<double>().matrix();
    round_off_ = relative_round_off * std::pow(size.norm(), 3);
}

Vec3 InsideTest::middle_of(const Eigen::Array3i& cell) const {
    return low_ + spacing_ * (cell.cast<double>() + 0.5).matrix();
}

std::size_t InsideTest::number_of(const Eigen::Array3i& cell) const {
    return (static_cast<std::size_t>(cell.z()) * static_cast<std::size_t>(counts_.y()) +
            static_cast<std::size_t>(cell.y())) *
               static_cast<std::size_t>(counts_.x()) +
           static_cast<std::size_t>(cell.x());
}

// The cells of the triangle's box that its plane cuts, a little enlarged.
template <typename Visit>
void InsideTest::for_cells_of(const Triangle& triangle, Visit visit) const {
    const double margin = 1e-6 * spacing_;
    const Vec3 low = triangle.a.cwiseMin(triangle.b).cwiseMin(triangle.c).array() - margin;
    const Vec3 high = triangle.a.cwiseMax(triangle.b).cwiseMax(triangle.c).array() + margin;
    const Vec3 normal = (triangle.b - triangle.a).cross(triangle.c - triangle.a).normalized();
    const double reach = (0.5 * spacing_ + margin) * normal.lpNorm<1>();
    const auto cell_at = [this](const Vec3& x) -> Eigen::Array3i {
        return ((x - low_).array() / spacing_).floor().cast<int>().max(0).min(counts_ - 1);
    };
    const Eigen::Array3i first = cell_at(low);
    const Eigen::Array3i last = cell_at(high);
    for (int z = first.z(); z <= last.z(); ++z) {
        for (int y = first.y(); y <= last.y(); ++y) {
            for (int x = first.x(); x <= last.x(); ++x) {
                const Eigen::Array3i cell(x, y, z);
                if (std::abs(normal.dot(middle_of(cell) - triangle.a)) <= reach) {
                    visit(number_of(cell));
                }
            }
        }
    }
}

void InsideTest::fill_cells() {
    cells_.resize(static_cast<std::size_t>(counts_.cast<std::int64_t>().prod()) + 1);
    for (const Triangle& triangle : triangles_) {
        for_cells_of(triangle, [this](std::size_t cell) { ++cells_[cell + 1].begin; });
    }
    for (std::size_t cell = 1; cell < cells_.size(); ++cell) {
        cells_[cell].begin += cells_[cell - 1].begin;
    }
    members_.resize(cells_.back().begin);
    std::vector<std::uint32_t> next(cells_.size());
    std::ranges::transform(cells_, next.begin(), &Cell::begin);
    for (std::size_t t = 0; t < triangles_.size(); ++t) {
        for_cells_of(triangles_[t], [&](std::size_t cell) { members_[next[cell]++] = static_cast<std::uint32_t>(t); });
    }
}

// Edges that faces do not pass equally often in both directions, as often as that.
void InsideTest::collect_boundary(const SurfaceMesh& surface) {
    struct Edge {
        int low, high, direction;
    };
    std::vector<Edge> edges;
    edges.reserve(static_cast<std::size_t>(surface.F.size()));
    for (Index f = 0; f < surface.F.rows(); ++f) {
        for (int k = 0; k < 3; ++k) {
            const int from = surface.F(f, k);
            const int to = surface.F(f, (k + 1) % 3);
            edges.push_back({std::min(from, to), std::max(from, to), from < to ? 1 : -1});
        }
    }
    std::ranges::sort(edges, [](const Edge& one, const Edge& other) {
        return std::pair(one.low, one.high) < std::pair(other.low, other.high);
    });
    for (std::size_t begin = 0; begin < edges.size();) {
        std::size_t end = begin;
        int sum = 0;
        for (; end < edges.size() && edges[end].low == edges[begin].low && edges[end].high == edges[begin].high;
             ++end) {
            sum += edges[end].direction;
        }
        const auto [low, high, direction] = edges[begin];
        boundary_vertices_.insert(boundary_vertices_.end(), static_cast<std::size_t>(std::abs(sum)),
                                  sum > 0 ? std::pair(low, high) : std::pair(high, low));
        begin = end;
    }
    for (const auto& [from, to] : boundary_vertices_) {
        boundary_.emplace_back(surface.V.row(from), surface.V.row(to));
    }
    if (!boundary_.empty()) {
        build_edge_ball(0, boundary_.size());
    }
}

// As many edges of the boundary begin as end at each vertex, so that a cone over connected ones closes the surface.
SurfaceMesh InsideTest::caps_of(const SurfaceMesh& surface) const {
    DisjointSets holes(static_cast<std::size_t>(surface.V.rows()));
    for (const auto& [from, to] : boundary_vertices_) {
        holes.join(from, to);
    }
    std::vector<Vec3> sums;
    std::vector<double> counts;
    std::unordered_map<int, int> hole_of;
    for (const auto& [from, to] : boundary_vertices_) {
        const auto [entry, is_new] = hole_of.try_emplace(holes.root(from), static_cast<int>(sums.size()));
        if (is_new) {
            sums.emplace_back(Vec3::Zero());
            counts.push_back(0.0);
        }
        sums[static_cast<std::size_t>(entry->second)] += surface.V.row(from).transpose();
        counts[static_cast<std::size_t>(entry->second)] += 1.0;
    }
    SurfaceMesh caps{surface.V, Triangles(static_cast<Index>(boundary_vertices_.size()), 3)};
    caps.V.conservativeResize(surface.V.rows() + static_cast<Index>(sums.size()), 3);
    for (std::size_t hole = 0; hole < sums.size(); ++hole) {
        caps.V.row(surface.V.rows() + static_cast<Index>(hole)) = (sums[hole] / counts[hole]).transpose();
    }
    for (Index f = 0; f < caps.F.rows(); ++f) {
        const auto [from, to] = boundary_vertices_[static_cast<std::size_t>(f)];
        const int apex = static_cast<int>(surface.V.rows()) + hole_of.at(holes.root(from));
        caps.F.row(f) << to, from, apex;
    }
    return caps;
}

InsideTest::EdgeBall InsideTest::ball_of(std::span<const std::pair<Vec3, Vec3>> edges) {
    EdgeBall ball;
    Eigen::AlignedBox3d box;
    for (const auto& [from, to] : edges) {
        box.extend(from);
        box.extend(to);
        ball.sum += to - from;
        ball.length += (to - from).norm();
    }
    ball.centre = box.center();
    ball.radius = 0.5 * box.diagonal().norm();
    return ball;
}

int InsideTest::build_edge_ball(std::size_t begin, std::size_t end) {
    const auto self = edge_balls_.size();
    edge_balls_.push_back(ball_of(std::span(boundary_).subspan(begin, end - begin)));
    edge_balls_[self].begin = begin;
    edge_balls_[self].end = end;
    if (end - begin > leaf_edges) {
        Eigen::AlignedBox3d box;
        for (std::size_t e = begin; e < end; ++e) {
            box.extend(boundary_[e].first + boundary_[e].second);
        }
        Index axis = 0;
        box.sizes().maxCoeff(&axis);
        const auto at = [this](std::size_t e) {
            return boundary_.begin() + static_cast<std::ptrdiff_t>(e);
        };
        const std::size_t middle = begin + (end - begin) / 2;
        std::stable_sort(at(begin), at(end), [axis](const auto& one, const auto& other) {
            return one.first(axis) + one.second(axis) < other.first(axis) + other.second(axis);
        });
        const int left = build_edge_ball(begin, middle);
        const int right = build_edge_ball(middle, end);
        edge_balls_[self].left = left;
        edge_balls_[self].right = right;
    }
    return static_cast<int>(self);
}

// Of the gradient of the winding number in the cell, without the jumps at triangles [1/m]. The integral of a ball of
// edges is that of their vector sum in its middle, off by at most its length times the larger of the two displacements'
// sum times twice the inverse cube of the distance.
double InsideTest::gradient_bound(const Vec3& middle) const {
    if (edge_balls_.empty()) {
        return 0.0;
    }
    const double cell_radius = 0.5 * std::sqrt(3.0) * spacing_;
    Vec3 sum = Vec3::Zero();
    double uncertainty = 0.0;
    const auto add = [&](const EdgeBall& ball) {
        const Vec3 d = middle - ball.centre;
        const double distance = d.norm() - cell_radius - ball.radius;
        const double all = ball.length / (distance * distance);
        const double of_sum = 2.0 * ball.length * (cell_radius + ball.radius) / (distance * distance * distance);
        if (!(distance > 0.0)) {
            uncertainty = std::numeric_limits<double>::infinity();
        } else if (of_sum < all) {
            sum += ball.sum.cross(d) / std::pow(d.norm(), 3);
            uncertainty += of_sum;
        } else {
            uncertainty += all;
        }
    };
    std::array<int, 128> open{};
    std::size_t open_count = 1;
    while (open_count > 0 && std::isfinite(uncertainty)) {
        const EdgeBall& ball = edge_balls_[static_cast<std::size_t>(open[--open_count])];
        const double distance = (ball.centre - middle).norm() - cell_radius - ball.radius;
        if (distance > far_edge_radii * ball.radius) {
            add(ball);
        } else if (ball.left < 0) {
            for (std::size_t e = ball.begin; e < ball.end; ++e) {
                add(ball_of(std::span(boundary_).subspan(e, 1)));
            }
        } else {
            open[open_count++] = ball.left;
            open[open_count++] = ball.right;
        }
    }
    return 0.25 * std::numbers::inv_pi * (sum.norm() + uncertainty);
}

InsideTest::Passing InsideTest::passing(const Triangle& triangle, const Vec3& from, const Vec3& to) const {
    const Vec3 a = triangle.a - from;
    const Vec3 b = triangle.b - from;
    const Vec3 c = triangle.c - from;
    const Vec3 way = to - from;
    const Vec3 normal = (b - a).cross(c - a);
    const double before = -normal.dot(a); // of `from` over the plane, times the area
    const double after = normal.dot(way) + before;
    if ((before > round_off_ && after > round_off_) || (before < -round_off_ && after < -round_off_)) {
        return Passing::none;
    }
    const std::array<double, 3> sides{volume(way, a, b), volume(way, b, c), volume(way, c, a)};
    const auto [least, most] = std::minmax_element(sides.begin(), sides.end());
    if (*least<-round_off_&& * most> round_off_) {
        return Passing::none;
    }
    const bool is_clear =
        (*least > round_off_ || *most < -round_off_) && std::abs(before) > round_off_ && std::abs(after) > round_off_;
    return !is_clear ? Passing::unclear : before < 0.0 ? Passing::outwards : Passing::inwards;
}

bool InsideTest::evaluated(const Vec3& q) {
    ++evaluation_count_;
    return winding_.at(q) > 0.5;
}

void InsideTest::measure(Cell& cell, const Vec3& middle) {
    cell.uncertainty =
        static_cast<float>(std::min(1.0, 0.5 * std::sqrt(3.0) * spacing_ * gradient_bound(middle) + sure_distance));
    ++evaluation_count_;
    const double winding = winding_.at(middle);
    cell.winding = static_cast<float>(winding);
    cell.closed = static_cast<int>(std::lround(winding + caps_.at(middle)));
}

bool InsideTest::operator()(const Vec3& q) {
    if (triangles_.empty()) {
        return false;
    }
    const Eigen::Array3d place = (q - low_).array() / spacing_;
    if (!(place >= 0.0).all() || !(place < counts_.cast<double>()).all()) {
        return evaluated(q);
    }
    const Eigen::Array3i at = place.cast<int>();
    const std::size_t number = number_of(at);
    Cell& cell = cells_[number];
    const Vec3 middle = middle_of(at);
    if (cell.uncertainty < 0.0F) {
        measure(cell, middle);
    }
    int passed = 0;
    int passed_with_caps = 0;
    for (std::uint32_t k = cell.begin; k < cells_[number + 1].begin; ++k) {
        const Passing passing_here = passing(triangles_[members_[k]], middle, q);
        if (passing_here == Passing::unclear) {
            return evaluated(q);
        }
        passed_with_caps += static_cast<int>(passing_here);
        passed += members_[k] < surface_count_ ? static_cast<int>(passing_here) : 0;
    }
    const double winding = static_cast<double>(cell.winding) + passed;
    if (cell.uncertainty < 0.5F && std::abs(winding - 0.5) > static_cast<double>(cell.uncertainty)) {
        return winding > 0.5;
    }
    return cell.closed + passed_with_caps - caps_.at(q) > 0.5;
}

} // namespace limber
