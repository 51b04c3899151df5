// SPDX-License-Identifier: MIT
#include "app/application/application.h"

#include "app/application/signals.h"
#include "app/character_build/cached_build.h"
#include "app/controllers/open_document.h"
#include "app/creatures/creatures.h"
#include "app/platform_paths/caches.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace limber::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double calm_frame = 1.0 / 20.0; // [s] while nothing moves
constexpr double share_worked = 0.9;      // of the time until the display's next refresh, so that it is not missed
// Tests draw without a graphics card, and wait most of the time.
constexpr double reported_frame = 1.0 / 30.0;                 // [s] after input
constexpr double unwatched_frame = 1.0 / 12.0;                // [s] later
constexpr auto watched_time = std::chrono::milliseconds(300); // after input
constexpr float low_scale = 0.5F;
constexpr double undrawn_seconds = 0.25; // the longest time in which input is processed between two pictures

std::optional<Cache> cache_for(const ApplicationOptions& options) {
    return options.no_cache ? std::nullopt : cache_of_the_user();
}

bool is_escape(const InputEvent& event) {
    const auto* key = std::get_if<KeyChanged>(&event);
    return key && key->down && action_of(*key) == Action::leave;
}

// Undo during a drag takes the drag back.
bool is_cancelling(const InputEvent& event) {
    const auto* key = std::get_if<KeyChanged>(&event);
    return is_escape(event) || (key && key->down && action_of(*key) == Action::undo);
}

void prepare_names_of(const Character& character, ImGuiLayer& layer) {
    const CharacterDescription& description = character.description;
    const auto prepare = [&](const auto& list) {
        for (const auto& named : list) {
            layer.prepare_to_show(named.name);
        }
    };
    prepare(character.rig.skeleton.bones);
    prepare(character.rig.targets);
    prepare(character.clips);
    prepare(description.material.parts);
    prepare(description.muscles.regions);
    for (const auto& carried : character.carried_clips) {
        for (const std::string& joint : carried ? carried->unmatched : std::vector<std::string>{}) {
            layer.prepare_to_show(joint);
        }
        for (const CarriedClip::Match& match : carried ? carried->matches : std::vector<CarriedClip::Match>{}) {
            layer.prepare_to_show(match.from);
        }
    }
    for (const std::string& warning : character.warnings) {
        layer.prepare_to_show(warning);
    }
}

// False from the hand-over of a built character until the simulation has it.
bool is_shown(const ApplicationSession& session) {
    const SessionState state = session.state();
    return !state.built() || state.is_shown();
}

bool is_focus_lost(const InputEvent& event) {
    return std::holds_alternative<FocusLost>(event);
}

} // namespace

Application::Application(const ApplicationOptions& options, Window window, ImGuiLayer layer, Renderer renderer)
    : options_(options), window_(std::move(window)), layer_(std::move(layer)),
      session_({options.record, cache_for(options), !options.paused,
                clip_overrides(options.clips, options.clip_map, options.clip_stride, options.clip_feet)}),
      picture_(std::move(renderer), session_.feature<FilesController>().shipped()),
      reporter_(options.report, options.picture) {
    layer_.use_clipboard_of(window_);
    const auto cache = cache_for(options);
    if (const auto trouble = cache ? trouble_with_cache(cache->folder()) : std::nullopt) {
        session_.carry_out(ShowMessage{{Message::Kind::warning, *trouble + "."}});
    }
    const auto& shipped = session_.feature<FilesController>().shipped();
    const auto first = options.file.empty() ? default_scene() : Result<std::filesystem::path>(options.file);
    if (first) {
        session_.carry_out(OpenFile{first.value()});
    } else if (!shipped.empty()) {
        session_.carry_out(OpenFile{shipped.front()});
    }
    if (options.file.empty()) {
        session_.carry_out(EditView{[](ViewOptions& view) {
            view.scenes = true;
        }});
    }
}

void Application::run() {
    const int frames = options_.exit_after_frames;
    while (!is_closing_ && !is_asked_to_end() && (frames == 0 || clock_.frame() < frames)) {
        frame();
    }
    session_.finish(is_asked_to_end());
}

void Application::frame() {
    start_frame();
    reporter_.poll();
    take_input(window_.poll());
    if (window_.should_close()) {
        window_.set_should_close(false);
        session_.carry_out(Quit{});
    }
    carry_out_requests();
    if (!is_closing_) { // messages would no longer be visible
        session_.update();
        picture_.upload(session_);
        draw_film_frame();
    }
    draw_picture();
    draw_panels();
    layer_.end_frame();
    session_.settle(Panels::is_editing());
    carry_out_requests();
    show_title();
    if (std::exchange(wants_window_picture_, false)) {
        const PixelSize pixels = window_.framebuffer_size();
        write_picture(read_window_pixels(pixels.width, pixels.height));
    }
    report();
    window_.present();
    process_pending_input();
    wait_for_next_frame();
    clock_.end_frame();
}

