// SPDX-License-Identifier: MIT
#include "app/character/start_state.h"
#include "app/cli/commands.h"
#include "app/cli/interruption.h"
#include "app/cli/mpi_group.h"
#include "app/cli/preparation.h"
#include "app/cli/report.h"
#include "app/cli/run_scores.h"
#include "app/document/character_file.h"
#include "app/motion/walking.h"
#include "engine/actuation/gait_file.h"
#include "engine/body/body_step.h"
#include "engine/control/search_file.h"
#include "engine/control/search_size.h"
#include "engine/core/file_bytes.h"
#include "engine/core/json_document.h"
#include "engine/core/stopwatch.h"

#include <bit>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <optional>
#include <sstream>

namespace limber::app {
namespace {

constexpr double straight_up = 0.999; // of a cosine

// The state that an earlier run saved, broadcast to all machines; empty without one.
Result<std::string> saved_search(const MpiGroup& mpi, const std::filesystem::path& path) {
    std::string bytes;
    std::error_code trouble;
    if (mpi.is_first() && !path.empty() && std::filesystem::exists(path, trouble)) {
        auto read = file_bytes(path);
        if (!read) {
            return read.error();
        }
        bytes = std::move(read).value();
    }
    return mpi.from_first(std::move(bytes));
}

// Whether a saved search can be one at all; whether it is this one depends on the body. Checked before the body is
// built.
std::optional<Error> fault_in_saved(const std::string& text, const std::filesystem::path& path) {
    if (text.empty()) {
        return std::nullopt;
    }
    const auto document = JsonDocument::parsed(text, path.string());
    if (!document) {
        return document.error();
    }
    const JsonNode root = document.value().root();
    if (!root.member("format").is_text("limber-gait-search")) {
        root.refuse("is not a search for a gait");
    }
    return document.value().fault();
}

// The search's options and the machines and threads that run it.
struct SearchContext {
    GaitArguments gait;
    std::uint64_t key = 0;
    const MpiGroup& mpi;
    ThreadPool& threads;
};

// The machines must compute the same cost for a gait; otherwise their searches would diverge.
std::optional<Error> fault_in_agreement(GaitSearch& search, const SearchContext& context) {
    if (context.mpi.count() == 1) {
        return std::nullopt;
    }
    const Matrix middle = Matrix::Constant(dimension(context.gait.space), 1, 0.5);
    const double cost = search.costs_of(middle, context.threads)(0);
    if (context.mpi.agree_on(std::bit_cast<std::uint64_t>(cost))) {
        return std::nullopt;
    }
    return Error{ErrorKind::bad_input,
                 "the machines compute different costs for the same gait: use the same scene, the same build and the "
                 "same --instruction-set on all of them",
                 "mpirun"};
}

// Starts a search, or continues that of an earlier run. `saved`: its text, or empty.
Result<GaitSearch> started_search(Walker walker, const std::string& saved, SearchContext& context) {
    const GaitArguments& gait = context.gait;
    if (auto fault = fault_in(gait.space)) {
        return *fault;
    }
    GaitSearch fresh(std::move(walker), gait.space, gait.objective, gait.search);
    if (auto fault = fault_in_agreement(fresh, context)) {
        return *fault;
    }
    context.key = fresh.key();
    if (saved.empty()) {
        return fresh;
    }
    auto state = search_from(saved, gait.state, context.key, dimension(gait.space));
    if (!state) {
        return state.error();
    }
    if (context.mpi.is_first()) {
        std::cerr << "limber: " << gait.state << " continues after generation " << state.value().evolution.generation
                  << " of " << gait.search.generations << '\n';
    }
    return GaitSearch(fresh.walker(), gait.space, gait.objective, gait.search, std::move(state).value());
}

// Prints the progress on stderr once a second.
class SearchPrinter {
public:
    void tell(const GaitSearch& search, int first_generation) {
        if (watch_.seconds() < printed_ + 1.0) {
            return;
        }
        printed_ = watch_.seconds();
        const int done = search.generation() - first_generation;
        const int left = search.options().generations - search.generation();
        std::cerr << "limber: generation " << search.generation() << " of " << search.options().generations
                  << ", best J " << search.best_cost() << ", "
                  << std::lround(std::ceil(printed_ / std::max(1, done) * left)) << " s left\n";
    }
    /// Counts evaluated candidates; restarts have more in a generation.
    void count(Index candidates) {
        candidates_ += candidates;
    }
    Index candidates() const {
        return candidates_;
    }
    double seconds() const {
        return watch_.seconds();
    }

private:
    Stopwatch watch_;
    Index candidates_ = 0;
    double printed_ = 0.0;
};

void add_search(Report& report, const GaitSearch& search, const SearchPrinter& printer) {
    const double steps = static_cast<double>(printer.candidates()) * search.options().steps;
    report.add("generations", search.generation());
    report.add("evolution_seconds", printer.seconds(), "s");
    report.add("rollout_step_microseconds", 1e6 * printer.seconds() / std::max(1.0, steps));
    report.add("J", search.best_cost());
    report.add("scores", scores_json(search.scores(search.best())));
    report.add("body_length", search.walker().length, "m");
    if (const double speed = search.walker().stopped_at; speed > 0.0) {
        std::ostringstream text;
        text << "the character does not come to rest: its rollouts start where it was stopped, at " << speed
             << " body lengths a second; more damping, or stiffer flesh, makes the result more reliable";
        report.warn({text.str()});
    }
}

// --rotate turns the objective with the scene.
Result<Objective> turned(Objective objective, const std::string& rotate) {
    if (rotate.empty()) {
        return objective;
    }
    const auto turn = parse_turn(rotate);
    if (!turn) {
        return turn.error();
    }
    const Mat3 R = rotation_of(turn.value());
    objective.direction = R * objective.direction;
    objective.facing = R * objective.facing;
    if (objective.target) {
        objective.target = R * *objective.target;
    }
    return objective;
}

// Checked before the character is prepared, which may take minutes.
std::optional<Error> fault_in_options(const CharacterDescription& scene, const Objective& objective) {
    if (auto fault = fault_in_walker(scene)) {
        return fault;
    }
    if (auto fault = fault_in(objective)) {
        return fault;
    }
    // No body faces straight up, so its travel would always score zero.
    const bool faces_it = objective.travel != 0.0 && objective.facing.isZero(0.0);
    if (faces_it && std::abs(objective.direction.dot(up_of(scene))) > straight_up) {
        return Error{ErrorKind::bad_input,
                     "must not be vertical: give a direction along the ground; --leap and --height "
                     "reward height",
                     "--direction"};
    }
    return std::nullopt;
}

std::optional<Error> fault_in_count(const GaitSpace& space) {
    if (space.taking_part <= space.muscles) {
        return std::nullopt;
    }
    return Error{ErrorKind::bad_input,
                 "more muscles are requested than the " + std::to_string(space.muscles) +
                     " of the character: give at most that many, or 0 for all",
                 "--take-part"};
}

// All machines follow the first machine's signal.
bool is_interrupted(const Interruption& interruption, const MpiGroup& mpi) {
    return !mpi.from_first(interruption.is_requested() ? "stop" : "").empty();
}

// Runs the remaining generations. After each, the first machine saves the search and prints the progress.
std::optional<Error> evolve(GaitSearch& search, const SearchContext& context, const Interruption& interruption,
                            SearchPrinter& printer) {
    const int first_generation = search.generation();
    while (!search.is_done() && !is_interrupted(interruption, context.mpi)) {
        const Matrix points = search.ask();
        search.tell(context.mpi.costs_of(search, points, context.threads));
        printer.count(points.cols());
        if (!context.mpi.is_first()) {
            continue;
        }
        if (const auto& file = context.gait.state; !file.empty()) {
            if (auto written = write_search(search.state(), context.key, search.terms(), file); !written) {
                return written.error();
            }
        }
        printer.tell(search, first_generation);
    }
    return std::nullopt;
}

// The character that is searched for, and the objective.
struct SearchTarget {
    CharacterDescription free; // its scene without rig and on a floor
    CharacterPtr character;
    Walker walker;
    Objective objective;
    GaitSpace space;
};

Result<Done> write_best(const GaitSearch& search, const std::string& character, const std::filesystem::path& out) {
    Gait best = search.best();
    best.name = out.stem().string();
    best.character = character;
    return write_gait(best, out);
}

// Writes the character of the rollouts in their start state, moved only by the gait.
Result<Done> write_scene_of(const GaitSearch& search, const SearchTarget& its, const Arguments& arguments) {
    std::error_code trouble;
    CharacterDescription scene = its.free;
    scene.muscles.gait.reset();
    scene.muscles.gait_file = std::filesystem::absolute(arguments.out, trouble).lexically_normal();
    scene.muscles.playing = true;
    scene.muscles.held.clear();
    scene.start = start_of(search, *its.character);
    return write_scene(scene, arguments.gait.out_scene);
}

// Writes the best gait and its scene, if any gait was found.
std::optional<Error> write_all(const GaitSearch& search, const SearchTarget& its, const Arguments& arguments) {
    if (arguments.out.empty() || search.generation() == 0 || !std::isfinite(search.best_cost())) {
        return std::nullopt;
    }
    if (auto written = write_best(search, its.free.name, arguments.out); !written) {
        return written.error();
    }
    if (!arguments.gait.out_scene.empty()) {
        if (auto written = write_scene_of(search, its, arguments); !written) {
            return written.error();
        }
    }
    return std::nullopt;
}

void report_interruption(const GaitSearch& search, const Arguments& arguments) {
    const bool is_found = search.generation() > 0 && std::isfinite(search.best_cost()) && !arguments.out.empty();
    std::string text = "interrupted after generation " + std::to_string(search.generation()) + " of " +
                       std::to_string(search.options().generations);
    text += is_found ? "; the best gait so far is in " + arguments.out : "; no gait was written";
    text += arguments.gait.state.empty() ? "; with --resume FILE, a search can be continued"
                                         : "; the same command continues from " + arguments.gait.state;
    print_error(text, arguments.json,
                {{"generations", search.generation()}, {"gait", is_found ? arguments.out : std::string()}});
}

Result<GaitSpace> space_for(const GaitArguments& gait, Index muscles) {
    GaitSpace space = gait.space;
    space.muscles = muscles;
    if (auto fault = fix(gait.fixed, space)) {
        return *fault;
    }
    if (auto fault = fault_in_count(space)) {
        return *fault;
    }
    return space;
}

Result<SearchTarget> search_target_of(const Arguments& arguments, const DescribedCharacter& scene) {
    if (is_thin(scene.value)) {
        return Error{ErrorKind::bad_input,
                     "consists of rods or a shell, for which no gait is searched: let it behave with limber control",
                     arguments.file};
    }
    CharacterDescription free = set_free(scene.value);
    const auto objective = turned(arguments.gait.objective, arguments.overrides.rotate);
    if (!objective) {
        return objective.error();
    }
    for (const auto& fault : {fault_in_options(free, objective.value()), fault_in_size(arguments.gait.search)}) {
        if (fault) {
            return *fault;
        }
    }
    const auto character = prepared(arguments, free, scene.read);
    if (!character) {
        return character.error();
    }
    auto space = space_for(arguments.gait, muscle_count(*character.value()));
    if (!space) {
        return space.error();
    }
    auto walker = walker_of(character.value(), arguments.instruction_set.value_or(widest_instruction_set()));
    if (!walker) {
        return walker.error();
    }
    return SearchTarget{std::move(free), character.value(), std::move(walker).value(), objective.value(),
                        std::move(space).value()};
}

Report report_of(const GaitSearch& search, const SearchPrinter& printer, const Arguments& arguments,
                 const MpiGroup& mpi) {
    Report report;
    report.add("gait", arguments.out);
    if (!arguments.gait.out_scene.empty()) {
        report.add("scene", arguments.gait.out_scene);
    }
    report.add("machines", mpi.count());
    add_search(report, search, printer);
    return report;
}

// The file's own scene would play the gait with another body than the search's.
void warn_of_change(Report& report, const CharacterDescription& scene, const CharacterDescription& free) {
    if (free.rig_kind != scene.rig_kind || free.contact.floor != scene.contact.floor) {
        report.warn({"the search ran without rig and on a floor, unlike the file: --out-scene SCENE writes a "
                     "scene that simulate, render and the window play the gait in"});
    }
}

int search_together(const Arguments& arguments, const DescribedCharacter& scene, const MpiGroup& mpi) {
    const auto saved = saved_search(mpi, arguments.gait.state);
    if (!saved) {
        return fail(saved.error(), arguments.json);
    }
    if (const auto fault = fault_in_saved(saved.value(), arguments.gait.state)) {
        return fail(*fault, arguments.json);
    }
    auto search_target = search_target_of(arguments, scene);
    if (!search_target) {
        return fail(search_target.error(), arguments.json);
    }
    const SearchTarget& its = search_target.value();
    ThreadPool threads({arguments.threads});
    SearchContext context{arguments.gait, 0, mpi, threads};
    context.gait.objective = its.objective;
    context.gait.space = its.space;
    auto started = started_search(its.walker, saved.value(), context);
    if (!started) {
        return fail(started.error(), arguments.json);
    }
    GaitSearch search = std::move(started).value();
    SearchPrinter printer;
    const Interruption interruption;
    if (auto fault = evolve(search, context, interruption, printer)) {
        return fail(*fault, arguments.json);
    }
    if (!mpi.is_first()) {
        return interruption.exit_code();
    }
    if (auto fault = write_all(search, its, arguments)) {
        return fail(*fault, arguments.json);
    }
    if (interruption.is_requested()) {
        report_interruption(search, arguments);
        return interruption.exit_code();
    }
    Report report = report_of(search, printer, arguments, mpi);
    if (arguments.gait.out_scene.empty()) {
        warn_of_change(report, scene.value, its.free);
    }
    report.warn(all_warnings(scene, *its.character));
    report.print(arguments.json);
    return 0;
}

} // namespace

int run_gait(const Arguments& arguments, const DescribedCharacter& scene) {
    const MpiGroup mpi;
    return mpi.leave(search_together(arguments, scene, mpi));
}

} // namespace limber::app
