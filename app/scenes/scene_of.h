// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/scene.h"
#include "app/scenes/prepared_scene.h"

#include <map>
#include <vector>

namespace limber::app {

/// A prepared scene in the form of the document, and its characters by model number.
struct OpenedScene {
    Scene scene;
    std::map<int, CharacterPtr> models;
    int last_id = 0; // the largest number of an instance or a model
};

/// Instances and models get the numbers after `last_id`. `controls`: per member, instead of its starting controls;
/// empty: the starting controls.
OpenedScene scene_of(const PreparedScene& prepared, const std::vector<LiveControls>& controls = {}, int last_id = 0);

} // namespace limber::app
