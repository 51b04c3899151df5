#include "app/session/application_session.h"

#include <algorithm>
#include <concepts>
#include <utility>

// How commands find what carries them out, and the order of things in a frame.
namespace limber::app {
namespace {

template <typename Feature, typename C>
concept CarriesOut = requires(Feature& feature, const C& command, const SessionState& state) {
    { feature.carry_out(command, state) } -> std::same_as<Commands>;
};

template <typename C, typename... Feature>
constexpr bool is_carried_out_by_one_of(std::tuple<Feature&...>*) {
    return (CarriesOut<Feature, C> || ...);
}
template <typename C>
constexpr bool is_carried_out_by_a_feature =
    is_carried_out_by_one_of<C>(static_cast<decltype(std::declval<Features>().all())*>(nullptr));

template <typename Feature>
concept TakesActions = requires(Feature& feature, Action action, const SessionState& state) {
    { feature.act(action, state) } -> std::same_as<Commands>;
};

template <typename Feature>
concept Updates = requires(Feature& feature, const SessionState& state) {
    { feature.update(state) } -> std::same_as<Commands>;
};

void append(Commands& all, Commands more) {
    std::ranges::move(more, std::back_inserter(all));
}

// What is done to the selected character.
bool needs_a_character(Action action) {
    return action == Action::reset_pose || action == Action::play_gait || action == Action::livelier ||
           action == Action::calmer || action == Action::save_scene || action == Action::save_scene_as ||
           action == Action::save_recording || action == Action::delete_handle || action == Action::release_all_handles;
}

} // namespace

ApplicationSession::ApplicationSession(const SessionOptions& options)
    : features_{.simulation = {},
                .builder = ModelBuilder(options.cache),
                .playback = PlaybackController(options.is_playing),
                .files = {},
                .opening = {},
                .recordings = {},
                .characters = {},
                .view = {},
                .viewport = {},
                .painting = {},
                .driving = {},
                .gait_files = {},
                .gait_search = {},
                .surroundings = {}},
      record_(options.record) {
    features_.files.look_for_recovery();
}

void ApplicationSession::carry_out(const Commands& commands) {
    for (const Command& command : commands) {
        carry_out(command);
    }
}

void ApplicationSession::carry_out(const Command& command) {
    std::visit(
        [this](const auto& one) {
            using C = std::remove_cvref_t<decltype(one)>;
            constexpr bool is_carried_out_here = requires {
                this->carry_out_here(one);
            };
            static_assert(is_carried_out_here || is_carried_out_by_a_feature<C>, "no feature carries this command out");
            if constexpr (is_carried_out_here) {
                carry_out_here(one);
            }
            give_to_features(one);
        },
        command);
}

// All features see the same state; then follows what they return.
template <typename C>
void ApplicationSession::give_to_features(const C& command) {
    Commands following;
    const SessionState now = state();
    const auto give = [&](auto& feature) {
        if constexpr (CarriesOut<std::remove_reference_t<decltype(feature)>, C>) {
            append(following, feature.carry_out(command, now));
        }
    };
    std::apply([&](auto&... feature) { (give(feature), ...); }, features_.all());
    carry_out(following);
}

void ApplicationSession::carry_out_here(const Action& action) {
    if (needs_a_character(action) && !state().built()) {
        return;
    }
    if (action == Action::leave) {
        leave();
        return;
    }
    if (action == Action::undo || action == Action::redo) {
        undo_or_redo(action == Action::redo);
        return;
    }
    Commands following;
    const SessionState now = state();
    const auto give = [&](auto& feature) {
        if constexpr (TakesActions<std::remove_reference_t<decltype(feature)>>) {
            append(following, feature.act(action, now));
        }
    };
    std::apply([&](auto&... feature) { (give(feature), ...); }, features_.all());
    carry_out(following);
}

SessionState ApplicationSession::state() const {
    Activity activity;
    activity.is_playing = features_.playback.is_playing();
    activity.is_dragging = features_.viewport.interaction().is_holding();
    activity.is_editing = is_editing();
    activity.is_opening = features_.opening.opening().has_value();
    activity.is_building = !features_.builder.is_at_rest();
    activity.is_steered = features_.driving.command().role != GaitRole::none;
    const GaitSearchStatus& search = features_.gait_search.status();
    activity.is_searching = search.is_running && !search.is_paused;
    return {editor_, models_, shown_, view_, features_.viewport.camera(), input_.viewport, activity, input_.seconds};
}

bool ApplicationSession::is_editing() const {
    return features_.viewport.interaction().is_holding() || features_.painting.is_painting() ||
           input_.is_editing_panels;
}

Touchable ApplicationSession::touchable_now() const {
    Touchable scene = touchable(state());
    scene.goal = scene.character ? goal() : std::nullopt;
    return scene;
}

void ApplicationSession::take_input(const std::vector<InputEvent>& events, const InputFrame& frame) {
    const ViewArea before = input_.viewport.layout.dynamics;
    const bool was_whole = input_.viewport.layout.rig_only.width == 0.0;
    input_ = frame;
    if (!is_editing()) {
        editor_.mark_gesture_start();
    }
    if (view_.side_by_side && was_whole) {
        features_.viewport.keep_in_view(before, state());
    }
    if (!frame.are_messages_hovered) {
        messages_.pass(frame.seconds);
    }
    Commands commands;
    std::vector<InputEvent> others = features_.driving.take(events, state(), commands);
    carry_out(commands);
    paint(others);
    use_viewport(others);
    if (frame.is_mouse_on_panels) {
        features_.viewport.clear_hover();
        features_.painting.clear_hover();
    }
    send_scene();
}

void ApplicationSession::paint(std::vector<InputEvent>& events) {
    if (!view_.brush.is_held || features_.opening.opening() || features_.viewport.interaction().is_holding()) {
        return;
    }
    const Touchable scene = touchable_now();
    auto outcome = features_.painting.take(events, view_.brush, {editor_, scene, features_.viewport.camera().now()});
    events = std::move(outcome.events);
    carry_out(outcome.commands);
}

// A press on another character selects it before the press has its effect.
void ApplicationSession::use_viewport(const std::vector<InputEvent>& events) {
    std::vector<InputEvent> so_far;
    for (const InputEvent& event : events) {
        const auto other = features_.viewport.pressed_body(event, touchable_now(), state());
        if (!other) {
            so_far.push_back(event);
            continue;
        }
        touch(std::exchange(so_far, {}), 0.0);
        carry_out(SelectCharacter{*other});
        touch({event}, 0.0);
        features_.viewport.leave_bones_alone();
    }
    touch(so_far, input_.seconds);
}

void ApplicationSession::touch(const std::vector<InputEvent>& events, double seconds) {
    carry_out(features_.viewport.take(events, touchable_now(), state(), seconds));
}

void ApplicationSession::update() {
    if (const auto refused = features_.builder.poll()) {
        keep_old_models(*refused);
    }
    Commands commands;
    const SessionState before = state();
    const auto update_one = [&](auto& feature) {
        if constexpr (Updates<std::remove_reference_t<decltype(feature)>>) {
            append(commands, feature.update(before));
        }
    };
    std::apply([&](auto&... feature) { (update_one(feature), ...); }, features_.all());
    carry_out(commands);
    poll_simulation();
    features_.viewport.follow(state());
    if (features_.playback.is_playing() || features_.opening.opening()) {
        view_.target = {}; // shown while time stands still
    }
}

void ApplicationSession::poll_simulation() {
    SimulationThread& thread = features_.simulation.thread();
    if (const auto fault = thread.take_fault()) {
        features_.playback.set_playing(false);
        carry_out(ShowMessage{{Message::Kind::error, sentence(*fault) + "."}});
    }
    while (const auto excerpt = thread.take_excerpt()) {
        add_excerpt(*excerpt);
    }
    if (thread.take(shown_.all)) {
        show_selected();
        features_.playback.update(shown_.selected);
        const GaitSearchController& search = features_.gait_search;
        const bool is_watched =
            search.status().is_running && search.watches_best() && search.target() == editor_.selected();
        carry_out(features_.driving.report_fall(state(), is_watched));
    }
    features_.playback.plot(thread.take_samples(), state().is_shown());
}

// Until the simulation has the selected character, the one that was shown before.
void ApplicationSession::show_selected() {
    const auto snapshot_of = [this](int id) {
        return std::ranges::find(shown_.all, id, &Snapshot::id);
    };
    auto selected = snapshot_of(editor_.selected());
    selected = selected == shown_.all.end() ? snapshot_of(shown_.selected.id) : selected;
    selected = selected == shown_.all.end() ? shown_.all.begin() : selected;
    shown_.selected = selected == shown_.all.end() ? Snapshot{} : *selected;
}

void ApplicationSession::apply(const CharacterDraft& draft, const ViewOptions& view, const Selection& selection) {
    editor_.apply(draft);
    view_ = view;
    features_.viewport.select(selection);
}

void ApplicationSession::settle(bool is_editing_panels) {
    input_.is_editing_panels = is_editing_panels;
    const Activity activity = state().activity;
    if (shown_.selected.character && !activity.is_opening && !activity.is_editing && !activity.is_searching) {
        editor_.settle();
    }
}

// All characters, with the newest model of each.
void ApplicationSession::send_scene() {
    carry_out(SurroundingsController::before_sending(state()));
    std::vector<SimulatedInstance> instances;
    for (const CharacterInstance& instance : editor_.scene().instances) {
        SimulatedInstance simulated{instance.id, models_.at(instance.model), instance.controls, instance.clip_start};
        simulated.controls.muscles = features_.driving.muscles_of(instance, state());
        models_.set_surroundings(editor_.scene(), instance.model, simulated.controls);
        instances.push_back(std::move(simulated));
    }
    features_.driving.end_fade_request();
    features_.simulation.send(std::move(instances));
    carry_out(features_.playback.send_speed(editor_.document().speed));
}

bool ApplicationSession::is_calm() const {
    const Activity activity = state().activity;
    return !activity.is_playing && !activity.is_dragging && !features_.viewport.camera().is_gliding() &&
           !features_.builder.is_busy();
}

} // namespace limber::app
