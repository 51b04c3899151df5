#include "app/character/scene_of.h"

#include <utility>

namespace limber::app {

OpenedScene scene_of(const PreparedScene& prepared, const std::vector<LiveControls>& controls, int last_id) {
    EXPECTS(controls.empty() || controls.size() == prepared.members.size());
    OpenedScene opened;
    opened.last_id = last_id;
    std::map<const Character*, int> numbers;
    for (const CharacterPtr& model : prepared.models) {
        const int number = ++opened.last_id;
        numbers[model.get()] = number;
        opened.models[number] = model;
        opened.scene.models[number] = model->description;
    }
    std::vector<CharacterInstance>& parts = opened.scene.parts;
    for (const PreparedCharacter& one : prepared.members) {
        const LiveState live = one.member.live.value_or(LiveState{});
        CharacterInstance part;
        part.id = ++opened.last_id;
        part.model = numbers.at(one.character.get());
        part.scene = one.member.scene;
        part.home = live.home.value_or(one.member.placement);
        part.clip_start = one.member.clip_time;
        part.base = std::make_shared<const CharacterDescription>(one.base);
        part.controls = starting_controls(one);
        part.controls.time_step = parts.empty() ? part.controls.time_step : parts.front().controls.time_step;
        part.handle_stiffness = live.handle_stiffness.value_or(usual_stiffness(*one.character));
        if (!controls.empty()) {
            part.controls = controls[parts.size()];
        }
        parts.push_back(std::move(part));
    }
    return opened;
}

} // namespace limber::app
