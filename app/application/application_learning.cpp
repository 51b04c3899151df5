#include "app/application/application_parts.h"

#include "app/creatures/creatures.h"
#include "app/interaction/lesson_marks.h"
#include "app/scene/facing.h"
#include "app/scene/gait_origin.h"
#include "app/scene/learning_news.h"
#include "app/scene/lesson_settings.h"
#include "app/scene/walking.h"
#include "engine/control/search_file.h"
#include "engine/core/file_bytes.h"

#include <algorithm>

// The character learns beside the window, and shows what it can do so far.
namespace limber::app {
namespace {

constexpr double body_share = 0.7; // of the diagonal of the box around it

// In the middle, and as low as any of it.
Vec3 foot_of(const Box& box, const Vec3& up) {
    return box.centre() - 0.5 * (box.high - box.low).dot(up.cwiseAbs()) * up;
}

double size_of(const Character& character) {
    return body_share * character.skin->outline.reach(-1).diagonal();
}

} // namespace

void Application::learn(const Lesson& lesson) {
    if (built()) {
        learner_.start({built(), controls_on_stage(), lesson});
        forget_search_to_come();
        ++searches_;
        take_up(edits_.selected);
    }
}

// Whoever is to learn may have failed by now, and that is said, too.
void Application::take_up(int pupil) {
    pupil_ = pupil;
    is_told_of_change_ = false;
    hear_of_learning();
    watch_the_best();
}

bool Application::is_pupil() const {
    return pupil_ == edits_.selected && built() == learnt_.character;
}

// From now on, and also where somebody drove before: without a key what is learnt plays, and nobody stands still.
void Application::watch_the_best() {
    view_.watches_best = true;
    messages_.is_over(Message::Topic::best_gait);
    reins_.let_go();
    if (is_pupil() && !learnt_.best.waveforms.empty()) {
        play_the_best();
    }
}

void Application::play_the_best() {
    edits_.controls.muscles.gait = learnt_.best;
    edits_.controls.muscles.playing = true;
    reins_.expect_another_gait();
}

void Application::go_on_learning(const Lesson& lesson) {
    learner_.go_on({built(), controls_on_stage(), lesson});
    forget_search_to_come();
    take_up(edits_.selected);
}

void Application::open_search(const std::filesystem::path& path) {
    forget_search_to_come();
    search_being_read_ = path;
    readings_.give([this, path] {
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
    const LessonSettings settings = settings_for(terms, edits_.controls, *built());
    const Lesson as_set = lesson_of(settings, edits_.controls, *built());
    const Lesson lesson{terms.space, terms.objective, std::nullopt, terms.options, as_set.role};
    auto opened = std::make_shared<const OpenedSearch>(OpenedSearch{read.value().bytes, path, as_set});
    learner_.open({built(), controls_on_stage(), lesson, opened});
    search_to_come_ = SearchToCome{std::move(opened), settings, edits_.selected};
}

void Application::forget_search_to_come() {
    search_being_read_.reset();
    search_to_come_.reset();
}

// It is heard of by now what became of the file.
void Application::hear_of_opened_search() {
    if (const auto refusal = learner_.refusal()) {
        say(Message::Kind::error, sentence(*refusal) + ".");
    }
    if (!search_to_come_ || learner_.is_opening()) {
        return;
    }
    const SearchToCome came = *std::exchange(search_to_come_, std::nullopt);
    const Part* pupil = edits_.ensemble.part(came.pupil);
    if (!learnt_.task || learnt_.task->opened != came.opened || !pupil) {
        return;
    }
    edits_.put_back();
    edits_.ensemble.models.at(pupil->model).muscles.lesson = came.settings;
    edits_.take_out(edits_.selected);
    ++searches_;
    take_up(came.pupil);
}

void Application::save_search() {
    if (const auto kept = learnt_.kept) {
        papers_.write_beside(edits_.description.name + " search", ".json", [kept](const auto& path) {
            return write_search(kept->state, kept->key, kept->terms, path);
        });
    }
}

void Application::obey_about_learning(const PanelWishes& wishes) {
    if (wishes.save_search) {
        save_search();
    }
    if (wishes.ask_for_search) {
        panels_.ask_for_file(FileBrowser::Purpose::search, usual_folder());
    }
    if (wishes.open_search) {
        open_search(*wishes.open_search);
    }
    if (wishes.learn) {
        learn(*wishes.learn);
    }
    if (wishes.go_on_learning) {
        go_on_learning(*wishes.go_on_learning);
    }
    if (wishes.pause_learning) {
        learner_.pause(*wishes.pause_learning);
    }
    if (wishes.keeps_best) {
        messages_.is_over(Message::Topic::best_gait);
    }
    if (wishes.watch_best) {
        watch_the_best();
    }
    if (wishes.stop_learning) {
        forget_search_to_come();
        learner_.stop();
    }
}

// Once a search: nothing of it is lost, and yet it is not what the person sees now.
void Application::tell_of_change() {
    const Part* pupil = edits_.ensemble.part(pupil_);
    if (!learnt_.is_running || is_told_of_change_ || !pupil) {
        return;
    }
    const bool is_another = models_.at(pupil->model) != learnt_.character;
    const bool is_seen = pupil_ == edits_.selected;
    if (is_another || (is_seen && !is_same_world(controls_on_stage(), learnt_.task->controls))) {
        is_told_of_change_ = true;
        say(Message::Kind::notice,
            is_another ? "It learns for the body as it was when it began, and what it finds from now on does not play: "
                         "stop it and learn anew for this one, or undo the change."
                       : "It learns for the body and the world as they were when it began: stop it and learn anew for "
                         "those of now, or undo the change.");
    }
}

// A better gait plays at once; undo takes back the whole search.
void Application::hear_of_learning() {
    const Learnt before = std::exchange(learnt_, learner_.latest());
    const LearningNews news = news_since(before, learnt_);
    hear_of_opened_search();
    keep_gallery_shown();
    tell_of_change();
    if (news.fault) {
        say(Message::Kind::error, sentence(*news.fault) + ".");
    }
    if (news.is_restless) {
        say(Message::Kind::notice, "The body does not come to rest by itself, and each try begins while it would still "
                                   "move: more damping, or stiffer flesh, makes what it learns surer.");
    }
    const bool watches = view_.watches_best && is_pupil();
    if (watches && news.is_better) {
        play_the_best();
    }
    // Whoever steered while it learns sees what was learnt as soon as no key is held.
    if (watches && (learnt_.is_running || news.has_ended) && reins_.command().role == GaitRole::none) {
        reins_.let_go();
    }
    if (news.has_ended && !learnt_.fault && !learnt_.best.waveforms.empty() && is_pupil()) {
        say(Message::Kind::notice, words_for_the_end(watches), Message::Topic::best_gait);
    }
}

std::string Application::words_for_the_end(bool watches) const {
    const KeptGait* kept = origin_of(learnt_.best, edits_.description.muscles.gaits);
    if (kept && same_motion(kept->gait, learnt_.best)) {
        return (watches ? "The best gait plays, and is kept as "
                        : "What you chose plays on. The best gait is kept as ") +
               kept->name + ".";
    }
    return watches ? "The best gait plays. Keep it with the button in Learning."
                   : "What you chose plays on. Watch the best gait, or keep it, with the buttons in Learning.";
}

// Whoever is watched while it learns sets out again, as each try of the search begins at rest. Whoever is driven, or
// plays what it knows, lies where its driver wants to see it.
void Application::tell_of_fall() {
    const double time = snapshot_.character ? snapshot_.state.time : 0.0;
    if (!is_shown() || !playing_ || !moves_by_itself(snapshot_) || !fall_.is_due(snapshot_.actor, time)) {
        return;
    }
    const MuscleControls& muscles = edits_.controls.muscles;
    const Vec3 up = up_of(snapshot_.character->description);
    const Mat3 turn = StanceReader(snapshot_.character->model).read(snapshot_.state).turn;
    const bool has_fallen = fall_.has_fallen(snapshot_.actor, time, up.dot(turn * up));
    const bool moves = view_.drives || (muscles.playing && !muscles.gait.waveforms.empty());
    if (!has_fallen || !moves) {
        return;
    }
    const bool is_taught = learnt_.is_running && view_.watches_best && pupil_ == edits_.selected && !hand_.is_holding();
    if (is_taught) {
        simulation_.restart();
    }
    say(Message::Kind::notice,
        edits_.description.name + (is_taught ? " fell, and sets out again from rest, as each try of the search does."
                                             : " has fallen, and does not get up: R sets it up again."));
}

// Under where it began, which the point that it is to come to counts from.
Vec3 Application::start_of_lesson() const {
    const Character& character = *snapshot_.character;
    return foot_of(character.skin->outline.box(snapshot_.state.P), up_of(character.description));
}

// While the panel shows the lesson, and no search heeds it.
std::optional<Goal> Application::goal_to_move() const {
    const bool is_drawn = view_.shows_lesson && is_shown() && moves_by_itself(snapshot_);
    if (!is_drawn || learnt_.is_running) {
        return std::nullopt;
    }
    const Character& character = *snapshot_.character;
    const Lesson lesson = lesson_of(edits_.description.muscles.lesson, edits_.controls, character);
    if (!lesson.way_to_target) {
        return std::nullopt;
    }
    return Goal{start_of_lesson() + *lesson.way_to_target, up_of(character.description),
                target_ring(size_of(character))};
}

void Application::move_goal(const Wishes& wishes) {
    if (wishes.moved_goal && snapshot_.character) {
        set_way_to_target(edits_.description.muscles.lesson, *wishes.moved_goal - start_of_lesson(), edits_.controls,
                          *snapshot_.character);
    }
}

// Where it is to go, on the floor, while the panel shows the lesson: from where it is and as it is turned now, and to a
// point that counts from where it began.
void Application::draw_lesson(Sketch& sketch) const {
    if (!view_.shows_lesson || !is_shown() || !moves_by_itself(snapshot_)) {
        return;
    }
    const Character& character = *snapshot_.character;
    const Lesson lesson = lesson_of(edits_.description.muscles.lesson, edits_.controls, character);
    LessonMarks marks;
    marks.up = up_of(character.description);
    marks.size = size_of(character);
    marks.from = foot_of(box_of(snapshot_), marks.up);
    if (lesson.objective.travel != 0.0 || lesson.objective.speed != 0.0) {
        const LessonSettings& settings = edits_.description.muscles.lesson;
        const Mat3 turn = StanceReader(character.model).read(snapshot_.state).turn;
        marks.way = Facing(turn, character.description).direction(settings.direction);
        marks.way_words = words_for_direction(settings.direction);
    }
    if (lesson.way_to_target) {
        marks.target = start_of_lesson() + *lesson.way_to_target;
        marks.target_lit = hand_.has_goal();
    }
    add_lesson_marks(sketch, marks, hand_.camera.now(), layout_.dynamics);
}

void Application::keep_gallery_shown() {
    if (!learnt_.gallery || learnt_.gallery == gallery_) {
        return;
    }
    gallery_ = learnt_.gallery;
    if (gallery_picture_ == 0) {
        gallery_picture_ = renderer_.keep_picture(gallery_->picture);
    } else {
        renderer_.replace_picture(gallery_picture_, gallery_->picture);
    }
}

// Whether what is open is one body that walks by itself.
bool Application::is_free_walker() const {
    const SceneDescription& scene = edits_.description;
    return edits_.ensemble.parts.size() == 1 && scene.rig_kind == RigKind::none && scene.contact.is_there() &&
           scene.muscles.are_there();
}

// A mesh that was opened without a rig hangs on one handle, which is no choice that anybody made.
void Application::tell_of_handle() {
    messages_.is_over(Message::Topic::handle);
    const bool is_scene = open_.extension() == ".json" || creature_named_by(open_);
    if (is_scene || edits_.description.rig_kind != RigKind::affine_handle) {
        return;
    }
    messages_.say(
        {Message::Kind::notice,
         edits_.description.name + " has no rig and hangs on one handle. Set it free, and it falls on a floor.",
         Message::Topic::handle, Message::Offer::set_free});
}

bool Application::is_free() const {
    return snapshot_.character && snapshot_.character->description.rig_kind == RigKind::none;
}

} // namespace limber::app
