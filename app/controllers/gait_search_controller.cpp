#include "app/controllers/gait_search_controller.h"

#include "app/character/skin.h"
#include "app/document/facing.h"
#include "app/document/gait_origin.h"
#include "app/document/gait_search_settings.h"
#include "app/interaction/goal_marks.h"
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

GaitSearchProblem wanted_problem(const GoalInput& input) {
    return gait_search_problem(input.editor.description().muscles.problem, input.editor.controls(),
                               *input.snapshot.character);
}

// The newest model of the selected character; null: no character is open.
CharacterPtr selected_model(const GaitSearchInput& input) {
    const CharacterInstance* instance = input.editor.instance();
    return instance ? input.models.find(instance->model) : nullptr;
}

void show(Commands& commands, Message::Kind kind, std::string text, Message::Topic topic = Message::Topic::none) {
    commands.emplace_back(ShowMessage{{kind, std::move(text), topic}});
}

} // namespace

Commands GaitSearchController::start(const GaitSearchProblem& problem, const GaitSearchInput& input) {
    Commands commands;
    if (const CharacterPtr model = selected_model(input)) {
        worker_.start({model, input.controls, problem});
        cancel_opening();
        ++count_;
        follow(input.editor.selected(), input, commands);
    }
    return commands;
}

Commands GaitSearchController::resume(const GaitSearchProblem& problem, const GaitSearchInput& input) {
    Commands commands;
    worker_.resume({selected_model(input), input.controls, problem});
    cancel_opening();
    follow(input.editor.selected(), input, commands);
    return commands;
}

void GaitSearchController::open(const std::filesystem::path& path) {
    cancel_opening();
    reading_ = path;
    reads_.submit([path] {
        auto bytes = file_bytes(path);
        auto terms = bytes ? search_terms_from(bytes.value(), path) : bytes.error();
        auto file =
            terms ? Result<SearchFile>(SearchFile{std::move(bytes).value(), std::move(terms).value()}) : terms.error();
        return ReadFile{path, std::move(file)};
    });
}

Commands GaitSearchController::save(const std::string& name) const {
    Commands commands;
    if (const auto kept = status_.kept) {
        commands.emplace_back(WriteFile{name + " search", ".json", [kept](const auto& path) {
                                            return write_search(kept->state, kept->key, kept->terms, path);
                                        }});
    }
    return commands;
}

void GaitSearchController::stop() {
    cancel_opening();
    worker_.stop();
}

void GaitSearchController::clear() {
    worker_.clear();
    cancel_opening();
}

Commands GaitSearchController::watch_best(const GaitSearchInput& input) {
    Commands commands;
    watch_best(input, commands);
    return commands;
}

Commands GaitSearchController::poll(const GaitSearchInput& input) {
    Commands commands;
    poll_reads(input, commands);
    poll_status(input, commands);
    return commands;
}

bool GaitSearchController::is_at_rest() const {
    return worker_.is_at_rest() && reads_.wait_for(std::chrono::milliseconds(300));
}

// The search may have failed already; poll_status reports it.
void GaitSearchController::follow(int target, const GaitSearchInput& input, Commands& commands) {
    target_ = target;
    has_reported_change_ = false;
    poll_status(input, commands);
    watch_best(input, commands);
}

bool GaitSearchController::is_target_selected(const GaitSearchInput& input) const {
    return target_ == input.editor.selected() && selected_model(input) == status_.character;
}

// Releases the keys, so that the best gait plays also after the character was steered.
void GaitSearchController::watch_best(const GaitSearchInput& input, Commands& commands) {
    watches_best_ = true;
    ++series_;
    commands.emplace_back(RemoveMessages{Message::Topic::best_gait});
    commands.emplace_back(ReleaseGaitKeys{});
    if (is_target_selected(input) && !status_.best.waveforms.empty()) {
        play_best(input, commands);
    }
}

void GaitSearchController::play_best(const GaitSearchInput& input, Commands& commands) const {
    const auto play = [id = input.editor.selected(), gait = status_.best](Document& document) {
        if (CharacterInstance* instance = document.scene.instance(id)) {
            instance->controls.muscles.gait = gait;
            instance->controls.muscles.playing = true;
        }
    };
    commands.emplace_back(EditDocument{play, "Play best gait", series_});
    commands.emplace_back(FadeToGait{});
}

void GaitSearchController::cancel_opening() {
    reading_.reset();
    opening_.reset();
}

void GaitSearchController::poll_reads(const GaitSearchInput& input, Commands& commands) {
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
            open(path, file.value(), input);
        }
    }
}

// The settings of the file replace those of the character once the search turns out to belong to it.
void GaitSearchController::open(const std::filesystem::path& path, const SearchFile& file,
                                const GaitSearchInput& input) {
    const CharacterPtr model = selected_model(input);
    if (!model) {
        return;
    }
    const LiveControls& controls = input.editor.controls();
    const GaitSearchTerms& terms = file.terms;
    const GaitSearchSettings settings = settings_for(terms, controls, *model);
    const GaitSearchProblem from_settings = gait_search_problem(settings, controls, *model);
    const GaitSearchProblem problem{terms.space, terms.objective, std::nullopt, terms.options, from_settings.role};
    auto opened = std::make_shared<const OpenedSearch>(OpenedSearch{file.bytes, path, from_settings});
    worker_.open({model, input.controls, problem, opened});
    opening_ = Opening{std::move(opened), settings, input.editor.selected()};
}

