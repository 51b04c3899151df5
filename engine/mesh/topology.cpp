// SPDX-License-Identifier: MIT
#include "engine/mesh/topology.h"

#include "engine/core/contract.h"
#include "engine/core/disjoint_sets.h"
#include "engine/mesh/simplex_groups.h"

namespace limber {
namespace {

template <typename Simplices>
Components components_of(const Simplices& S, Index vertex_count) {
    EXPECTS(S.size() == 0 || (S.minCoeff() >= 0 && S.maxCoeff() < vertex_count));
    DisjointSets sets(static_cast<std::size_t>(vertex_count));
    for (Index s = 0; s < S.rows(); ++s) {
        for (Index corner = 1; corner < S.cols(); ++corner) {
            sets.join(S(s, 0), S(s, corner));
        }
    }
    Components components;
    std::vector<int> label(static_cast<std::size_t>(vertex_count), -1);
    for (Index s = 0; s < S.rows(); ++s) {
        int& mine = label[static_cast<std::size_t>(sets.root(S(s, 0)))];
        if (mine < 0) {
            mine = components.count++;
        }
        components.of_tet.push_back(mine);
    }
    return components;
}

// Face 4 t + k is opposite to corner k of tet t.
std::vector<std::array<int, 3>> faces_of(const Tets& T) {
    std::vector<std::array<int, 3>> faces;
    faces.reserve(static_cast<std::size_t>(4 * T.rows()));
    for (Index tet = 0; tet < T.rows(); ++tet) {
        for (const auto& [a, b, c] : tet_faces) {
            faces.push_back({T(tet, a), T(tet, b), T(tet, c)});
        }
    }
    return faces;
}

} // namespace

Tets face_neighbours(const Tets& T) {
    Tets neighbours = Tets::Constant(T.rows(), 4, -1);
    for_each_group(faces_of(T), [&](std::span<const int> faces) {
        for (std::size_t i = 0; faces.size() > 1 && i < faces.size(); ++i) {
            neighbours(faces[i] / 4, faces[i] % 4) = faces[(i + 1) % faces.size()] / 4;
        }
    });
    return neighbours;
}

Triangles boundary_triangles(const Tets& T) {
    const Tets neighbours = face_neighbours(T);
    Triangles boundary((neighbours.array() < 0).count(), 3);
    Index next = 0;
    for (Index tet = 0; tet < T.rows(); ++tet) {
        for (Index corner = 0; corner < 4; ++corner) {
            if (neighbours(tet, corner) < 0) {
                const auto& [a, b, c] = tet_faces[static_cast<std::size_t>(corner)];
                boundary.row(next++) << T(tet, a), T(tet, b), T(tet, c);
            }
        }
    }
    return boundary;
}

std::vector<int> boundary_vertices(const Tets& T) {
    const Triangles boundary = boundary_triangles(T);
    std::vector<int> vertices(boundary.data(), boundary.data() + boundary.size());
    std::sort(vertices.begin(), vertices.end());
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    return vertices;
}

Components connected_components(const Tets& T, Index vertex_count) {
    return components_of(T, vertex_count);
}

Components connected_components(const Triangles& F, Index vertex_count) {
    return components_of(F, vertex_count);
}

std::vector<int> components_of_vertices(const Tets& T, Index vertex_count, const Components& components) {
    std::vector<int> of_vertex(static_cast<std::size_t>(vertex_count), 0);
    for (Index t = 0; t < T.rows(); ++t) {
        for (Index corner = 0; corner < 4; ++corner) {
            of_vertex[static_cast<std::size_t>(T(t, corner))] = components.of_tet[static_cast<std::size_t>(t)];
        }
    }
    return of_vertex;
}

} // namespace limber
