// SPDX-License-Identifier: MIT
#include "tests/benchmark/csv_file.h"
#include "tests/benchmark/gait_trials.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

/// Two figures of Actuators A La Mode on our bat. Figure 7: muscles from the points of a cage against vibration modes,
/// equal numbers of both, each search three times with one budget. The inset of section 4: the
/// result of a search over the number of modes, and the time until convergence, for several seeds.
///
///     actuation_subspaces_bench CAGES.csv MODES.csv        "-" skips a file
namespace limber {
namespace {

constexpr int steps = 200;
constexpr double near_enough = 0.02; // relative to the last best cost, for convergence

struct Budget {
    int trials = 3;
    int generations = 60;
    Patience patience{};
};
constexpr Budget short_one{};
constexpr Budget until_rest{5, 600, {60, 0.01}};

struct Searched {
    std::string name;
    Index muscles = 0;
    std::vector<GaitSearchStatus> search_status{}; // one for each trial
    double step = 0.0;                             // [s]

    // Of all trials, sorted.
    std::vector<double> sorted(double (*of)(const GaitSearchStatus&)) const {
        std::vector<double> values;
        std::transform(search_status.begin(), search_status.end(), std::back_inserter(values), of);
        std::ranges::sort(values);
        return values;
    }
    std::vector<double> costs() const {
        return sorted([](const GaitSearchStatus& one) { return one.cost(); });
    }
    std::vector<double> seconds_to_converge() const {
        return sorted([](const GaitSearchStatus& one) { return one.seconds_until(near_enough); });
    }
};

double median(const std::vector<double>& sorted) {
    return sorted[sorted.size() / 2];
}

Searched searched(const std::string& name, const app::CharacterPtr& character, const Budget& budget) {
    const Walker walker = walker_of(character);
    GaitSpace space;
    space.muscles = walker.model->muscle_count();
    Searched searched{name, space.muscles};
    for (int trial = 1; trial <= budget.trials; ++trial) {
        const GaitSearchOptions options{
            .generations = budget.generations, .steps = steps, .seed = static_cast<std::uint64_t>(trial)};
        searched.search_status.push_back(start_search(walker, space, {}, options, budget.patience));
    }
    searched.step = step_seconds(walker, searched.search_status.front().gait, steps);
    std::printf("| %s | %d |", name.c_str(), static_cast<int>(space.muscles));
    for (const GaitSearchStatus& one : searched.search_status) {
        std::printf(" %.2f (%d)", one.cost(), static_cast<int>(one.best_costs.size()));
    }
    const std::vector<double> until = searched.seconds_to_converge();
    std::printf(" | %.2f | %.1f | %.1f to %.1f, median %.1f | %.1f |\n", median(searched.costs()),
                median(searched.sorted([](const GaitSearchStatus& one) { return one.seconds; })), until.front(),
                until.back(), median(until), 1e6 * searched.step);
    std::fflush(stdout);
    return searched;
}

app::CharacterPtr with_modes(app::CharacterDescription scene, Index modes) {
    scene.muscles.modes = modes;
    return character_of(scene);
}

std::vector<Searched> cages_and_modes(const app::CharacterDescription& scene) {
    const app::CharacterPtr few = with_modes(scene, 3);
    return {searched("3 modes", few, short_one), searched("24 modes", with_modes(scene, 24), short_one),
            searched("cage of 8 points", with_cage(*few, {1, 1, 1}), short_one),
            searched("cage of 32 points", with_cage(*few, {3, 3, 1}), short_one)};
}

// The mean over the trials of the best cost so far, in each generation.
bool write_progress(const std::vector<Searched>& all, const char* path) {
    CsvFile file(path, "muscles,degrees_of_freedom,median_cost,generation,best_cost");
    for (const Searched& one : all) {
        for (std::size_t g = 0; g < static_cast<std::size_t>(short_one.generations); ++g) {
            double sum = 0.0;
            for (const GaitSearchStatus& search_status : one.search_status) {
                sum += search_status.best_costs[g] / short_one.trials;
            }
            file.add({one.name},
                     {static_cast<double>(one.muscles), median(one.costs()), static_cast<double>(g + 1), sum});
        }
    }
    return file.close();
}

bool write_spread(const std::vector<Searched>& all, const char* path) {
    CsvFile file(path, "modes,trials,cost_least,cost_median,cost_most,seconds_least,seconds_median,seconds_most");
    for (const Searched& one : all) {
        const std::vector<double> costs = one.costs();
        const std::vector<double> seconds = one.seconds_to_converge();
        file.add({}, {static_cast<double>(one.muscles), static_cast<double>(costs.size()), costs.front(), median(costs),
                      costs.back(), seconds.front(), median(seconds), seconds.back()});
    }
    return file.close();
}

bool is_wanted(const char* path) {
    return std::string(path) != "-";
}

int measure(const char* cages_path, const char* modes_path) {
    const app::CharacterDescription scene = scene_of("creature:bat");
    bool written = true;
    if (is_wanted(cages_path)) {
        written = write_progress(cages_and_modes(scene), cages_path);
    }
    if (is_wanted(modes_path)) {
        std::vector<Searched> all;
        for (const Index modes : {1, 2, 3, 5, 8, 12, 16, 24}) {
            all.push_back(searched(std::to_string(modes) + " modes", with_modes(scene, modes), until_rest));
        }
        written = write_spread(all, modes_path) && written;
    }
    return written ? 0 : 1;
}

} // namespace
} // namespace limber

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "actuation_subspaces_bench CAGES.csv MODES.csv\n");
        return 2;
    }
    return limber::measure(argv[1], argv[2]);
}
