// SPDX-License-Identifier: MIT
#include "engine/mesh/mesh_validation.h"

#include "engine/mesh/simplex_groups.h"
#include "engine/mesh/topology.h"

#include <cmath>
#include <optional>

namespace limber {
namespace {

// Six volumes over the cubed longest edge, or two areas over the squared one: smaller values are round-off.
constexpr double flat = 1e-12;

// What is said of edges.
constexpr const char* open_edge = "open (with a triangle on one side only)";
constexpr const char* non_manifold_edge = "not manifold (with more than two triangles)";

Error invalid_mesh(std::string message, std::string_view where) {
    return {ErrorKind::bad_input, std::move(message), std::string(where)};
}

// "1 tet is", "12 tets are"
std::string counted(Index count, const std::string& noun) {
    const std::string plural = noun.ends_with("vertex") ? noun.substr(0, noun.size() - 2) + "ices" : noun + "s";
    return std::to_string(count) + " " + (count == 1 ? noun + " is" : plural + " are");
}

template <typename Simplices>
std::optional<Error> fault_in(const Points& X, const Simplices& S, const std::string& noun, std::string_view where) {
    if (X.rows() == 0 || S.rows() == 0) {
        return invalid_mesh("the mesh is empty, it has " + std::to_string(X.rows()) + " vertices and " +
                                std::to_string(S.rows()) + " " + noun + "s: export it again with its " + noun + "s",
                            where);
    }
    for (Index v = 0; v < X.rows(); ++v) {
        if (!std::isfinite(X(v, 0)) || !std::isfinite(X(v, 1)) || !std::isfinite(X(v, 2))) {
            return invalid_mesh(
                "vertex " + std::to_string(v) + " (from 0) is not at a finite position: export the mesh again", where);
        }
    }
    for (Index s = 0; s < S.rows(); ++s) {
        for (Index k = 0; k < S.cols(); ++k) {
            if (S(s, k) < 0 || S(s, k) >= X.rows()) {
                return invalid_mesh(noun + " " + std::to_string(s) + " (from 0) names vertex " +
                                        std::to_string(S(s, k)) + ", but the vertices are 0 to " +
                                        std::to_string(X.rows() - 1) + ": export the mesh again",
                                    where);
            }
        }
    }
    const double diagonal = bounding_box(X).diagonal();
    if (!(diagonal < 1e90)) {
        return invalid_mesh("the mesh is so large that volumes cannot be computed: scale it down", where);
    }
    return std::nullopt;
}

// Removes the marked rows; the others remove_marked their order.
template <typename Simplices>
void remove_marked(Simplices& S, const std::vector<char>& is_marked) {
    Index kept = 0;
    for (Index s = 0; s < S.rows(); ++s) {
        if (!is_marked[static_cast<std::size_t>(s)]) {
            S.row(kept++) = S.row(s).eval();
        }
    }
    S.conservativeResize(kept, S.cols());
}

Index count_of(const std::vector<char>& marks) {
    return static_cast<Index>(std::count(marks.begin(), marks.end(), char{1}));
}

template <typename Simplices>
Index drop_unreferenced(Points& X, Simplices& S) {
    std::vector<int> place(static_cast<std::size_t>(X.rows()), -1);
    for (Index s = 0; s < S.rows(); ++s) {
        for (Index k = 0; k < S.cols(); ++k) {
            place[static_cast<std::size_t>(S(s, k))] = 0;
        }
    }
    int kept = 0;
    for (Index v = 0; v < X.rows(); ++v) {
        if (place[static_cast<std::size_t>(v)] == 0) {
            X.row(kept) = X.row(v).eval();
            place[static_cast<std::size_t>(v)] = kept++;
        }
    }
    const Index dropped = X.rows() - kept;
    X.conservativeResize(kept, 3);
    for (Index s = 0; dropped > 0 && s < S.rows(); ++s) {
        for (Index k = 0; k < S.cols(); ++k) {
            S(s, k) = place[static_cast<std::size_t>(S(s, k))];
        }
    }
    return dropped;
}

// Marks all but the first of the simplices with the same vertices.
template <std::size_t K>
std::vector<char> duplicates_among(const std::vector<std::array<int, K>>& simplices) {
    std::vector<char> is_duplicate(simplices.size(), 0);
    for_each_group(simplices, [&](std::span<const int> members) {
        for (const int later : members.subspan(1)) {
            is_duplicate[static_cast<std::size_t>(later)] = 1;
        }
    });
    return is_duplicate;
}

template <std::size_t K, typename Simplices>
std::vector<std::array<int, K>> rows_of(const Simplices& S) {
    std::vector<std::array<int, K>> rows(static_cast<std::size_t>(S.rows()));
    for (Index s = 0; s < S.rows(); ++s) {
        for (std::size_t k = 0; k < K; ++k) {
            rows[static_cast<std::size_t>(s)][k] = S(s, static_cast<Index>(k));
        }
    }
    return rows;
}

double longest_edge(const Points& X, std::span<const int> corners) {
    double longest = 0.0;
    for (std::size_t a = 0; a < corners.size(); ++a) {
        for (std::size_t b = a + 1; b < corners.size(); ++b) {
            longest = std::max(longest, (X.row(corners[a]) - X.row(corners[b])).squaredNorm());
        }
    }
    return std::sqrt(longest);
}

std::vector<char> flat_tets(const TetMesh& mesh, const Vector& volumes) {
    std::vector<char> is_flat(static_cast<std::size_t>(mesh.tet_count()));
    for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
        const double edge = longest_edge(mesh.X, std::span(mesh.T.row(tet).data(), 4));
        is_flat[static_cast<std::size_t>(tet)] = !(6.0 * std::abs(volumes(tet)) > flat * edge * edge * edge);
    }
    return is_flat;
}

Index flip_inverted(TetMesh& mesh, const Vector& volumes) {
    Index flipped = 0;
    for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
        if (volumes(tet) < 0.0) {
            std::swap(mesh.T(tet, 2), mesh.T(tet, 3));
            ++flipped;
        }
    }
    return flipped;
}

