// SPDX-License-Identifier: MIT
#include "app/controllers/behaviour_controller.h"

#include "app/character/character.h"
#include "app/controllers/behaviour_marks.h"
#include "app/view/drawables.h"
#include "engine/core/json.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limber::app {
namespace {

constexpr const char* behaviour_keys = "The arrow keys walk, Space hops, D stops driving";

const BehaviourControls& own_behaviour(const SessionState& state) {
    return state.editor.controls().muscles.behaviour;
}

bool is_driven(const SessionState& state) {
    return state.view.drives && own_behaviour(state).kind.has_value();
}

DrivenBody driven_body(const Snapshot& selected) {
    DrivenBody body;
    if (selected.character) {
        body.front = front_of(selected.character->description);
        body.up = up_of(selected.character->description);
        body.time = selected.state.time;
    }
    if (const auto& behaviour = selected.behaviour) {
        body.has_hopped = behaviour->kind == BehaviourKind::hop && behaviour->status.is_done;
    }
    return body;
}

// The middle of the nearest other character; nullopt: there is none.
std::optional<Vec3> nearest_other(int id, const std::vector<Snapshot>& all) {
    const auto own = std::ranges::find(all, id, &Snapshot::id);
    if (own == all.end() || !own->character) {
        return std::nullopt;
    }
    const Vec3 here = mean_position(*own->character, own->state);
    std::optional<Vec3> nearest;
    for (const Snapshot& other : all) {
        if (other.id == id || !other.character) {
            continue;
        }
        const Vec3 there = mean_position(*other.character, other.state);
        if (!nearest || (there - here).norm() < (*nearest - here).norm()) {
            nearest = there;
        }
    }
    return nearest;
}

Command notice(std::string text, Message::Topic topic = Message::Topic::none) {
    return ShowMessage{{Message::Kind::notice, std::move(text), topic}};
}

} // namespace

Commands BehaviourController::take(std::vector<InputEvent>& events, const SessionState& state) {
    for (const InputEvent& event : events) {
        if (const auto* moved = std::get_if<MouseMoved>(&event)) {
            mouse_ = Pixel(moved->x, moved->y);
        }
    }
    if (!is_driven(state)) {
        driver_.release_keys();
        return {};
    }
    if (!state.activity.is_playing) {
        return {};
    }
    const bool was_steered = driver_.command().role != GaitRole::none;
    events = driver_.take(events, driven_body(state.shown.selected).time);
    if (!was_steered && driver_.command().role != GaitRole::none) {
        return {RemoveMessages{Message::Topic::steering}};
    }
    return {};
}

Commands BehaviourController::snapshots_arrived(const SessionState& state) {
    const Snapshot& selected = state.shown.selected;
    if (!selected.behaviour || selected.id != state.editor.selected()) {
        is_down_ = false;
        problem_.clear();
        return {};
    }
    if (state.activity.is_building) {
        return {}; // what it cannot do may be what it is built for
    }
    const ShownBehaviour& behaviour = *selected.behaviour;
    Commands commands;
    if (behaviour.problem != problem_ && !behaviour.problem.empty()) {
        commands.push_back(notice(behaviour.problem));
    }
    problem_ = behaviour.problem;
    if (behaviour.status.cannot_rise && !is_down_) {
        commands.push_back(
            notice(state.editor.description().name + " has fallen and cannot stand up again: R restarts it."));
    }
    is_down_ = behaviour.status.cannot_rise;
    return commands;
}

Commands BehaviourController::scene_opened(const SceneOpened&, const SessionState& state) {
    driver_.release_keys();
    if (!own_behaviour(state).kind) {
        return {};
    }
    const bool flees = own_behaviour(state).kind == BehaviourKind::flee && !own_behaviour(state).is_nearest;
    return {
        EditView{[flees](ViewOptions& view) {
            view.drives = true;
            view.leads = view.leads || flees;
        }},
        notice(std::string(flees ? "It runs from the mouse. " : "") + behaviour_keys + ".", Message::Topic::steering)};
}

std::optional<Vec3> BehaviourController::pointed_at(const SessionState& state) const {
    const Snapshot& selected = state.shown.selected;
    if (!mouse_ || state.is_mouse_on_panels || !selected.behaviour) {
        return std::nullopt;
    }
    const Vec3 up = up_of(selected.character->description);
    return meeting_point(mouse_ray(state.camera.now(), state.area(), *mouse_), selected.behaviour->ground * up, up);
}

void BehaviourController::control(const CharacterInstance& instance, LiveControls& controls,
                                  const SessionState& state) {
    BehaviourControls& behaviour = controls.muscles.behaviour;
    if (!behaviour.kind) {
        return;
    }
    if (instance.id == state.editor.selected() && is_driven(state)) {
        behaviour = driver_.driven(behaviour, state.camera.now(), driven_body(state.shown.selected));
    }
    if (has_moving_target(behaviour)) {
        behaviour.target = moved_target(instance, state).value_or(behaviour.target);
    }
}

std::optional<Vec3> BehaviourController::moved_target(const CharacterInstance& instance,
                                                      const SessionState& state) const {
    if (instance.controls.muscles.behaviour.is_nearest) {
        return nearest_other(instance.id, state.shown.all);
    }
    const bool is_led = instance.id == state.editor.selected() && state.view.leads;
    return is_led ? pointed_at(state) : std::nullopt;
}

void BehaviourController::draw(Sketch& sketch, const SessionState& state) {
    for (const Snapshot& snapshot : state.shown.all) {
        if (snapshot.behaviour && state.is_drawn(snapshot)) {
            add_behaviour_marks(sketch, *snapshot.behaviour, up_of(snapshot.character->description), state.camera.now(),
                                state.area());
        }
    }
}

std::string BehaviourController::key_hint(const SessionState& state) {
    if (!own_behaviour(state).kind) {
        return "";
    }
    if (!state.view.drives) {
        return "D: drive it with the arrow keys";
    }
    return state.activity.is_playing ? behaviour_keys : "Paused: Space plays, left and right step through time";
}

void BehaviourController::report(Json& report, const SessionState& state) const {
    const auto& behaviour = state.shown.selected.behaviour;
    if (!behaviour) {
        return;
    }
    Json::array_t markers;
    for (const GoalMarker& marker : behaviour->markers) {
        markers.emplace_back(Json::array_t{marker.at.x(), marker.at.y(), marker.at.z()});
    }
    report.emplace("behaviour", Json::object_t{{"kind", std::string(limber::name_of(behaviour->kind))},
                                               {"phase", std::string(behaviour->status.phase)},
                                               {"done", behaviour->status.is_done},
                                               {"fallen", behaviour->status.is_fallen},
                                               {"tilt", behaviour->status.tilt},
                                               {"heading", behaviour->status.heading},
                                               {"centre", Json::array_t{behaviour->centre.x(), behaviour->centre.y(),
                                                                        behaviour->centre.z()}},
                                               {"problem", behaviour->problem},
                                               {"driven", state.view.drives ? driver_.command().words() : ""},
                                               {"goals", std::move(markers)}});
}

} // namespace limber::app
