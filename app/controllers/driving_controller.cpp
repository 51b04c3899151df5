// SPDX-License-Identifier: MIT
#include "app/controllers/driving_controller.h"

#include "app/character/character.h"
#include "app/document/gait_origin.h"
#include "app/motion/stance.h"

#include <algorithm>
#include <utility>

namespace limber::app {
namespace {

// While gaits are driven, all gaits of the keys are scaled.
void scale_gaits(CharacterDraft& draft, double factor, bool are_driven) {
    scale_amplitudes(draft.controls.muscles.gait, factor);
    GaitLibrary& gaits = draft.description.muscles.gaits;
    for (const GaitRole role : driven_roles) {
        const NamedGait* named = are_driven ? gaits.playing(role) : nullptr;
        if (named) {
            NamedGait scaled = *named;
            scale_amplitudes(scaled.gait, factor);
            scaled.file.clear();
            gaits.keep(std::move(scaled));
        }
    }
}

// A behaviour has the keys instead of the gaits (behaviour_controller.h).
bool behaves(const SessionState& state) {
    return state.editor.controls().muscles.behaviour.kind.has_value();
}

// The place above a body where its label stands; nullopt: outside of the view.
std::optional<Pixel> place_of_label(const Snapshot& snapshot, const SessionState& state) {
    const BoundingBox body = state.bounds().box(snapshot);
    const Vec3 up = state.camera.now().up;
    const Vec3 top = body.centre() + 0.5 * (body.high - body.low).dot(up.cwiseAbs()) * up;
    const auto at = pixel_of(state.camera.now(), state.area(), top);
    return at ? std::optional<Pixel>(*at - Pixel(0, 6)) : std::nullopt;
}

} // namespace

bool DrivingController::is_driven(const CharacterInstance& instance, const SessionState& state) const {
    return instance.id == state.editor.selected() && state.view.drives;
}

Commands DrivingController::take(std::vector<InputEvent>& events, const SessionState& state) {
    if (!state.view.drives || behaves(state)) {
        gaits_.release_keys();
        return {};
    }
    const Snapshot& selected = state.shown.selected;
    const double time = selected.character ? selected.state.time : 0.0;
    if (!state.activity.is_playing) {
        events = gaits_.wait(events, time);
        return {};
    }
    const MuscleDescription& muscles = state.editor.description().muscles;
    events = gaits_.take(events, muscles.gaits, time, muscles.blend);
    Commands commands;
    if (gaits_.command().role != GaitRole::none) {
        commands.emplace_back(RemoveMessages{Message::Topic::steering});
        commands.emplace_back(RemoveMessages{Message::Topic::best_gait});
    }
    if (const auto unknown = gaits_.unknown()) {
        commands.emplace_back(
            ShowMessage{{Message::Kind::notice,
                         state.editor.description().name + " has no gait for " + name_of(*unknown) +
                             (*unknown == GaitRole::jump ? ", and Space pauses" : "") +
                             ": search for one in Gait search, or assign an existing one to this key in Gaits."}});
    }
    return commands;
}

Commands DrivingController::act(Action action, const SessionState& state) {
    switch (action) {
    case Action::drive:
        return {EditView{[](ViewOptions& view) {
                    view.drives = !view.drives;
                }},
                RemoveMessages{Message::Topic::steering}};
    case Action::play_gait: {
        CharacterDraft draft = state.editor.draft();
        draft.controls.muscles.playing = !draft.controls.muscles.playing;
        return {EditCharacter{std::move(draft)}};
    }
    case Action::livelier:
    case Action::calmer: {
        CharacterDraft draft = state.editor.draft();
        scale_gaits(draft, action == Action::livelier ? 1.1 : 1.0 / 1.1, state.view.drives && gaits_.are_used());
        return {EditCharacter{std::move(draft)}};
    }
    default:
        return {};
    }
}

Commands DrivingController::carry_out(const ReleaseGaitKeys&, const SessionState&) {
    gaits_.release_keys();
    return {};
}

Commands DrivingController::carry_out(const FadeToGait&, const SessionState&) {
    gaits_.request_fade();
    return {};
}

Commands DrivingController::carry_out(const FollowDocument& command, const SessionState& state) {
    const CharacterInstance* before = command.before->scene.instance(command.selected_before);
    const MuscleControls& muscles = state.editor.controls().muscles;
    const MuscleControls muscles_before = before ? before->controls.muscles : MuscleControls{};
    const bool is_same = state.editor.selected() == command.selected_before;
    const NamedGait* plays = muscles.gait == muscles_before.gait
                                 ? nullptr
                                 : origin_of(muscles.gait, state.editor.description().muscles.gaits);
    Commands commands{EditView{[=, name = plays ? plays->name : ""](ViewOptions& view) {
        view.target = is_same ? target_after(view.target, muscles_before, muscles) : TargetShown{};
        view.gait = name.empty() ? view.gait : name; // the chosen gait is the one that plays again
    }}};
    if (is_same && muscles.gait != muscles_before.gait) {
        commands.emplace_back(ShowChosenGait{}); // not the better ones of a search that runs
    }
    return commands;
}

Commands DrivingController::carry_out(const ShowChosenGait&, const SessionState&) {
    gaits_.release_keys();
    gaits_.request_fade();
    return {RemoveMessages{Message::Topic::best_gait}};
}

// After a fall, a character whose search is watched restarts from rest, as each rollout of the search does. A character
// that is steered or plays its own gait stays where it fell.
Commands DrivingController::snapshots_arrived(const SessionState& state) {
    const Snapshot& selected = state.shown.selected;
    const double time = selected.character ? selected.state.time : 0.0;
    if (!state.is_shown() || !state.activity.is_playing || !moves_by_itself(selected) || behaves(state) ||
        !falls_.is_due(selected.id, time)) {
        return {};
    }
    const MuscleControls& muscles = state.editor.controls().muscles;
    const Vec3 up = up_of(selected.character->description);
    const Mat3 turn = stance_of(*selected.character, selected.state).turn;
    const bool has_fallen = falls_.has_fallen(selected.id, time, up.dot(turn * up));
    const bool moves = state.view.drives || (muscles.playing && !muscles.gait.waveforms.empty());
    if (!has_fallen || !moves) {
        return {};
    }
    const bool restarts = state.activity.watched_search == selected.id && !state.activity.is_dragging;
    const std::string& name = state.editor.description().name;
    Commands commands{ShowMessage{
        {Message::Kind::notice, name + (restarts ? " fell and restarts from rest, like each rollout of the search."
                                                 : " has fallen and does not get up: R restarts it.")}}};
    if (restarts) {
        commands.emplace_back(RestartSimulation{});
    }
    return commands;
}

// Without gaits for the keys, the keys keep their other meaning.
Commands DrivingController::scene_opened(const SceneOpened&, const SessionState& state) {
    gaits_.remove_faders();
    gaits_.release_keys();
    const GaitLibrary& gaits = state.editor.description().muscles.gaits;
    const bool drives =
        gaits.playing(GaitRole::forward) || (gaits.playing(GaitRole::left) && gaits.playing(GaitRole::right));
    Commands commands{EditView{[drives](ViewOptions& view) {
                          view.gait.clear();
                          view.drives = drives;
                      }},
                      RemoveMessages{Message::Topic::steering}};
    if (drives) {
        commands.emplace_back(
            ShowMessage{{Message::Kind::notice, words_for_keys(gaits) + ".", Message::Topic::steering}});
    }
    return commands;
}

void DrivingController::control(const CharacterInstance& instance, LiveControls& controls, const SessionState& state) {
    controls.muscles = muscles_of(instance, state);
}

void DrivingController::add_to(UiState& ui, const SessionState& state) const {
    const CharacterInstance* instance = state.editor.instance();
    const NamedGait* gait = instance ? gait_of(*instance, state) : nullptr;
    ui.gaits.command = gaits_.command();
    ui.gaits.library_name = gait ? gait->name : "";
    ui.gaits.current = playing(state);
}

void DrivingController::draw(Sketch& sketch, const SessionState& state) const {
    const Scene& scene = state.editor.scene();
    if (std::ranges::none_of(scene.instances, &CharacterInstance::is_helper)) {
        return;
    }
    for (const Snapshot& snapshot : state.shown.all) {
        const CharacterInstance* instance = scene.instance(snapshot.id);
        if (const auto place = instance ? place_of_label(snapshot, state) : std::nullopt) {
            sketch.labels.push_back({*place, label_of(*instance, state)});
        }
    }
}

// The simulation is some steps ahead of the shown time.
const MuscleControls& DrivingController::muscles_of(const CharacterInstance& instance, const SessionState& state) {
    const auto shown = std::ranges::find(state.shown.all, instance.id, &Snapshot::id);
    const double time = shown == state.shown.all.end() ? 0.0 : shown->state.time;
    const MuscleDescription& muscles = state.editor.scene().models.at(instance.model).muscles;
    const MuscleControls& own = instance.controls.muscles;
    return gaits_.play(instance.id, is_driven(instance, state) ? gaits_.driven(own, muscles.gaits) : own,
                       time + 2.0 * state.editor.environment().time_step, muscles.blend);
}

Gait DrivingController::playing(const SessionState& state) const {
    const MuscleControls& own = state.editor.controls().muscles;
    return state.view.drives ? gaits_.driven(own, state.editor.description().muscles.gaits).gait : own.gait;
}

const NamedGait* DrivingController::gait_of(const CharacterInstance& instance, const SessionState& state) const {
    const GaitLibrary& gaits = state.editor.scene().models.at(instance.model).muscles.gaits;
    const MuscleControls& own = instance.controls.muscles;
    if (is_driven(instance, state)) {
        if (const NamedGait* asked = gaits.playing(gaits_.command().role)) {
            return asked;
        }
        if (gaits_.driven(own, gaits).gait.waveforms.empty()) {
            return nullptr;
        }
    }
    return own.playing ? origin_of(own.gait, gaits) : nullptr;
}

std::string DrivingController::label_of(const CharacterInstance& instance, const SessionState& state) const {
    const MuscleControls& own = instance.controls.muscles;
    const NamedGait* named = gait_of(instance, state);
    if (!named) {
        const GaitLibrary& gaits = state.editor.scene().models.at(instance.model).muscles.gaits;
        const Gait gait = is_driven(instance, state) ? gaits_.driven(own, gaits).gait : own.gait;
        return !own.playing || gait.waveforms.empty() ? "Stands still" : "What plays";
    }
    const bool is_asked = is_driven(instance, state) && gaits_.command().role != GaitRole::none;
    return is_asked || same_motion(named->gait, own.gait) ? named->name : named->name + ", changed";
}

std::string DrivingController::key_hint(const SessionState& state) {
    if (behaves(state)) {
        return "";
    }
    return hint_for_keys(state.editor.description().muscles.gaits, state.view.drives, state.activity.is_playing);
}

} // namespace limber::app
