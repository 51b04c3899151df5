#pragma once

#include "app/character/prepared_scene.h"
#include "app/document/scene.h"

#include <map>
#include <vector>

namespace limber::app {

/// A prepared scene as it is edited, and the characters of its models by the same numbers.
struct OpenedScene {
    Scene scene;
    std::map<int, CharacterPtr> models;
    int last_id = 0; // the largest number of an instance or a model
};

/// Instances and models take the numbers after `last_id`. `controls`: of each member, where they are not those with
/// which it starts; empty: none.
OpenedScene scene_of(const PreparedScene& prepared, const std::vector<LiveControls>& controls = {}, int last_id = 0);

} // namespace limber::app
