// SPDX-License-Identifier: MIT
#include "app/character_skin/tet_body.h"

#include "app/character_build/build_character.h"
#include "app/character_skin/skin.h"
#include "app/document/character_file.h"
#include "engine/core/random.h"
#include "engine/mesh/topology.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace limber::app {
namespace {

using Face = std::array<int, 3>;

// The same face with its smallest vertex first; the orientation stays.
Face canonical(Face face) {
    std::ranges::rotate(face, std::ranges::min_element(face));
    return face;
}

// By brute force: the faces of the kept tets that no other kept tet has, as a mesh of those tets alone has them.
std::multiset<Face> boundary_of(const Tets& T, const std::vector<bool>& kept) {
    std::vector<Face> all;
    for (Index t = 0; t < T.rows(); ++t) {
        if (kept[static_cast<std::size_t>(t)]) {
            for (const auto& [a, b, c] : tet_faces) {
                all.push_back({T(t, a), T(t, b), T(t, c)});
            }
        }
    }
    std::multiset<Face> boundary;
    for (const Face& face : all) {
        const auto same = std::ranges::count_if(all, [&](Face other) {
            std::ranges::sort(other);
            Face one = face;
            std::ranges::sort(one);
            return one == other;
        });
        if (same == 1) {
            boundary.insert(canonical(face));
        }
    }
    return boundary;
}

// The rule of common/tet_faces.glsl.
std::multiset<Face> shown_faces(const TetGeometry& tets, const std::vector<bool>& kept) {
    std::multiset<Face> shown;
    for (const TetFace& face : tets.faces) {
        const bool keeps_tet = kept[face.tet];
        const bool keeps_beyond = face.beyond > 0 && kept[face.beyond - 1];
        if (keeps_tet != keeps_beyond) {
            const auto& v = face.vertices;
            const Face outwards{static_cast<int>(v[0]), static_cast<int>(v[1]), static_cast<int>(v[2])};
            shown.insert(canonical(keeps_tet ? outwards : Face{outwards[0], outwards[2], outwards[1]}));
        }
    }
    return shown;
}

class TetBodyTest : public ::testing::Test {
protected:
    limber::testing::ScratchFolder folder;
    CharacterPtr character = build_character(read_scene(limber::testing::write_small_scene(folder)).value().value,
                                             nullptr, Stage::mesh, nullptr, {}, Purpose::window)
                                 .value();
    TetGeometry tets = tet_geometry(*character);
};

TEST_F(TetBodyTest, ACutShowsTheBoundaryOfTheKeptTets) {
    const auto count = static_cast<std::size_t>(character->mesh.T.rows());
    EXPECT_EQ(shown_faces(tets, std::vector<bool>(count, false)).size(), 0u);
    EXPECT_EQ(shown_faces(tets, std::vector<bool>(count, true)).size(), tets.boundary_faces);
    Rng random(7);
    for (int trial = 0; trial < 5; ++trial) {
        std::vector<bool> kept(count);
        for (std::size_t t = 0; t < count; ++t) {
            kept[t] = random.uniform() < 0.5;
        }
        EXPECT_EQ(shown_faces(tets, kept), boundary_of(character->mesh.T, kept));
    }
}

TEST_F(TetBodyTest, TheBoundaryComesFirst) {
    for (std::size_t i = 0; i < tets.faces.size(); ++i) {
        EXPECT_EQ(tets.faces[i].beyond == 0, i < tets.boundary_faces);
    }
    EXPECT_EQ(tets.boundary_faces, static_cast<std::size_t>(character->boundary.rows()));
}

TEST_F(TetBodyTest, EveryTetHasItsCentreItsClusterAndTheInverseOfItsEdges) {
    const Points& X = character->mesh.X;
    for (Index t = 0; t < character->mesh.T.rows(); ++t) {
        const TetAtRest& rest = tets.at_rest[static_cast<std::size_t>(t)];
        const auto corners = character->mesh.T.row(t);
        Mat3 edges, inverse;
        Vec3 centre = X.row(corners(0)) / 4.0;
        for (Index k = 0; k < 3; ++k) {
            edges.col(k) = (X.row(corners(k + 1)) - X.row(corners(0))).transpose();
            centre += X.row(corners(k + 1)).transpose() / 4.0;
            const auto& texel = rest.inverse_and_centre[static_cast<std::size_t>(k)];
            inverse.row(k) = Vec3(texel[0], texel[1], texel[2]).transpose();
        }
        EXPECT_LT((edges * inverse - Mat3::Identity()).norm(), 1e-5);
        for (Index k = 0; k < 3; ++k) {
            EXPECT_NEAR(centre(k), rest.inverse_and_centre[static_cast<std::size_t>(k)][3], 1e-6);
        }
        EXPECT_EQ(static_cast<int>(rest.label), character->clusters.of_tet[static_cast<std::size_t>(t)]);
    }
}

// The inside moves as the skin does: a vertex of the skin has the same weights in both.
TEST_F(TetBodyTest, HasAllVerticesWithTheSkinsWeights) {
    const TetBody body = tet_body(*character);
    const SkinGeometry& skin = *character->skin->geometry;
    ASSERT_EQ(body.skin->vertices.size(), static_cast<std::size_t>(character->vertex_count()));
    ASSERT_EQ(body.skin->map_count(), skin.map_count());
    const auto maps = 3 * static_cast<std::size_t>(skin.map_count());
    for (std::size_t i = 0; i < character->boundary_vertices.size(); ++i) {
        const auto v = static_cast<std::size_t>(character->boundary_vertices[i]);
        EXPECT_EQ(body.skin->vertices[v].position, skin.vertices[i].position);
        for (std::size_t k = 0; k < maps; ++k) {
            EXPECT_EQ(body.skin->weights[maps * v + k], skin.weights[maps * i + k]);
        }
    }
}

} // namespace
} // namespace limber::app
