#include "engine/actuation/cage_muscles.h"
#include "engine/actuation/muscles.h"
#include "tests/benchmark/chart.h"
#include "tests/benchmark/gait_trials.h"
#include "tests/support/box_cage.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

/// Two figures of Actuators A La Mode on our bat, each search three times under one budget. Figure 7: muscles from the
/// points of a cage against vibration modes, as many of the one as of the other. And the inset of section 4: what a
/// search finds and costs over the number of modes.
///
///     actuation_subspaces_plot CAGES.svg MODES.svg
namespace limber {
namespace {

constexpr int trials = 3;
constexpr int steps = 200;
constexpr int generations = 60;
constexpr double near_enough = 0.02; // of the last best, for having converged

struct Searched {
    std::string name;
    Index muscles = 0;
    std::vector<Learnt> learnt{}; // one a trial
    double step = 0.0;            // [s]

    double median(double (*of)(const Learnt&)) const {
        std::vector<double> values;
        std::transform(learnt.begin(), learnt.end(), std::back_inserter(values), of);
        std::nth_element(values.begin(), values.begin() + trials / 2, values.end());
        return values[trials / 2];
    }
    double cost() const {
        return median([](const Learnt& one) { return one.cost(); });
    }
    double seconds_to_converge() const {
        return median([](const Learnt& one) { return one.seconds * one.generations_until(near_enough) / generations; });
    }
};

Searched searched(const std::string& name, const app::CharacterPtr& character) {
    const Walker walker = walker_of(character);
    GaitSpace space;
    space.muscles = walker.model->muscle_count();
    Searched searched{name, space.muscles};
    for (int trial = 1; trial <= trials; ++trial) {
        const GaitSearchOptions options{
            .generations = generations, .steps = steps, .seed = static_cast<std::uint64_t>(trial)};
        searched.learnt.push_back(learn(walker, space, {}, options));
    }
    searched.step = step_seconds(walker, searched.learnt.front().gait, steps);
    std::printf("%-28s %3d muscles: J %.2f %.2f %.2f, %.1f s a search, %.1f s to %.0f %%, a step %.1f us\n",
                name.c_str(), static_cast<int>(space.muscles), searched.learnt[0].cost(), searched.learnt[1].cost(),
                searched.learnt[2].cost(), searched.median([](const Learnt& one) { return one.seconds; }),
                searched.seconds_to_converge(), 100.0 * near_enough, 1e6 * searched.step);
    std::fflush(stdout);
    return searched;
}

app::CharacterPtr with_modes(app::SceneDescription scene, Index modes) {
    scene.muscles.modes = modes;
    return character_of(scene);
}

// The points of the body's box, in so many cells.
app::CharacterPtr with_cage(const app::Character& character, const std::array<Index, 3>& cells) {
    const Matrix D = cage_muscles(testing::box_cage(character.mesh.X, cells).weights);
    const double peak_strain = character.description.muscles.peak_strain;
    return with_shapes(character, scaled_muscles(character.mesh, D, {.peak_strain = peak_strain}));
}

std::vector<Searched> cages_and_modes(const app::SceneDescription& scene) {
    const app::CharacterPtr few = with_modes(scene, 3);
    return {searched("3 modes", few), searched("24 modes", with_modes(scene, 24)),
            searched("cage of 8 points", with_cage(*few, {1, 1, 1})),
            searched("cage of 32 points", with_cage(*few, {3, 3, 1}))};
}

// The mean over the trials of the best so far.
Curve progress_of(const Searched& searched, Curve curve) {
    for (int g = 0; g < generations; ++g) {
        double sum = 0.0;
        for (const Learnt& learnt : searched.learnt) {
            sum += learnt.best_costs[static_cast<std::size_t>(g)] / trials;
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
                                 " degrees of freedom: median J " + written(all[i].cost(), 2);
        curves.push_back(progress_of(all[i], {name, plot_colours[i], {}, i >= 2}));
        values.push_back(curves.back().spots.back().y);
    }
    SvgDrawing drawing;
    Chart chart(drawing, {70, 80, 820, 360},
                "A bat that learns to go: its own vibration modes against a cage around it",
                Axis{"generations of 16", 0.0, generations, {0.0, 20.0, 40.0, generations}},
                axis_around("best J so far, mean of three", values));
    chart.list_names_at(Corner::upper_right);
    for (const Curve& curve : curves) {
        chart.draw(curve);
    }
    return drawing.write_file(path, 930, 500);
}

bool plot_modes(const std::vector<Searched>& all, const char* path) {
    Curve median{"median of three", plot_colours[0], {}, false, true};
    Curve best{"best of three", plot_colours[1], {}, true, true};
    Curve seconds{"", plot_colours[2], {}, false, true};
    std::vector<double> counts, costs, times;
    for (const Searched& one : all) {
        const auto count = static_cast<double>(one.muscles);
        const double least = std::ranges::min(one.learnt, {}, &Learnt::cost).cost();
        median.spots.push_back({count, one.cost()});
        best.spots.push_back({count, least});
        seconds.spots.push_back({count, one.seconds_to_converge()});
        counts.push_back(count);
        costs.push_back(least);
        times.push_back(seconds.spots.back().y);
    }
    SvgDrawing drawing;
    Chart objective(drawing, {70, 80, 380, 280}, "What a bat finds", axis_around("vibration modes", counts),
                    axis_around("J", costs));
    objective.list_names_at(Corner::upper_right);
    objective.draw(median);
    objective.draw(best);
    Chart time(drawing, {530, 80, 380, 280}, "and until when", axis_around("vibration modes", counts),
               axis_around("s of processor time to 2 % of it", times));
    time.draw(seconds);
    return drawing.write_file(path, 950, 420);
}

int plot(const char* cages_path, const char* modes_path) {
    const app::SceneDescription scene = scene_of("creature:bat");
    const std::vector<Searched> compared = cages_and_modes(scene);
    std::vector<Searched> over_modes;
    for (const Index modes : {1, 2, 3, 5, 8, 12, 16, 24}) {
        const auto known = std::ranges::find_if(
            compared, [&](const Searched& one) { return one.name == std::to_string(modes) + " modes"; });
        over_modes.push_back(
            known != compared.end() ? *known : searched(std::to_string(modes) + " modes", with_modes(scene, modes)));
    }
    const bool cages_written = plot_cages(compared, cages_path);
    return plot_modes(over_modes, modes_path) && cages_written ? 0 : 1;
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
