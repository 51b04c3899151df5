// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/character_build/build_character.h"
#include "app/character_build/earliest_difference.h"
#include "app/character_build/newton_character.h"
#include "app/document/character_file.h"
#include "app/document/region_edits.h"
#include "app/motion/motion.h"
#include "app/view/drawables.h"
#include "engine/loads/pockets.h"
#include "engine/mesh/tet_mesh_file.h"
#include "engine/mesh/topology.h"
#include "tests/support/meshes.h"
#include "tests/support/small_scene.h"

#include <Eigen/Geometry>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

/// A body whose closed cavities are muscles, and its fibres.
namespace limber::app {
namespace {

using limber::testing::bar_mesh;
using limber::testing::part_of;
using limber::testing::ScratchFolder;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

TetMesh hollow_box() {
    TetMesh mesh = bar_mesh(5, 3, 3, Vec3(1.0, 0.6, 0.6));
    std::vector<Index> kept;
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        const Vec3 centre = 5.0 * mesh.X(mesh.T.row(t), Eigen::all).colwise().mean().transpose();
        const Vec3 cell(std::floor(centre.x()), std::floor(centre.y()), std::floor(centre.z()));
        if (cell != Vec3(1, 1, 1) && cell != Vec3(3, 1, 1)) {
            kept.push_back(t);
        }
    }
    const Tets T = mesh.T(kept, Eigen::all);
    mesh.T = T;
    return mesh;
}

class HollowBody : public ::testing::Test {
protected:
    HollowBody() {
        scene.mesh = written("hollow.msh", hollow_box());
        scene.rig_kind = RigKind::none;
        scene.modes = 40;
        scene.clusters = 60;
        scene.step.gravity.setZero();
        scene.step.damping = 2.0;
        scene.muscles.pockets = true;
        scene.muscles.clusters = 20;
        scene.muscles.strength = 4.0;
    }
    std::filesystem::path written(const std::string& name, const TetMesh& mesh) const {
        EXPECT_TRUE(write_tet_mesh(mesh, folder / name));
        return folder / name;
    }
    CharacterPtr built() const {
        auto result = build_character(scene, nullptr, Stage::mesh);
        EXPECT_TRUE(result) << sentence(result.error());
        return result ? std::move(result).value() : nullptr;
    }
    // One pocket, whose volume has its second derivative computed for one mode.
    void make_long() {
        scene.mesh =
            written("long.msh", part_of(bar_mesh(9, 3, 3, Vec3(0.9, 0.3, 0.3)), [](const Vec3& c) {
                        return c.x() < 0.1 || c.x() > 0.8 || c.y() < 0.1 || c.y() > 0.2 || c.z() < 0.1 || c.z() > 0.2;
                    }));
        scene.subspace = SubspaceKind::displacement;
        scene.modes = 1;
        scene.newton = NewtonDescription{.points = 20};
    }
    // Fibres along x.
    static BodyLoad along_the_length() {
        const TetMesh mesh = hollow_box();
        PaintLevels levels;
        for (const int vertex : boundary_vertices(mesh.T)) {
            levels.push_back(static_cast<std::uint8_t>(std::lround(255.0 * mesh.X(vertex, 0))));
        }
        return {{.name = "Long", .kind = LoadKind::muscle}, PaintedRegion(std::move(levels))};
    }
    // The volume of the pocket at these positions.
    static double volume_of(const Pocket& pocket, const Points& x) {
        double volume = 0.0;
        for (Index f = 0; f < pocket.surface.rows(); ++f) {
            const Vec3 a = x.row(pocket.surface(f, 0));
            const Vec3 b = x.row(pocket.surface(f, 1));
            const Vec3 c = x.row(pocket.surface(f, 2));
            volume -= a.dot(b.cross(c)) / 6.0;
        }
        return volume;
    }

