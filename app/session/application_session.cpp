#include "app/session/application_session.h"

#include <algorithm>
#include <concepts>
#include <utility>

// Dispatches commands to the features that carry them out, and defines the order of work in a frame.
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
// All objects that carry out commands. The edits of shared state come first.
using All =
    decltype(std::tuple_cat(std::declval<std::tuple<SharedEdits&, SceneLoader&>>(), std::declval<Features&>().all()));

template <typename C>
constexpr bool is_carried_out = is_carried_out_by_one_of<C>(static_cast<All*>(nullptr));

template <typename Feature>
concept TakesActions = requires(Feature& feature, Action action, const SessionState& state) {
    { feature.act(action, state) } -> std::same_as<Commands>;
};

template <typename Feature>
concept Updates = requires(Feature& feature, const SessionState& state) {
    { feature.update(state) } -> std::same_as<Commands>;
};

// Whether the action applies to the selected character.
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
    std::visit([this](const auto& one) { give_to_all(one); }, command);
}

// What features share is changed first. The returned commands follow afterwards.
template <typename C>
void ApplicationSession::give_to_all(const C& command) {
    constexpr bool is_action = std::is_same_v<C, Action>;
    static_assert(is_action || is_carried_out<C>, "no feature handles this command");
    const SessionState now = state();
    if constexpr (is_action) {
        if (needs_a_character(command) && !now.built()) {
            return;
        }
    }
    Commands following;
    const auto give = [&](auto& feature) {
        using Feature = std::remove_reference_t<decltype(feature)>;
        if constexpr (is_action && TakesActions<Feature>) {
            append(following, feature.act(command, now));
        } else if constexpr (CarriesOut<Feature, C>) {
            append(following, feature.carry_out(command, now));
        }
    };
    std::apply([&](auto&... feature) { (give(feature), ...); },
               std::tuple_cat(std::tie(edits_, loader_), features_.all()));
    carry_out(following);
}

