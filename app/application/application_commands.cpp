#include "app/application/application_parts.h"
#include "app/character/build_character.h"
#include "app/document/scene_description.h"

#include "app/document/character_file.h"
#include "app/document/gait_origin.h"
#include "app/document/turned_camera.h"

#include <algorithm>

// What keys, panels and dropped files ask for.
namespace limber::app {
namespace {

// What is done to the selected character.
bool needs_a_character(Action action) {
    return action == Action::reset_pose || action == Action::play_gait || action == Action::livelier ||
           action == Action::calmer || action == Action::save_scene || action == Action::save_scene_as ||
           action == Action::save_recording;
}

// Muscles only where there are any, and painted regions where there are any of them.
PaintKind next_paint(PaintKind kind, bool with_muscles, bool with_regions) {
    const int kinds = with_regions ? 5 : with_muscles ? 4 : 3;
    return static_cast<PaintKind>((static_cast<int>(kind) + 1) % kinds);
}

bool has_painted_regions(const MuscleDescription& muscles) {
    return std::ranges::any_of(muscles.regions, [](const auto& region) { return region.painted.is_there(); });
}

// As far away as it takes to see all of the box in an area as well as in the one before; where only a part of it was
// seen there, the camera stays.
OrbitCamera with_room_for(OrbitCamera camera, const BoundingBox& box, const ViewArea& before, const ViewArea& after) {
    constexpr double tight = 0.8; // of the air that framing leaves
    const bool was_seen = tight * framing(camera, before, box).distance <= camera.distance;
    const double needed = tight * framing(camera, after, box).distance;
    camera.distance = was_seen ? std::max(camera.distance, needed) : camera.distance;
    return camera;
}

} // namespace

void Application::rebuild(Stage from) {
    // A scene that is being opened brings its own description.
    if (!built() || opening_ || from >= Stage::state) {
        return;
    }
    const CharacterDescription wanted = description_now();
    building_what_ = from == Stage::muscles ? "Growing the muscles of " + wanted.name
                                            : "Rebuilding with " + std::to_string(wanted.modes) + " modes and " +
                                                  std::to_string(wanted.clusters) + " clusters";
    arriving_.reset();
    rebuilding_ = editor_.scene().part(editor_.selected())->model;
    worker_.rebuild(wanted, built(), from);
}

void Application::save(const std::filesystem::path& path) {
    file_saver_.write_document(
        path, editor_.revision(),
        [scene = scene_to_save(path)](const std::filesystem::path& place) { return write_scene_file(scene, place); });
}

SceneDescription Application::scene_to_save(const std::filesystem::path& path) const {
    const OrbitCamera& camera = hand_.camera.goal;
    const CameraDescription seen{frame_of(camera).eye, camera.target, camera.up,
                                 camera.field_of_view * 57.29577951308232};
    const Document& document = editor_.document();
    return described(document.scene, name_, seen, {document.exaggeration, document.speed},
                     open_document_.replaced_files(path));
}

// Compressing a picture takes longer than a frame.
void Application::save_picture() {
    Layout whole = layout_of(layout_.view.width, layout_.view.height, content_scale_, false, view_.side_by_side);
    const double scale = static_cast<double>(window_.framebuffer_size().width) / std::max(window_.size().width, 1);
    const DrawList list = display_.picture(actors_, shown(), hand_.camera.now(), whole, scale);
    const auto picture = renderer_.capture(list, static_cast<int>(whole.view.width * scale),
                                           static_cast<int>(whole.view.height * scale));
    if (!picture) {
        say(Message::Kind::error, sentence(picture.error()) + ".", Message::Topic::saving);
        return;
    }
    file_saver_.write_beside(snapshot_.character ? name_ : "limber", ".png",
                             [image = picture.value()](const auto& path) { return write_png(image, path); });
}

void Application::apply(const PanelCommands& commands) {
    act_on_messages(commands); // first: another message moves the places of all others
    for (const Action action : commands.actions) {
        act(action);
    }
    if (commands.open) {
        open(*commands.open);
    }
    if (commands.add) {
        add(*commands.add);
    }
    if (commands.save) {
        save(*commands.save);
    }
    if (commands.answer) {
        answer(*commands.answer);
    }
    if (commands.recover) {
        recover(*commands.recover);
    }
    keep_or_drop_recording(commands);
    if (commands.select) {
        select(*commands.select);
    }
    if (commands.seek && built()) {
        simulation_.set_time(*commands.seek - editor_.scene().part(editor_.selected())->clip_start);
    }
    if (commands.rewind) {
        carry_out(playback_.rewind(*commands.rewind));
    }
    if (commands.speed) {
        carry_out(set_speed(*commands.speed));
    }
    for (const MuscleExchange& muscles : commands.muscle_exchanges) {
        const int model = editor_.instance()->model;
        editor_.edit(
            [&, id = editor_.selected()](Document& document) { exchange_muscles(document.scene, model, id, muscles); });
    }
    if (commands.exaggeration) {
        editor_.edit([&](Document& document) { document.exaggeration = *commands.exaggeration; });
    }
    if (commands.cancel_building) {
        const bool only_reads = gait_candidate_ && !opening_ && !arriving_ && !worker_.is_busy();
        gait_candidate_.reset();
        call_off();
        if (!only_reads) {
            keep_old_character({ErrorKind::cancelled, "", ""});
        }
    }
    apply_gait_commands(commands);
    apply_search_commands(commands);
    rebuild(commands.from);
}

void Application::act(Action action) {
    if (needs_a_character(action) && !built()) {
        return;
    }
    switch (action) {
    case Action::add_character:
        panels_.ask_for_file(FileBrowser::Purpose::add, usual_folder());
        break;
    case Action::reset_pose:
        if (is_free()) {
            say(Message::Kind::notice, name_ + " has no rig, and so no pose to give back.");
            break;
        }
        editor_.edit_controls().bone_offsets.clear();
        editor_.edit_controls().rig_offset = editor_.instance()->home;
        break;
    case Action::play_gait:
        editor_.edit_controls().muscles.playing = !editor_.controls().muscles.playing;
        break;
    case Action::drive:
        view_.drives = !view_.drives;
        messages_.is_over(Message::Topic::steering);
        break;
    case Action::livelier:
    case Action::calmer:
        enliven(action == Action::livelier ? 1.1 : 1.0 / 1.1);
        break;
    case Action::undo:
        undo();
        break;
    case Action::redo:
        redo();
        break;
    case Action::open_file:
        panels_.ask_for_file(FileBrowser::Purpose::open, usual_folder());
        break;
    case Action::save_scene:
        save_document(false);
        break;
    case Action::save_scene_as:
        save_document(true);
        break;
    case Action::new_scene:
        view_.scenes = true;
        break;
    case Action::save_picture:
        save_picture();
        break;
    case Action::save_recording:
        if (!unsaved_recording_) {
            simulation_.excerpt();
        }
        break;
    case Action::quit:
        window_.set_should_close(true);
        break;
    default:
        carry_out(playback_.act(action, snapshot_.timeline, editor_.document().speed));
        act_on_view(action);
        apply_to_characters(action);
    }
}

// Whoever was seen as a whole stays so in the half that is left.
void Application::lay_out(const PixelSize& size) {
    const ViewArea before = layout_.dynamics;
    const bool was_whole = layout_.rig_only.width == 0.0;
    layout_ = layout_of(size.width, size.height, content_scale_, view_.panels, view_.side_by_side);
    if (view_.side_by_side && was_whole && snapshot_.character) {
        hand_.camera.goal = with_room_for(hand_.camera.goal, bounds().box_of_all(), before, layout_.dynamics);
    }
}

void Application::act_on_view(Action action) {
    switch (action) {
    case Action::secondary_motion:
        view_.secondary = !view_.secondary;
        break;
    case Action::side_by_side:
        view_.side_by_side = !view_.side_by_side;
        break;
    case Action::show_bones:
        if (is_free()) {
            say(Message::Kind::notice, name_ + " has no rig, and so no bones to show.");
            break;
        }
        view_.bones = !view_.bones;
        break;
    case Action::next_paint:
        view_.paint = next_paint(view_.paint, built() && built()->musculature.count() > 0,
                                 has_painted_regions(editor_.description().muscles));
        break;
    case Action::show_panels:
        view_.panels = !view_.panels;
        break;
    case Action::show_shortcuts:
        view_.shortcuts = !view_.shortcuts;
        break;
    case Action::show_scenes:
        view_.scenes = !view_.scenes;
        break;
    case Action::frame_character:
        if (snapshot_.character) {
            const SkinOutline& outline = snapshot_.character->skin->outline;
            hand_.frame(actors_.size() > 1 || is_free() ? bounds().box(snapshot_)
                                                        : outline.framed(editor_.controls().clip, snapshot_.state.P),
                        layout_.dynamics);
        }
        break;
    case Action::frame_all:
        if (snapshot_.character) {
            hand_.frame(bounds().boxes_in_the_scene(), layout_.dynamics);
        }
        break;
    case Action::leave:
        if (open_document_.is_asking()) {
            answer(UnsavedAnswer::cancel);
            break;
        }
        if (Panels::has_open_list()) {
            break; // which closes by the same key
        }
        if (view_.shortcuts || view_.scenes || panels_.is_asking_for_file()) {
            view_.shortcuts = false;
            view_.scenes = false;
            panels_.close_browser();
        } else if (view_.brush.is_held) {
            painting_.put_down(view_.brush);
        } else {
            hand_.selection = {};
        }
        break;
    default:
        break;
    }
}

// Where a file is likely to be found.
std::filesystem::path Application::usual_folder() const {
    if (!file_saver_.recent().empty()) {
        return file_saver_.recent().front().parent_path();
    }
    return scenes_.empty() ? std::filesystem::path(".") : scenes_.front().parent_path();
}

void Application::undo() {
    messages_.is_over(Message::Topic::undo);
    const std::string name = editor_.history().undo_name();
    if (change_document([](Editor& editor) { return editor.undo(); })) {
        messages_.is_over(Message::Topic::undone);
        say(Message::Kind::notice, "Undone: " + name + ".", Message::Topic::undone);
    }
}

void Application::redo() {
    messages_.is_over(Message::Topic::undo);
    const std::string name = editor_.history().redo_name();
    if (change_document([](Editor& editor) { return editor.redo(); })) {
        messages_.is_over(Message::Topic::undone);
        say(Message::Kind::notice, "Redone: " + name + ".", Message::Topic::undone);
    }
}

// By undo or redo: running models and the view follow the document.
bool Application::change_document(const std::function<bool(Editor&)>& change) {
    const int selected = editor_.selected();
    const bool compared = compares();
    const MuscleControls before = editor_.controls().muscles;
    if (!change(editor_)) {
        return false;
    }
    if (compares() && !compared) {
        simulation_.restart(); // from the same line, as when they were first compared
    }
    const MuscleControls& muscles = editor_.controls().muscles;
    view_.target = editor_.selected() == selected ? target_after(view_.target, before, muscles) : TargetShown{};
    if (const NamedGait* plays = origin_of(muscles.gait, editor_.description().muscles.gaits);
        plays && muscles.gait != before.gait) {
        view_.gait = plays->name; // the chosen gait is the one that plays again
    }
    if (built() && !opening_ && !rebuild_outdated()) {
        call_off();
    }
    return true;
}

CharacterDescription Application::description_now() const {
    return with_live_numbers(editor_.description(), editor_.controls());
}

void Application::say(Message::Kind kind, const std::string& text, Message::Topic topic) {
    messages_.say({kind, text, topic});
}

// What the mouse is on is being read; and what is drawn in a long frame is seen no longer than in a short one.
void Application::act_on_messages(const PanelCommands& commands) {
    messages_.pass(commands.reads_messages ? 0.0 : clock_.seconds());
    if (commands.dismissed_message) {
        messages_.dismiss(*commands.dismissed_message);
    }
    for (const Message& message : commands.messages) {
        messages_.say(message);
    }
}

} // namespace limber::app
