#include "app/application/application_parts.h"
#include "app/application/scene_tiles.h"
#include "app/application/signals.h"
#include "app/application/state_report.h"
#include "app/character/cached_build.h"
#include "app/creatures/creatures.h"
#include "app/document/opening.h"
#include "app/document/scene_paths.h"
#include "app/panels/widget_places.h"
#include "app/platform_paths/caches.h"
#include "app/platform_paths/data_folder.h"
#include "app/recording/session_file.h"
#include "engine/core/file_bytes.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <thread>

namespace limber::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double calm_frame = 1.0 / 20.0; // [s], when nothing moves
constexpr double share_worked = 0.9;      // of a picture's time, so that the display's next one is not missed
constexpr double report_seconds = 0.06;
constexpr float low_scale = 0.5F;
constexpr double undrawn_seconds = 0.25; // at most, in which input is worked off between two pictures

// The scenes that come with the program.
std::vector<std::filesystem::path> scenes_of_the_house() {
    const auto assets = data_folder("assets");
    auto scenes = assets ? json_files_in(assets.value() / "scenes") : std::vector<std::filesystem::path>{};
    scenes.push_back(creature_path("sea"));
    for (const std::string& name : creature_names()) {
        scenes.push_back(creature_path(name));
    }
    return scenes;
}

// The pixel of the surface's vertex that is closest to the eye, which nothing can hide, or a little beside it, towards
// the middle of the body, where it is no edge.
Pixel nearest_flesh(const Points& x, const OrbitCamera& camera, const ViewArea& area) {
    Index nearest = 0;
    const Vec3 eye = frame_of(camera).eye;
    (x.rowwise() - eye.transpose()).rowwise().squaredNorm().minCoeff(&nearest);
    const Vec3 inside = 0.95 * x.row(nearest).transpose() + 0.05 * x.colwise().mean().transpose();
    return pixel_of(camera, area, inside).value_or(area.centre());
}

} // namespace

Application::Application(const ApplicationOptions& options, Window window, ImGuiLayer layer, Renderer renderer)
    : options_(options), window_(std::move(window)), layer_(std::move(layer)), renderer_(std::move(renderer)),
      worker_(options.no_cache ? std::nullopt : cache_of_the_user()), file_saver_(recent_files_path()),
      autosave_(recovery_folder()), scenes_(scenes_of_the_house()), playback_(!options.paused) {
    layer_.use_clipboard_of(window_);
    const auto cache = options_.no_cache ? std::nullopt : cache_of_the_user();
    if (const auto trouble = cache ? trouble_with_cache(cache->folder()) : std::nullopt) {
        say(Message::Kind::warning, *trouble + ".");
    }
    tiles_ = tiles_of(scenes_, renderer_);
    view_.scenes = options_.file.empty();
    const auto first = options_.file.empty() ? default_scene() : Result<std::filesystem::path>(options_.file);
    if (first) {
        open(first.value());
    } else if (!scenes_.empty()) {
        open(scenes_.front());
    }
    offer_recovery();
}

void Application::run() {
    const int frames = options_.exit_after_frames;
    while (!may_close() && !is_asked_to_end() && (frames == 0 || clock_.frame() < frames)) {
        frame();
    }
    if (is_asked_to_end() && editor_.is_modified()) {
        autosave_.write_now(serialized_document());
    } else {
        autosave_.discard();
    }
    worker_.cancel();
    gait_search_.stop();
    finish_saving();
}

Result<Done> Application::write_recording() {
    if (!std::exchange(is_recording_, false)) {
        return Done{};
    }
    const Session session = simulation_.stop_recording();
    if (session.segments.empty()) {
        return Error{ErrorKind::bad_input, "nothing could be kept of what was recorded", options_.record.string()};
    }
    return write_session(session, options_.record);
}

void Application::frame() {
    start_frame();
    polled_ = Clock::now();
    take_input(window_.poll());
    receive();
    draw_picture();
    draw_panels();
    layer_.end_frame();
    remember();
    report();
    window_.present();
    process_pending_input();
    wait_for_next_frame();
    clock_.end_frame();
}

