#include "app/session/application_session.h"

#include <algorithm>
#include <utility>

// The values that panels and the view read from the session.
namespace limber::app {
namespace {

// The effect of the mouse at its current place, and the keys.
std::string hint_of(const std::string& mouse, const std::string& keys, bool is_dragging) {
    if (mouse.empty() || keys.empty() || is_dragging) {
        return mouse.empty() ? keys : mouse;
    }
    return mouse + "  |  " + keys;
}

} // namespace

Json::Object ApplicationSession::report() const {
    Json::Object report;
    const SessionState now = state();
    const auto add = [&](const auto& feature) {
        if constexpr (requires { feature.report(report, now); }) {
            feature.report(report, now);
        }
    };
    std::apply([&](const auto&... feature) { (add(feature), ...); }, features_.all());
    return report;
}

UiState ApplicationSession::ui_state() const {
    const SessionState now = state();
    const CharacterInstance* instance = editor().instance();
    UiState ui;
    ui.character = shown().selected.character.get();
    ui.selected.opened = instance ? shared_.models.opened(instance->model) : nullptr;
    ui.snapshot = &shown().selected;
    const LiveControls* simulated = features_.simulation.controls_of(editor().selected());
    ui.selected.simulated_controls = simulated ? simulated : &editor().controls();
    ui.playback.place = features_.playback.place(shown().selected.timeline);
    ui.selected.count = editor().scene().instances.size();
    ui.selected.id = editor().selected();
    ui.files.opened_with = features_.files.opened_count();
    ui.files.name = features_.files.name();
    ui.selected.pinned_handles = features_.viewport.interaction().pinned_count(editor().controls());
    ui.window.camera = &features_.viewport.camera().now();
    ui.playback.plots = &features_.playback.plots();
    ui.gaits.command = features_.driving.command();
    const NamedGait* kept = instance ? features_.driving.gait_of(*instance, now) : nullptr;
    ui.gaits.seen = kept ? kept->name : "";
    ui.gaits.told = features_.driving.playing(now);
    ui.search.status = &features_.gait_search.status();
    ui.search.is_target = features_.gait_search.target() == editor().selected();
    ui.search.target = title_of(editor().scene(), features_.gait_search.target());
    ui.search.watches_best = features_.gait_search.watches_best();
    ui.search.is_opening = features_.gait_search.is_opening();
    ui.messages = &shared_.messages.list();
    ui.files.scenes = &features_.files.shipped();
    ui.files.recent = &features_.files.saver().recent();
    ui.files.open = features_.opening.opening().value_or(features_.files.path());
    // A built scene that is not shown yet still counts as being opened.
    ui.build.is_running = now.activity.is_building || now.activity.is_opening || features_.opening.is_reading() ||
                          (now.built() && !shown().selected.character);
    ui.build.progress = features_.builder.progress();
    ui.build.what = features_.builder.description();
    ui.playback.is_playing = now.activity.is_playing;
    ui.playback.speed = editor().document().speed;
    ui.edits.can_undo = editor().history().can_undo();
    ui.edits.can_redo = editor().history().can_redo();
    ui.edits.undo_name = editor().history().undo_name();
    ui.edits.redo_name = editor().history().redo_name();
    ui.edits.question = features_.files.question();
    ui.edits.is_modified = editor().is_modified();
    ui.window.hint = features_.painting.hint(view().brush, editor().description().muscles);
    if (ui.window.hint.empty()) {
        ui.window.hint = hint_of(features_.viewport.interaction().hint(touchable_of(shared_, features_)),
                                 DrivingController::hint(now), now.activity.is_dragging);
    }
    ui.window.content_scale = viewport().content_scale;
    return ui;
}

Sketch ApplicationSession::sketch() const {
    const SessionState now = state();
    const Touchable scene = touchable_of(shared_, features_);
    const OrbitCamera& camera = now.camera.now();
    Sketch sketch = features_.viewport.interaction().sketch(scene, editor().controls());
    std::ranges::move(features_.painting.sketch(view().brush, {editor(), scene, camera}).strokes,
                      std::back_inserter(sketch.strokes));
    if (is_comparing(editor().scene())) {
        for (const Snapshot& snapshot : shown().all) {
            const CharacterInstance* instance = editor().scene().instance(snapshot.id);
            const auto place = instance ? place_of_label(snapshot, now) : std::nullopt;
            if (place) {
                sketch.labels.push_back({*place, features_.driving.label_of(*instance, now)});
            }
        }
    }
    const GoalInput goal = goal_input(now);
    const BoundingBox body = goal.is_shown ? now.bounds().box(shown().selected) : BoundingBox{};
    GaitSearchController::draw_goal(sketch, goal, body, features_.viewport.interaction().has_goal(), camera,
                                    now.area());
    return sketch;
}

} // namespace limber::app
