// SPDX-License-Identifier: MIT
#pragma once

#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "app/motion/moving_body.h"
#include "app/motion/walking.h"
#include "engine/mesh/tet_mesh_file.h"
#include "tests/support/meshes.h"
#include "tests/support/small_scene.h"

#include <gtest/gtest.h>

#include <utility>

/// A block of flesh on a floor, with a cage as its muscles, that does what its behaviour says.
namespace limber::testing {

inline app::CharacterDescription behaving_block(const ScratchFolder& folder, app::BehaviourControls behaviour = {}) {
    const std::filesystem::path mesh = folder / "block.msh";
    EXPECT_TRUE(write_tet_mesh(bar_mesh(2, 5, 2, Vec3(0.4, 1.0, 0.4)), mesh));
    app::CharacterDescription scene;
    scene.name = "Block";
    scene.mesh = mesh;
    scene = app::set_free(scene);
    scene.modes = 6;
    scene.clusters = 20;
    app::set_cage(scene.muscles);
    app::set_exact_steps(scene, scene.step.iterations, scene.step.tolerance);
    scene.muscles.behaviour = std::move(behaviour);
    return scene;
}

inline app::CharacterPtr built_block(const ScratchFolder& folder, app::BehaviourControls behaviour = {}) {
    return app::build_character(behaving_block(folder, std::move(behaviour)), nullptr, app::Stage::mesh).value();
}

} // namespace limber::testing
