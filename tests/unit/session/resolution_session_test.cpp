// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "app/motion/motion.h"
#include "app/view/drawables.h"
#include "engine/mesh/tet_mesh_file.h"
#include "engine/mesh/tetrahedralise.h"
#include "engine/replay/motion_file.h"
#include "engine/rig/rig_file.h"
#include "tests/support/driven_session.h"
#include "tests/support/mesh_files.h"
#include "tests/support/meshes.h"
#include "tests/support/needed.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/small_scene.h"
#include "tests/support/surfaces.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <optional>

// Another number of tets in a surface, driven with commands and without a window.
namespace limber::app {
namespace {

constexpr Index few_vertices = 200;

class Resolution : public ::testing::Test {
protected:
    static constexpr Index few = 200;
    static constexpr Index many = 700;

    void SetUp() override {
        SKIP_WITHOUT(can_tetrahedralise(), "mesher in this build");
        limber::testing::write_bytes(folder / "ball.obj",
                                     limber::testing::obj_file(limber::testing::sphere_surface(2)));
        CharacterDescription ball;
        ball.name = "Ball";
        ball.mesh = folder / "ball.obj";
        ball.target_vertices = few;
        ball.modes = 4;
        ball.clusters = 10;
        ASSERT_TRUE(write_scene(ball, folder / "ball.json"));
        driven.emplace(folder / "ball.json");
        ASSERT_TRUE(driven->is_open);
    }

    ApplicationSession& session() {
        return driven->session;
    }
    const Character& character() {
        return *session().shown().selected.character;
    }
    Index target_vertices() {
        return session().editor().description().target_vertices;
    }
    void edit(const std::function<void(ModelDescription&)>& change) {
        const int model = session().editor().instance()->model;
        session().carry_out(EditDocument{[=](Document& document) {
            change(document.scene.models.at(model));
        }});
        session().carry_out(RebuildOutdated{});
    }
    // The paint of the half of the surface in front of x = 0.
    PaintedRegion front_half() {
        PaintLevels levels;
        for (const int vertex : character().boundary_vertices) {
            levels.push_back(character().mesh.X(vertex, 0) > 0.0 ? 255 : 0);
        }
        return PaintedRegion(levels);
    }

    limber::testing::ScratchFolder folder;
    std::optional<limber::testing::DrivenSession> driven;
};

class OtherTets : public ::testing::Test {
protected:
    void SetUp() override {
        SKIP_WITHOUT(can_tetrahedralise(), "mesher in this build");
        ASSERT_TRUE(driven.is_open);
    }

