// SPDX-License-Identifier: MIT
#include "engine/body/thin_surface.h"

#include "engine/mesh/surface_repair.h"

#include <Eigen/Geometry>

#include <array>
#include <cmath>
#include <numbers>
#include <set>
#include <utility>

namespace limber {
namespace {

constexpr int ring_size = 8; // vertices around a tube

/// Walks along the edges of a curve, each of which is part of one line.
class LineWalk {
public:
    LineWalk(const Edges& edges, Index vertex_count)
        : edges_(edges), edges_of_(static_cast<std::size_t>(vertex_count)),
          is_used_(static_cast<std::size_t>(edges.rows()), false) {
        for (Index edge = 0; edge < edges.rows(); ++edge) {
            for (Index end = 0; end < 2; ++end) {
                edges_of_[static_cast<std::size_t>(edges(edge, end))].push_back(edge);
            }
        }
    }

    std::vector<TubeLine> lines() {
        std::vector<TubeLine> found;
        // Rings have no vertex at which lines end.
        for (const bool starts_anywhere : {false, true}) {
            for (std::size_t vertex = 0; vertex < edges_of_.size(); ++vertex) {
                for (const Index edge : edges_of_[vertex]) {
                    if (!is_used(edge) && (starts_anywhere || edges_of_[vertex].size() != 2)) {
                        found.push_back(line_from(static_cast<int>(vertex), edge));
                    }
                }
            }
        }
        return found;
    }

private:
    bool is_used(Index edge) const {
        return is_used_[static_cast<std::size_t>(edge)];
    }

    TubeLine line_from(int start, Index edge) {
        TubeLine line{{start}};
        for (int at = start;;) {
            is_used_[static_cast<std::size_t>(edge)] = true;
            at = edges_(edge, 0) == at ? edges_(edge, 1) : edges_(edge, 0);
            const auto& onward = edges_of_[static_cast<std::size_t>(at)];
            if (at == start && onward.size() == 2) {
                line.is_ring = true;
                return line;
            }
            line.vertices.push_back(at);
            if (onward.size() != 2) {
                return line;
            }
            edge = is_used(onward[0]) ? onward[1] : onward[0];
        }
    }

