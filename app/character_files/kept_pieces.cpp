// SPDX-License-Identifier: MIT
#include "app/character_files/kept_pieces.h"

#include "engine/mesh/embedding.h"
#include "engine/mesh/seam_welding.h"
#include "engine/mesh/topology.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <iterator>
#include <numeric>

namespace limber::app {
namespace {

TetMesh kept_and_removed(const Character& character) {
    const TetMesh& removed = *character.removed_parts;
    const Index kept_vertices = character.file_positions.rows();
    const Index kept_tets = character.mesh.tet_count();
    TetMesh both{Points(kept_vertices + removed.vertex_count(), 3), Tets(kept_tets + removed.tet_count(), 4)};
    both.X << character.file_positions, removed.X;
    both.T << character.mesh.T, removed.T.array() + static_cast<int>(kept_vertices);
    return both;
}

// For each point whether it lies in, or closest to, the character's tets and not in those that were removed.
std::vector<char> are_kept(const Points& points, const Character& character) {
    const Embedding places = embedding(points, kept_and_removed(character));
    std::vector<char> kept;
    for (Index i = 0; i < points.rows(); ++i) {
        Index corner = 0; // of the largest weight: one without any may be of another part
        places.weights.row(i).maxCoeff(&corner);
        kept.push_back(places.corners(i, corner) < character.file_positions.rows() ? 1 : 0);
    }
    return kept;
}

double twice_the_area(const SurfaceMesh& surface, Index triangle) {
    const auto corner = [&](Index c) {
        return Vec3(surface.V.row(surface.F(triangle, c)));
    };
    return (corner(1) - corner(0)).cross(corner(2) - corner(0)).norm();
}

// For each piece its area near the kept tets, less that near the removed ones; in no unit, as only its sign matters.
Vector areas_in_favour(const SurfaceMesh& surface, const Components& pieces, const std::vector<char>& kept) {
    Vector sums = Vector::Zero(pieces.count);
    for (Index f = 0; f < surface.F.rows(); ++f) {
        const double area = twice_the_area(surface, f);
        for (const int vertex : surface.F.row(f)) {
            sums(pieces.of_tet[static_cast<std::size_t>(f)]) += kept[static_cast<std::size_t>(vertex)] ? area : -area;
        }
    }
    return sums;
}

std::vector<int> all_vertices_of(const SurfaceMesh& surface) {
    std::vector<int> all(static_cast<std::size_t>(surface.V.rows()));
    std::iota(all.begin(), all.end(), 0);
    return all;
}

} // namespace

std::vector<int> vertices_of_kept_pieces(const SurfaceMesh& surface, const Character& character) {
    if (!character.removed_parts) {
        return all_vertices_of(surface);
    }
    const SurfaceMesh whole = welded_at_seams(surface); // its triangles are in the same order
    const Components pieces = connected_components(whole.F, whole.V.rows());
    const Vector in_favour = areas_in_favour(surface, pieces, are_kept(surface.V, character));
    std::vector<char> is_used(static_cast<std::size_t>(surface.V.rows()), 0);
    for (Index f = 0; f < surface.F.rows(); ++f) {
        if (in_favour(pieces.of_tet[static_cast<std::size_t>(f)]) >= 0.0) {
            for (const int vertex : surface.F.row(f)) {
                is_used[static_cast<std::size_t>(vertex)] = 1;
            }
        }
    }
    std::vector<int> vertices = all_vertices_of(surface);
    std::erase_if(vertices, [&](int vertex) { return !is_used[static_cast<std::size_t>(vertex)]; });
    // One piece may hold parts of the tets together and be mostly of the removed ones: then it is all that can be
    // drawn.
    return vertices.empty() ? all_vertices_of(surface) : vertices;
}

bool has_all_vertices(const std::vector<int>& vertices, const SurfaceMesh& surface) {
    return static_cast<Index>(vertices.size()) == surface.V.rows();
}

SurfaceMesh part_of(const SurfaceMesh& surface, const std::vector<int>& vertices) {
    std::vector<int> place(static_cast<std::size_t>(surface.V.rows()), -1);
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        place[static_cast<std::size_t>(vertices[i])] = static_cast<int>(i);
    }
    const Triangles renumbered =
        surface.F.unaryExpr([&](int vertex) { return place[static_cast<std::size_t>(vertex)]; });
    std::vector<Index> whole;
    for (Index f = 0; f < renumbered.rows(); ++f) {
        if (renumbered.row(f).minCoeff() >= 0) {
            whole.push_back(f);
        }
    }
    return {surface.V(vertices, Eigen::all), renumbered(whole, Eigen::all)};
}

SurfaceLook part_of(const SurfaceLook& look, const std::vector<int>& vertices) {
    SurfaceLook part{look.normals(vertices, Eigen::all),
                     look.places(vertices, Eigen::all),
                     look.colours(vertices, Eigen::all),
                     {},
                     look.materials,
                     look.pictures};
    std::ranges::transform(vertices, std::back_inserter(part.material_of),
                           [&](int vertex) { return look.material_of[static_cast<std::size_t>(vertex)]; });
    part.objects = look.objects;
    for (std::size_t i = 0; i < vertices.size() && !look.object_of.empty(); ++i) {
        part.object_of.push_back(look.object_of[static_cast<std::size_t>(vertices[i])]);
    }
    for (const VertexField& field : look.fields) {
        part.fields.push_back({field.name, field.values(vertices)});
    }
    return part;
}

RigDraft part_of(const RigDraft& draft, const std::vector<int>& vertices) {
    RigDraft part = draft;
    part.surface = part_of(draft.surface, vertices);
    if (draft.W.cols() > 0) {
        part.W = draft.W(vertices, Eigen::all);
    }
    for (Target& target : part.targets) {
        target.d = Points(target.d(vertices, Eigen::all));
    }
    return part;
}

} // namespace limber::app