void Application::take_input(const std::vector<InputEvent>& events) {
    const auto keyboard =
        panels_.is_about_to_be_typed_in() ? EventQueue::Keyboard::focus_pending : EventQueue::Keyboard::ready;
    touch(layer_.begin_frame(events, {window_.size(), window_.framebuffer_size(), clock_.seconds(), keyboard}));
}

// ImGui needs a frame for each press and each release. These frames draw nothing, so that a slow picture does not delay
// what was done meanwhile.
void Application::process_pending_input() {
    const auto until = Clock::now() + std::chrono::duration<double>(undrawn_seconds);
    while (layer_.has_waiting_events() && !window_.should_close() && Clock::now() < until) {
        clock_.stand_still();
        take_input({});
        draw_panels();
        layer_.skip_frame();
        remember();
    }
}

void Application::start_frame() {
    clock_.start_frame();
    if (clock_.frame() > 0) {
        playback_.plot_frame(1e3 * clock_.passed());
    }
    const PixelSize size = window_.size();
    const double display_scale = static_cast<double>(std::max(window_.content_scale(), low_scale));
    const double scale = options_.content_scale > 0 ? options_.content_scale : display_scale;
    if (scale != content_scale_) {
        content_scale_ = scale;
        layer_.set_content_scale(static_cast<float>(scale));
    }
    lay_out(size);
}

void Application::touch(const std::vector<InputEvent>& events) {
    InteractionCommands commands;
    std::vector<InputEvent> so_far;
    for (const InputEvent& event : painted(driven(events))) {
        if (const auto other = pressed_body(event)) {
            commands.add(touch_character(std::exchange(so_far, {}), 0.0));
            select(*other);
            commands.add(touch_character({event}, 0.0));
            hand_.leave_bones_alone();
            continue;
        }
        so_far.push_back(event);
    }
    commands.add(touch_character(so_far, clock_.seconds()));
    for (const Action action : commands.actions) {
        act(action);
    }
    if (commands.one_handle_too_many) {
        say(Message::Kind::notice,
            std::to_string(handles_max) + " handles hold this character, and more it cannot have: delete one first.");
    }
    move_obstacle(commands);
    if (commands.moved_goal && snapshot_.character) {
        carry_out(GaitSearchController::move_goal(*commands.moved_goal, goal_input()));
    }
    if (!commands.dropped_files.empty()) {
        joins_ = false;
        to_try_.assign(commands.dropped_files.begin(), commands.dropped_files.end());
        open_next();
    }
    if (layer_.wants_mouse()) {
        hand_.clear_hover();
        painting_.clear_hover();
    }
    window_.set_cursor(layer_.wants_mouse() ? layer_.cursor() : hand_.cursor());
    send_scene();
}

InteractionCommands Application::touch_character(const std::vector<InputEvent>& events, double seconds) {
    CharacterDraft draft = editor_.draft();
    InteractionCommands commands = hand_.apply(events, touchable(), draft.controls, seconds);
    editor_.apply(draft);
    return commands;
}

void Application::receive() {
    if (auto result = worker_.poll()) {
        if (*result && result->value().refused) {
            keep_old_character(result->value().refused->error, result->value().refused->instead);
        } else if (*result) {
            arriving_ = std::move(*result).value();
        } else {
            keep_old_character(result->error());
        }
    }
    if (arriving_) {
        send_meshes();
    }
    poll_file_saver();
    poll_document_write();
    autosave();
    poll_file_reads();
    carry_out(gait_search_.poll(search_input()));
    keep_population_shown();
    poll_simulation();
    if (simulation_.take(actors_)) {
        show_selected();
        playback_.update(snapshot_);
        report_fall();
    }
    playback_.plot(simulation_.take_samples(), is_shown());
}

