#include "app/application/application_parts.h"
#include "app/character/build_character.h"

#include "app/document/character_file.h"
#include "app/document/free_place.h"
#include "app/document/gait_origin.h"
#include "engine/actuation/gait_file.h"
#include "engine/core/file_bytes.h"

#include <algorithm>

// Gaits come and go as files of their own.
namespace limber::app {
namespace {

constexpr std::uintmax_t gait_bytes_max = 1 << 20;

bool is_a_gait(const std::filesystem::path& path) {
    const auto size = regular_file_size(path);
    return path.extension() == ".json" && size && *size <= gait_bytes_max && json_kind(path) == JsonKind::gait;
}

} // namespace

// A gait among the dropped files is added; anything else is opened as a scene.
void Application::open_unless_gait(const std::filesystem::path& path) {
    gait_candidate_ = path;
    file_reads_.give([this, path] {
        const auto gait = is_a_gait(path) ? std::optional(read_gait(path)) : std::nullopt;
        return Continuation([this, path, gait] {
            if (gait_candidate_ != path) {
                return;
            }
            gait_candidate_.reset();
            if (gait && built()) {
                to_try_.clear();
                add_gait(path, *gait);
            } else {
                open_as_scene(path);
            }
        });
    });
}

void Application::add_gait(const std::filesystem::path& path) {
    file_reads_.give([this, path] {
        return Continuation([this, path, gait = read_gait(path)] {
            if (built()) {
                add_gait(path, gait);
            }
        });
    });
}

// It is kept under its name, and plays.
void Application::add_gait(const std::filesystem::path& path, const Result<Repaired<Gait>>& read) {
    if (!read) {
        say(Message::Kind::error, sentence(read.error()) + ".");
        return;
    }
    Gait gait = read.value().value;
    if (std::ranges::all_of(gait.waveforms, [](const Waveform& waveform) { return waveform.empty(); })) {
        say(Message::Kind::error, path.string() + ": a gait without any waveform, which would move nothing.");
        return;
    }
    GaitLibrary& gaits = editor_.edit_description().muscles.gaits;
    const std::string command = gait.name.empty() ? path.stem().string() : gait.name;
    const NamedGait* same = gaits.called(command);
    const std::string name = same && same_motion(same->gait, gait) ? command : gaits.free_name(command);
    gait.name = name;
    gaits.keep({name, same && name == command ? same->role : GaitRole::none, gait});
    view_.gait = name;
    editor_.edit_controls().muscles.gait = gait;
    editor_.edit_controls().muscles.playing = true;
    show_chosen_gait();
    std::size_t muscles = built()->musculature.count();
    if (muscles == 0 && !editor_.description().muscles.are_there()) {
        muscles = std::min<std::size_t>(muscles_max, gait.waveforms.size());
        editor_.edit_description().muscles.modes = static_cast<Index>(muscles);
        rebuild(Stage::muscles);
    }
    if (editor_.description().rig_kind == RigKind::affine_handle) {
        messages_.say({Message::Kind::warning,
                       "A handle holds the body where it is, and no gait carries it. Set it free to let it go.",
                       Message::Topic::handle, Message::Offer::set_free});
    }
    if (const auto why = misfit(gait, editor_.description().name, muscles)) {
        say(Message::Kind::warning, *why);
    }
}

void Application::save_gait(Gait gait, const std::string& name) {
    gait.character = editor_.description().name;
    gait.name = name;
    file_saver_.write_beside(name + " gait", ".json", [gait](const auto& path) { return write_gait(gait, path); });
}

void Application::apply_gait_commands(const PanelCommands& commands) {
    const Gait& playing = editor_.controls().muscles.gait;
    if (commands.save_gait) {
        save_gait(playing, playing.name.empty() ? editor_.description().name : playing.name);
    }
    const NamedGait* kept = editor_.description().muscles.gaits.called(commands.save_kept_gait.value_or(""));
    if (kept) {
        save_gait(kept->gait, kept->name);
    }
    if (commands.load_gait) {
        panels_.ask_for_file(FileBrowser::Purpose::gait, usual_folder());
    }
    if (commands.add_gait) {
        add_gait(*commands.add_gait);
    }
    if (commands.compare_gait) {
        compare(*commands.compare_gait);
    }
    if (commands.stop_comparing) {
        stop_comparing();
    }
    if (commands.switch_gait) {
        show_chosen_gait();
    }
}

// What a person chose to watch is seen: no better one of a search comes over it, and nobody stands there waiting for
// keys.
void Application::show_chosen_gait() {
    gait_search_.set_watches_best(false);
    messages_.is_over(Message::Topic::best_gait);
    gait_controller_.let_go();
    gait_controller_.expect_another_gait();
}

// A twin beside the selected one, which plays it; whoever showed a gait before makes room.
void Application::compare(const std::string& gait) {
    stop_comparing();
    const NamedGait* kept = editor_.description().muscles.gaits.called(gait);
    if (!kept || !snapshot_.character) {
        return;
    }
    const CharacterInstance& part = *editor_.scene().part(editor_.selected());
    CharacterInstance twin = doubled(part, models_.next_id(), way_to_compared(part));
    twin.controls.muscles.gait = kept->gait;
    twin.controls.muscles.gait.name = kept->name;
    twin.controls.muscles.playing = true;
    twin.shows = gait;
    twin.beside = part.id;
    editor_.edit([&](Document& document) { document.scene.parts.push_back(std::move(twin)); });
    simulation_.restart(); // side by side from the same line
    is_about_to_frame_pair_ = true;
}

// Beside it, clear of other bodies and obstacles, and far enough away for both to turn.
Vec3 Application::way_to_compared(const CharacterInstance& part) const {
    const BoundingBox body = starting_box(*models_.at(part.model), part.controls);
    const Vec3 beside = 0.9 * body.diagonal() * up_of(editor_.description()).cross(front_of(editor_.description()));
    const Obstacles& obstacles = editor_.description().contact.obstacles;
    const double slack = 0.02 * body.diagonal();
    const bool is_free =
        editor_.scene().parts.size() == 1 &&
        depth_in(obstacles, {body.low + beside, body.high + beside}) <= depth_in(obstacles, body) + slack;
    return is_free ? beside : way_to_twin(part);
}

// Large, whatever the picture showed before.
void Application::frame_pair() {
    if (is_about_to_frame_pair_ && is_shown() && actors_.size() == editor_.scene().parts.size()) {
        is_about_to_frame_pair_ = false;
        hand_.frame(bounds().boxes_in_the_scene(), layout_.dynamics);
    }
}

void Application::stop_comparing() {
    const CharacterInstance* selected = editor_.scene().part(editor_.selected());
    if (selected && selected->is_helper()) {
        const std::vector<CharacterInstance> staying = without_helpers(editor_.scene()).parts;
        const auto whom = std::ranges::find(staying, selected->beside, &CharacterInstance::id);
        select(whom == staying.end() ? staying.front().id : whom->id);
    }
    if (compares()) {
        editor_.edit([](Document& document) { document.scene = without_helpers(std::move(document.scene)); });
    }
}

bool Application::compares() const {
    return std::ranges::any_of(editor_.scene().parts, [](const CharacterInstance& part) { return part.is_helper(); });
}

// The kept one that it is seen to play, as its driver asks for; null: another one, or none.
const NamedGait* Application::seen_gait(const CharacterInstance& part) const {
    const bool is_selected = part.id == editor_.selected();
    const GaitLibrary& gaits =
        is_selected ? editor_.description().muscles.gaits : editor_.scene().models.at(part.model).muscles.gaits;
    const MuscleControls& own = is_selected ? editor_.controls().muscles : part.controls.muscles;
    if (is_selected && view_.drives) {
        const GaitRole role = gait_controller_.command().role;
        if (const NamedGait* asked = gaits.playing(role)) {
            return asked;
        }
        if (gait_controller_.driven(own, gaits).gait.waveforms.empty()) {
            return nullptr;
        }
    }
    return own.playing ? origin_of(own.gait, gaits) : nullptr;
}

std::string Application::words_for_gait(const CharacterInstance& part) const {
    const NamedGait* kept = seen_gait(part);
    if (!kept) {
        const MuscleControls& own = part.controls.muscles;
        const bool is_driven = part.id == editor_.selected() && view_.drives;
        const GaitLibrary& gaits = editor_.scene().models.at(part.model).muscles.gaits;
        const Gait gait = is_driven ? gait_controller_.driven(own, gaits).gait : own.gait;
        return !own.playing || gait.waveforms.empty() ? "Stands still" : "What plays";
    }
    const bool is_asked =
        part.id == editor_.selected() && view_.drives && gait_controller_.command().role != GaitRole::none;
    return is_asked || same_motion(kept->gait, part.controls.muscles.gait) ? kept->name : kept->name + ", changed";
}

// While gaits are compared, over each body what it plays.
std::vector<Label> Application::labels() const {
    std::vector<Label> labels;
    if (!compares()) {
        return labels;
    }
    for (const Snapshot& actor : actors_) {
        const CharacterInstance* part = editor_.scene().part(actor.actor);
        if (!part) {
            continue;
        }
        const BoundingBox body = bounds().box(actor);
        const Vec3 up = hand_.camera.now().up;
        const Vec3 top = body.centre() + 0.5 * (body.high - body.low).dot(up.cwiseAbs()) * up;
        const auto at = pixel_of(hand_.camera.now(), layout_.dynamics, top);
        if (at) {
            labels.push_back({*at - Pixel(0, 6), words_for_gait(*part)});
        }
    }
    return labels;
}

// Where there is nothing to walk with, the keys stay whose they are.
void Application::start_driving() {
    const GaitLibrary& gaits = editor_.description().muscles.gaits;
    gait_controller_.let_go();
    view_.gait.clear();
    view_.drives =
        gaits.playing(GaitRole::forward) || (gaits.playing(GaitRole::left) && gaits.playing(GaitRole::right));
    gait_search_.set_watches_best(true);
    messages_.is_over(Message::Topic::steering);
    if (view_.drives) {
        say(Message::Kind::notice, words_for_keys(gaits) + ".", Message::Topic::steering);
    }
}

std::vector<InputEvent> Application::driven(const std::vector<InputEvent>& events) {
    if (!view_.drives) {
        gait_controller_.let_go();
        return events;
    }
    const double time = snapshot_.character ? snapshot_.state.time : 0.0;
    const MuscleDescription& muscles = editor_.description().muscles;
    if (!playback_.is_playing()) {
        return gait_controller_.wait(events, time);
    }
    std::vector<InputEvent> others = gait_controller_.take(events, muscles.gaits, time, muscles.blend);
    if (gait_controller_.command().role != GaitRole::none) {
        messages_.is_over(Message::Topic::steering);
        messages_.is_over(Message::Topic::best_gait);
    }
    if (const auto unknown = gait_controller_.unknown()) {
        say(Message::Kind::notice, editor_.description().name + " knows no gait for " + name_of(*unknown) +
                                       (*unknown == GaitRole::jump ? ", and Space pauses" : "") +
                                       ": let it learn one in Learning, or give one that it knows to this key in "
                                       "Gaits.");
    }
    return others;
}

// What the mouse would do where it is, and what the keys do.
std::string Application::hint_of_hand_and_keys() const {
    const GaitLibrary& gaits = editor_.description().muscles.gaits;
    const std::string hand = hand_.hint(touchable());
    const std::string keys = hint_for_keys(gaits, view_.drives, playback_.is_playing());
    if (hand.empty() || keys.empty() || hand_.is_holding()) {
        return hand.empty() ? keys : hand;
    }
    return hand + "  |  " + keys;
}

// While it is driven, in all that its driver can ask for.
void Application::enliven(double factor) {
    scale_amplitudes(editor_.edit_controls().muscles.gait, factor);
    GaitLibrary& gaits = editor_.edit_description().muscles.gaits;
    for (const GaitRole role : driven_roles) {
        const NamedGait* kept = view_.drives && gait_controller_.are_used() ? gaits.playing(role) : nullptr;
        if (kept) {
            NamedGait scaled = *kept;
            scale_amplitudes(scaled.gait, factor);
            scaled.file.clear();
            gaits.keep(std::move(scaled));
        }
    }
}

// A character whose search is watched starts again from rest, as each rollout of the search does. One that is steered
// or plays its own gait stays where it fell.
void Application::report_fall() {
    const double time = snapshot_.character ? snapshot_.state.time : 0.0;
    if (!is_shown() || !playback_.is_playing() || !moves_by_itself(snapshot_) || !fall_.is_due(snapshot_.actor, time)) {
        return;
    }
    const MuscleControls& muscles = editor_.controls().muscles;
    const Vec3 up = up_of(snapshot_.character->description);
    const Mat3 turn = StanceReader(snapshot_.character->model).read(snapshot_.state).turn;
    const bool has_fallen = fall_.has_fallen(snapshot_.actor, time, up.dot(turn * up));
    const bool moves = view_.drives || (muscles.playing && !muscles.gait.waveforms.empty());
    if (!has_fallen || !moves) {
        return;
    }
    const bool is_taught = gait_search_.status().is_running && gait_search_.watches_best() &&
                           gait_search_.target() == editor_.selected() && !hand_.is_holding();
    if (is_taught) {
        simulation_.restart();
    }
    say(Message::Kind::notice,
        editor_.description().name + (is_taught ? " fell, and sets out again from rest, as each try of the search does."
                                                : " has fallen, and does not get up: R sets it up again."));
}

// A little later than what is seen: the simulation is steps ahead of it.
const MuscleControls& Application::muscles_now(const CharacterInstance& part) {
    const auto actor = std::ranges::find(actors_, part.id, &Snapshot::actor);
    const double shown = actor == actors_.end() ? 0.0 : actor->state.time;
    const MuscleDescription& muscles = editor_.scene().models.at(part.model).muscles;
    const MuscleControls& own = part.controls.muscles;
    const bool is_driven = part.id == editor_.selected() && view_.drives;
    return gait_controller_.tell(part.id, is_driven ? gait_controller_.driven(own, muscles.gaits) : own,
                                 shown + 2.0 * part.controls.time_step, muscles.blend);
}

} // namespace limber::app