double twice_the_area(const SurfaceMesh& surface, Index face) {
    const Vec3 origin = surface.V.row(surface.F(face, 0));
    const Vec3 a = surface.V.row(surface.F(face, 1)).transpose() - origin;
    const Vec3 b = surface.V.row(surface.F(face, 2)).transpose() - origin;
    return Vec3(a.y() * b.z() - a.z() * b.y(), a.z() * b.x() - a.x() * b.z(), a.x() * b.y() - a.y() * b.x()).norm();
}

std::vector<char> flat_triangles(const SurfaceMesh& surface) {
    std::vector<char> is_flat(static_cast<std::size_t>(surface.F.rows()));
    for (Index face = 0; face < surface.F.rows(); ++face) {
        const double edge = longest_edge(surface.V, std::span(surface.F.row(face).data(), 3));
        is_flat[static_cast<std::size_t>(face)] = !(twice_the_area(surface, face) > flat * edge * edge);
    }
    return is_flat;
}

// Two triangles with the same corners and opposite orientation are a thin sheet, not a duplicate.
std::vector<char> duplicate_triangles(const Triangles& F) {
    std::vector<char> is_duplicate(static_cast<std::size_t>(F.rows()), 0);
    const auto is_even = [&](int face) {
        const auto row = F.row(face);
        return ((row(0) < row(1)) + (row(1) < row(2)) + (row(2) < row(0))) == 2;
    };
    for_each_group(rows_of<3>(F), [&](std::span<const int> members) {
        bool is_taken[2] = {false, false};
        for (const int face : members) {
            bool& taken = is_taken[is_even(face) ? 1 : 0];
            is_duplicate[static_cast<std::size_t>(face)] = taken;
            taken = true;
        }
    });
    return is_duplicate;
}

