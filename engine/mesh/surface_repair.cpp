// SPDX-License-Identifier: MIT
#include "engine/mesh/surface_repair.h"

#include "engine/core/disjoint_sets.h"
#include "engine/mesh/winding_number.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <tuple>

namespace limber {
namespace {

// 1234567 as 1,234,567.
std::string grouped(Index number) {
    std::string digits = std::to_string(number);
    for (std::ptrdiff_t at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
        digits.insert(static_cast<std::size_t>(at), ",");
    }
    return digits;
}

std::string counted(Index number, const std::string& one, const std::string& many) {
    return grouped(number) + " " + (number == 1 ? one : many);
}

struct Edge {
    int low, high;
    Index face;
    bool ascends; // runs from low to high in its face
};

bool same_ends(const Edge& first, const Edge& second) {
    return first.low == second.low && first.high == second.high;
}

bool before(const Edge& first, const Edge& second) {
    return std::tie(first.low, first.high, first.face) < std::tie(second.low, second.high, second.face);
}

// Sorted, so that the faces around an edge are adjacent.
std::vector<Edge> edges_of(const Triangles& F) {
    std::vector<Edge> edges;
    edges.reserve(static_cast<std::size_t>(3 * F.rows()));
    for (Index f = 0; f < F.rows(); ++f) {
        for (int corner = 0; corner < 3; ++corner) {
            const int from = F(f, corner);
            const int to = F(f, (corner + 1) % 3);
            edges.push_back({std::min(from, to), std::max(from, to), f, from < to});
        }
    }
    std::sort(edges.begin(), edges.end(), before);
    return edges;
}

// Calls visit(first, count) for each edge, with the faces around it.
template <typename Visit>
void for_each_edge(const std::vector<Edge>& edges, Visit visit) {
    for (std::size_t begin = 0; begin < edges.size();) {
        std::size_t end = begin + 1;
        while (end < edges.size() && same_ends(edges[begin], edges[end])) {
            ++end;
        }
        visit(&edges[begin], end - begin);
        begin = end;
    }
}

Vec3 corner(const SurfaceMesh& surface, Index f, int c) {
    return surface.V.row(surface.F(f, c));
}

// Twice the area vector, outwards [m^2].
Vec3 normal_of(const SurfaceMesh& surface, Index f) {
    const Vec3 a = corner(surface, f, 0);
    return (corner(surface, f, 1) - a).cross(corner(surface, f, 2) - a);
}

// Merges vertices with equal coordinates; returns how many.
Index weld(SurfaceMesh& surface) {
    std::vector<int> order(static_cast<std::size_t>(surface.V.rows()));
    std::iota(order.begin(), order.end(), 0);
    const auto key = [&](int v) {
        return std::array<double, 3>{surface.V(v, 0), surface.V(v, 1), surface.V(v, 2)};
    };
    std::stable_sort(order.begin(), order.end(), [&](int v, int w) { return key(v) < key(w); });
    std::vector<int> representative(order.size());
    Index joined = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool is_repeated = i > 0 && key(order[i - 1]) == key(order[i]);
        joined += is_repeated;
        representative[static_cast<std::size_t>(order[i])] =
            is_repeated ? representative[static_cast<std::size_t>(order[i - 1])] : order[i];
    }
    for (Index k = 0; k < surface.F.size(); ++k) {
        surface.F.data()[k] = representative[static_cast<std::size_t>(surface.F.data()[k])];
    }
    return joined;
}

void keep_faces(SurfaceMesh& surface, const std::vector<bool>& is_kept) {
    Index kept = 0;
    for (Index f = 0; f < surface.F.rows(); ++f) {
        if (is_kept[static_cast<std::size_t>(f)]) {
            surface.F.row(kept++) = surface.F.row(f).eval();
        }
    }
    surface.F.conservativeResize(kept, 3);
}

Index drop_flat_faces(SurfaceMesh& surface) {
    std::vector<bool> is_kept(static_cast<std::size_t>(surface.F.rows()));
    for (Index f = 0; f < surface.F.rows(); ++f) {
        is_kept[static_cast<std::size_t>(f)] = normal_of(surface, f).squaredNorm() > 0.0;
    }
    const Index before_count = surface.F.rows();
    keep_faces(surface, is_kept);
    return before_count - surface.F.rows();
}

// Keeps the first of the faces with the same corners in any orientation.
Index drop_repeated_faces(SurfaceMesh& surface) {
    using Key = std::pair<std::array<int, 3>, Index>;
    std::vector<Key> keys;
    for (Index f = 0; f < surface.F.rows(); ++f) {
        std::array<int, 3> corners = {surface.F(f, 0), surface.F(f, 1), surface.F(f, 2)};
        std::sort(corners.begin(), corners.end());
        keys.emplace_back(corners, f);
    }
    std::sort(keys.begin(), keys.end());
    std::vector<bool> is_kept(keys.size(), true);
    for (std::size_t i = 1; i < keys.size(); ++i) {
        is_kept[static_cast<std::size_t>(keys[i].second)] = keys[i].first != keys[i - 1].first;
    }
    const Index before_count = surface.F.rows();
    keep_faces(surface, is_kept);
    return before_count - surface.F.rows();
}

void flip(SurfaceMesh& surface, Index f) {
    std::swap(surface.F(f, 1), surface.F(f, 2));
}

// Faces connected through edges of exactly two faces.
struct Shell {
    std::vector<Index> faces;
};

struct Neighbour {
    Index face;
    bool agrees; // both faces run along the common edge in opposite directions
};

std::vector<std::vector<Neighbour>> neighbours_of(const SurfaceMesh& surface) {
    std::vector<std::vector<Neighbour>> neighbours(static_cast<std::size_t>(surface.F.rows()));
    for_each_edge(edges_of(surface.F), [&](const Edge* edge, std::size_t count) {
        if (count == 2) {
            const bool agrees = edge[0].ascends != edge[1].ascends;
            neighbours[static_cast<std::size_t>(edge[0].face)].push_back({edge[1].face, agrees});
            neighbours[static_cast<std::size_t>(edge[1].face)].push_back({edge[0].face, agrees});
        }
    });
    return neighbours;
}

enum class Side : char { unknown, like_first, unlike_first };

// Visits the shell of `first` and marks which faces have its orientation.
Shell shell_around(Index first, const std::vector<std::vector<Neighbour>>& neighbours, std::vector<Side>& sides) {
    Shell shell{{first}};
    sides[static_cast<std::size_t>(first)] = Side::like_first;
    for (std::size_t at = 0; at < shell.faces.size(); ++at) {
        const auto here = static_cast<std::size_t>(shell.faces[at]);
        for (const auto& [face, agrees] : neighbours[here]) {
            auto& side = sides[static_cast<std::size_t>(face)];
            if (side == Side::unknown) {
                const bool is_like = (sides[here] == Side::like_first) == agrees;
                side = is_like ? Side::like_first : Side::unlike_first;
                shell.faces.push_back(face);
            }
        }
    }
    return shell;
}

// Flips the side with the smaller area.
Index flip_minority(SurfaceMesh& surface, const Shell& shell, const std::vector<Side>& sides) {
    double area_like = 0.0;
    double area_unlike = 0.0;
    for (const Index f : shell.faces) {
        const bool is_like = sides[static_cast<std::size_t>(f)] == Side::like_first;
        (is_like ? area_like : area_unlike) += normal_of(surface, f).norm();
    }
    const Side minority = area_unlike <= area_like ? Side::unlike_first : Side::like_first;
    Index flipped = 0;
    for (const Index f : shell.faces) {
        if (sides[static_cast<std::size_t>(f)] == minority) {
            flip(surface, f);
            ++flipped;
        }
    }
    return flipped;
}

std::vector<Shell> oriented_shells(SurfaceMesh& surface, Index& flipped) {
    const auto neighbours = neighbours_of(surface);
    std::vector<Side> sides(neighbours.size(), Side::unknown);
    std::vector<Shell> shells;
    for (Index f = 0; f < surface.F.rows(); ++f) {
        if (sides[static_cast<std::size_t>(f)] == Side::unknown) {
            shells.push_back(shell_around(f, neighbours, sides));
            flipped += flip_minority(surface, shells.back(), sides);
        }
    }
    return shells;
}

// Signed volume between the shell and the centroid of its faces: holes count as closed by cones [m^3].
double signed_volume(const SurfaceMesh& surface, const Shell& shell) {
    Vec3 middle = Vec3::Zero();
    for (const Index f : shell.faces) {
        middle += (corner(surface, f, 0) + corner(surface, f, 1) + corner(surface, f, 2)) / 3.0;
    }
    middle /= static_cast<double>(shell.faces.size());
    double volume = 0.0;
    double area = 0.0;
    for (const Index f : shell.faces) {
        const Vec3 normal = normal_of(surface, f);
        volume += (corner(surface, f, 0) - middle).dot(normal) / 6.0;
        area += 0.5 * normal.norm();
    }
    // A flat shell has no outside; its volume must not be round-off.
    return std::abs(volume) > 1e-9 * area * std::sqrt(area) ? volume : 0.0;
}

SurfaceMesh outward_part(const SurfaceMesh& surface, const std::vector<Shell>& shells, const Vector& volumes) {
    std::vector<bool> is_kept(static_cast<std::size_t>(surface.F.rows()), false);
    for (std::size_t s = 0; s < shells.size(); ++s) {
        for (const Index f : shells[s].faces) {
            is_kept[static_cast<std::size_t>(f)] = volumes(static_cast<Index>(s)) > 0.0;
        }
    }
    SurfaceMesh part = surface;
    keep_faces(part, is_kept);
    return part;
}

void flip_shell(SurfaceMesh& surface, const Shell& shell) {
    for (const Index f : shell.faces) {
        flip(surface, f);
    }
}

// Flips shells that enclose a negative volume, unless they are cavities inside another shell. First flips all of them
// if the whole surface is inside out.
Index orient_outwards(SurfaceMesh& surface, const std::vector<Shell>& shells) {
    Vector volumes(static_cast<Index>(shells.size()));
    for (std::size_t s = 0; s < shells.size(); ++s) {
        volumes(static_cast<Index>(s)) = signed_volume(surface, shells[s]);
    }
    Index flipped = 0;
    if (volumes.sum() < 0.0) {
        for (const auto& shell : shells) {
            flip_shell(surface, shell);
            flipped += static_cast<Index>(shell.faces.size());
        }
        volumes = -volumes;
    }
    const WindingNumber winding(outward_part(surface, shells, volumes));
    for (std::size_t s = 0; s < shells.size(); ++s) {
        if (volumes(static_cast<Index>(s)) < 0.0 && winding.at(corner(surface, shells[s].faces.front(), 0)) < 0.5) {
            flip_shell(surface, shells[s]);
            flipped += static_cast<Index>(shells[s].faces.size());
        }
    }
    return flipped;
}

struct EdgeFaultCounts {
    Index boundary = 0;
    Index holes = 0;
    Index non_manifold = 0; // between more than two faces
};

// Boundary edges connected through vertices form one hole.
EdgeFaultCounts edge_faults(const SurfaceMesh& surface) {
    EdgeFaultCounts faults;
    DisjointSets holes(static_cast<std::size_t>(surface.V.rows()));
    std::vector<int> ends;
    for_each_edge(edges_of(surface.F), [&](const Edge* edge, std::size_t count) {
        faults.non_manifold += count > 2;
        if (count == 1) {
            ++faults.boundary;
            ends.push_back(edge->low);
            holes.join(edge->low, edge->high);
        }
    });
    for (auto& end : ends) {
        end = holes.root(end);
    }
    std::sort(ends.begin(), ends.end());
    faults.holes = std::unique(ends.begin(), ends.end()) - ends.begin();
    return faults;
}

void add_warnings(const EdgeFaultCounts& faults, std::vector<std::string>& warnings) {
    if (faults.boundary > 0) {
        warnings.push_back("the surface is open: " + counted(faults.holes, "hole", "holes") + ", " +
                           counted(faults.boundary, "boundary edge", "boundary edges"));
    }
    if (faults.non_manifold > 0) {
        warnings.push_back(counted(faults.non_manifold, "edge lies", "edges lie") + " between more than two faces");
    }
}

} // namespace