    const Edges& edges_;
    std::vector<std::vector<Index>> edges_of_; // of each vertex
    std::vector<bool> is_used_;
};

Index vertices_of_line(const TubeLine& line) {
    const auto rings = static_cast<Index>(line.vertices.size());
    return ring_size * rings + (line.is_ring ? 0 : 2);
}

Vec3 perpendicular_to(const Vec3& direction) {
    Index least = 0;
    direction.cwiseAbs().minCoeff(&least);
    return direction.cross(Vec3::Unit(least)).normalized();
}

// A vector perpendicular to `from`, turned by the smallest rotation that brings the unit vector `from` to `to`.
Vec3 transported(const Vec3& normal, const Vec3& from, const Vec3& to) {
    const double cosine = from.dot(to);
    constexpr double half_a_turn = 1e-9; // 1 + cosine below which the rotation is not unique
    const Vec3 turned =
        1.0 + cosine > half_a_turn ? Vec3(normal - normal.dot(to) / (1.0 + cosine) * (from + to)) : normal;
    const Vec3 level = turned - turned.dot(to) * to;
    return level.norm() > 0.0 ? Vec3(level.normalized()) : perpendicular_to(to);
}

// Unit vectors along the line at each of its vertices: the mean of both edges.
std::vector<Vec3> tangents_of(const TubeLine& line, const Points& x) {
    const std::size_t count = line.vertices.size();
    const auto direction = [&](std::size_t from, std::size_t to) -> Vec3 {
        const Vec3 edge = (x.row(line.vertices[to]) - x.row(line.vertices[from])).transpose();
        const double length = edge.norm();
        return length > 0.0 ? Vec3(edge / length) : Vec3::Zero();
    };
    std::vector<Vec3> tangents;
    for (std::size_t i = 0; i < count; ++i) {
        Vec3 before = Vec3::Zero();
        Vec3 after = Vec3::Zero();
        if (line.is_ring || i > 0) {
            before = direction((i + count - 1) % count, i);
        }
        if (line.is_ring || i + 1 < count) {
            after = direction(i, (i + 1) % count);
        }
        const Vec3 sum = before + after;
        const Vec3 otherwise =
            tangents.empty() ? line.tangent : tangents.back(); // where it folds back or has no length
        tangents.push_back(sum.norm() > 1e-6 ? Vec3(sum.normalized()) : otherwise);
    }
    return tangents;
}

// Unit vectors perpendicular to the tangents.
std::vector<Vec3> normals_of(const TubeLine& line, const std::vector<Vec3>& tangents) {
    std::vector<Vec3> normals{transported(line.normal, line.tangent, tangents.front())};
    for (std::size_t i = 1; i < tangents.size(); ++i) {
        normals.push_back(transported(normals.back(), tangents[i - 1], tangents[i]));
    }
    if (!line.is_ring) {
        return normals;
    }
    // Around a ring the normal comes back turned; each vertex takes an equal part of that angle.
    const Vec3 last = transported(normals.back(), tangents.back(), tangents.front());
    const Vec3& first = normals.front();
    const double angle = std::atan2(first.cross(last).dot(tangents.front()), first.dot(last));
    for (std::size_t i = 1; i < normals.size(); ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(normals.size());
        normals[i] = Eigen::AngleAxisd(-share * angle, tangents[i]) * normals[i];
    }
    return normals;
}

void place_tube(const TubeLine& line, double radius, const Points& x, Eigen::Ref<Points> placed) {
    const std::vector<Vec3> tangents = tangents_of(line, x);
    const std::vector<Vec3> normals = normals_of(line, tangents);
    Index row = 0;
    for (std::size_t i = 0; i < tangents.size(); ++i) {
        const Vec3 centre = x.row(line.vertices[i]).transpose();
        const Vec3 side = tangents[i].cross(normals[i]);
        for (int k = 0; k < ring_size; ++k) {
            const double angle = 2.0 * std::numbers::pi * k / ring_size;
            placed.row(row++) = (centre + radius * (std::cos(angle) * normals[i] + std::sin(angle) * side)).transpose();
        }
    }
    if (!line.is_ring) {
        placed.row(row++) = x.row(line.vertices.front()) - radius * tangents.front().transpose();
        placed.row(row++) = x.row(line.vertices.back()) + radius * tangents.back().transpose();
    }
}

void add_tube_triangles(const TubeLine& line, int first, std::vector<std::array<int, 3>>& triangles) {
    const auto rings = static_cast<int>(line.vertices.size());
    const auto at = [&](int ring, int k) {
        return first + ring_size * (ring % rings) + k % ring_size;
    };
    for (int ring = 0; ring < (line.is_ring ? rings : rings - 1); ++ring) {
        for (int k = 0; k < ring_size; ++k) {
            triangles.push_back({at(ring, k), at(ring, k + 1), at(ring + 1, k)});
            triangles.push_back({at(ring, k + 1), at(ring + 1, k + 1), at(ring + 1, k)});
        }
    }
    const int tips = first + ring_size * rings;
    for (int k = 0; k < ring_size && !line.is_ring; ++k) {
        triangles.push_back({tips, at(0, k + 1), at(0, k)});
        triangles.push_back({tips + 1, at(rings - 1, k), at(rings - 1, k + 1)});
    }
}

// Both sides, and a rim along the edges that have no triangle on their other side. The vertices of the lower side
// follow those of the upper one.
void add_sheet_triangles(const Triangles& F, int lower, std::vector<std::array<int, 3>>& triangles) {
    std::set<std::pair<int, int>> directed;
    for (Index face = 0; face < F.rows(); ++face) {
        triangles.push_back({F(face, 0), F(face, 1), F(face, 2)});
        triangles.push_back({lower + F(face, 0), lower + F(face, 2), lower + F(face, 1)});
        for (Index k = 0; k < 3; ++k) {
            directed.emplace(F(face, k), F(face, (k + 1) % 3));
        }
    }
    for (const auto& [a, b] : directed) {
        if (!directed.contains({b, a})) {
            triangles.push_back({b, a, lower + a});
            triangles.push_back({b, lower + a, lower + b});
        }
    }
}

void place_sheet(const Triangles& F, double radius, const Points& x, Points& placed) {
    Points normals = Points::Zero(x.rows(), 3);
    for (Index face = 0; face < F.rows(); ++face) {
        const Vec3 origin = x.row(F(face, 0)).transpose();
        const Vec3 a = x.row(F(face, 1)).transpose() - origin;
        const Vec3 b = x.row(F(face, 2)).transpose() - origin;
        const Vec3 area = a.cross(b);
        for (Index k = 0; k < 3; ++k) {
            normals.row(F(face, k)) += area.transpose();
        }
    }
    for (Index v = 0; v < x.rows(); ++v) {
        const double length = normals.row(v).norm();
        const Eigen::RowVector3d offset =
            length > 0.0 ? Eigen::RowVector3d(radius / length * normals.row(v)) : Eigen::RowVector3d::Zero();
        placed.row(v) = x.row(v) + offset;
        placed.row(x.rows() + v) = x.row(v) - offset;
    }
}

// Neighbours must agree on which side of the sheet is the upper one.
Triangles oriented_sheet(const Triangles& F, const Points& X) {
    if (F.rows() == 0) {
        return F;
    }
    SurfaceMesh sheet{X, F};
    orient_alike(sheet);
    return sheet.F;
}

Triangles rows_of(const std::vector<std::array<int, 3>>& triangles) {
    Triangles rows(static_cast<Index>(triangles.size()), 3);
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        rows.row(static_cast<Index>(t)) << triangles[t][0], triangles[t][1], triangles[t][2];
    }
    return rows;
}

} // namespace

