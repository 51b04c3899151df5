// SPDX-License-Identifier: MIT
#include "app/character_skin/tet_body.h"

#include "app/character/material_scales.h"
#include "app/character_skin/skin.h"
#include "engine/mesh/topology.h"

#include <Eigen/LU>

#include <algorithm>
#include <numeric>

namespace limber::app {
namespace {

std::vector<TetFace> faces_of(const Tets& T) {
    const Tets neighbours = face_neighbours(T);
    std::vector<TetFace> faces;
    for (Index tet = 0; tet < T.rows(); ++tet) {
        for (Index corner = 0; corner < 4; ++corner) {
            const int beyond = neighbours(tet, corner);
            if (beyond >= 0 && beyond < tet) {
                continue; // the other tet has added it
            }
            TetFace face{.tet = static_cast<std::uint32_t>(tet), .beyond = static_cast<std::uint32_t>(1 + beyond)};
            for (std::size_t k = 0; k < 3; ++k) {
                face.vertices[k] = static_cast<std::uint32_t>(T(tet, tet_faces[static_cast<std::size_t>(corner)][k]));
            }
            faces.push_back(face);
        }
    }
    std::ranges::stable_partition(faces, [](const TetFace& face) { return face.beyond == 0; });
    return faces;
}

TetAtRest at_rest(const Points& X, const Tets& T, Index tet) {
    Mat3 edges;
    for (Index k = 0; k < 3; ++k) {
        edges.col(k) = (X.row(T(tet, k + 1)) - X.row(T(tet, 0))).transpose();
    }
    const Mat3 inverse = edges.inverse();
    TetAtRest rest;
    for (Index row = 0; row < 3; ++row) {
        auto& texel = rest.inverse_and_centre[static_cast<std::size_t>(row)];
        for (Index column = 0; column < 3; ++column) {
            texel[static_cast<std::size_t>(column)] = static_cast<float>(inverse(row, column));
        }
        const double centre = X(T(tet, 0), row) + edges.row(row).sum() / 4.0;
        texel[3] = static_cast<float>(centre);
    }
    return rest;
}

} // namespace

TetGeometry tet_geometry(const Character& character) {
    const Tets& T = character.mesh.T;
    TetGeometry geometry;
    geometry.faces = faces_of(T);
    geometry.boundary_faces =
        static_cast<std::size_t>(std::ranges::count(geometry.faces, std::uint32_t{0}, &TetFace::beyond));
    const Vector mu = lame_mu(with_volume(character.material, character.description.material));
    for (Index tet = 0; tet < T.rows(); ++tet) {
        auto& corners = geometry.tets.emplace_back();
        for (Index k = 0; k < 4; ++k) {
            corners[static_cast<std::size_t>(k)] = static_cast<std::uint32_t>(T(tet, k));
        }
        TetAtRest& rest = geometry.at_rest.emplace_back(at_rest(character.mesh.X, T, tet));
        rest.shear_modulus = static_cast<float>(mu(tet));
        rest.label = static_cast<float>(character.clusters.of_tet[static_cast<std::size_t>(tet)]);
    }
    return geometry;
}

TetBody tet_body(const Character& character) {
    std::vector<int> vertices(static_cast<std::size_t>(character.vertex_count()));
    std::iota(vertices.begin(), vertices.end(), 0);
    return {std::make_shared<const SkinGeometry>(skin_geometry(drawn_mesh(character, vertices))),
            std::make_shared<const TetGeometry>(tet_geometry(character)), bounding_box(character.mesh.X)};
}

} // namespace limber::app
