// SPDX-License-Identifier: MIT
#include "app/controllers/gait_search_controller.h"

#include "app/character_skin/skin.h"
#include "app/document/facing.h"
#include "app/document/gait_origin.h"
#include "app/document/gait_search_settings.h"
#include "app/interaction/goal_marks.h"
#include "app/motion/stance.h"
#include "app/motion/walking.h"
#include "app/search/gait_search_problem.h"
#include "engine/control/search_file.h"
#include "engine/core/file_bytes.h"

#include <chrono>
#include <utility>

namespace limber::app {
namespace {

constexpr double body_share = 0.7; // of the diagonal of the box around a body

// The middle of the lower face of the box.
Vec3 foot_of(const BoundingBox& box, const Vec3& up) {
    return box.centre() - 0.5 * (box.high - box.low).dot(up.cwiseAbs()) * up;
}

double size_of(const Character& character) {
    return body_share * character.skin->outline.reach(-1).diagonal();
}

// The point on the floor below the body's start. The target is relative to it.
Vec3 start_of_search(const Snapshot& snapshot) {
    const Character& character = *snapshot.character;
    return foot_of(character.skin->outline.box(snapshot.state.P), up_of(character.description));
}

// The panel shows the search, and the newest model of a free body is drawn.
bool is_goal_shown(const SessionState& state) {
    return state.view.shows_goal && state.is_shown() && moves_by_itself(state.shown.selected);
}

GaitSearchProblem wanted_problem(const SessionState& state) {
    return gait_search_problem(state.editor.description().muscles.problem, simulated_controls(state),
                               *state.shown.selected.character);
}

void show(Commands& commands, Message::Kind kind, std::string text, Message::Topic topic = Message::Topic::none) {
    commands.emplace_back(ShowMessage{{kind, std::move(text), topic}});
}

} // namespace

Commands GaitSearchController::carry_out(const StartGaitSearch& command, const SessionState& state) {
    Commands commands;
    if (const CharacterPtr model = state.built()) {
        offer_replaced(commands);
        worker_.start({model, simulated_controls(state), command.problem});
        cancel_opening();
        ++count_;
        follow(state.editor.selected(), state, commands);
    }
    return commands;
}

Commands GaitSearchController::carry_out(const ResumeGaitSearch& command, const SessionState& state) {
    Commands commands;
    worker_.resume({state.built(), simulated_controls(state), command.problem});
    cancel_opening();
    follow(state.editor.selected(), state, commands);
    return commands;
}

Commands GaitSearchController::carry_out(const PauseGaitSearch& command, const SessionState&) {
    worker_.pause(command.paused);
    return {};
}

Commands GaitSearchController::carry_out(const StopGaitSearch&, const SessionState&) {
    stop();
    return {};
}

Commands GaitSearchController::carry_out(const SaveGaitSearch&, const SessionState& state) {
    return write(status_.checkpoint, state);
}

Commands GaitSearchController::carry_out(const SaveReplacedSearch&, const SessionState& state) {
    return write(replaced_, state);
}

// It counts as saved once it is in the file.
Commands GaitSearchController::write(const std::shared_ptr<const SavedSearch>& search, const SessionState& state) {
    if (!search) {
        return {};
    }
    writes_ = {search, std::make_shared<std::atomic<bool>>(false)};
    const CharacterInstance* target = state.editor.scene().instance(target_);
    const std::string& name =
        target ? state.editor.scene().models.at(target->model).name : state.editor.description().name;
    return {WriteNewFile{name + " search", ".json", [search, is_done = writes_.is_done](const auto& path) {
                             auto written = write_search(search->state, search->key, search->terms, path);
                             *is_done = static_cast<bool>(written);
                             return written;
                         }}};
}

void GaitSearchController::offer_replaced(Commands& commands) {
    if (!is_saved()) {
        replaced_ = status_.checkpoint;
        commands.emplace_back(ShowMessage{{Message::Kind::notice,
                                           "The search before, of " + std::to_string(status_.generation) +
                                               " generations, was replaced by the new one.",
                                           Message::Topic::replaced_search, Message::Offer::save_search}});
    }
}

Commands GaitSearchController::carry_out(const OpenGaitSearch& command, const SessionState&) {
    cancel_opening();
    const std::filesystem::path path = command.path;
    reading_ = path;
    reads_.submit([path] {
        auto bytes = file_bytes(path);
        auto terms = bytes ? search_terms_from(bytes.value(), path) : bytes.error();
        auto file =
            terms ? Result<SearchFile>(SearchFile{std::move(bytes).value(), std::move(terms).value()}) : terms.error();
        return ReadFile{path, std::move(file)};
    });
    return {};
}

Commands GaitSearchController::carry_out(const WatchBestGait&, const SessionState& state) {
    Commands commands;
    watch_best(state, commands);
    return commands;
}

Commands GaitSearchController::carry_out(const ShowChosenGait&, const SessionState&) {
    watches_best_ = false;
    return {};
}

Commands GaitSearchController::scene_opened(const SceneOpened&, const SessionState&) {
    worker_.clear();
    cancel_opening();
    replaced_.reset();
    watches_best_ = true;
    return {RemoveMessages{Message::Topic::replaced_search}};
}

Commands GaitSearchController::update(const SessionState& state) {
    tool_.set_goal(movable_goal(state));
    Commands commands;
    poll_reads(state, commands);
    poll_status(state, commands);
    return commands;
}

void GaitSearchController::stop() {
    cancel_opening();
    worker_.stop();
}

void GaitSearchController::add_to(Activity& activity) const {
    activity.watched_search = status_.is_running && watches_best_ ? target_ : 0;
    activity.has_unsaved_search = status_.is_running && !is_saved();
}

void GaitSearchController::add_to(UiState& ui, const SessionState& state) const {
    ui.search.status = &status_;
    ui.search.is_target = target_ == state.editor.selected();
    ui.search.target = title_of(state.editor.scene(), target_);
    ui.search.watches_best = watches_best_;
    ui.search.is_opening = is_opening();
}

// The search may have failed already; poll_status reports it.
void GaitSearchController::follow(int target, const SessionState& state, Commands& commands) {
    target_ = target;
    has_reported_change_ = false;
    poll_status(state, commands);
    watch_best(state, commands);
}

bool GaitSearchController::is_target_selected(const SessionState& state) const {
    return target_ == state.editor.selected() && state.built() == status_.character;
}

// Releases the keys, so that the best gait plays also after the character was steered.
void GaitSearchController::watch_best(const SessionState& state, Commands& commands) {
    watches_best_ = true;
    ++series_;
    commands.emplace_back(RemoveMessages{Message::Topic::best_gait});
    commands.emplace_back(ReleaseGaitKeys{});
    if (is_target_selected(state) && !status_.best.waveforms.empty()) {
        play_best(state, commands);
    }
}

void GaitSearchController::play_best(const SessionState& state, Commands& commands) const {
    const auto play = [id = state.editor.selected(), gait = status_.best](Document& document) {
        if (CharacterInstance* instance = document.scene.instance(id)) {
            instance->controls.muscles.gait = gait;
            instance->controls.muscles.playing = true;
        }
    };
    commands.emplace_back(EditDocument{.change = play, .name = "Play best gait", .series = series_});
    commands.emplace_back(FadeToGait{});
}

void GaitSearchController::cancel_opening() {
    reading_.reset();
    opening_.reset();
}

void GaitSearchController::poll_reads(const SessionState& state, Commands& commands) {
    while (const auto read = reads_.poll()) {
        if (!*read) {
            show(commands, Message::Kind::error, sentence(read->error()) + ".");
            reading_.reset();
            continue;
        }
        const auto& [path, file] = read->value();
        if (reading_ != path) { // cancelled, or replaced by another file
            continue;
        }
        reading_.reset();
        if (!file) {
            show(commands, Message::Kind::error, sentence(file.error()) + ".");
        } else {
            open(path, file.value(), state);
        }
    }
}

// The settings of the file replace those of the character once the search turns out to belong to it.
void GaitSearchController::open(const std::filesystem::path& path, const SearchFile& file, const SessionState& state) {
    const CharacterPtr model = state.built();
    if (!model) {
        return;
    }
    const LiveControls controls = simulated_controls(state);
    const GaitSearchTerms& terms = file.terms;
    const GaitSearchSettings settings = settings_for(terms, controls, *model);
    const GaitSearchProblem from_settings = gait_search_problem(settings, controls, *model);
    const GaitSearchProblem problem{terms.space, terms.objective, std::nullopt, terms.options, from_settings.role};
    auto opened = std::make_shared<const OpenedSearch>(OpenedSearch{file.bytes, path, from_settings});
    worker_.open({model, controls, problem, opened});
    opening_ = Opening{std::move(opened), settings, state.editor.selected()};
}

// The worker's status is newer than its error, so the result of opening the file is known here.
void GaitSearchController::poll_opening(const SessionState& state, Commands& commands) {
    if (const auto refusal = worker_.take_opening_error()) {
        show(commands, Message::Kind::error, sentence(*refusal) + ".");
    }
    if (!opening_ || worker_.is_opening()) {
        return;
    }
    const Opening opening = *std::exchange(opening_, std::nullopt);
    const CharacterInstance* target = state.editor.scene().instance(opening.target);
    if (!status_.request || status_.request->opened != opening.opened || !target) {
        return;
    }
    commands.emplace_back(EditDocument{[model = target->model, settings = opening.settings](Document& document) {
        document.scene.models.at(model).muscles.problem = settings;
    }});
    ++count_;
    follow(opening.target, state, commands);
}

// Reported once for each search: the search continues, but for another body than the shown one.
void GaitSearchController::report_change(const SessionState& state, Commands& commands) {
    const CharacterInstance* target = state.editor.scene().instance(target_);
    if (!status_.is_running || has_reported_change_ || !target) {
        return;
    }
    const bool is_another = state.models.at(target->model) != status_.character;
    const bool is_seen = target_ == state.editor.selected();
    if (is_another || (is_seen && !is_same_world(simulated_controls(state), status_.request->controls))) {
        has_reported_change_ = true;
        show(commands, Message::Kind::notice,
             is_another
                 ? "The search uses the body as it was at its start, and better gaits do not play any more: "
                   "start a new search for this body, or undo the change."
                 : "The search uses the body and the surroundings as they were at its start: start a new search for "
                   "the current ones, or undo the change.");
    }
}

// A better gait plays at once. One undo entry reverts the gaits of the whole search.
void GaitSearchController::poll_status(const SessionState& state, Commands& commands) {
    const GaitSearchStatus before = std::exchange(status_, worker_.latest());
    const GaitSearchEvents events = events_since(before, status_);
    poll_opening(state, commands);
    report_change(state, commands);
    if (events.fault) {
        show(commands, Message::Kind::error, sentence(*events.fault) + ".");
    }
    if (events.is_restless) {
        show(commands, Message::Kind::notice,
             "The body does not come to rest on its own, so each rollout starts while it "
             "still moves: more damping or stiffer flesh makes the result more reliable.");
    }
    const bool watches = watches_best_ && is_target_selected(state);
    if (watches && events.is_better) {
        play_best(state, commands);
    }
    // A character that was steered during the search plays the best gait as soon as no key is held.
    if (watches && (status_.is_running || events.has_ended) && !state.activity.is_steered) {
        commands.emplace_back(ReleaseGaitKeys{});
    }
    if (events.has_ended && !status_.fault && !status_.best.waveforms.empty() && is_target_selected(state)) {
        show(commands, Message::Kind::notice, message_at_end(state), Message::Topic::best_gait);
    }
}

std::string GaitSearchController::message_at_end(const SessionState& state) const {
    const NamedGait* named = origin_of(status_.best, state.editor.description().muscles.gaits);
    if (named && same_motion(named->gait, status_.best)) {
        return (watches_best_ ? "The best gait plays; it is saved as "
                              : "The chosen gait keeps playing. The best gait is saved as ") +
               named->name + ".";
    }
    return watches_best_
               ? "The best gait plays. Save it with \"Keep the best\" in Gait search."
               : "The chosen gait keeps playing. Watch or save the best gait with the buttons in Gait search.";
}

std::optional<Goal> GaitSearchController::movable_goal(const SessionState& state) const {
    if (!is_goal_shown(state) || status_.is_running) {
        return std::nullopt;
    }
    const GaitSearchProblem problem = wanted_problem(state);
    if (!problem.way_to_target) {
        return std::nullopt;
    }
    const Character& character = *state.shown.selected.character;
    return Goal{start_of_search(state.shown.selected) + *problem.way_to_target, up_of(character.description),
                target_ring(size_of(character))};
}

Commands GaitSearchController::carry_out(const MoveGoal& command, const SessionState& state) {
    const CharacterInstance* instance = state.editor.instance();
    if (!instance || !state.shown.selected.character) {
        return {};
    }
    GaitSearchSettings settings = state.editor.description().muscles.problem;
    set_way_to_target(settings, command.at - start_of_search(state.shown.selected), state.editor.controls(),
                      *state.shown.selected.character);
    const auto move = [model = instance->model, settings](Document& document) {
        document.scene.models.at(model).muscles.problem = settings;
    };
    return {EditDocument{.change = move, .name = "Move target", .is_dragged = true}};
}

// A direction is relative to the body's current place and facing, a target to the place where the body started.
void GaitSearchController::draw(Sketch& sketch, const SessionState& state) const {
    if (!is_goal_shown(state)) {
        return;
    }
    const Character& character = *state.shown.selected.character;
    const GaitSearchProblem problem = wanted_problem(state);
    GoalMarks marks;
    marks.up = up_of(character.description);
    marks.size = size_of(character);
    marks.from = foot_of(state.bounds().box(state.shown.selected), marks.up);
    if (problem.objective.travel != 0.0 || problem.objective.speed != 0.0) {
        const GaitSearchSettings& settings = state.editor.description().muscles.problem;
        const Mat3 turn = stance_of(character, state.shown.selected.state).turn;
        marks.way = Facing(turn, character.description).direction(settings.direction);
        marks.way_words = words_for_direction(settings.direction);
    }
    if (problem.way_to_target) {
        marks.target = start_of_search(state.shown.selected) + *problem.way_to_target;
        marks.target_lit = tool_.is_highlighted();
    }
    add_goal_marks(sketch, marks, state.camera.now(), state.area());
}

} // namespace limber::app