void Application::start_frame() {
    clock_.start_frame();
    if (clock_.frame() > 0) {
        session_.plot_frame(1e3 * clock_.passed());
    }
    const PixelSize size = window_.size();
    const double display_scale = static_cast<double>(std::max(window_.content_scale(), low_scale));
    const double scale = options_.content_scale > 0 ? options_.content_scale : display_scale;
    if (scale != viewport_.content_scale) {
        viewport_.content_scale = scale;
        layer_.set_content_scale(static_cast<float>(scale));
    }
    const ViewOptions& view = session_.view();
    viewport_.layout = layout_of(size.width, size.height, scale, view.panels, shown_beside(view));
}

void Application::take_input(const std::vector<InputEvent>& events) {
    const auto keyboard =
        panels_.is_about_to_be_typed_in() ? EventQueue::Keyboard::focus_pending : EventQueue::Keyboard::ready;
    const bool was_editing = Panels::is_editing();
    const bool closes_list = Panels::has_open_list(); // Escape closes the list and nothing else
    newest_input_ = events.empty() ? newest_input_ : Clock::now();
    std::vector<InputEvent> taken =
        layer_.begin_frame(events, {window_.size(), window_.framebuffer_size(), clock_.seconds(), keyboard});
    if (closes_list) {
        std::erase_if(taken, is_escape);
    }
    // ImGui keeps these keys for the widget.
    const bool leaves_widget = was_editing && std::ranges::any_of(events, is_cancelling);
    const bool is_unfocused = std::ranges::any_of(taken, is_focus_lost);
    if ((leaves_widget || is_unfocused) && (Panels::cancel_drag() || is_unfocused)) {
        session_.carry_out(CancelGesture{});
    }
    const bool on_panels = layer_.wants_mouse();
    session_.take_input(taken,
                        {clock_.seconds(), viewport_, on_panels, Panels::is_editing(), panels_.are_messages_hovered()});
    window_.set_cursor(on_panels ? layer_.cursor() : session_.cursor());
}

// ImGui needs a frame for each press and each release. These frames draw nothing, so that a slow picture does not delay
// the input that arrives meanwhile.
void Application::process_pending_input() {
    const auto until = Clock::now() + std::chrono::duration<double>(undrawn_seconds);
    while (layer_.has_waiting_events() && !window_.should_close() && !is_closing_ && Clock::now() < until) {
        clock_.skip_time();
        take_input({});
        draw_panels();
        layer_.skip_frame();
        session_.settle(Panels::is_editing());
        carry_out_requests();
    }
}

// A frame of a film beside each frame of the window, so that the window goes on.
void Application::draw_film_frame() {
    const auto frame = session_.feature<FilmController>().next_frame(session_.state());
    if (!frame) {
        return;
    }
    const Layout whole = layout_of(frame->view.area.width, frame->view.area.height, viewport_.content_scale, false,
                                   {frame->view.options.side_by_side, 0});
    auto image = picture_.capture(session_, *frame, whole, pixel_scale());
    if (!image) {
        session_.carry_out({AddFilmFrame{}, ShowMessage{{Message::Kind::error, sentence(image.error()) + ".",
                                                         Message::Topic::exporting}}});
    } else if (image.value()) {
        session_.carry_out(AddFilmFrame{std::make_shared<const Image>(*std::move(image).value())});
    }
}

double Application::pixel_scale() const {
    return static_cast<double>(window_.framebuffer_size().width) / std::max(window_.size().width, 1);
}

void Application::draw_picture() {
    session_.carry_out(picture_.draw(session_, window_.framebuffer_size(), pixel_scale()));
}

// The typeface may lack the characters of names that come from files.
void Application::prepare_names(const UiState& ui_state) {
    for (const auto& [id, model] : session_.editor().scene().models) {
        const CharacterPtr character = session_.shared().models.find(id);
        const bool is_new = character && named_[id] != character;
        if (is_new) {
            prepare_names_of(*character, layer_);
            named_[id] = character;
        }
        layer_.prepare_to_show(model.name);
    }
    std::erase_if(named_, [&](const auto& named) { return !session_.editor().scene().models.contains(named.first); });
    for (const Message& message : *ui_state.messages) {
        layer_.prepare_to_show(message.text);
    }
    for (const FileEntry& file : panels_.listed_files()) {
        layer_.prepare_to_show(file.path.native());
    }
    for (const std::filesystem::path& file : *ui_state.files.recent) {
        layer_.prepare_to_show(file.native());
    }
    for (const UserMaterial& material : *ui_state.materials.own) {
        layer_.prepare_to_show(material.name);
    }
    if (const auto* joints = ui_state.matching.joints) {
        for (const std::string& joint : *joints) {
            layer_.prepare_to_show(joint);
        }
    }
    layer_.prepare_to_show(ui_state.files.name);
    layer_.prepare_to_show(ui_state.build.what);
}

