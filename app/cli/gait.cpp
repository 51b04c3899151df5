#include "app/cli/commands.h"
#include "app/cli/report.h"
#include "app/scene/walking.h"
#include "engine/actuation/gait_file.h"
#include "engine/control/search_file.h"
#include "engine/core/hash.h"
#include "engine/core/stopwatch.h"

#include <cmath>
#include <filesystem>
#include <iostream>

namespace limber::app {
namespace {

// What makes two searches the same, so that one does not go on from the other's state.
std::uint64_t key_of(const Walker& walker, const GaitArguments& gait) {
    Hasher hasher;
    hasher.add(hash_of(walker.start)).add(walker.controls.time_step).add(walker.controls.strength);
    const GaitSpace& space = gait.space;
    for (const double number :
         {space.amplitude_max, space.period_min, space.period_max, space.ramp, space.period.value_or(-1.0),
          space.amplitude.value_or(-1.0), space.phase.value_or(-1.0), space.one_beat ? 1.0 : 0.0, gait.search.sigma}) {
        hasher.add(number);
    }
    const Objective& wish = gait.objective;
    for (const double number : {wish.direction.x(), wish.direction.y(), wish.direction.z(), wish.travel, wish.height,
                                wish.leap, wish.turn, wish.upright, wish.effort}) {
        hasher.add(number);
    }
    for (const auto number :
         {static_cast<std::uint64_t>(space.muscles), static_cast<std::uint64_t>(space.harmonics),
          static_cast<std::uint64_t>(space.taking_part), static_cast<std::uint64_t>(gait.search.population),
          static_cast<std::uint64_t>(gait.search.steps), gait.search.seed}) {
        hasher.add(number);
    }
    return hasher.digest();
}

Result<GaitSearch> begun(Walker walker, const GaitArguments& gait, std::uint64_t key) {
    if (auto fault = fault_in(gait.space)) {
        return *fault;
    }
    std::error_code trouble;
    if (gait.state.empty() || !std::filesystem::exists(gait.state, trouble)) {
        return GaitSearch(std::move(walker), gait.space, gait.objective, gait.search);
    }
    auto state = read_search(gait.state, key, dimension(gait.space));
    if (!state) {
        return state.error();
    }
    return GaitSearch(std::move(walker), gait.space, gait.objective, gait.search, std::move(state).value());
}

// To whoever waits, once a second.
class Teller {
public:
    void tell(const GaitSearch& search, int first_generation) {
        if (watch_.seconds() < told_ + 1.0) {
            return;
        }
        told_ = watch_.seconds();
        const int done = search.generation() - first_generation;
        const int left = search.options().generations - search.generation();
        std::cerr << "limber: generation " << search.generation() << " of " << search.options().generations
                  << ", best J " << search.best_cost() << ", "
                  << std::lround(std::ceil(told_ / std::max(1, done) * left)) << " s left\n";
    }
    double seconds() const {
        return watch_.seconds();
    }

private:
    Stopwatch watch_;
    double told_ = 0.0;
};

Json scores_json(const Scores& scores) {
    return Json::Object{{"distance", scores.distance}, {"alignment", scores.alignment}, {"travel", scores.travel},
                        {"height", scores.height},     {"leap", scores.leap},           {"turn", scores.turn},
                        {"upright", scores.upright},   {"effort", scores.effort}};
}

void add_search(Report& report, const GaitSearch& search, int first_generation, double seconds) {
    const int generations = search.generation() - first_generation;
    const double steps =
        static_cast<double>(generations) * static_cast<double>(search.options().population) * search.options().steps;
    report.add("generations", search.generation());
    report.add("evolution_seconds", seconds, "s");
    report.add("step_microseconds", 1e6 * seconds / std::max(1.0, steps));
    report.add("J", search.best_cost());
    report.add("scores", scores_json(search.scores(search.best())));
    report.add("body_length", search.walker().length, "m");
}

} // namespace

int run_gait(const Arguments& arguments, const Repaired<SceneDescription>& scene) {
    const auto character = prepared(arguments, set_free(scene.value));
    if (!character) {
        return fail(character.error(), arguments.json);
    }
    auto walker = walker_of(character.value());
    if (!walker) {
        return fail(walker.error(), arguments.json);
    }
    GaitArguments gait = arguments.gait;
    gait.space.muscles = character.value()->model.muscle_count();
    const std::uint64_t key = key_of(walker.value(), gait);
    auto started = begun(std::move(walker).value(), gait, key);
    if (!started) {
        return fail(started.error(), arguments.json);
    }
    GaitSearch search = std::move(started).value();
    const int first_generation = search.generation();
    Teller teller;
    ThreadPool threads({arguments.threads});
    while (!search.is_done()) {
        search.advance(threads);
        if (!gait.state.empty()) {
            if (auto written = write_search(search.state(), key, gait.state); !written) {
                return fail(written.error(), arguments.json);
            }
        }
        teller.tell(search, first_generation);
    }
    Gait best = search.best();
    best.name = "gait";
    best.character = scene.value.name;
    if (!arguments.out.empty()) {
        best.name = std::filesystem::path(arguments.out).stem().string();
        if (auto written = write_gait(best, arguments.out); !written) {
            return fail(written.error(), arguments.json);
        }
    }
    Report report;
    report.add("gait", arguments.out);
    add_search(report, search, first_generation, teller.seconds());
    report.warn(all_warnings(scene, *character.value()));
    report.print(arguments.json);
    return 0;
}

} // namespace limber::app