struct EdgeFaults {
    Index open = 0;         // with one triangle
    Index non_manifold = 0; // with more than two
};

EdgeFaults edge_faults(const Triangles& F) {
    std::vector<std::array<int, 2>> edges;
    edges.reserve(static_cast<std::size_t>(3 * F.rows()));
    for (Index face = 0; face < F.rows(); ++face) {
        for (Index k = 0; k < 3; ++k) {
            edges.push_back({F(face, k), F(face, (k + 1) % 3)});
        }
    }
    EdgeFaults faults;
    for_each_group(std::move(edges), [&](std::span<const int> members) {
        faults.open += members.size() == 1;
        faults.non_manifold += members.size() > 2;
    });
    return faults;
}

class Warnings {
public:
    void add(Index count, const std::string& noun, const std::string& what) {
        if (count > 0) {
            messages_.push_back(counted(count, noun) + " " + what);
        }
    }
    void add_components(int count) {
        if (count > 1) {
            messages_.push_back(warning_of_pieces(count));
        }
    }
    std::vector<std::string> take() {
        return std::move(messages_);
    }

private:
    std::vector<std::string> messages_;
};

} // namespace

std::string warning_of_pieces(int count) {
    return "the mesh is in " + std::to_string(count) +
           " pieces that share no vertex: a rig holds the mean of each, and without one they fall apart";
}

Result<Repaired<TetMesh>> validate(TetMesh mesh, std::string_view where) {
    if (auto fault = fault_in(mesh.X, mesh.T, "tet", where)) {
        return *fault;
    }
    Warnings warnings;
    const auto is_flat = flat_tets(mesh, tet_volumes(mesh));
    warnings.add(count_of(is_flat), "tet", "flat (without volume) and dropped");
    remove_marked(mesh.T, is_flat);
    const auto is_duplicate = duplicates_among(rows_of<4>(mesh.T));
    warnings.add(count_of(is_duplicate), "tet", "there twice and dropped once");
    remove_marked(mesh.T, is_duplicate);
    if (mesh.tet_count() == 0) {
        return invalid_mesh("every tet of the mesh is flat (without volume): export it again", where);
    }
    warnings.add(flip_inverted(mesh, tet_volumes(mesh)), "tet", "inverted (of negative volume) and turned");
    warnings.add(drop_unreferenced(mesh.X, mesh.T), "unreferenced vertex", "removed");
    warnings.add_components(connected_components(mesh.T, mesh.vertex_count()).count);
    return Repaired<TetMesh>{std::move(mesh), warnings.take()};
}

Result<Repaired<SurfaceMesh>> validate(SurfaceMesh surface, std::string_view where) {
    if (auto fault = fault_in(surface.V, surface.F, "triangle", where)) {
        return *fault;
    }
    Warnings warnings;
    const auto is_flat = flat_triangles(surface);
    warnings.add(count_of(is_flat), "triangle", "flat (without area) and dropped");
    remove_marked(surface.F, is_flat);
    const auto is_duplicate = duplicate_triangles(surface.F);
    warnings.add(count_of(is_duplicate), "triangle", "there twice and dropped once");
    remove_marked(surface.F, is_duplicate);
    if (surface.F.rows() == 0) {
        return invalid_mesh("every triangle of the surface is flat (without area): export it again", where);
    }
    warnings.add(drop_unreferenced(surface.V, surface.F), "unreferenced vertex", "removed");
    const EdgeFaults faults = edge_faults(surface.F);
    warnings.add(faults.open, "edge", open_edge);
    warnings.add(faults.non_manifold, "edge", non_manifold_edge);
    // Separate pieces are reported for the resulting tets only: those of a surface may overlap, or be thinner than any
    // tet.
    return Repaired<SurfaceMesh>{std::move(surface), warnings.take()};
}

bool is_about_edges(const std::string& warning) {
    return warning.ends_with(open_edge) || warning.ends_with(non_manifold_edge);
}

} // namespace limber
