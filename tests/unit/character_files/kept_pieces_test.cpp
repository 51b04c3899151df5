// SPDX-License-Identifier: MIT
#include "app/character_files/kept_pieces.h"

#include "app/character_build/build_character.h"
#include "app/character_files/file_surface.h"
#include "engine/core/file_bytes.h"
#include "tests/support/meshes.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/surfaces.h"

#include <gmock/gmock.h>

#include <numeric>
#include <sstream>

namespace limber::app {
namespace {

using limber::testing::bar_mesh;
using limber::testing::box_surface;
using limber::testing::merged;
using limber::testing::ScratchFolder;
using limber::testing::sphere_surface;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

SurfaceMesh moved(SurfaceMesh surface, const Vec3& by) {
    surface.V.rowwise() += by.transpose();
    return surface;
}

std::vector<int> first_numbers(Index count) {
    std::vector<int> numbers(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

// It keeps a bar of 2 x 1 x 1; one of half its size was removed, three to its right.
Character without_small_bar() {
    Character character;
    character.mesh = bar_mesh(4, 2, 2, Vec3(2, 1, 1));
    character.file_positions = character.mesh.X;
    TetMesh small = bar_mesh(2, 1, 1, Vec3(1, 0.5, 0.5));
    small.X.col(0).array() += 3.0;
    character.removed_parts = std::make_shared<const TetMesh>(std::move(small));
    return character;
}

const SurfaceMesh& large_box() {
    static const SurfaceMesh box = box_surface(Vec3(2, 1, 1));
    return box;
}

SurfaceMesh small_box() {
    return moved(box_surface(Vec3(1, 0.5, 0.5)), Vec3(3, 0, 0));
}

TEST(KeptPieces, AreAllWhereNothingWasRemoved) {
    Character character = without_small_bar();
    character.removed_parts.reset();
    const SurfaceMesh surface = merged(large_box(), small_box());
    EXPECT_TRUE(has_all_vertices(vertices_of_kept_pieces(surface, character), surface));
}

TEST(KeptPieces, HaveTheShellsInsideOfTheKeptPart) {
    const SurfaceMesh eye = moved(box_surface(Vec3(0.2, 0.2, 0.2)), Vec3(1.7, 0.6, 0.4));
    const SurfaceMesh stays = merged(large_box(), eye);
    const SurfaceMesh all = merged(stays, small_box());
    EXPECT_EQ(vertices_of_kept_pieces(all, without_small_bar()), first_numbers(stays.V.rows()));
}

TEST(KeptPieces, LackTheShellsInsideOfTheRemovedPart) {
    const SurfaceMesh eye = moved(box_surface(Vec3(0.1, 0.1, 0.1)), Vec3(3.2, 0.2, 0.2));
    const SurfaceMesh all = merged(large_box(), merged(small_box(), eye));
    EXPECT_EQ(vertices_of_kept_pieces(all, without_small_bar()), first_numbers(large_box().V.rows()));
}

// A hat outside of all tets belongs to the closest part.
TEST(KeptPieces, HaveTheShellsThatAreClosestToTheKeptPart) {
    const SurfaceMesh hat = moved(box_surface(Vec3(0.3, 0.1, 0.3)), Vec3(0.5, 1.1, 0.4));
    const SurfaceMesh stays = merged(large_box(), hat);
    EXPECT_EQ(vertices_of_kept_pieces(merged(stays, small_box()), without_small_bar()), first_numbers(stays.V.rows()));
}

// A plank of two boxes that touch: its right end alone would be of the removed part.
TEST(KeptPieces, AreConnectedWhereSeamsDoubleTheVertices) {
    const SurfaceMesh half = box_surface(Vec3(2, 0.1, 0.1));
    const SurfaceMesh plank = merged(moved(half, Vec3(-1, 1.1, 0.4)), moved(half, Vec3(1, 1.1, 0.4)));
    const SurfaceMesh stays = limber::testing::unwelded(merged(large_box(), plank));
    const SurfaceMesh all = merged(stays, limber::testing::unwelded(small_box()));
    EXPECT_EQ(vertices_of_kept_pieces(all, without_small_bar()), first_numbers(stays.V.rows()));
}

TEST(KeptPieces, KeepTheirTrianglesAndLooks) {
    const SurfaceMesh all = merged(small_box(), large_box());
    const std::vector<int> vertices = vertices_of_kept_pieces(all, without_small_bar());
    const SurfaceMesh part = part_of(all, vertices);
    EXPECT_EQ(part.V, large_box().V);
    EXPECT_EQ(part.F, large_box().F);
    SurfaceLook look;
    look.normals = look.colours = all.V;
    look.places = all.V.leftCols<2>();
    look.material_of.assign(8, 0);
    look.material_of.resize(16, 1);
    look.materials.resize(2);
    look.fields = {{"softness", all.V.col(0)}};
    look.objects = {"Small", "Large"};
    look.object_of = look.material_of;
    const SurfaceLook seen = part_of(look, vertices);
    EXPECT_EQ(seen.normals, large_box().V);
    EXPECT_EQ(seen.colours, large_box().V);
    EXPECT_EQ(seen.places, SurfaceLook::Places(large_box().V.leftCols<2>()));
    EXPECT_EQ(seen.material_of, std::vector<int>(8, 1));
    EXPECT_EQ(seen.object_of, std::vector<int>(8, 1));
    EXPECT_EQ(seen.objects, look.objects);
    EXPECT_EQ(seen.fields.at(0).values, Vector(large_box().V.col(0)));
}

TEST(KeptPieces, TakeTheirWeightsAndTargetsAlong) {
    RigDraft draft;
    draft.surface = merged(small_box(), large_box());
    draft.W = draft.surface.V;
    draft.targets.push_back({"swell", 0, 2.0 * draft.surface.V});
    const RigDraft part = part_of(draft, vertices_of_kept_pieces(draft.surface, without_small_bar()));
    EXPECT_EQ(part.surface.F, large_box().F);
    EXPECT_EQ(part.W, Matrix(large_box().V));
    EXPECT_EQ(part.targets.at(0).d, Points(2.0 * large_box().V));
}

std::string obj_of(const SurfaceMesh& surface) {
    std::ostringstream text;
    for (const auto& vertex : surface.V.rowwise()) {
        text << "v " << vertex << "\n";
    }
    for (const auto& triangle : surface.F.rowwise()) {
        text << "f " << (triangle.array() + 1) << "\n";
    }
    return text.str();
}

// Two spheres that do not touch, the smaller one first.
TEST(KeptPieces, AreTheSurfaceThatIsDrawnAndExported) {
    const ScratchFolder folder;
    const SurfaceMesh large = sphere_surface(2);
    const SurfaceMesh small = sphere_surface(2, Vec3(3, 0, 0), 0.5);
    CharacterDescription scene;
    scene.name = "Spheres";
    scene.mesh = folder / "spheres.obj";
    scene.target_vertices = 600;
    ASSERT_TRUE(write_file(scene.mesh, obj_of(merged(small, large))));
    const auto both = read_character(scene);
    ASSERT_TRUE(both) << sentence(both.error());
    EXPECT_EQ(both.value()->quality.component_count, 2);
    EXPECT_THAT(both.value()->warnings, Contains(HasSubstr("2 pieces")));
    EXPECT_EQ(file_surface(*both.value()).value()->F.rows(), small.F.rows() + large.F.rows());

    scene.tets = TetSource::largest_part;
    const auto one = read_character(scene);
    ASSERT_TRUE(one) << sentence(one.error());
    EXPECT_THAT(one.value()->warnings, Not(Contains(HasSubstr("pieces"))));
    const auto drawn = file_surface(*one.value());
    ASSERT_TRUE(drawn) << sentence(drawn.error());
    const auto& X = drawn.value()->X;
    const auto& F = drawn.value()->F;
    ASSERT_EQ(F.rows(), large.F.rows());
    for (Index i = 0; i < F.rows(); ++i) { // its vertices have numbers of their own
        for (Index corner = 0; corner < 3; ++corner) {
            EXPECT_LT((X.row(F(i, corner)) - large.V.row(large.F(i, corner))).norm(), 1e-5);
        }
    }
    EXPECT_EQ(X.rows(), large.V.rows());
    EXPECT_EQ(drawn.value()->look.normals.rows(), large.V.rows());
    EXPECT_LT(bounding_box(drawn.value()->X).high.x(), 1.01);
}

} // namespace
} // namespace limber::app
