// SPDX-License-Identifier: MIT
#include "app/session/application_session.h"

#include "app/controllers/touchable_scene.h"
#include "app/motion/rigid_carrier.h"
#include "app/session/thin_body_limits.h"

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
constexpr bool is_in_list(const FeatureList<SessionOptions, Feature...>*) {
    return (CarriesOut<Feature, C> || ...);
}
template <typename C>
constexpr bool is_carried_out = CarriesOut<DocumentEdits, C> || CarriesOut<WindowEdits, C> ||
                                CarriesOut<SceneLoader, C> || is_in_list<C>(static_cast<const Features*>(nullptr));

template <typename Feature>
concept TakesActions = requires(Feature& feature, Action action, const SessionState& state) {
    { feature.act(action, state) } -> std::same_as<Commands>;
};

} // namespace

ApplicationSession::ApplicationSession(const SessionOptions& options) : features_(options), record_(options.record) {
    features_.get<FilesController>().look_for_recovery();
}

void ApplicationSession::carry_out(const Commands& commands) {
    for (const Command& command : commands) {
        carry_out(command);
    }
}

void ApplicationSession::carry_out(const Command& command) {
    std::visit([this](const auto& one) { dispatch(one); }, command);
}

// What features share is changed first. The returned commands follow afterwards.
template <typename C>
void ApplicationSession::dispatch(const C& command) {
    constexpr bool is_action = std::is_same_v<C, Action>;
    static_assert(is_action || is_carried_out<C>, "no feature handles this command");
    const SessionState now = state();
    if constexpr (is_action) {
        if (needs_a_character(command) && !now.built()) {
            return;
        }
    }
    if (needs_tets(command) && is_thin(now.editor.description())) {
        carry_out(ShowMessage{{Message::Kind::notice, thin_body_sentence}});
        return;
    }
    if (leaves_the_plane(command) && is_planar(now.editor.description())) {
        carry_out(ShowMessage{{Message::Kind::notice, planar_body_sentence}});
        return;
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
    give(document_edits_);
    give(window_edits_);
    give(loader_);
    features_.each(give);
    carry_out(following);
}

void ApplicationSession::take_input(const std::vector<InputEvent>& events, const InputFrame& frame) {
    shared_.input = frame;
    const Activity activity = state().activity;
    if (!activity.is_moving && !activity.is_painting && !frame.is_editing_panels) {
        shared_.editor.mark_gesture_start();
    }
    if (!frame.are_messages_hovered) {
        shared_.messages.pass(frame.seconds);
    }
    std::vector<InputEvent> others = events;
    features_.each([&](auto& feature) {
        if constexpr (requires { feature.take(others, state()); }) {
            carry_out(feature.take(others, state()));
        }
    });
    use_pointer(others);
    send_scene();
}

Tools ApplicationSession::tools() {
    Tools all;
    features_.each([&](auto& feature) {
        if constexpr (requires { feature.tools(); }) {
            const Tools tools = feature.tools();
            all.insert(all.end(), tools.begin(), tools.end());
        }
    });
    return all;
}

void ApplicationSession::use_pointer(const std::vector<InputEvent>& events) {
    Pointer& pointer = shared_.pointer;
    const Tools all = tools();
    pointer.start_frame(shared_.input.seconds);
    for (const InputEvent& event : events) {
        carry_out(pointer.select_pressed(event, all, touchable(state())));
        carry_out(pointer.take(event, all, touchable(state())));
    }
    carry_out(pointer.take_edits(touchable(state())));
    pointer.look(all, touchable(state()));
    if (shared_.input.is_mouse_on_panels) {
        pointer.leave_view(all);
    }
}

void ApplicationSession::update() {
    if (const auto refused = features_.get<ModelBuilder>().poll()) {
        carry_out(loader_.revert_failed_build(*refused));
    }
    poll_simulation();
    const SessionState before = state();
    Commands commands;
    features_.each([&](auto& feature) {
        if constexpr (requires { feature.update(before); }) {
            append(commands, feature.update(before));
        }
    });
    carry_out(commands);
    ask_about_new_edits();
    const Activity activity = state().activity;
    if (activity.is_playing || activity.is_opening) {
        shared_.view.target = {}; // only shown while paused
    }
}

void ApplicationSession::poll_simulation() {
    poll_excerpts();
    SimulationThread& thread = features_.get<SceneSimulation>().thread();
    if (thread.take(shared_.shown.all)) {
        show_selected(shared_);
        features_.each([&](auto& feature) {
            if constexpr (requires { feature.snapshots_arrived(state()); }) {
                carry_out(feature.snapshots_arrived(state()));
            }
        });
    }
    features_.get<PlaybackController>().plot(thread.take_samples(), state().is_shown());
}

void ApplicationSession::poll_excerpts() {
    SimulationThread& thread = features_.get<SceneSimulation>().thread();
    if (const auto fault = thread.take_fault()) {
        features_.get<PlaybackController>().set_playing(false);
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
        carry_out(features_.get<RecordingController>().add(excerpt, features_.get<FilesController>().name()));
        return;
    }
    features_.get<PlaybackController>().set_playing(false);
    features_.get<FilesController>().saver().keep(
        excerpt, "Numerical failure: the simulation was paused at the last valid state. Undo "
                 "the last change (Ctrl+Z) or go back in time (left arrow), then continue.");
}

void ApplicationSession::apply(const CharacterDraft& draft, const ViewOptions& view, const Selection& selection) {
    shared_.editor.apply(draft);
    shared_.view = view;
    shared_.selection = selection;
}

void ApplicationSession::settle(bool is_editing_panels) {
    shared_.input.is_editing_panels = is_editing_panels;
    const Activity activity = state().activity;
    if (!shown().selected.character || activity.is_editing || editor().is_settled()) {
        return;
    }
    settle_edits(shared_);
}

// Sends all characters, each with its newest model.
void ApplicationSession::send_scene() {
    features_.each([&](auto& feature) {
        if constexpr (requires { feature.before_sending(state()); }) {
            carry_out(feature.before_sending(state()));
        }
    });
    const SessionState now = state();
    std::vector<SimulatedInstance> instances;
    for (const CharacterInstance& instance : editor().scene().instances) {
        SimulatedInstance simulated{instance.id, shared_.models.at(instance.model),
                                    shared_.models.live_controls(editor().scene(), instance), instance.clip_start,
                                    editor().scene().warm_up};
        simulated.rigid = rigid_role(instance.rigid, *simulated.character,
                                     editor().scene().models.at(instance.model).contact, editor().environment());
        features_.each([&](auto& feature) {
            if constexpr (requires { feature.control(instance, simulated.controls, now); }) {
                feature.control(instance, simulated.controls, now);
            }
        });
        instances.push_back(std::move(simulated));
    }
    features_.get<SceneSimulation>().send(std::move(instances));
    features_.each([](auto& feature) {
        if constexpr (requires { feature.scene_sent(); }) {
            feature.scene_sent();
        }
    });
}

// A scene waits until the question is answered and the drag has ended, and asks again if edits would be lost.
const Built* ApplicationSession::arriving() const {
    const Built* built = features_.get<ModelBuilder>().arriving();
    if (!built || built->character) {
        return built;
    }
    const SessionState now = state();
    const bool waits =
        now.activity.is_asking || now.activity.is_editing || features_.get<OpeningController>().would_lose_edits(now);
    return waits ? nullptr : built;
}

void ApplicationSession::ask_about_new_edits() {
    const OpeningController& opening = features_.get<OpeningController>();
    const Built* built = features_.get<ModelBuilder>().arriving();
    const SessionState now = state();
    if (built && !built->character && opening.would_lose_edits(now) && !now.activity.is_asking &&
        !now.activity.is_editing) {
        carry_out(ConfirmAndOpenScene{opening.opening()->path});
    }
}

void ApplicationSession::show_arrived() {
    const Built built = features_.get<ModelBuilder>().take_arriving();
    const bool is_new = loader_.is_new_scene(built);
    carry_out(loader_.take(built));
    send_scene();
    if (is_new) {
        start_scene(built);
    }
    carry_out(RebuildOutdated{});
}

void ApplicationSession::refuse_arrived(const Error& error) {
    features_.get<ModelBuilder>().take_arriving();
    carry_out(loader_.revert_failed_build({error, {}}));
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
        features_.get<PlaybackController>().set_playing(false);
        shared_.messages.say(
            {Message::Kind::notice,
             "A recording: Shift+Space plays it, the lower timeline goes through it, and Space goes on "
             "from the moment that is shown."});
    }
    carry_out(SetPlaying{features_.get<PlaybackController>().is_playing()});
    if (!record_.empty() && !std::exchange(is_recording_, true)) {
        features_.get<SceneSimulation>().thread().start_recording();
    }
    if (built.timeline) {
        features_.get<SceneSimulation>().thread().set_timeline(built.timeline);
    }
}

bool ApplicationSession::is_calm() const {
    const Activity activity = state().activity;
    return !activity.is_playing && !activity.is_dragging && !features_.get<CameraController>().camera().is_gliding() &&
           !features_.get<ModelBuilder>().is_busy() && !features_.get<FilmController>().is_busy();
}

} // namespace limber::app