    ScratchFolder folder;
    CharacterDescription scene;
};

TEST_F(HollowBody, HasAMuscleForEachPocketBeforeItsExamples) {
    Points leaning = hollow_box().X;
    leaning.col(1) += leaning.col(0).cwiseProduct(leaning.col(0));
    scene.muscles.modes = 2;
    scene.muscles.examples = {{"lean", written("lean.msh", {leaning, hollow_box().T}), {}}};
    const CharacterPtr body = built();
    EXPECT_THAT(body->musculature.names, ElementsAre("Mode 1", "Mode 2", "Pocket 1", "Pocket 2", "lean"));
    EXPECT_EQ(body->musculature.pocket_count(), 2u);
    EXPECT_THAT(body->musculature.examples, ElementsAre(0));
    EXPECT_EQ(body->model.muscle_count(), 5);
    EXPECT_EQ(body->musculature.stretches->cols(), 3);
    EXPECT_GT(body->musculature.lambda.minCoeff(), 0.0);
}

// After a second and a half.
Points positions_after(const CharacterPtr& body, const LiveControls& controls) {
    Motion motion(body);
    for (int i = 0; i < 90; ++i) {
        motion.step(controls);
    }
    return body_positions(*body, motion.state());
}

double length_after(const CharacterPtr& body, const LiveControls& controls) {
    const Points x = positions_after(body, controls);
    return x.col(0).maxCoeff() - x.col(0).minCoeff();
}

// At its activation 1.
Points positions_with_the_first_muscle(const CharacterPtr& body) {
    LiveControls controls = starting_controls(*body);
    controls.muscles.held = {1.0};
    return positions_after(body, controls);
}

TEST_F(HollowBody, GrowsThePocketThatIsInflated) {
    const CharacterPtr body = built();
    const Points x = positions_with_the_first_muscle(body);
    const auto pockets = pockets_of(body->mesh);
    const double first = volume_of(pockets[0], x) / pockets[0].volume;
    const double second = volume_of(pockets[1], x) / pockets[1].volume;
    EXPECT_GT(first, 1.02);
    EXPECT_LT(std::abs(second - 1.0), 0.5 * (first - 1.0));
}

// Newton's method has their energies in place of targets.
TEST_F(HollowBody, HasStressesInPlaceOfTargetsWithNewtonsMethod) {
    scene.muscles.modes = 1;
    scene.muscles.fibres = {along_the_length()};
    scene.subspace = SubspaceKind::displacement;
    scene.modes = 4;
    const CharacterPtr targeted = built();
    EXPECT_FALSE(targeted->musculature.stresses.are_there());
    EXPECT_THAT(targeted->musculature.names, ElementsAre("Mode 1", "Pocket 1", "Pocket 2", "Long"));
    EXPECT_EQ(targeted->musculature.pocket_count(), 2u);
    EXPECT_GT(targeted->musculature.stretches->colwise().norm().minCoeff(), 0.0);
    scene.newton = NewtonDescription{.points = 20};
    EXPECT_LT(earliest_difference(targeted->description, scene), Stage::muscles);
    const CharacterPtr stressed = built();
    const Musculature& musculature = stressed->musculature;
    EXPECT_TRUE(musculature.stretches->isZero(0.0));
    const double share = std::min(1.0, 0.2 / scene.muscles.peak_strain); // of the pressure, and of what it shows
    const Matrix pockets = share * targeted->musculature.D->middleCols(1, 2);
    EXPECT_LT((musculature.D->middleCols(1, 2) - pockets).norm(), 1e-12 * pockets.norm());
    EXPECT_EQ(musculature.D->col(0), targeted->musculature.D->col(0));
    EXPECT_EQ(musculature.D->col(3), targeted->musculature.D->col(3));
    ASSERT_EQ(musculature.stresses.pockets.size(), 2u);
    EXPECT_EQ(musculature.stresses.pockets[1].muscle, 2);
    EXPECT_GT(musculature.stresses.pockets[1].pressure, 0.0);
    ASSERT_EQ(musculature.stresses.fibres.size(), 1u);
    EXPECT_EQ(musculature.stresses.fibres[0].muscle, 3);
    EXPECT_EQ(stressed->cubature->pressure.pockets.size(), 2u);
    EXPECT_EQ(stressed->cubature->fibres.muscles.size(), 1u);
}

// Its points may be known, but not what is computed for its pockets.
TEST_F(HollowBody, IsCancelledWhileItsPocketsAreReduced) {
    make_long();
    const CharacterPtr body = built();
    ASSERT_EQ(body->cubature->pressure.curvatures.size(), 1u);
    Character again = *body;
    CachedBuild without_cache(nullptr);
    Progress progress;
    ASSERT_TRUE(load_cubature(again, body->cubature->cubature, without_cache, {}, &progress));
    EXPECT_EQ(progress.latest().phase, "reducing pockets");
    progress.cancel();
    const auto cancelled = load_cubature(again, body->cubature->cubature, without_cache, {}, &progress);
    ASSERT_FALSE(cancelled);
    EXPECT_EQ(cancelled.error().kind, ErrorKind::cancelled);
}

TEST_F(HollowBody, ReadsItsReducedPocketsFromTheCache) {
    make_long();
    const Cache cache(folder / "cache");
    const auto read = [&] {
        return build_character(scene, nullptr, Stage::mesh, nullptr, {}, Purpose::window, &cache).value();
    };
    const CharacterPtr first = read();
    EXPECT_THAT(first->cached_stages, Not(Contains("pockets")));
    const CharacterPtr again = read();
    EXPECT_THAT(again->cached_stages, Contains("pockets"));
    const auto& computed = first->cubature->pressure.curvatures;
    const auto& stored = again->cubature->pressure.curvatures;
    ASSERT_EQ(computed.size(), 1u);
    ASSERT_EQ(stored.size(), 1u);
    EXPECT_EQ(stored.front().cubic, computed.front().cubic);
    EXPECT_EQ(stored.front().rig, computed.front().rig);
    EXPECT_GT(computed.front().cubic.norm(), 0.0);
    scene.material.young *= 2.0; // which changes no mode
    EXPECT_THAT(read()->cached_stages, Contains("pockets"));
    scene.modes = 2;
    EXPECT_THAT(read()->cached_stages, Not(Contains("pockets")));
}

TEST_F(HollowBody, IsReadFromItsFile) {
    scene.muscles.fibres = {along_the_length()};
    const auto read = parse_scene(scene_json(scene, folder.path()), "scene", folder.path());
    ASSERT_TRUE(read) << sentence(read.error());
    EXPECT_EQ(read.value().value, scene);
    scene.muscles.fibres.clear();
    EXPECT_EQ(earliest_difference(read.value().value, scene), Stage::muscles);
    scene.muscles.pockets = false;
    EXPECT_FALSE(scene.muscles.are_there());
    EXPECT_EQ(earliest_difference(read.value().value, scene), Stage::muscles);
}

TEST_F(HollowBody, HasOtherMusclesWhenItsFibresNameAnotherField) {
    scene.muscles.fibres = {{{.kind = LoadKind::muscle, .field = "Arm"}}};
    scene.material.parts = {{"Leg", along_the_length().painted}};
    CharacterDescription renamed = scene;
    renamed.material.parts[0].name = "Arm";
    EXPECT_EQ(earliest_difference(scene, renamed), Stage::muscles);
    renamed.material.parts[0].name = "Fin";
    EXPECT_GT(earliest_difference(scene, renamed), Stage::muscles);
}

TEST_F(HollowBody, WithoutACavityIsRefusedInASentence) {
    scene.mesh = written("solid.msh", bar_mesh(3, 2, 2));
    const auto result = build_character(scene, nullptr, Stage::mesh);
    ASSERT_FALSE(result);
    EXPECT_THAT(sentence(result.error()), HasSubstr("inflates pockets of a body without a closed cavity"));
}

TEST_F(HollowBody, RefusesFibresThatAreNone) {
    scene.muscles.fibres = {{{.name = "Left", .kind = LoadKind::region}, {}}};
    const auto fault = fault_in(scene.muscles);
    ASSERT_TRUE(fault);
    EXPECT_THAT(fault->message, HasSubstr("muscles.fibres[0].kind must be \"muscle\""));
}

// As loads are, so that a scene opens again whatever was erased; gaits still count its muscle.
TEST_F(HollowBody, HasAnIdleMuscleWhereFibresCannotAct) {
    for (const bool is_newton : {false, true}) {
        scene.subspace = is_newton ? SubspaceKind::displacement : SubspaceKind::skinning;
        scene.modes = 6;
        scene.newton = is_newton ? std::optional(NewtonDescription{.points = 40}) : std::nullopt;
        scene.muscles.pockets = false;
        BodyLoad even = along_the_length();
        even.painted = PaintedRegion(PaintLevels(even.painted.levels().size(), 255)); // without a gradient
        const BodyLoad lost{{.kind = LoadKind::muscle, .from = "root", .to = "tip"}};
        scene.muscles.fibres = {even, lost, along_the_length()};
        const CharacterPtr body = built();
        EXPECT_THAT(body->musculature.names, ElementsAre("Long", "Fibres 2", "Long"));
        EXPECT_THAT(body->warnings, Contains(HasSubstr("the load \"Long\" has no fibres")));
        EXPECT_THAT(body->warnings, Contains(HasSubstr("muscles.fibres[1] names the field \"root\", which the body "
                                                       "does not have; its muscle does nothing")));
        const auto length = [&](std::vector<double> held) {
            LiveControls controls = starting_controls(*body);
            controls.muscles.held = std::move(held);
            return length_after(body, controls);
        };
        EXPECT_EQ(length({1.0, 1.0, 0.0}), length({}));
        EXPECT_LT(length({0.0, 0.0, 1.0}), 0.95);
        scene.muscles.fibres = {lost};
        EXPECT_EQ(built()->musculature.count(), 1u) << "the only one";
    }
}

TEST_F(HollowBody, ShortensWhereItsFibresContract) {
    for (const bool is_newton : {false, true}) {
        scene.muscles.pockets = false;
        scene.muscles.fibres = {along_the_length()};
        scene.subspace = is_newton ? SubspaceKind::displacement : SubspaceKind::skinning;
        scene.modes = is_newton ? 6 : 40;
        scene.newton = is_newton ? std::optional(NewtonDescription{.points = 100}) : std::nullopt;
        const Points x = positions_with_the_first_muscle(built());
        const double length = x.col(0).maxCoeff() - x.col(0).minCoeff();
        EXPECT_LT(length, 0.9) << "of 1 m";
        EXPECT_GT(length, 0.3);
    }
}

TEST_F(HollowBody, KeepsTheActivationsOfOtherMusclesWhenItsFibresComeAndGo) {
    MuscleControls controls;
    controls.held = {0.1, 0.2, 0.7};
    exchange(controls, set_fibres(scene.muscles, {along_the_length()}, 2));
    EXPECT_EQ(scene.muscles.fibres.size(), 1u);
    EXPECT_THAT(controls.held, ElementsAre(0.1, 0.2, 0.0, 0.7));
    exchange(controls, set_fibres(scene.muscles, {}, 2));
    EXPECT_TRUE(scene.muscles.fibres.empty());
    EXPECT_THAT(controls.held, ElementsAre(0.1, 0.2, 0.7));
}

TEST_F(HollowBody, KeepsTheActivationsOfOtherMusclesWhenItsPocketsComeAndGo) {
    MuscleControls controls;
    controls.held = {0.1, 0.2, 0.7};
    scene.muscles.pockets = false;
    exchange(controls, set_pockets(scene.muscles, true, 2, 2));
    EXPECT_TRUE(scene.muscles.pockets);
    EXPECT_THAT(controls.held, ElementsAre(0.1, 0.2, 0.0, 0.0, 0.7));
    exchange(controls, set_pockets(scene.muscles, false, 2, 2));
    EXPECT_FALSE(scene.muscles.pockets);
    EXPECT_THAT(controls.held, ElementsAre(0.1, 0.2, 0.7));
}

} // namespace
} // namespace limber::app
