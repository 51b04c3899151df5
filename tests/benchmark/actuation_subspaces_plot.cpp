// SPDX-License-Identifier: MIT
#include "tests/benchmark/chart.h"
#include "tests/benchmark/gait_trials.h"

#include <algorithm>
#include <cstdio>
#include <string>

/// Two figures of Actuators A La Mode on our bat. Figure 7: muscles from the points of a cage against vibration modes,
/// equal numbers of both, each search three times with one budget. The inset of section 4: the
/// result of a search over the number of modes, and the time until convergence, for several seeds.
///
///     actuation_subspaces_plot CAGES.svg MODES.svg        "-" skips a file
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

// The mean over the trials of the best cost so far.
Curve progress_of(const Searched& searched, Curve curve) {
    for (int g = 0; g < short_one.generations; ++g) {
        double sum = 0.0;
        for (const GaitSearchStatus& search_status : searched.search_status) {
            sum += search_status.best_costs[static_cast<std::size_t>(g)] / short_one.trials;
        }
        curve.spots.push_back({static_cast<double>(g + 1), std::min(0.0, sum)});
    }
    return curve;
}

bool plot_cages(const std::vector<Searched>& all, const char* path) {
    std::vector<double> values;
    std::vector<Curve> curves;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string name = all[i].name + ", " + std::to_string(all[i].muscles) +
                                 " degrees of freedom: median J " + written(median(all[i].costs()), 2);
        curves.push_back(progress_of(all[i], {name, plot_colours[i], {}, i >= 2}));
        values.push_back(curves.back().spots.back().y);
    }
    SvgDrawing drawing;
    Chart chart(drawing, {70, 80, 820, 360},
                "A bat that learns to go: its own vibration modes against a cage around it",
                Axis{"generations of 16", 0.0, 60.0, {0.0, 20.0, 40.0, 60.0}},
                axis_around("best J so far, mean of three", values));
    chart.list_names_at(Corner::upper_right);
    for (const Curve& curve : curves) {
        chart.draw(curve);
    }
    return drawing.write_file(path, 930, 500);
}

// The medians as a curve, and the range of each as a line.
void draw_spread(Chart& chart, const std::vector<Searched>& all, std::vector<double> (Searched::*of)() const,
                 const char* colour) {
    Curve medians{"median of five, and from the least to the most", colour, {}, false, true};
    for (const Searched& one : all) {
        const std::vector<double> values = (one.*of)();
        const auto count = static_cast<double>(one.muscles);
        medians.spots.push_back({count, median(values)});
        chart.draw({"", colour, {{count, values.front()}, {count, values.back()}}});
    }
    chart.draw(medians);
}

bool plot_modes(const std::vector<Searched>& all, const char* path) {
    std::vector<double> counts, costs, times;
    for (const Searched& one : all) {
        counts.push_back(static_cast<double>(one.muscles));
        costs.push_back(one.costs().front());
        times.push_back(one.seconds_to_converge().back());
    }
    SvgDrawing drawing;
    Chart objective(drawing, {70, 80, 380, 280}, "What a bat finds until its search rests",
                    axis_around("vibration modes", counts), axis_around("J", costs));
    objective.list_names_at(Corner::upper_right);
    draw_spread(objective, all, &Searched::costs, plot_colours[0]);
    Chart time(drawing, {530, 80, 380, 280}, "and until when", axis_around("vibration modes", counts),
               axis_around("s of processor time to 2 % of it", times));
    draw_spread(time, all, &Searched::seconds_to_converge, plot_colours[2]);
    return drawing.write_file(path, 950, 420);
}

bool is_wanted(const char* path) {
    return std::string(path) != "-";
}

int plot(const char* cages_path, const char* modes_path) {
    const app::CharacterDescription scene = scene_of("creature:bat");
    bool written = true;
    if (is_wanted(cages_path)) {
        written = plot_cages(cages_and_modes(scene), cages_path);
    }
    if (is_wanted(modes_path)) {
        std::vector<Searched> all;
        for (const Index modes : {1, 2, 3, 5, 8, 12, 16, 24}) {
            all.push_back(searched(std::to_string(modes) + " modes", with_modes(scene, modes), until_rest));
        }
        written = plot_modes(all, modes_path) && written;
    }
    return written ? 0 : 1;
}

} // namespace
} // namespace limber

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "actuation_subspaces_plot CAGES.svg MODES.svg\n");
        return 2;
    }
    return limber::plot(argv[1], argv[2]);
}
