// SPDX-License-Identifier: MIT
#include "app/scenes/scene_of.h"

#include "app/document/obstacle_placing.h"

#include <utility>

namespace limber::app {

OpenedScene scene_of(const PreparedScene& prepared, const std::vector<LiveControls>& controls, int last_id) {
    EXPECTS(controls.empty() || controls.size() == prepared.members.size());
    OpenedScene opened;
    opened.last_id = last_id;
    opened.scene.environment = prepared.environment;
    opened.scene.warm_up = prepared.warm_up;
    if (!controls.empty()) {
        opened.scene.environment.time_step = controls.front().time_step;
    }
    std::map<const Character*, int> numbers;
    for (const CharacterPtr& model : prepared.models) {
        const int number = ++opened.last_id;
        numbers[model.get()] = number;
        opened.models[number] = model;
        opened.scene.models[number] = model->description;
    }
    std::vector<CharacterInstance>& instances = opened.scene.instances;
    for (const PreparedCharacter& one : prepared.members) {
        const LiveState live = one.member.live.value_or(LiveState{});
        CharacterInstance instance;
        instance.id = ++opened.last_id;
        instance.model = numbers.at(one.character.get());
        instance.scene = one.member.scene;
        instance.home = home_of(one);
        instance.clip_start = one.member.clip_time;
        instance.base = std::make_shared<const CharacterDescription>(one.base);
        instance.controls = starting_controls(one);
        instance.rigid = one.member.rigid;
        instance.compared = one.member.compared;
        instance.handle_stiffness = live.handle_stiffness.value_or(usual_stiffness(*one.character));
        if (!controls.empty()) {
            instance.controls = controls[instances.size()];
        }
        instances.push_back(std::move(instance));
    }
    renumber_carriers(opened.scene.environment.obstacles, [&](int member) -> std::optional<int> {
        const bool is_there = member >= 0 && member < static_cast<int>(instances.size());
        return is_there ? std::optional(instances[static_cast<std::size_t>(member)].id) : std::nullopt;
    });
    return opened;
}

} // namespace limber::app
