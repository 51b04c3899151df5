// SPDX-License-Identifier: MIT
#include "app/character_build/character_examples.h"

#include "app/character/surface_transfer.h"
#include "app/character_build/earliest_difference.h"
#include "app/document/editor.h"
#include "app/document/region_edits.h"
#include "engine/actuation/example_poses.h"
#include "engine/body/body_step.h"
#include "engine/linalg/rigid_alignment.h"
#include "tests/support/behaving_block.h"

#include <Eigen/Geometry>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <fstream>

/// Example poses of a block of flesh, from files and kept.
namespace limber::app {
namespace {

using limber::testing::bar_mesh;
using limber::testing::behaving_block;
using limber::testing::ScratchFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class PosedBlock : public ::testing::Test {
protected:
    PosedBlock() {
        scene.muscles.cage_cells = 0;
    }

    CharacterPtr built() const {
        auto result = build_character(scene, nullptr, Stage::mesh);
        EXPECT_TRUE(result) << sentence(result.error());
        return result ? std::move(result).value() : nullptr;
    }
    std::string refusal() const {
        const auto result = build_character(scene, nullptr, Stage::mesh);
        return result ? "" : sentence(result.error());
    }
    std::filesystem::path write_tets(const std::string& name, const Points& x) const {
        const std::filesystem::path file = folder / name;
        EXPECT_TRUE(write_tet_mesh({x, block.T}, file));
        return file;
    }
    // The vertices of the boundary alone, in their order, as another program exports a surface.
    std::filesystem::path write_boundary(const std::string& name, const Character& character, const Points& x) const {
        const std::filesystem::path path = folder / name;
        std::ofstream file(path);
        file.precision(17);
        for (const int vertex : character.boundary_vertices) {
            file << "v " << x(vertex, 0) << " " << x(vertex, 1) << " " << x(vertex, 2) << "\n";
        }
        const auto number = [&](int vertex) {
            return std::ranges::lower_bound(character.boundary_vertices, vertex) - character.boundary_vertices.begin() +
                   1;
        };
        for (Index f = 0; f < character.boundary.rows(); ++f) {
            file << "f " << number(character.boundary(f, 0)) << " " << number(character.boundary(f, 1)) << " "
                 << number(character.boundary(f, 2)) << "\n";
        }
        return path;
    }
    Points bent() const {
        Points x = block.X;
        x.col(0) += 0.4 * block.X.col(1).cwiseProduct(block.X.col(1));
        return x;
    }
    // Crouched, turned and moved.
    Points crouched() const {
        const Mat3 R = Eigen::AngleAxisd(0.7, Vec3(0.2, 1.0, -0.5).normalized()).toRotationMatrix();
        const Points x = block.X * Vec3(1.2, 0.7, 1.2).asDiagonal();
        return (x * R.transpose()).rowwise() + Eigen::RowVector3d(3.0, 0.5, -1.0);
    }

    ScratchFolder folder;
    CharacterDescription scene = behaving_block(folder);
    TetMesh block = bar_mesh(2, 5, 2, Vec3(0.4, 1.0, 0.4));
};

TEST_F(PosedBlock, HasAMuscleForEachExampleBesideItsCage) {
    scene.muscles.cage_cells = 4;
    const Index of_cage = built()->model.muscle_count();
    scene.muscles.examples = {{"lean", write_tets("bent.msh", bent()), {}},
                              {"crouch", write_tets("crouched.msh", crouched()), {}}};
    const CharacterPtr character = built();
    EXPECT_EQ(character->model.muscle_count(), of_cage + 2);
    const Musculature& muscles = character->musculature;
    ASSERT_EQ(muscles.count(), static_cast<std::size_t>(of_cage + 2));
    EXPECT_EQ(muscles.names[muscles.count() - 2], "lean");
    EXPECT_EQ(muscles.names.back(), "crouch");
    EXPECT_THAT(muscles.examples, ElementsAre(0, 1));
    EXPECT_EQ(muscles.lambda.size(), of_cage + 2);
    EXPECT_GT(muscles.lambda.minCoeff(), 0.0);
    EXPECT_TRUE(muscles.D->allFinite());
}

TEST_F(PosedBlock, HasTheStretchesOfItsFileAndShowsItsDisplacement) {
    scene.muscles.examples = {{"lean", write_tets("bent.msh", bent()), {}}};
    const CharacterPtr character = built();
    const Matrix& stretches = *character->musculature.stretches;
    const Matrix expected = example_stretches(block, {bent()});
    const double strain = strains_of_stretches(block, character->material, expected)(0);
    EXPECT_LT((strain * stretches - expected).norm(), 1e-9 * expected.norm());
    const Vector shown = strain * character->musculature.D->col(0);
    const Points x = block.X + Points(Eigen::Map<const Points>(shown.data(), block.vertex_count(), 3));
    EXPECT_LT((example_stretches(block, {x}) - expected).norm(), 1e-9 * expected.norm());
}

TEST_F(PosedBlock, WarnsAboutAnExampleThatAddsNothing) {
    const std::filesystem::path file = write_tets("bent.msh", bent());
    scene.muscles.examples = {{"lean", file, {}}, {"again", file, {}}, {"crouch", {}, KeptShape(crouched())}};
    const CharacterPtr character = built();
    EXPECT_THAT(character->musculature.names, ElementsAre("lean", "crouch"));
    EXPECT_THAT(character->musculature.examples, ElementsAre(0, 2));
    EXPECT_THAT(character->warnings_of.at(Stage::muscles),
                ElementsAre(HasSubstr("\"again\" is a part of one before it")));
}

TEST_F(PosedBlock, SaysThatAnExampleIsTooSmallBesideTheOthers) {
    const Points wider = block.X * Vec3(1.0002, 1.0, 1.0).asDiagonal();
    scene.muscles.examples = {{"crouch", {}, KeptShape(crouched())}, {"wider", {}, KeptShape(wider)}};
    const CharacterPtr character = built();
    EXPECT_THAT(character->musculature.names, ElementsAre("crouch"));
    EXPECT_THAT(character->warnings_of.at(Stage::muscles),
                ElementsAre(HasSubstr("\"wider\" is too small beside the others")));
}

TEST_F(PosedBlock, TakesAnExampleFromItsSurface) {
    scene.muscles.examples = {{"crouch", write_tets("crouched.msh", crouched()), {}}};
    const CharacterPtr of_tets = built();
    ASSERT_LT(of_tets->boundary_vertices.size(), static_cast<std::size_t>(block.vertex_count()));
    scene.muscles.examples = {{"crouch", write_boundary("crouched.obj", *of_tets, crouched()), {}}};
    const CharacterPtr of_surface = built();
    // An affine map is harmonic, so that the inner vertices are where the tets have them.
    EXPECT_LT((*of_surface->musculature.stretches - *of_tets->musculature.stretches).norm(),
              1e-6 * of_tets->musculature.stretches->norm());
}

TEST_F(PosedBlock, RefusesFilesThatAreNoPoseOfIt) {
    const TetMesh other = bar_mesh(1, 2, 1);
    EXPECT_TRUE(write_tet_mesh(other, folder / "other.msh"));
    scene.muscles.examples = {{"other", folder / "other.msh", {}}};
    EXPECT_THAT(refusal(), HasSubstr("has 12 vertices, and the body 54"));
    scene.muscles.examples = {{"rest", write_tets("rest.msh", block.X), {}}};
    EXPECT_THAT(refusal(), HasSubstr("the example pose \"rest\" is the rest pose"));
    scene.muscles.examples = {{"gone", folder / "gone.msh", {}}};
    EXPECT_THAT(refusal(), HasSubstr("gone.msh"));
    scene.muscles.examples = {{"words", folder / "words.txt", {}}};
    EXPECT_THAT(refusal(), HasSubstr("is no mesh that can be an example pose"));
    Points broken = bent();
    broken(3, 1) = std::nan("");
    std::ofstream file(folder / "broken.obj");
    for (Index i = 0; i < broken.rows(); ++i) {
        file << "v " << broken.row(i) << "\n";
    }
    file << "f 1 2 3\n";
    file.close();
    scene.muscles.examples = {{"broken", folder / "broken.obj", {}}};
    EXPECT_THAT(refusal(), HasSubstr("broken.obj"));
    scene.muscles.examples = {{"kept", {}, KeptShape(other.X)}};
    EXPECT_THAT(refusal(), HasSubstr("was kept of a body with 12 vertices, and this one has 54"));
}

// A state whose coordinates differ from rest.
State pulled(const Character& character) {
    Rng rng(3);
    State state = rest_state(character, rest_controls(character).P);
    state.Z += AffineStack::NullaryExpr(state.Z.rows(), 3, [&] { return 0.2 * rng.normal(); });
    return state;
}

TEST_F(PosedBlock, KeepsItsPresentShape) {
    scene.muscles.cage_cells = 1;
    const CharacterPtr character = built();
    const State state = pulled(*character);
    const Points x = positions(*character, state);
    const KeptShape shape = kept_shape(*character, state);
    EXPECT_TRUE(is_example(*character, shape));
    const Affine placement = rigid_alignment(shape.positions(), x, character->mass);
    const Points placed =
        (shape.positions() * placement.leftCols<3>().transpose()).rowwise() + placement.col(3).transpose();
    EXPECT_LT((placed - x).cwiseAbs().maxCoeff(), 1e-5);
    const State rest = rest_state(*character, rest_controls(*character).P);
    EXPECT_FALSE(is_example(*character, kept_shape(*character, rest)));
}

TEST_F(PosedBlock, KeepsTheSameStretchesInAnotherUnitAndTurned) {
    scene.muscles.cage_cells = 1;
    const CharacterPtr character = built();
    const KeptShape shape = kept_shape(*character, pulled(*character));
    scene.muscles.cage_cells = 0;
    scene.muscles.examples = {{"kept", {}, shape}};
    const Matrix stretches = *built()->musculature.stretches;
    scene.metres_per_unit = 2.0;
    EXPECT_LT((*built()->musculature.stretches - stretches).norm(), 1e-6 * stretches.norm());
    scene.turn = {Vec3(0.0, 0.0, 1.0), 90.0};
    const Matrix turned = *built()->musculature.stretches;
    const Mat3 R = rotation_of(scene.turn);
    for (Index i = 0; i < stretches.rows(); i += 9) {
        const Mat3 expected = R * stretches.col(0).segment<9>(i).reshaped(3, 3) * R.transpose();
        EXPECT_LT((turned.col(0).segment<9>(i).reshaped(3, 3) - expected).norm(), 1e-6) << i;
    }
}

TEST_F(PosedBlock, CarriesAKeptShapeToOtherTets) {
    scene.muscles.examples = {{"lean", {}, KeptShape(bent())}};
    const CharacterPtr from = built();
    const TetMesh fine = bar_mesh(4, 10, 4, Vec3(0.4, 1.0, 0.4));
    EXPECT_TRUE(write_tet_mesh(fine, folder / "fine.msh"));
    scene.mesh = folder / "fine.msh";
    EXPECT_THAT(refusal(), HasSubstr("was kept of a body with 54 vertices"));
    scene.muscles.examples.clear();
    Character to = *built();
    to.description.muscles.examples = from->description.muscles.examples;
    ASSERT_TRUE(carry_paint(*from, to));
    const Points& carried = to.description.muscles.examples[0].kept.positions();
    ASSERT_EQ(carried.rows(), fine.vertex_count());
    Points expected = fine.X;
    expected.col(0) += 0.4 * fine.X.col(1).cwiseProduct(fine.X.col(1));
    // The coarse tets are 0.2 m high, so that their edges are up to 0.4 * 0.1^2 m away from the parabola.
    EXPECT_LT((carried - expected).cwiseAbs().maxCoeff(), 0.0041);
}

// A shape may be kept while the model with other tets is built.
TEST_F(PosedBlock, CarriesAShapeThatTheModelBeforeDoesNotHaveYet) {
    const CharacterPtr from = built();
    const TetMesh fine = bar_mesh(4, 10, 4, Vec3(0.4, 1.0, 0.4));
    EXPECT_TRUE(write_tet_mesh(fine, folder / "fine.msh"));
    scene.mesh = folder / "fine.msh";
    Points of_fine = fine.X;
    of_fine.col(0) *= 1.5;
    Character to = *built();
    to.description.muscles.examples = {
        {"lean", {}, KeptShape(bent())}, {"crouch", {}, KeptShape(crouched())}, {"wide", {}, KeptShape(of_fine)}};
    ASSERT_TRUE(carry_paint(*from, to));
    const std::vector<ExamplePose>& examples = to.description.muscles.examples;
    EXPECT_EQ(examples[0].kept.positions().rows(), fine.vertex_count());
    EXPECT_EQ(examples[1].kept.positions().rows(), fine.vertex_count());
    EXPECT_EQ(examples[2].kept.positions(), of_fine) << "it fits already";
}

TEST_F(PosedBlock, CarriesThePaintOfFibresToOtherTets) {
    Character from = *built();
    BodyLoad fibres{.load = {.name = "Upper", .kind = LoadKind::muscle}};
    fibres.painted = PaintedRegion(PaintLevels(from.boundary_vertices.size(), 200));
    from.description.muscles.fibres = {fibres};
    const TetMesh fine = bar_mesh(4, 10, 4, Vec3(0.4, 1.0, 0.4));
    EXPECT_TRUE(write_tet_mesh(fine, folder / "fine.msh"));
    scene.mesh = folder / "fine.msh";
    Character to = *built();
    to.description.muscles.fibres = {fibres};
    ASSERT_TRUE(carry_paint(from, to));
    EXPECT_EQ(to.description.muscles.fibres[0].painted, PaintedRegion(PaintLevels(to.boundary_vertices.size(), 200)));
}

TEST_F(PosedBlock, IsSavedWithItsExamples) {
    scene.muscles.examples = {{"lean", write_tets("bent.msh", bent()), {}}, {"kept", {}, KeptShape(crouched())}};
    ASSERT_TRUE(write_scene(scene, folder / "saved.json"));
    const auto saved = read_scene(folder / "saved.json");
    ASSERT_TRUE(saved) << sentence(saved.error());
    EXPECT_THAT(saved.value().warnings, ::testing::IsEmpty());
    EXPECT_EQ(saved.value().value.muscles.examples, scene.muscles.examples);
}

TEST_F(PosedBlock, RefusesExamplesInASceneThatAreIncomplete) {
    const auto fault_of = [&](const std::string& example) {
        const auto read = parse_scene(R"({"format": "limber-scene", "version": 1, "mesh": "block.msh", "muscles": )"
                                      R"({"examples": [)" +
                                          example + "]}}",
                                      "scene", folder.path());
        return read ? std::string() : sentence(read.error());
    };
    EXPECT_THAT(fault_of(R"({"name": "a"})"), HasSubstr("must have either a \"file\" or \"positions\""));
    EXPECT_THAT(fault_of(R"({"file": "a.msh", "positions": [1, 2, 3]})"), HasSubstr("must have either"));
    EXPECT_THAT(fault_of(R"({"positions": [1, 2]})"), HasSubstr("must have three numbers for each vertex"));
    EXPECT_THAT(fault_of(R"({"positions": [1, 2, 1e300]})"), HasSubstr("is too large"));
}

TEST_F(PosedBlock, AsksForANewBuildOfTheMusclesAlone) {
    CharacterDescription posed = scene;
    posed.muscles.examples = {{"kept", {}, KeptShape(bent())}};
    EXPECT_EQ(earliest_difference(scene, posed), Stage::muscles);
    CharacterDescription same = scene;
    same.muscles.examples = {{"kept", {}, KeptShape(bent())}};
    EXPECT_EQ(earliest_difference(posed, same), Stage::nothing);
}

TEST(ExamplePoseEdits, AreNamedAndUndone) {
    Document document;
    document.scene.instances = {CharacterInstance{.id = 1, .model = 9}};
    document.scene.models[9].name = "Bar";
    Editor editor;
    editor.open(std::move(document), 1);
    const Points shape = Points::Ones(4, 3);
    CharacterDraft draft = editor.draft();
    draft.description.muscles.examples.push_back({free_example_name(draft.description.muscles), {}, KeptShape(shape)});
    editor.apply(draft);
    editor.settle();
    EXPECT_EQ(editor.history().undo_name(), "Keep example pose");
    ASSERT_EQ(editor.description().muscles.examples.size(), 1U);
    EXPECT_EQ(editor.description().muscles.examples[0].name, "Example 1");
    EXPECT_EQ(free_example_name(editor.description().muscles), "Example 2");
    EXPECT_EQ(free_example_name(editor.description().muscles, "Example 1"), "Example 1 2");
    EXPECT_EQ(free_example_name(editor.description().muscles, "lean"), "lean");
    EXPECT_TRUE(editor.undo());
    EXPECT_TRUE(editor.description().muscles.examples.empty());
    EXPECT_TRUE(editor.redo());
    EXPECT_EQ(editor.description().muscles.examples[0].kept, KeptShape(shape));
}

TEST(ExamplePoseEdits, RemoveTheMuscleOfTheExample) {
    MuscleDescription muscles;
    muscles.examples = {{"a", {}, KeptShape(Points::Ones(4, 3))},
                        {"b", {}, KeptShape(Points::Zero(4, 3))},
                        {"c", {}, KeptShape(Points::Ones(5, 3))}};
    const std::vector<Index> all = {0, 1, 2};
    MuscleDescription without = muscles;
    const MuscleExchange of_a = remove_example(without, 0, {muscles, 6, all});
    EXPECT_EQ(of_a.place, 3U);
    EXPECT_EQ(of_a.gone, 1U);
    EXPECT_EQ(of_a.come, 0U);
    EXPECT_EQ(without.examples.front().name, "b");
    EXPECT_FALSE(can_remove_example(without, 0, {muscles, 6, all})) << "the body still has the muscle of a";
    without = muscles;
    EXPECT_EQ(remove_example(without, 2, {muscles, 6, all}).place, 5U);
    EXPECT_EQ(without.examples.size(), 2U);
}

TEST(ExamplesOfMuscles, CannotBeRemovedWhileAnotherCouldBecomeAMuscle) {
    MuscleDescription muscles;
    muscles.examples = {
        {"a", "a.obj", {}}, {"b", "b.obj", {}}, {"c", "c.obj", {}}, {"new", {}, KeptShape(Points::Ones(5, 3))}};
    MuscleDescription without_new = muscles;
    without_new.examples.pop_back();
    // Of five muscles, the last two are those of a and c; b adds nothing.
    const std::vector<Index> of_a_and_c = {0, 2};
    const BuiltExamples built{without_new, 5, of_a_and_c};
    EXPECT_FALSE(can_remove_example(without_new, 0, built)) << "b could then be a muscle";
    ASSERT_TRUE(can_remove_example(without_new, 1, built));
    MuscleDescription without_b = without_new;
    EXPECT_EQ(remove_example(without_b, 1, built).gone, 0U);
    EXPECT_FALSE(can_remove_example(muscles, 1, built)) << "the new one is not built yet";
    ASSERT_TRUE(can_remove_example(muscles, 3, built)) << "and has no muscle, so that it can be removed";
    EXPECT_EQ(remove_example(muscles, 3, built).gone, 0U);
    EXPECT_EQ(muscles.examples, without_new.examples);
    MuscleDescription with_modes = without_new;
    with_modes.modes = 2;
    EXPECT_FALSE(can_remove_example(with_modes, 1, built)) << "all muscles move when the modes are built";
}

} // namespace
} // namespace limber::app