void Application::draw_picture() {
    carry_out(painting_.update(clock_.seconds(), editor_.description().muscles, opening_ ? nullptr : built().get()));
    show_paint();
    show_target();
    follow();
    surround();
    const PixelSize pixels = window_.framebuffer_size();
    const double scale = static_cast<double>(pixels.width) / std::max(window_.size().width, 1);
    DrawList list = display_.picture(actors_, shown(), hand_.camera.now(), layout_, scale);
    list.pixel_scale = static_cast<float>(content_scale_ * scale);
    View& view = list.views.back();
    target_.add_to(view, view.items.size() - actors_.size() + place_of_selected());
    renderer_.draw(list, pixels.width, pixels.height);
}

// The floor lies under the characters, and the camera goes along with the selected one where that walks, or where it is
// alone and its clip carries it off.
void Application::follow() {
    if (!snapshot_.character) {
        return;
    }
    const SceneBounds now = bounds();
    CameraTargets camera_targets = now.camera_targets(snapshot_);
    camera_targets.is_held = hand_.is_holding();
    // What is about to be replaced must not tell where the next one stands.
    if (is_shown()) {
        follower_.follow(camera_targets, hand_.camera.now().up, clock_.passed(), layout_.dynamics, hand_.camera);
        frame_pair();
    }
    // Afterwards: who rests in the other half must not feel the camera's way.
    CameraTargets at_rest = camera_targets;
    at_rest.its = rig_box(snapshot_);
    at_rest.all = now.rig_box_of_all();
    const SceneBounds drawn = bounds(); // the camera has moved
    display_.place(drawn.sharp_box(hand_.camera.now(), snapshot_), camera_targets.size, drawn.lowest_reach(),
                   follower_.place() - Follower::place_of(at_rest));
}

void Application::draw_panels() {
    const Touchable scene = touchable();
    Sketch sketch = hand_.sketch(scene, editor_.controls());
    const OrbitCamera& camera = hand_.camera.now();
    for (Stroke& stroke : painting_.sketch(view_.brush, {editor_, scene, camera}).strokes) {
        sketch.strokes.push_back(std::move(stroke));
    }
    sketch.labels = labels();
    draw_caption(sketch);
    const GoalInput goal = goal_input();
    const BoundingBox body = goal.is_shown ? bounds().box(snapshot_) : BoundingBox{};
    GaitSearchController::draw_goal(sketch, goal, body, hand_.has_goal(), camera, layout_.dynamics);
    CharacterDraft draft = editor_.draft();
    const PanelCommands commands = panels_.draw(ui_state(), layout_, sketch, editor_.document(), draft, view_, hand_);
    editor_.apply(draft);
    apply(commands);
}

void Application::remember() {
    const bool is_searching = gait_search_.status().is_running && !gait_search_.status().is_paused;
    const bool at_rest = !hand_.is_holding() && !painting_.is_painting() && !Panels::is_editing() && !is_searching;
    if (snapshot_.character && !opening_ && at_rest) {
        editor_.settle();
    }
}

void Application::report() {
    const auto now = Clock::now();
    const bool last = options_.exit_after_frames > 0 && clock_.frame() + 1 == options_.exit_after_frames;
    if (!last && std::chrono::duration<double>(now - last_report_).count() < report_seconds) {
        return;
    }
    last_report_ = now;
    if (last && !options_.picture.empty()) {
        const PixelSize pixels = window_.framebuffer_size();
        last_picture_ = write_png(read_window_pixels(pixels.width, pixels.height), options_.picture);
    }
    if (options_.report.empty()) {
        return;
    }
    const UiState shown = ui_state();
    WindowState state{clock_.frame(),
                      &shown,
                      &actors_,
                      &hand_,
                      &editor_,
                      &view_,
                      layout_.dynamics,
                      0.0,
                      layout_.dynamics.centre(),
                      panels_.is_asking_for_file(),
                      hand_.is_holding() || painting_.is_painting()};
    state.draw_calls = renderer_.draw_calls();
    state.polled = std::chrono::duration<double>(polled_.time_since_epoch()).count();
    state.has_waiting_events = layer_.has_waiting_events();
    state.undo_entries = editor_.history().count();
    state.searches = gait_search_.count();
    state.goal = gait_search_.movable_goal(goal_input());
    if (snapshot_.character) {
        const Points moved = boundary_positions(snapshot_, {true, 1.0});
        const Points rig = boundary_positions(snapshot_, {false, 1.0});
        state.secondary_motion = (moved - rig).rowwise().norm().maxCoeff();
        state.flesh = nearest_flesh(moved, hand_.camera.now(), layout_.dynamics);
    }
    report_written_ = write_file(options_.report, state_json(state, widget_places()) + "\n");
}

