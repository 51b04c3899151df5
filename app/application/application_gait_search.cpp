#include "app/application/application_parts.h"
#include "app/character/build_character.h"
#include "app/search/gait_search_problem.h"

#include "app/creatures/creatures.h"
#include "app/document/facing.h"
#include "app/document/gait_origin.h"
#include "app/document/gait_search_settings.h"
#include "app/interaction/goal_marks.h"
#include "app/motion/walking.h"
#include "app/search/gait_search_events.h"
#include "engine/control/search_file.h"
#include "engine/core/file_bytes.h"

#include <algorithm>

// The character learns beside the window, and shows what it can do so far.
namespace limber::app {
namespace {

constexpr double body_share = 0.7; // of the diagonal of the box around it

// In the middle, and as low as any of it.
Vec3 foot_of(const BoundingBox& box, const Vec3& up) {
    return box.centre() - 0.5 * (box.high - box.low).dot(up.cwiseAbs()) * up;
}

double size_of(const Character& character) {
    return body_share * character.skin->outline.reach(-1).diagonal();
}

} // namespace

void Application::start_search(const GaitSearchProblem& problem) {
    if (built()) {
        search_worker_.start({built(), simulated_controls(), problem});
        forget_search_to_come();
        ++searches_;
        continue_with(editor_.selected());
    }
}

// Whoever is to learn may have failed by now, and that is said, too.
void Application::continue_with(int search_target) {
    search_target_ = search_target;
    is_told_of_change_ = false;
    poll_gait_search();
    watch_the_best();
}

bool Application::is_search_target() const {
    return search_target_ == editor_.selected() && built() == search_status_.character;
}

// From now on, and also where somebody drove before: without a key what is learnt plays, and nobody stands still.
void Application::watch_the_best() {
    view_.watches_best = true;
    messages_.is_over(Message::Topic::best_gait);
    gait_controller_.let_go();
    if (is_search_target() && !search_status_.best.waveforms.empty()) {
        play_the_best();
    }
}

void Application::play_the_best() {
    MuscleControls& muscles = editor_.edit_controls().muscles;
    muscles.gait = search_status_.best;
    muscles.playing = true;
    gait_controller_.expect_another_gait();
}

void Application::continue_search(const GaitSearchProblem& problem) {
    search_worker_.go_on({built(), simulated_controls(), problem});
    forget_search_to_come();
    continue_with(editor_.selected());
}

void Application::open_search(const std::filesystem::path& path) {
    forget_search_to_come();
    search_being_read_ = path;
    file_reads_.give([this, path] {
        auto bytes = file_bytes(path);
        auto terms = bytes ? search_terms_from(bytes.value(), path) : bytes.error();
        auto read =
            terms ? Result<ReadSearch>(ReadSearch{std::move(bytes).value(), std::move(terms).value()}) : terms.error();
        return Continuation([this, path, read = std::move(read)] { open_search(path, read); });
    });
}

// What is wanted there is what the settings say once it has turned out to be a search of this body.
void Application::open_search(const std::filesystem::path& path, const Result<ReadSearch>& read) {
    if (search_being_read_ != path) {
        return;
    }
    search_being_read_.reset();
    if (!read) {
        say(Message::Kind::error, sentence(read.error()) + ".");
        return;
    }
    if (!built()) {
        return;
    }
    const GaitSearchTerms& terms = read.value().terms;
    const GaitSearchSettings settings = settings_for(terms, editor_.controls(), *built());
    const GaitSearchProblem as_set = gait_search_problem(settings, editor_.controls(), *built());
    const GaitSearchProblem problem{terms.space, terms.objective, std::nullopt, terms.options, as_set.role};
    auto opened = std::make_shared<const OpenedSearch>(OpenedSearch{read.value().bytes, path, as_set});
    search_worker_.open({built(), simulated_controls(), problem, opened});
    search_to_come_ = SearchToCome{std::move(opened), settings, editor_.selected()};
}

void Application::forget_search_to_come() {
    search_being_read_.reset();
    search_to_come_.reset();
}

// It is heard of by now what became of the file.
void Application::poll_opened_search() {
    if (const auto refusal = search_worker_.refusal()) {
        say(Message::Kind::error, sentence(*refusal) + ".");
    }
    if (!search_to_come_ || search_worker_.is_opening()) {
        return;
    }
    const SearchToCome came = *std::exchange(search_to_come_, std::nullopt);
    const CharacterInstance* search_target = editor_.scene().part(came.search_target);
    if (!search_status_.task || search_status_.task->opened != came.opened || !search_target) {
        return;
    }
    editor_.edit([&, model = search_target->model](Document& document) {
        document.scene.models.at(model).muscles.problem = came.settings;
    });
    ++searches_;
    continue_with(came.search_target);
}

void Application::save_search() {
    if (const auto kept = search_status_.kept) {
        file_saver_.write_beside(editor_.description().name + " search", ".json", [kept](const auto& path) {
            return write_search(kept->state, kept->key, kept->terms, path);
        });
    }
}

void Application::apply_search_commands(const PanelCommands& commands) {
    if (commands.save_search) {
        save_search();
    }
    if (commands.ask_for_search) {
        panels_.ask_for_file(FileBrowser::Purpose::search, usual_folder());
    }
    if (commands.open_search) {
        open_search(*commands.open_search);
    }
    if (commands.start_search) {
        start_search(*commands.start_search);
    }
    if (commands.continue_search) {
        continue_search(*commands.continue_search);
    }
    if (commands.pause_search) {
        search_worker_.pause(*commands.pause_search);
    }
    if (commands.keep_best) {
        messages_.is_over(Message::Topic::best_gait);
    }
    if (commands.watch_best) {
        watch_the_best();
    }
    if (commands.stop_search) {
        forget_search_to_come();
        search_worker_.stop();
    }
}

// Once a search: nothing of it is lost, and yet it is not what the person sees now.
void Application::report_change() {
    const CharacterInstance* search_target = editor_.scene().part(search_target_);
    if (!search_status_.is_running || is_told_of_change_ || !search_target) {
        return;
    }
    const bool is_another = models_.at(search_target->model) != search_status_.character;
    const bool is_seen = search_target_ == editor_.selected();
    if (is_another || (is_seen && !is_same_world(simulated_controls(), search_status_.task->controls))) {
        is_told_of_change_ = true;
        say(Message::Kind::notice,
            is_another ? "It learns for the body as it was when it began, and what it finds from now on does not play: "
                         "stop it and learn anew for this one, or undo the change."
                       : "It learns for the body and the world as they were when it began: stop it and learn anew for "
                         "those of now, or undo the change.");
    }
}

// A better gait plays at once; undo takes back the whole search.
void Application::poll_gait_search() {
    const GaitSearchStatus before = std::exchange(search_status_, search_worker_.latest());
    const GaitSearchEvents news = news_since(before, search_status_);
    poll_opened_search();
    keep_population_shown();
    report_change();
    if (news.fault) {
        say(Message::Kind::error, sentence(*news.fault) + ".");
    }
    if (news.is_restless) {
        say(Message::Kind::notice, "The body does not come to rest by itself, and each try begins while it would still "
                                   "move: more damping, or stiffer flesh, makes what it learns surer.");
    }
    const bool watches = view_.watches_best && is_search_target();
    if (watches && news.is_better) {
        play_the_best();
    }
    // Whoever steered while it learns sees what was learnt as soon as no key is held.
    if (watches && (search_status_.is_running || news.has_ended) && gait_controller_.command().role == GaitRole::none) {
        gait_controller_.let_go();
    }
    if (news.has_ended && !search_status_.fault && !search_status_.best.waveforms.empty() && is_search_target()) {
        say(Message::Kind::notice, words_for_the_end(watches), Message::Topic::best_gait);
    }
}

std::string Application::words_for_the_end(bool watches) const {
    const NamedGait* kept = origin_of(search_status_.best, editor_.description().muscles.gaits);
    if (kept && same_motion(kept->gait, search_status_.best)) {
        return (watches ? "The best gait plays, and is kept as "
                        : "What you chose plays on. The best gait is kept as ") +
               kept->name + ".";
    }
    return watches ? "The best gait plays. Keep it with the button in Learning."
                   : "What you chose plays on. Watch the best gait, or keep it, with the buttons in Learning.";
}

// Whoever is watched while it learns sets out again, as each try of the search begins at rest. Whoever is driven, or
// plays what it knows, lies where its driver wants to see it.
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
    const bool is_taught =
        search_status_.is_running && view_.watches_best && search_target_ == editor_.selected() && !hand_.is_holding();
    if (is_taught) {
        simulation_.restart();
    }
    say(Message::Kind::notice,
        editor_.description().name + (is_taught ? " fell, and sets out again from rest, as each try of the search does."
                                                : " has fallen, and does not get up: R sets it up again."));
}

