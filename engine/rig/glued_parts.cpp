// SPDX-License-Identifier: MIT
#include "engine/rig/glued_parts.h"

#include "engine/core/contract.h"
#include "engine/mesh/closest_point.h"
#include "engine/mesh/surface_mesh_builder.h"
#include "engine/mesh/topology.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <map>
#include <queue>
#include <sstream>
#include <utility>

namespace limber {
namespace {

constexpr double shared_weight_max = 0.1;
constexpr int bones_apart_min = 2;           // steps in the skeleton between parts of one surface
constexpr int bones_apart_of_pieces_min = 3; // between pieces
constexpr double way_min = 4.0;              // along the surface, in edges
constexpr std::size_t pairs_named_max = 3;

double shared_weight(const Eigen::RowVectorXd& one, const Eigen::RowVectorXd& other) {
    return one.cwiseMin(other).sum();
}

int heaviest(const Eigen::RowVectorXd& weights) {
    Index bone = 0;
    weights.maxCoeff(&bone);
    return static_cast<int>(bone);
}

// Bones on the way from each bone to its root, itself first.
std::vector<std::vector<int>> ways_to_root(const Skeleton& skeleton) {
    std::vector<std::vector<int>> ways(skeleton.bones.size());
    for (int bone = 0; bone < skeleton.bone_count(); ++bone) {
        auto& way = ways[static_cast<std::size_t>(bone)];
        for (int up = bone; up >= 0 && up < skeleton.bone_count() && way.size() < ways.size();
             up = skeleton.bones[static_cast<std::size_t>(up)].parent) {
            way.push_back(up);
        }
    }
    return ways;
}

// Steps from one bone to another through the skeleton.
int steps_between(const std::vector<int>& one, const std::vector<int>& other) {
    for (std::size_t up = 0; up < one.size(); ++up) {
        const auto meeting = std::ranges::find(other, one[up]);
        if (meeting != other.end()) {
            return static_cast<int>(up) + static_cast<int>(meeting - other.begin());
        }
    }
    return std::numeric_limits<int>::max();
}

/// Ways along the edges of a welded surface.
class SurfaceWays {
public:
    explicit SurfaceWays(const SurfaceMesh& surface)
        : surface_(surface), place_(first_at_the_same_place(surface.V)), neighbours_(place_.size()),
          distance_(place_.size(), unreached) {
        for (Index f = 0; f < surface.F.rows(); ++f) {
            for (Index k = 0; k < 3; ++k) {
                const int a = place_[static_cast<std::size_t>(surface.F(f, k))];
                const int b = place_[static_cast<std::size_t>(surface.F(f, (k + 1) % 3))];
                neighbours_[static_cast<std::size_t>(a)].push_back(b);
                neighbours_[static_cast<std::size_t>(b)].push_back(a);
            }
        }
    }

    /// Prepares the ways from this point, up to this length.
    void start(const SurfacePoint& from, double length_max) {
        from_ = from;
        for (const int v : reached_) {
            distance_[static_cast<std::size_t>(v)] = unreached;
        }
        reached_.clear();
        std::priority_queue<std::pair<double, int>, std::vector<std::pair<double, int>>, std::greater<>> open;
        const auto reach = [&](int v, double length) {
            double& known = distance_[static_cast<std::size_t>(v)];
            if (length < known && length <= length_max) {
                if (known == unreached) {
                    reached_.push_back(v);
                }
                known = length;
                open.emplace(length, v);
            }
        };
        for (const int v : corners_of(from)) {
            reach(v, length_between(v, from.position));
        }
        while (!open.empty()) {
            const auto [length, v] = open.top();
            open.pop();
            if (length > distance_[static_cast<std::size_t>(v)]) {
                continue;
            }
            for (const int next : neighbours_[static_cast<std::size_t>(v)]) {
                reach(next, length + length_between(next, surface_.V.row(v)));
            }
        }
    }

    /// Infinite where it is longer than that. Straight between triangles that meet, which may be larger.
    double way_to(const SurfacePoint& to) const {
        const auto there = corners_of(to);
        if (std::ranges::any_of(corners_of(from_), [&](int v) { return std::ranges::count(there, v) > 0; })) {
            return (to.position - from_.position).norm();
        }
        double shortest = unreached;
        for (const int v : there) {
            shortest = std::min(shortest, distance_[static_cast<std::size_t>(v)] + length_between(v, to.position));
        }
        return shortest;
    }

private:
    static constexpr double unreached = std::numeric_limits<double>::infinity();

    std::array<int, 3> corners_of(const SurfacePoint& point) const {
        std::array<int, 3> corners;
        for (std::size_t k = 0; k < 3; ++k) {
            corners[k] = place_[static_cast<std::size_t>(surface_.F(point.triangle, static_cast<Index>(k)))];
        }
        return corners;
    }
    double length_between(int v, const Vec3& x) const {
        return (Vec3(surface_.V.row(v)) - x).norm();
    }

