// SPDX-License-Identifier: MIT
#pragma once

#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "tests/support/small_scene.h"

/// The bar of the small scene on a floor, with two muscles; without a rig it is a free body.
namespace limber::testing {

inline app::CharacterPtr bar_on_a_floor(app::RigKind rig) {
    const ScratchFolder folder;
    app::CharacterDescription scene = app::read_scene(write_small_scene(folder)).value().value;
    scene.rig_kind = rig;
    scene.rig.clear();
    scene.clips.clear();
    scene.active_clip = -1;
    scene.muscles = {};
    scene.muscles.modes = 2;
    scene.contact.floor = true;
    scene.contact.points = 8;
    return app::build_character(scene, nullptr, app::Stage::mesh).value();
}

inline app::CharacterPtr free_bar() {
    return bar_on_a_floor(app::RigKind::none);
}

} // namespace limber::testing