// The worker's status is newer than its error, so the result of opening the file is known here.
void GaitSearchController::poll_opening(const GaitSearchInput& input, Commands& commands) {
    if (const auto refusal = worker_.take_opening_error()) {
        show(commands, Message::Kind::error, sentence(*refusal) + ".");
    }
    if (!opening_ || worker_.is_opening()) {
        return;
    }
    const Opening opening = *std::exchange(opening_, std::nullopt);
    const CharacterInstance* target = input.editor.scene().instance(opening.target);
    if (!status_.request || status_.request->opened != opening.opened || !target) {
        return;
    }
    commands.emplace_back(EditDocument{[model = target->model, settings = opening.settings](Document& document) {
        document.scene.models.at(model).muscles.problem = settings;
    }});
    ++count_;
    follow(opening.target, input, commands);
}

// Reported once for each search: the search continues, but for another body than the shown one.
void GaitSearchController::report_change(const GaitSearchInput& input, Commands& commands) {
    const CharacterInstance* target = input.editor.scene().instance(target_);
    if (!status_.is_running || has_reported_change_ || !target) {
        return;
    }
    const bool is_another = input.models.at(target->model) != status_.character;
    const bool is_seen = target_ == input.editor.selected();
    if (is_another || (is_seen && !is_same_world(input.controls, status_.request->controls))) {
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
void GaitSearchController::poll_status(const GaitSearchInput& input, Commands& commands) {
    const GaitSearchStatus before = std::exchange(status_, worker_.latest());
    const GaitSearchEvents events = news_since(before, status_);
    poll_opening(input, commands);
    report_change(input, commands);
    if (events.fault) {
        show(commands, Message::Kind::error, sentence(*events.fault) + ".");
    }
    if (events.is_restless) {
        show(commands, Message::Kind::notice,
             "The body does not come to rest on its own, so each rollout starts while it "
             "still moves: more damping or stiffer flesh makes the result more reliable.");
    }
    const bool watches = watches_best_ && is_target_selected(input);
    if (watches && events.is_better) {
        play_best(input, commands);
    }
    // A character that was steered during the search plays the best gait as soon as no key is held.
    if (watches && (status_.is_running || events.has_ended) && !input.is_steered) {
        commands.emplace_back(ReleaseGaitKeys{});
    }
    if (events.has_ended && !status_.fault && !status_.best.waveforms.empty() && is_target_selected(input)) {
        show(commands, Message::Kind::notice, message_at_end(input), Message::Topic::best_gait);
    }
}

std::string GaitSearchController::message_at_end(const GaitSearchInput& input) const {
    const NamedGait* kept = origin_of(status_.best, input.editor.description().muscles.gaits);
    if (kept && same_motion(kept->gait, status_.best)) {
        return (watches_best_ ? "The best gait plays; it is saved as "
                              : "The chosen gait keeps playing. The best gait is saved as ") +
               kept->name + ".";
    }
    return watches_best_
               ? "The best gait plays. Save it with \"Keep the best\" in Gait search."
               : "The chosen gait keeps playing. Watch or save the best gait with the buttons in Gait search.";
}

std::optional<Goal> GaitSearchController::movable_goal(const GoalInput& input) const {
    if (!input.is_shown || status_.is_running) {
        return std::nullopt;
    }
    const GaitSearchProblem problem = wanted_problem(input);
    if (!problem.way_to_target) {
        return std::nullopt;
    }
    const Character& character = *input.snapshot.character;
    return Goal{start_of_search(input.snapshot) + *problem.way_to_target, up_of(character.description),
                target_ring(size_of(character))};
}

Commands GaitSearchController::move_goal(const Vec3& at, const GoalInput& input) {
    const CharacterInstance* instance = input.editor.instance();
    if (!instance) {
        return {};
    }
    GaitSearchSettings settings = input.editor.description().muscles.problem;
    set_way_to_target(settings, at - start_of_search(input.snapshot), input.editor.controls(),
                      *input.snapshot.character);
    return {EditDocument{[model = instance->model, settings](Document& document) {
        document.scene.models.at(model).muscles.problem = settings;
    }}};
}

// A direction is relative to the body's current place and facing, a target to the place where the body started.
void GaitSearchController::draw(Sketch& sketch, const SessionState& state) const {
    const GoalInput input = goal_input(state);
    if (!input.is_shown) {
        return;
    }
    const Character& character = *input.snapshot.character;
    const GaitSearchProblem problem = wanted_problem(input);
    GoalMarks marks;
    marks.up = up_of(character.description);
    marks.size = size_of(character);
    marks.from = foot_of(state.bounds().box(input.snapshot), marks.up);
    if (problem.objective.travel != 0.0 || problem.objective.speed != 0.0) {
        const GaitSearchSettings& settings = input.editor.description().muscles.problem;
        const Mat3 turn = StanceReader(character.model).read(input.snapshot.state).turn;
        marks.way = Facing(turn, character.description).direction(settings.direction);
        marks.way_words = words_for_direction(settings.direction);
    }
    if (problem.way_to_target) {
        marks.target = start_of_search(input.snapshot) + *problem.way_to_target;
        marks.target_lit = tool_.is_lit();
    }
    add_goal_marks(sketch, marks, state.camera.now(), state.area());
}

} // namespace limber::app