void ApplicationSession::take_input(const std::vector<InputEvent>& events, const InputFrame& frame) {
    const Layout before = viewport().layout;
    shared_.input = frame;
    const Activity activity = state().activity;
    if (!activity.is_moving && !activity.is_painting && !frame.is_editing_panels) {
        shared_.editor.mark_gesture_start();
    }
    if (view().side_by_side && before.rig_only.width == 0.0) {
        features_.viewport.keep_in_view(before.dynamics, state());
    }
    if (!frame.are_messages_hovered) {
        shared_.messages.pass(frame.seconds);
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
    const Activity activity = state().activity;
    if (!view().brush.is_held || activity.is_opening || activity.is_dragging) {
        return;
    }
    const Touchable scene = touchable_of(shared_, features_);
    auto outcome =
        features_.painting.take(events, shared_.view.brush, {editor(), scene, features_.viewport.camera().now()});
    events = std::move(outcome.events);
    carry_out(outcome.commands);
}

// A press on another character selects it before the press takes effect.
void ApplicationSession::use_viewport(const std::vector<InputEvent>& events) {
    std::vector<InputEvent> so_far;
    for (const InputEvent& event : events) {
        const bool is_press = std::holds_alternative<MouseButtonChanged>(event);
        const auto other =
            is_press ? features_.viewport.pressed_body(event, touchable_of(shared_, features_), state()) : std::nullopt;
        if (!other) {
            so_far.push_back(event);
            continue;
        }
        touch(std::exchange(so_far, {}), 0.0);
        carry_out(SelectCharacter{*other});
        touch({event}, 0.0);
        features_.viewport.leave_bones_alone();
    }
    touch(so_far, shared_.input.seconds);
}

void ApplicationSession::touch(const std::vector<InputEvent>& events, double seconds) {
    carry_out(features_.viewport.take(events, touchable_of(shared_, features_), state(), seconds));
}

void ApplicationSession::update() {
    if (const auto refused = features_.builder.poll()) {
        carry_out(loader_.keep_old(*refused));
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
    const Activity activity = state().activity;
    if (activity.is_playing || activity.is_opening) {
        shared_.view.target = {}; // only shown while paused
    }
}

void ApplicationSession::poll_simulation() {
    poll_excerpts();
    SimulationThread& thread = features_.simulation.thread();
    if (thread.take(shared_.shown.all)) {
        show_selected(shared_);
        features_.playback.update(shown().selected);
        const GaitSearchController& search = features_.gait_search;
        const bool is_watched =
            search.status().is_running && search.watches_best() && search.target() == editor().selected();
        carry_out(features_.driving.report_fall(state(), is_watched));
    }
    features_.playback.plot(thread.take_samples(), state().is_shown());
}

void ApplicationSession::poll_excerpts() {
    SimulationThread& thread = features_.simulation.thread();
    if (const auto fault = thread.take_fault()) {
        features_.playback.set_playing(false);
        carry_out(ShowMessage{{Message::Kind::error, sentence(*fault) + "."}});
    }
    while (const auto excerpt = thread.take_excerpt()) {
        add_excerpt(*excerpt);
    }
}

// A requested recording gets a path of the user's choice. The steps that led to a failure are written to the cache, and
// the simulation pauses.
void ApplicationSession::add_excerpt(const Session& excerpt) {
    if (!excerpt.failed) {
        carry_out(features_.recordings.add(excerpt, features_.files.name()));
        return;
    }
    features_.playback.set_playing(false);
    features_.files.saver().keep(excerpt, "Numerical failure: the simulation was paused at the last valid state. Undo "
                                          "the last change (Ctrl+Z) or go back in time (left arrow), then continue.");
}

void ApplicationSession::apply(const CharacterDraft& draft, const ViewOptions& view, const Selection& selection) {
    shared_.editor.apply(draft);
    shared_.view = view;
    features_.viewport.select(selection);
}

void ApplicationSession::settle(bool is_editing_panels) {
    shared_.input.is_editing_panels = is_editing_panels;
    const Activity activity = state().activity;
    if (shown().selected.character && !activity.is_opening && !activity.is_editing) {
        shared_.editor.settle();
    }
}

// Sends all characters, each with its newest model.
void ApplicationSession::send_scene() {
    carry_out(SurroundingsController::before_sending(state()));
    const SessionState now = state();
    std::vector<SimulatedInstance> instances;
    for (const CharacterInstance& instance : editor().scene().instances) {
        SimulatedInstance simulated{instance.id, shared_.models.at(instance.model), instance.controls,
                                    instance.clip_start};
        simulated.controls.muscles = features_.driving.muscles_of(instance, now);
        shared_.models.set_surroundings(editor().scene(), instance.model, simulated.controls);
        instances.push_back(std::move(simulated));
    }
    features_.driving.end_fade_request();
    features_.simulation.send(std::move(instances));
    carry_out(features_.playback.send_speed(editor().document().speed));
}

void ApplicationSession::show_arrived() {
    const Built built = features_.builder.take_arriving();
    const bool is_new = loader_.is_new_scene(built);
    carry_out(loader_.take(built));
    send_scene();
    if (is_new) {
        start_scene(built);
    } else {
        carry_out(SetPlaying{features_.playback.is_playing()});
    }
    carry_out(RebuildOutdated{});
}

void ApplicationSession::refuse_arrived(const Error& error) {
    features_.builder.take_arriving();
    carry_out(loader_.keep_old({error, {}}));
}

// A recording contains the timeline of the characters that exist at its end.
void ApplicationSession::start_scene(const Built& built) {
    carry_out(RestartSimulation{});
    if (built.timeline) {
        std::vector<int> ids;
        for (const CharacterInstance& instance : editor().scene().instances) {
            ids.push_back(instance.id);
        }
        built.timeline->assign_ids(ids);
        features_.playback.set_playing(false);
        shared_.messages.say(
            {Message::Kind::notice,
             "A recording: Shift+Space plays it, the lower timeline goes through it, and Space goes on "
             "from the moment that is shown."});
    }
    carry_out(SetPlaying{features_.playback.is_playing()});
    if (!record_.empty() && !std::exchange(is_recording_, true)) {
        features_.simulation.thread().start_recording();
    }
    if (built.timeline) {
        features_.simulation.thread().set_timeline(built.timeline);
    }
}

bool ApplicationSession::is_calm() const {
    const Activity activity = state().activity;
    return !activity.is_playing && !activity.is_dragging && !features_.viewport.camera().is_gliding() &&
           !features_.builder.is_busy();
}

} // namespace limber::app