// Under where it began, which the point that it is to come to counts from.
Vec3 Application::start_of_search() const {
    const Character& character = *snapshot_.character;
    return foot_of(character.skin->outline.box(snapshot_.state.P), up_of(character.description));
}

// While the panel shows the lesson, and no search heeds it.
std::optional<Goal> Application::goal_to_move() const {
    const bool is_drawn = view_.shows_goal && is_shown() && moves_by_itself(snapshot_);
    if (!is_drawn || search_status_.is_running) {
        return std::nullopt;
    }
    const Character& character = *snapshot_.character;
    const GaitSearchProblem problem =
        gait_search_problem(editor_.description().muscles.problem, editor_.controls(), character);
    if (!problem.way_to_target) {
        return std::nullopt;
    }
    return Goal{start_of_search() + *problem.way_to_target, up_of(character.description),
                target_ring(size_of(character))};
}

void Application::move_goal(const InteractionCommands& commands) {
    if (commands.moved_goal && snapshot_.character) {
        set_way_to_target(editor_.edit_description().muscles.problem, *commands.moved_goal - start_of_search(),
                          editor_.controls(), *snapshot_.character);
    }
}

// Where it is to go, on the floor, while the panel shows the lesson: from where it is and as it is turned now, and to a
// point that counts from where it began.
void Application::draw_goal(Sketch& sketch) const {
    if (!view_.shows_goal || !is_shown() || !moves_by_itself(snapshot_)) {
        return;
    }
    const Character& character = *snapshot_.character;
    const GaitSearchProblem problem =
        gait_search_problem(editor_.description().muscles.problem, editor_.controls(), character);
    GoalMarks marks;
    marks.up = up_of(character.description);
    marks.size = size_of(character);
    marks.from = foot_of(bounds().box(snapshot_), marks.up);
    if (problem.objective.travel != 0.0 || problem.objective.speed != 0.0) {
        const GaitSearchSettings& settings = editor_.description().muscles.problem;
        const Mat3 turn = StanceReader(character.model).read(snapshot_.state).turn;
        marks.way = Facing(turn, character.description).direction(settings.direction);
        marks.way_words = words_for_direction(settings.direction);
    }
    if (problem.way_to_target) {
        marks.target = start_of_search() + *problem.way_to_target;
        marks.target_lit = hand_.has_goal();
    }
    add_goal_marks(sketch, marks, hand_.camera.now(), layout_.dynamics);
}