ThinSurface thin_surface(const ThinShape& shape, const Points& X) {
    ThinSurface surface{
        shape.radius, LineWalk(shape.edges, X.rows()).lines(), oriented_sheet(shape.triangles, X), {}, 0};
    std::vector<std::array<int, 3>> triangles;
    for (TubeLine& line : surface.lines) {
        line.tangent = tangents_of(line, X).front();
        line.normal = perpendicular_to(line.tangent);
        add_tube_triangles(line, static_cast<int>(surface.vertex_count), triangles);
        surface.vertex_count += vertices_of_line(line);
    }
    if (surface.sheet.rows() > 0) {
        add_sheet_triangles(surface.sheet, static_cast<int>(X.rows()), triangles);
        surface.vertex_count = 2 * X.rows();
    }
    surface.triangles = rows_of(triangles);
    return surface;
}

Points positions_on(const ThinSurface& surface, const Points& x) {
    Points placed(surface.vertex_count, 3);
    Index first = 0;
    for (const TubeLine& line : surface.lines) {
        const Index count = vertices_of_line(line);
        place_tube(line, surface.radius, x, placed.middleRows(first, count));
        first += count;
    }
    if (surface.sheet.rows() > 0) {
        place_sheet(surface.sheet, surface.radius, x, placed);
    }
    return placed;
}

std::vector<int> vertices_below(const ThinSurface& surface) {
    std::vector<int> below;
    for (const TubeLine& line : surface.lines) {
        for (const int vertex : line.vertices) {
            below.insert(below.end(), ring_size, vertex);
        }
        if (!line.is_ring) {
            below.insert(below.end(), {line.vertices.front(), line.vertices.back()});
        }
    }
    if (surface.sheet.rows() > 0) {
        const auto count = static_cast<int>(surface.vertex_count / 2);
        for (int row = 0; row < 2 * count; ++row) {
            below.push_back(row % count);
        }
    }
    return below;
}

} // namespace limber