void Application::draw_panels() {
    Sketch sketch = session_.sketch();
    picture_.add_caption(sketch, session_);
    UiState ui_state = session_.ui_state();
    picture_.add_to(ui_state, session_);
    ui_state.window.width = window_.size().width;
    ui_state.window.height = window_.size().height;
    prepare_names(ui_state);
    PanelDraft draft{session_.editor().draft(), session_.view(), session_.shared().selection};
    const Commands commands = panels_.draw(ui_state, viewport_.layout, sketch, session_.editor().document(), draft);
    session_.apply(draft.character, draft.view, draft.selection);
    session_.carry_out(commands);
}

void Application::carry_out_requests() {
    for (const WindowRequest& request : session_.take_window_requests()) {
        std::visit([this](const auto& one) { carry_out(one); }, request);
    }
}

void Application::carry_out(const AskForFile& request) {
    panels_.ask_for_file(request.purpose,
                         session_.feature<FilesController>().start_of_dialog(request, session_.state()));
}

void Application::carry_out(const CloseFileBrowser&) {
    panels_.close_browser();
}

void Application::carry_out(const SavePicture& request) {
    if (request.kind == PictureKind::window) {
        wants_window_picture_ = true;
        return;
    }
    const ViewArea& view = viewport_.layout.view;
    Beside beside = shown_beside(session_.view());
    beside.has_legend = false; // which is no part of the picture
    const Layout whole = layout_of(view.width, view.height, viewport_.content_scale, false, beside);
    auto image = picture_.capture(session_, whole, pixel_scale(), request.kind == PictureKind::transparent);
    if (!image) {
        session_.carry_out(ShowMessage{{Message::Kind::error, sentence(image.error()) + ".", Message::Topic::saving}});
        return;
    }
    write_picture(std::move(image).value());
}

// Compressing a picture takes longer than a frame, so it is written in the background.
void Application::write_picture(Image image) {
    const std::string name =
        session_.shown().selected.character ? session_.feature<FilesController>().name() : "limber";
    session_.carry_out(WriteNewFile{name, ".png", [pixels = std::move(image)](const std::filesystem::path& path) {
                                        return write_png(pixels, path);
                                    }});
}

void Application::carry_out(const CloseWindow&) {
    is_closing_ = true;
}

void Application::show_title() {
    const bool is_open = session_.shown().selected.character != nullptr;
    const FilesController& files = session_.feature<FilesController>();
    const std::string title =
        is_open ? window_title(files.name(), files.own_file(), session_.editor().is_modified()) : "Limber";
    if (title != title_) {
        title_ = title;
        window_.set_title(title_);
    }
}

void Application::report() {
    const bool is_last = options_.exit_after_frames > 0 && clock_.frame() + 1 == options_.exit_after_frames;
    if (is_last && reporter_.wants_picture()) {
        const PixelSize pixels = window_.framebuffer_size();
        reporter_.write_picture(read_window_pixels(pixels.width, pixels.height));
    }
    if (reporter_.is_due(is_last)) {
        reporter_.write(session_, {clock_.frame(), panels_.is_asking_for_file(), layer_.has_waiting_events(),
                                   picture_.draw_calls()});
    }
}

// A display that waits for its refresh has already blocked this thread. Otherwise the thread sleeps, so that the
// simulation can use the processor. While nothing moves, it sleeps until there is input.
void Application::wait_for_next_frame() {
    const bool is_calm =
        session_.is_calm() && !layer_.has_waiting_events() && !Panels::is_editing() && !layer_.wants_mouse();
    if (session_.arriving()) {
        return; // the frames that upload a new mesh follow each other
    }
    const bool is_unwatched =
        reporter_.is_enabled() && is_shown(session_) && Clock::now() > newest_input_ + watched_time;
    const double usual = reporter_.is_enabled() ? reported_frame : share_worked * window_.refresh_seconds();
    const double wanted = is_unwatched ? unwatched_frame : is_calm ? calm_frame : usual;
    const double left = clock_.left_of(wanted);
    if (left > 0.0 && (is_calm || is_unwatched)) {
        window_.wait_for_events(left);
    } else if (left > 0.0) {
        std::this_thread::sleep_for(std::chrono::duration<double>(left));
    }
}

} // namespace limber::app