void Application::keep_population_shown() {
    if (!search_status_.population_view || search_status_.population_view == population_view_) {
        return;
    }
    population_view_ = search_status_.population_view;
    if (population_texture_ == 0) {
        population_texture_ = renderer_.keep_picture(population_view_->picture);
    } else {
        renderer_.replace_picture(population_texture_, population_view_->picture);
    }
}

// Whether what is open is one body that walks by itself.
bool Application::is_free_walker() const {
    const CharacterDescription& scene = editor_.description();
    return editor_.scene().parts.size() == 1 && scene.rig_kind == RigKind::none && scene.contact.is_there() &&
           scene.muscles.are_there();
}

// A mesh that was opened without a rig hangs on one handle, which is no choice that anybody made.
void Application::report_handle() {
    messages_.is_over(Message::Topic::handle);
    const bool is_scene = open_.extension() == ".json" || creature_named_by(open_);
    if (is_scene || editor_.description().rig_kind != RigKind::affine_handle) {
        return;
    }
    messages_.say(
        {Message::Kind::notice,
         editor_.description().name + " has no rig and hangs on one handle. Set it free, and it falls on a floor.",
         Message::Topic::handle, Message::Offer::set_free});
}

bool Application::is_free() const {
    return snapshot_.character && snapshot_.character->description.rig_kind == RigKind::none;
}

} // namespace limber::app
