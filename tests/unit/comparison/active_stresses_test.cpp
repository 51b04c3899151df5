// SPDX-License-Identifier: MIT
#include "app/comparison/comparison.h"
#include "app/scenes/prepared_scene.h"
#include "engine/mesh/tet_mesh_file.h"
#include "engine/mesh/topology.h"
#include "tests/support/meshes.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

/// Pockets and fibres under Newton's method, whose energies full space has too.
namespace limber::app {
namespace {

using limber::testing::bar_mesh;
using limber::testing::part_of;
using limber::testing::ScratchFolder;

// A bar with a closed cavity.
TetMesh hollow_bar() {
    return part_of(bar_mesh(4, 3, 3, Vec3(0.4, 0.3, 0.3)), [](const Vec3& c) {
        return c.x() < 0.1 || c.x() > 0.3 || c.y() < 0.1 || c.y() > 0.2 || c.z() < 0.1 || c.z() > 0.2;
    });
}

class StressedBar : public ::testing::Test {
protected:
    StressedBar() {
        EXPECT_TRUE(write_tet_mesh(hollow_bar(), folder / "hollow.msh"));
    }
    // Errors of a subspace with nearly all displacements, and of the body at rest, which is how far full space moves.
    std::pair<double, double> errors_with(const MuscleDescription& muscles) const {
        const auto adjusted = [&](CharacterDescription character) -> Result<CharacterDescription> {
            character.mesh = folder / "hollow.msh";
            character.rig_kind = RigKind::none;
            character.rig.clear();
            character.clips.clear();
            character.subspace = SubspaceKind::displacement;
            character.modes = (3 * hollow_bar().vertex_count() - 6) / 12; // all displacements but a few of the last
            character.step.gravity.setZero();
            character.newton = NewtonDescription{.points = 10000};
            character.muscles = muscles;
            return character;
        };
        const auto scene = scene_in(limber::testing::write_small_scene(folder).string()).value().value;
        std::vector<SceneMotion> scenes;
        scenes.push_back(SceneMotion::prepared(scene, adjusted).value());
        const auto kinds = compare(scenes, {.frames = 12, .with_rig = true, .threads = {2}}).value();
        return {kinds[0].error_max, kinds[1].error_max};
    }

    ScratchFolder folder;
};

TEST_F(StressedBar, IsInflatedAsInFullSpace) {
    MuscleDescription muscles;
    muscles.pockets = true;
    muscles.held = {0.6};
    const auto [error, moved] = errors_with(muscles);
    EXPECT_GT(moved, 0.01);
    EXPECT_LT(error, 0.03 * moved);
}

TEST_F(StressedBar, ContractsAsInFullSpace) {
    MuscleDescription muscles;
    BodyLoad fibres{.load = {.name = "Upper", .kind = LoadKind::muscle}};
    PaintLevels levels;
    for (const int vertex : boundary_vertices(hollow_bar().T)) {
        levels.push_back(static_cast<std::uint8_t>(std::lround(255.0 * hollow_bar().X(vertex, 1) / 0.3)));
    }
    fibres.painted = PaintedRegion(std::move(levels));
    muscles.fibres = {fibres};
    muscles.held = {0.8};
    const auto [error, moved] = errors_with(muscles);
    EXPECT_GT(moved, 0.01);
    EXPECT_LT(error, 0.03 * moved);
}

} // namespace
} // namespace limber::app