    const SurfaceMesh& surface_;
    std::vector<int> place_;
    std::vector<std::vector<int>> neighbours_;
    std::vector<double> distance_;
    std::vector<int> reached_;
    SurfacePoint from_;
};

Triangles welded_triangles(const SurfaceMesh& surface) {
    const std::vector<int> place = first_at_the_same_place(surface.V);
    return surface.F.unaryExpr([&](int v) { return place[static_cast<std::size_t>(v)]; });
}

Matrix divided_by_sums(Matrix W) {
    for (Index i = 0; i < W.rows(); ++i) {
        W.row(i) = W.row(i).cwiseMax(0.0);
        const double sum = W.row(i).sum();
        W.row(i) /= sum > 0.0 ? sum : 1.0;
    }
    return W;
}

// What the surface is at the boundary's vertices.
struct Sides {
    std::vector<int> number_of;       // n: in the others, or -1
    std::vector<SurfacePoint> points; // on the surface
    std::vector<Vec3> normals;
    Matrix W; // one row each
};

Sides sides_of(const SurfaceMesh& surface, const Matrix& W, const TetMesh& mesh) {
    const ClosestPoint closest(surface);
    const std::vector<int> boundary = boundary_vertices(mesh.T);
    Sides sides;
    sides.number_of.assign(static_cast<std::size_t>(mesh.vertex_count()), -1);
    sides.W = Matrix::Zero(static_cast<Index>(boundary.size()), W.cols());
    for (const int v : boundary) {
        const auto number = static_cast<Index>(sides.points.size());
        sides.number_of[static_cast<std::size_t>(v)] = static_cast<int>(number);
        const SurfacePoint point = closest(mesh.X.row(v));
        const auto corner = [&](Index k) -> Vec3 {
            return surface.V.row(surface.F(point.triangle, k));
        };
        for (Index k = 0; k < 3; ++k) {
            sides.W.row(number) += point.barycentric[k] * W.row(surface.F(point.triangle, k));
        }
        sides.normals.emplace_back((corner(1) - corner(0)).cross(corner(2) - corner(0)).normalized());
        sides.points.push_back(point);
    }
    return sides;
}

double mean_edge(const TetMesh& mesh) {
    double sum = 0.0;
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        for (const auto& [a, b] : tet_edges) {
            sum += (mesh.X.row(mesh.T(t, a)) - mesh.X.row(mesh.T(t, b))).norm();
        }
    }
    return sum / (6.0 * static_cast<double>(mesh.tet_count()));
}

class GlueFinder {
public:
    GlueFinder(const Skeleton& skeleton, const SurfaceMesh& surface, const Matrix& W, const TetMesh& mesh)
        : mesh_(mesh), ways_to_root_(ways_to_root(skeleton)), sides_(sides_of(surface, W, mesh)),
          pieces_(connected_components(welded_triangles(surface), surface.V.rows())), ways_(surface),
          length_max_(way_min * mean_edge(mesh)) {}

    GluedParts parts() {
        const std::map<Edge, std::pair<int, int>> glue = edges_of_glue();
        GluedParts found;
        std::map<std::pair<int, int>, BoundingBox> boxes;
        for (Index t = 0; t < mesh_.tet_count(); ++t) {
            bool is_glued = false;
            for (const auto& [a, b] : tet_edges) {
                const auto edge = glue.find(std::minmax({mesh_.T(t, a), mesh_.T(t, b)}));
                if (edge != glue.end()) {
                    is_glued = true;
                    add_tet(t, boxes[edge->second]);
                }
            }
            if (is_glued) {
                found.tets.push_back(static_cast<int>(t));
            }
        }
        for (const auto& [bones, box] : boxes) {
            found.pairs.push_back({bones.first, bones.second, box.diagonal()});
        }
        std::ranges::stable_sort(found.pairs, std::greater<>(), &GluedPair::size);
        return found;
    }

private:
    using Edge = std::pair<int, int>; // vertices, ascending

    void add_tet(Index t, BoundingBox& box) const {
        for (Index k = 0; k < 4; ++k) {
            const Vec3 x = mesh_.X.row(mesh_.T(t, k));
            const bool is_first = box.low == box.high && box.low.isZero(0.0);
            box = is_first ? BoundingBox{x, x} : BoundingBox{box.low.cwiseMin(x), box.high.cwiseMax(x)};
        }
    }

    // With the bones that they join. Edges are tested vertex by vertex, so that each has one search for ways.
    std::map<Edge, std::pair<int, int>> edges_of_glue() {
        std::vector<Edge> candidates;
        for (Index t = 0; t < mesh_.tet_count(); ++t) {
            for (const auto& [a, b] : tet_edges) {
                const Edge edge = std::minmax({mesh_.T(t, a), mesh_.T(t, b)});
                if (may_be_glue(edge)) {
                    candidates.push_back(edge);
                }
            }
        }
        std::ranges::sort(candidates);
        candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
        std::map<Edge, std::pair<int, int>> glue;
        int from = -1;
        for (const Edge& edge : candidates) {
            if (edge.first != from) {
                from = edge.first;
                ways_.start(point_of(from), length_max_);
            }
            if (ways_.way_to(point_of(edge.second)) > length_max_ && are_far_enough(edge)) {
                glue.emplace(edge, std::minmax({bone_of(edge.first), bone_of(edge.second)}));
            }
        }
        return glue;
    }