    limber::testing::ScratchFolder folder;
    limber::testing::DrivenSession driven{limber::testing::write_small_scene(folder)};
    ApplicationSession& session = driven.session;
    const Snapshot& shown = session.shown().selected;
};

// Its rig and its subspace have a weight for each vertex of the file's tets.
TEST_F(OtherTets, OfABoundSubspaceAreUndoneAtOnce) {
    const Points X = shown.character->mesh.X;
    Matrix weights(X.rows(), 6);
    weights << X.cwiseAbs2(), X.col(0).cwiseProduct(X.col(1)), X.col(1).cwiseProduct(X.col(2)),
        X.col(2).cwiseProduct(X.col(0));
    ASSERT_TRUE(write_npy(weights, folder / "weights.npy"));
    session.carry_out(TakeSubspaceFile{SubspaceKind::weights, folder / "weights.npy"});
    ASSERT_TRUE(driven.frames_until(
        [&] { return driven.is_settled() && shown.character->description.subspace == SubspaceKind::weights; }));
    const ModelDescription before = session.editor().description();
    session.carry_out(MendProblem{{ProblemKind::tangled_tets, session.editor().instance()->model, "",
                                   Remedy{"", "Change tets", {}, {few_vertices, TetSource::refilled}}}});
    EXPECT_EQ(session.editor().description(), before) << "the document waits for the tets";
    ASSERT_TRUE(driven.frames_until(
        [&] { return driven.is_settled() && shown.character->description.tets == TetSource::refilled; }));
    const Character& now = *shown.character;
    EXPECT_NE(now.vertex_count(), X.rows());
    const std::string said = "has new tets with " + std::to_string(now.vertex_count()) + " vertices: none of its ";
    EXPECT_TRUE(driven.wait_for_message(said)) << said;
    EXPECT_EQ(now.description.subspace, SubspaceKind::skinning);
    EXPECT_EQ(now.rig.skeleton.bone_count(), 2);
    EXPECT_LT((now.rig.W.rowwise().sum().array() - 1.0).abs().maxCoeff(), 1e-9);
    session.carry_out(Action::undo);
    EXPECT_EQ(session.editor().description(), before);
    ASSERT_TRUE(driven.frames_until(
        [&] { return driven.is_settled() && shown.character->description.subspace == SubspaceKind::weights; }));
    EXPECT_EQ(shown.character->mesh.X, X);
}

// The shown moment is from before the tets were replaced, with the same regions on another surface.
TEST_F(OtherTets, HavePaintOfTheirRegionsAfterARewind) {
    const auto tet_count = static_cast<std::size_t>(shown.character->mesh.tet_count());
    ASSERT_TRUE(limber::testing::write_labels(std::vector<int>(tet_count, 1), folder / "labels.json"));
    session.carry_out(EditDocument{[&, model = session.editor().instance()->model](Document& document) {
        MaterialDescription& material = document.scene.models.at(model).material;
        material.labels = folder / "labels.json";
        material.regions = {{"plain", 1.0, 1.0}, {"hard", 16.0, 2.0}};
    }});
    session.carry_out(RebuildOutdated{});
    ASSERT_TRUE(driven.settle());
    const std::uint64_t steps = shown.step_count;
    ASSERT_TRUE(driven.frames_until([&] { return shown.step_count >= steps + 10; }));
    const std::uint64_t place = shown.timeline.last;
    session.carry_out(ChangeTets{.target_vertices = few_vertices, .source = TetSource::refilled});
    ASSERT_TRUE(driven.frames_until([&] {
        return driven.is_settled() && shown.character->description.tets == TetSource::refilled &&
               shown.timeline.last > place + 10;
    }));
    session.carry_out(RewindSimulation{place});
    ASSERT_TRUE(driven.frames_until([&] { return shown.character->description.tets == TetSource::file; }));
    const std::size_t surface_vertices = session.state().built()->boundary_vertices.size();
    ASSERT_NE(surface_vertices, shown.character->boundary_vertices.size());
    EXPECT_TRUE(session.ui_state().materials.can_paint_regions);
    session.carry_out(MakePaintOfRegions{});
    const std::vector<MaterialPart> parts = session.editor().description().material.parts;
    ASSERT_EQ(parts.size(), 1U);
    EXPECT_EQ(parts.front().painted.levels().size(), surface_vertices);
    EXPECT_TRUE(driven.frames_until([&] { return session.state().built()->description.material.parts == parts; }));
}

TEST_F(Resolution, ChangesInTheBackgroundAndIsUndone) {
    const Index before = character().vertex_count();
    const Points X = character().mesh.X;
    session().carry_out(ChangeTets{.target_vertices = many});
    EXPECT_EQ(target_vertices(), few) << "the document waits for the tets";
    EXPECT_EQ(session().ui_state().build.target_vertices, many);
    ASSERT_TRUE(driven->frames_until([&] { return target_vertices() == many; }));
    ASSERT_TRUE(driven->settle());
    EXPECT_GT(character().vertex_count(), 2 * before);
    EXPECT_EQ(session().ui_state().build.target_vertices, 0);
    EXPECT_EQ(session().ui_state().edits.undo_name, "Change tets");
    session().carry_out(Action::undo);
    ASSERT_TRUE(driven->frames_until([&] { return character().vertex_count() == before; }));
    EXPECT_EQ(character().mesh.X, X);
    EXPECT_FALSE(session().editor().is_modified());
    session().carry_out(Action::redo);
    ASSERT_TRUE(driven->frames_until([&] { return character().vertex_count() > 2 * before; }));
}

TEST_F(Resolution, CarriesPaintAndHandlesOver) {
    const PaintedRegion painted = front_half();
    edit([&](ModelDescription& ball) {
        ball.pins = painted;
        ball.material.parts.push_back({"Front", painted, 4.0, 1.0});
    });
    ASSERT_TRUE(driven->settle());
    const Triangles& boundary = character().boundary;
    PointHandle handle{1, {boundary(7, 0), boundary(7, 1), boundary(7, 2)}, {0.25, 0.25, 0.5}, 10.0, Vec3(2, 0, 0)};
    const auto place_of = [&](const PointHandle& one) {
        Vec3 place = Vec3::Zero();
        for (std::size_t i = 0; i < 3; ++i) {
            place += one.barycentric[i] * character().mesh.X.row(one.vertices[i]).transpose();
        }
        return place;
    };
    const Vec3 place = place_of(handle);
    session().carry_out(EditDocument{[&](Document& document) {
        document.scene.instances[0].controls.handles = {handle};
    }});
    driven->frame();
    session().carry_out(ChangeTets{.target_vertices = many});
    ASSERT_TRUE(driven->frames_until([&] { return target_vertices() == many; }));
    ASSERT_TRUE(driven->settle());
    const ModelDescription& ball = session().editor().description();
    EXPECT_EQ(ball.pins, ball.material.parts[0].painted);
    const std::vector<int>& surface = character().boundary_vertices;
    ASSERT_EQ(ball.pins.levels().size(), surface.size());
    for (std::size_t i = 0; i < surface.size(); ++i) {
        const double x = character().mesh.X(surface[i], 0);
        EXPECT_TRUE(x < 0.45 || ball.pins.levels()[i] == 255) << x;
        EXPECT_TRUE(x > -0.45 || ball.pins.levels()[i] == 0) << x;
    }
    EXPECT_LT((place_of(session().editor().controls().handles.at(0)) - place).norm(), 0.1);
    // The old mesh comes back with its own paint and handle.
    session().carry_out(Action::undo);
    ASSERT_TRUE(driven->settle());
    EXPECT_EQ(session().editor().description().pins, painted);
    EXPECT_EQ(session().editor().controls().handles.at(0), handle);
}

TEST_F(Resolution, KeepsASpotThatLiesBetweenTheNewVertices) {
    session().carry_out(ChangeTets{.target_vertices = many});
    ASSERT_TRUE(driven->frames_until([&] { return target_vertices() == many; }));
    ASSERT_TRUE(driven->settle());
    const std::size_t count = character().boundary_vertices.size();
    for (const std::size_t spot : {std::size_t{0}, count / 3, count / 2, count - 1}) {
        PaintLevels levels(count, 0);
        levels[spot] = 200;
        edit([&](ModelDescription& ball) { ball.pins = PaintedRegion(levels); });
        ASSERT_TRUE(driven->settle());
        session().carry_out(ChangeTets{.target_vertices = few});
        ASSERT_TRUE(driven->frames_until([&] { return target_vertices() == few; }));
        EXPECT_FALSE(session().editor().description().pins.is_blank()) << spot;
        session().carry_out(Action::undo);
        ASSERT_TRUE(driven->settle());
        EXPECT_EQ(session().editor().description().pins.levels(), levels);
    }
}

TEST_F(Resolution, LeavesTheDocumentAsItWasWhenCancelled) {
    const Index before = character().vertex_count();
    session().carry_out(ChangeTets{.target_vertices = many});
    session().carry_out(CancelBuild{});
    ASSERT_TRUE(driven->settle());
    EXPECT_EQ(target_vertices(), few);
    EXPECT_EQ(character().vertex_count(), before);
    EXPECT_FALSE(session().editor().is_modified());
    session().carry_out(ChangeTets{.target_vertices = few});
    ASSERT_TRUE(driven->settle());
    EXPECT_FALSE(session().editor().is_modified());
}

TEST_F(Resolution, IsBuiltTogetherWithAnEditThatComesMeanwhile) {
    session().carry_out(ChangeTets{.target_vertices = many});
    edit([](ModelDescription& ball) { ball.modes = 6; });
    ASSERT_TRUE(driven->frames_until([&] { return target_vertices() == many; }));
    ASSERT_TRUE(driven->settle());
    EXPECT_EQ(character().description.modes, 6);
    EXPECT_EQ(character().description.target_vertices, many);
}

class Units : public ::testing::Test {
protected:
    // A box of this many units.
    std::filesystem::path box_of(double units) {
        const TetMesh mesh = limber::testing::bar_mesh(3, 3, 3, Vec3(units, units, units));
        EXPECT_TRUE(write_tet_mesh(mesh, folder / "box.mesh"));
        return folder / "box.mesh";
    }
    static const Message* notice(const ApplicationSession& session) {
        const auto& messages = *session.ui_state().messages;
        const auto found = std::ranges::find(messages, Message::Offer::take_as_metres, &Message::offer);
        return found == messages.end() ? nullptr : &*found;
    }
    limber::testing::ScratchFolder folder;
};

TEST_F(Units, AreSaidWhenTheyWereChosenAndTheChoiceIsTakenBack) {
    limber::testing::DrivenSession driven(box_of(150.0));
    ApplicationSession& session = driven.session;
    ASSERT_TRUE(driven.is_open);
    const Message* said = notice(session);
    ASSERT_TRUE(said);
    EXPECT_EQ(said->text, "box is 259.808 units from corner to corner, so one unit is taken as 0.01 m.");
    EXPECT_EQ(std::ranges::count_if(*session.ui_state().messages,
                                    [](const Message& it) { return it.text.find("one unit") != std::string::npos; }),
              1);
    const auto size = [&] {
        return bounding_box(session.shown().selected.character->mesh.X).diagonal();
    };
    EXPECT_NEAR(size(), 2.6, 0.01);
    const double distance = session.state().camera.goal.distance;
    session.carry_out(ChangeUnit{said->model, 1.0});
    ASSERT_TRUE(driven.frames_until([&] { return size() > 100.0; }));
    EXPECT_NEAR(size(), 259.8, 0.1);
    ASSERT_TRUE(driven.frames_until([&] { return session.state().camera.goal.distance > 30.0 * distance; }))
        << "the camera frames it";
    EXPECT_EQ(session.ui_state().edits.undo_name, "Change unit");
    session.carry_out(Action::undo);
    ASSERT_TRUE(driven.frames_until([&] { return size() < 3.0; }));
}

TEST_F(Units, OfAPlausibleSizeAreNotMentioned) {
    limber::testing::DrivenSession driven(box_of(1.5));
    ASSERT_TRUE(driven.is_open);
    EXPECT_FALSE(notice(driven.session));
}

// With tets in the file, the motion is the same up to the rounding of the positions.
TEST_F(Units, DoNotChangeTheMotionOfTets) {
    const auto motion_of = [&](double scale) {
        const std::filesystem::path scene = limber::testing::write_small_scene(folder);
        TetMesh bar = limber::testing::small_bar();
        Rig rig = limber::testing::small_rig(bar);
        Clip clip = limber::testing::bending_clip(rig.skeleton);
        bar.X *= scale;
        for (Bone& bone : rig.skeleton.bones) {
            bone.rest.col(3) *= scale;
            bone.length *= scale;
        }
        for (Pose& pose : clip.keys) {
            for (Affine& world : pose) {
                world.col(3) *= scale;
            }
        }
        EXPECT_TRUE(write_tet_mesh(bar, folder / "bar.mesh"));
        EXPECT_TRUE(write_rig(rig, folder / "bar_rig.json"));
        EXPECT_TRUE(write_clip(clip, rig.skeleton, folder / "bend.json"));
        CharacterDescription description = read_scene(scene).value().value;
        description.metres_per_unit = scale == 1.0 ? 1.0 : 0.0;
        const auto built = build_character(description, nullptr, Stage::nothing);
        EXPECT_TRUE(built) << sentence(built.error());
        const CharacterPtr& character = built.value();
        EXPECT_EQ(character->description.metres_per_unit, 1.0 / scale);
        Motion motion(character);
        std::vector<Points> frames;
        for (int step = 0; step < 100; ++step) {
            EXPECT_NE(motion.step(starting_controls(*character)).status, StepStatus::not_finite);
            frames.push_back(body_positions(*character, motion.state()));
        }
        return frames;
    };
    const std::vector<Points> metres = motion_of(1.0);
    const std::vector<Points> centimetres = motion_of(100.0);
    double furthest = 0.0;
    for (std::size_t i = 0; i < metres.size(); ++i) {
        EXPECT_LT((metres[i] - centimetres[i]).cwiseAbs().maxCoeff(), 1e-4) << i;
        furthest = std::max(furthest, (metres[i] - metres.front()).cwiseAbs().maxCoeff());
    }
    EXPECT_GT(furthest, 0.1);
}

} // namespace
} // namespace limber::app
