// SPDX-License-Identifier: MIT
#include "app/document/copied_settings.h"

#include <gtest/gtest.h>

#include <array>

namespace limber::app {
namespace {

// Displacement modes that are stepped by Newton's method.
CopiedSettings settings_of_displacements() {
    CopiedSettings settings;
    settings.description.subspace = SubspaceKind::displacement;
    settings.description.modes = 7;
    settings.description.newton = NewtonDescription{.points = 30};
    return settings;
}

ModelDescription pasted_into(const ModelDescription& description) {
    Scene scene;
    scene.models[1] = description;
    CharacterInstance& instance = scene.instances.emplace_back();
    instance.id = 4;
    instance.model = 1;
    paste(settings_of_displacements(), {}, 4, scene);
    return scene.models.at(1);
}

TEST(CopiedSettings, TakeTheSubspaceAndItsStepAlong) {
    const ModelDescription solid = pasted_into({});
    EXPECT_EQ(solid.subspace, SubspaceKind::displacement);
    EXPECT_EQ(solid.modes, 7);
    ASSERT_TRUE(solid.newton);
    EXPECT_EQ(solid.newton->points, 30);
}

TEST(CopiedSettings, LeaveBodiesWithOneSubspaceTheirs) {
    ModelDescription flat;
    flat.plane_depth = 0.1;
    ModelDescription shell;
    shell.shell_thickness = 0.01;
    for (ModelDescription description : std::array{flat, shell}) {
        description.rig_kind = RigKind::none;
        const ModelDescription pasted = pasted_into(description);
        EXPECT_EQ(pasted.subspace, SubspaceKind::skinning);
        EXPECT_FALSE(pasted.newton);
        EXPECT_EQ(pasted.modes, 7) << "other settings come along";
    }
}

} // namespace
} // namespace limber::app