    // Neighbouring pieces of a surface often overlap on purpose.
    bool are_far_enough(const Edge& edge) const {
        const bool share_a_piece = piece_of(edge.first) == piece_of(edge.second);
        return bones_apart(edge) >= (share_a_piece ? bones_apart_min : bones_apart_of_pieces_min);
    }
    int bones_apart(const Edge& edge) const {
        return steps_between(ways_to_root_[static_cast<std::size_t>(bone_of(edge.first))],
                             ways_to_root_[static_cast<std::size_t>(bone_of(edge.second))]);
    }
    int piece_of(int v) const {
        return pieces_.of_tet[static_cast<std::size_t>(point_of(v).triangle)];
    }

    std::size_t side(int v) const {
        return static_cast<std::size_t>(sides_.number_of[static_cast<std::size_t>(v)]);
    }
    const SurfacePoint& point_of(int v) const {
        return sides_.points[side(v)];
    }
    int bone_of(int v) const {
        return heaviest(sides_.W.row(static_cast<Index>(side(v))));
    }

    bool may_be_glue(const Edge& edge) const {
        if (sides_.number_of[static_cast<std::size_t>(edge.first)] < 0 ||
            sides_.number_of[static_cast<std::size_t>(edge.second)] < 0) {
            return false;
        }
        const std::size_t a = side(edge.first);
        const std::size_t b = side(edge.second);
        if (shared_weight(sides_.W.row(static_cast<Index>(a)), sides_.W.row(static_cast<Index>(b))) >
            shared_weight_max) {
            return false;
        }
        const Vec3 way = sides_.points[b].position - sides_.points[a].position;
        const bool faces_itself = sides_.normals[a].dot(way) >= 0.0 && sides_.normals[b].dot(way) <= 0.0;
        return faces_itself && bones_apart(edge) >= bones_apart_min;
    }

    const TetMesh& mesh_;
    std::vector<std::vector<int>> ways_to_root_;
    Sides sides_;
    Components pieces_; // of the surface's triangles
    SurfaceWays ways_;
    double length_max_;
};

std::string size_text(double length) {
    std::ostringstream text;
    text.precision(2);
    text << length;
    return text.str();
}

} // namespace

GluedParts glued_parts(const Skeleton& skeleton, const SurfaceMesh& surface, const Matrix& W, const TetMesh& mesh) {
    EXPECTS(W.rows() == surface.V.rows() && W.cols() == skeleton.bone_count());
    if (mesh.tet_count() == 0 || surface.F.rows() == 0 || skeleton.bone_count() < 3) {
        return {};
    }
    return GlueFinder(skeleton, surface, divided_by_sums(W), mesh).parts();
}

std::vector<std::string> messages_of(const GluedParts& parts, const Skeleton& skeleton, const std::string& remedy) {
    if (parts.pairs.empty()) {
        return {};
    }
    const auto name = [&](int bone) {
        const std::string& given = skeleton.bones[static_cast<std::size_t>(bone)].name;
        return given.empty() ? "bone " + std::to_string(bone + 1) : given;
    };
    std::string text = "the tets join parts that are closer together than their edges, and are soft there: ";
    for (std::size_t i = 0; i < std::min(parts.pairs.size(), pairs_named_max); ++i) {
        const GluedPair& pair = parts.pairs[i];
        text += (i > 0 ? ", " : "") + name(pair.bone) + " and " + name(pair.other) + " on " + size_text(pair.size) +
                " units";
    }
    if (parts.pairs.size() > pairs_named_max) {
        text += ", and " + std::to_string(parts.pairs.size() - pairs_named_max) + " more";
    }
    return {text + "; " + remedy + " to keep them apart"};
}

void carry_by_own_bones(const Rig& of_points, const Rig& of_vertices, Embedding& embedding) {
    EXPECTS(of_points.W.rows() == embedding.corners.rows() && of_points.W.cols() == of_vertices.W.cols());
    const auto ways = ways_to_root(of_vertices.skeleton);
    for (Index i = 0; i < embedding.corners.rows(); ++i) {
        const Eigen::RowVectorXd own = of_points.W.row(i);
        Eigen::RowVector4d kept = embedding.weights.row(i);
        for (Index k = 0; k < 4; ++k) {
            const Eigen::RowVectorXd corner = of_vertices.W.row(embedding.corners(i, k));
            const bool is_strange = shared_weight(own, corner) <= shared_weight_max &&
                                    steps_between(ways[static_cast<std::size_t>(heaviest(own))],
                                                  ways[static_cast<std::size_t>(heaviest(corner))]) >= bones_apart_min;
            kept(k) = is_strange ? 0.0 : kept(k);
        }
        if (kept.sum() > 1e-6) {
            embedding.weights.row(i) = kept / kept.sum();
        }
    }
}

} // namespace limber