RepairedSurface repair(const SurfaceMesh& given) {
    RepairedSurface result{given, 0, {}};
    auto& [surface, boundary_edge_count, warnings] = result;
    const auto add_warning = [&result](Index count, const std::string& one, const std::string& many) {
        if (count > 0) {
            result.warnings.push_back(counted(count, one, many));
        }
    };
    const Index face_count = given.F.rows();
    add_warning(weld(surface), "vertex stood in the same place as another and was joined with it",
                "vertices stood in the same place as others and were joined with them");
    add_warning(drop_flat_faces(surface), "face without area was dropped", "faces without area were dropped");
    add_warning(drop_repeated_faces(surface), "repeated face was dropped", "repeated faces were dropped");

    Index disagreed = 0;
    const auto shells = oriented_shells(surface, disagreed);
    const std::string of_all = " of " + grouped(face_count) + " faces ";
    if (disagreed > 0) {
        warnings.push_back(grouped(disagreed) + of_all + "were flipped against their neighbours and were turned");
    }
    const Index inside_out = orient_outwards(surface, shells);
    if (inside_out == surface.F.rows() && inside_out > 0) {
        warnings.push_back("the surface was inside out and was turned");
    } else if (inside_out > 0) {
        warnings.push_back(grouped(inside_out) + of_all + "belonged to shells that were inside out and were turned");
    }
    const EdgeFaultCounts faults = edge_faults(surface);
    add_warnings(faults, warnings);
    boundary_edge_count = faults.boundary;
    return result;
}

Index orient_alike(SurfaceMesh& surface) {
    Index flipped = 0;
    oriented_shells(surface, flipped);
    return flipped;
}

} // namespace limber