// A display that waits for its next picture has already slept; where none does, this thread leaves the
// processor to the simulation. When nothing moves, it sleeps until somebody does something.
void Application::wait_for_next_frame() {
    const bool calm = !playback_.is_playing() && !hand_.is_holding() && !hand_.camera.is_gliding() &&
                      !worker_.is_busy() && !layer_.has_waiting_events() && !Panels::is_editing() &&
                      !layer_.wants_mouse();
    const double wanted = calm ? calm_frame : share_worked * window_.refresh_seconds();
    const double left = clock_.left_of(wanted);
    if (left > 0.0 && calm) {
        window_.wait_for_events(left);
    } else if (left > 0.0) {
        std::this_thread::sleep_for(std::chrono::duration<double>(left));
    }
}

UiState Application::ui_state() const {
    UiState now;
    now.character = snapshot_.character.get();
    now.opened = opened();
    now.snapshot = &snapshot_;
    const auto told = std::ranges::find(sent_, editor_.selected(), &SimulatedInstance::id);
    now.simulated_controls = told == sent_.end() ? &editor_.controls() : &told->controls;
    now.place = playback_.place(snapshot_.timeline);
    now.characters = editor_.scene().parts.size();
    now.opened_with = opened_with_;
    now.scene_name = name_;
    now.quality = snapshot_.character ? &snapshot_.character->quality : nullptr;
    now.plots = &playback_.plots();
    now.drive = gait_controller_.command();
    const CharacterInstance* part = editor_.scene().part(editor_.selected());
    const NamedGait* kept = part ? seen_gait(*part) : nullptr;
    now.gait_seen = kept ? kept->name : "";
    now.gait_told = view_.drives
                        ? gait_controller_.driven(editor_.controls().muscles, editor_.description().muscles.gaits).gait
                        : editor_.controls().muscles.gait;
    now.search_status = &gait_search_.status();
    now.is_search_target = gait_search_.target() == editor_.selected();
    now.search_target = title_of(editor_.scene(), gait_search_.target());
    now.watches_best = gait_search_.watches_best();
    now.opens_search = gait_search_.is_opening();
    now.population_view = population_view_ ? population_texture_ : 0;
    now.messages = &messages_.list();
    now.scenes = &scenes_;
    now.recent = &file_saver_.recent();
    now.tiles = &tiles_;
    now.open = opening_.value_or(open_);
    // What is built and not yet taken over is still being opened.
    now.building = worker_.is_busy() || arriving_ || opening_ || gait_candidate_ || (built() && !snapshot_.character);
    now.progress = worker_.progress();
    now.building_what = building_what_;
    now.playing = playback_.is_playing();
    now.speed = editor_.document().speed;
    now.exaggeration = editor_.document().exaggeration;
    now.selected = editor_.selected();
    now.undo_name = editor_.history().undo_name();
    now.redo_name = editor_.history().redo_name();
    now.question = open_document_.is_asking() ? open_document_.question(name_) : "";
    now.is_modified = editor_.is_modified();
    now.hint = painting_.hint(view_.brush, editor_.description().muscles);
    now.hint = now.hint.empty() ? hint_of_hand_and_keys() : now.hint;
    now.can_undo = editor_.history().can_undo();
    now.can_redo = editor_.history().can_redo();
    now.content_scale = content_scale_;
    now.width = window_.size().width;
    now.height = window_.size().height;
    return now;
}

} // namespace limber::app
