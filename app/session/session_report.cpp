#include "app/session/application_session.h"

#include <algorithm>
#include <utility>

// What panels and the view show of the session.
namespace limber::app {
namespace {

// What the mouse would do where it is, and what the keys do.
std::string hint_of(const std::string& mouse, const std::string& keys, bool is_dragging) {
    if (mouse.empty() || keys.empty() || is_dragging) {
        return mouse.empty() ? keys : mouse;
    }
    return mouse + "  |  " + keys;
}

} // namespace

UiState ApplicationSession::ui_state() const {
    const SessionState now = state();
    const CharacterInstance* instance = editor_.instance();
    UiState ui;
    ui.character = shown_.selected.character.get();
    ui.opened = instance ? models_.opened(instance->model) : nullptr;
    ui.snapshot = &shown_.selected;
    const LiveControls* simulated = features_.simulation.controls_of(editor_.selected());
    ui.simulated_controls = simulated ? simulated : &editor_.controls();
    ui.place = features_.playback.place(shown_.selected.timeline);
    ui.characters = editor_.scene().parts.size();
    ui.selected = editor_.selected();
    ui.opened_with = features_.files.opened_count();
    ui.scene_name = features_.files.name();
    ui.pinned_handles = features_.viewport.interaction().pinned_count(editor_.controls());
    ui.camera = &features_.viewport.camera().now();
    ui.quality = shown_.selected.character ? &shown_.selected.character->quality : nullptr;
    ui.plots = &features_.playback.plots();
    ui.drive = features_.driving.command();
    const NamedGait* kept = instance ? features_.driving.gait_of(*instance, now) : nullptr;
    ui.gait_seen = kept ? kept->name : "";
    ui.gait_told = features_.driving.playing(now);
    ui.search_status = &features_.gait_search.status();
    ui.is_search_target = features_.gait_search.target() == editor_.selected();
    ui.search_target = title_of(editor_.scene(), features_.gait_search.target());
    ui.watches_best = features_.gait_search.watches_best();
    ui.opens_search = features_.gait_search.is_opening();
    ui.messages = &messages_.list();
    ui.scenes = &features_.files.shipped();
    ui.recent = &features_.files.saver().recent();
    ui.open = features_.opening.opening().value_or(features_.files.path());
    // What is built and not yet taken over is still being opened.
    ui.building = now.activity.is_building || now.activity.is_opening || features_.opening.is_reading() ||
                  (now.built() && !shown_.selected.character);
    ui.progress = features_.builder.progress();
    ui.building_what = features_.builder.description();
    ui.playing = now.activity.is_playing;
    ui.speed = editor_.document().speed;
    ui.exaggeration = editor_.document().exaggeration;
    ui.can_undo = editor_.history().can_undo();
    ui.can_redo = editor_.history().can_redo();
    ui.undo_name = editor_.history().undo_name();
    ui.redo_name = editor_.history().redo_name();
    ui.question = features_.files.question();
    ui.is_modified = editor_.is_modified();
    ui.hint = features_.painting.hint(view_.brush, editor_.description().muscles);
    if (ui.hint.empty()) {
        ui.hint = hint_of(features_.viewport.interaction().hint(touchable_now()), DrivingController::hint(now),
                          now.activity.is_dragging);
    }
    ui.content_scale = input_.viewport.content_scale;
    return ui;
}

Sketch ApplicationSession::sketch() const {
    const SessionState now = state();
    const Touchable scene = touchable_now();
    const OrbitCamera& camera = now.camera.now();
    Sketch sketch = features_.viewport.interaction().sketch(scene, editor_.controls());
    std::ranges::move(features_.painting.sketch(view_.brush, {editor_, scene, camera}).strokes,
                      std::back_inserter(sketch.strokes));
    if (is_comparing(editor_.scene())) {
        for (const Snapshot& snapshot : shown_.all) {
            const CharacterInstance* instance = editor_.scene().part(snapshot.actor);
            const auto place = instance ? place_of_label(snapshot, now) : std::nullopt;
            if (place) {
                sketch.labels.push_back({*place, features_.driving.label_of(*instance, now)});
            }
        }
    }
    const GoalInput goal = goal_input(now);
    const BoundingBox body = goal.is_shown ? now.bounds().box(shown_.selected) : BoundingBox{};
    GaitSearchController::draw_goal(sketch, goal, body, features_.viewport.interaction().has_goal(), camera,
                                    now.area());
    return sketch;
}

} // namespace limber::app
