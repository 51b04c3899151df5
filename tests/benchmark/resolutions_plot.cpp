// SPDX-License-Identifier: MIT
#include "tests/benchmark/chart.h"
#include "tests/benchmark/gait_trials.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <numeric>
#include <string>

/// Figure 6 of Actuators A La Mode: gait searches for an arch on a coarse mesh and on one ten times as fine. The same
/// search five times for each, and the best gait of each mesh on both.
///
///     resolutions_plot OUT.svg
namespace limber {
namespace {

constexpr std::array vertex_counts{1400, 14000};
constexpr int trials = 5;
constexpr int steps = 300;
constexpr int generations = 100;

struct Body {
    app::CharacterPtr character;
    Walker walker;
    std::vector<GaitSearchStatus> search_status{}; // one for each trial

    const GaitSearchStatus& best() const {
        return *std::min_element(
            search_status.begin(), search_status.end(),
            [](const GaitSearchStatus& a, const GaitSearchStatus& b) { return a.cost() < b.cost(); });
    }
};

Body body_of(app::CharacterPtr character) {
    Walker walker = walker_of(character);
    return {std::move(character), std::move(walker)};
}

void start_search(Body& body) {
    GaitSpace space;
    space.muscles = body.walker.model->muscle_count();
    for (int trial = 1; trial <= trials; ++trial) {
        const GaitSearchOptions options{
            .generations = generations, .steps = steps, .seed = static_cast<std::uint64_t>(trial)};
        body.search_status.push_back(start_search(body.walker, space, {}, options));
        const GaitSearchStatus& search_status = body.search_status.back();
        std::printf("%6d vertices, seed %d: J %.3f, %.2f lengths, %.2f s\n",
                    static_cast<int>(body.character->vertex_count()), trial, search_status.cost(),
                    search_status.scores.distance, search_status.seconds);
        std::fflush(stdout);
    }
}

double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

void tell(const Body& body) {
    std::vector<double> costs, seconds;
    for (const GaitSearchStatus& search_status : body.search_status) {
        costs.push_back(search_status.cost());
        seconds.push_back(search_status.seconds);
    }
    std::printf("%d vertices, %d tets: mean J %.3f, a search %.2f s, a step %.2f us\n",
                static_cast<int>(body.character->vertex_count()), static_cast<int>(body.character->mesh.tet_count()),
                mean(costs), mean(seconds), 1e6 * step_seconds(body.walker, body.best().gait, steps));
}

// Along the facing direction, or up, from the start [body lengths].
Curve curve_of(const Body& body, const Gait& gait, const Vec3& direction, Curve curve) {
    const std::vector<Vec3> path = path_of(body.walker, gait, steps);
    for (std::size_t i = 0; i < path.size(); ++i) {
        curve.spots.push_back({static_cast<double>(i) * body.walker.controls.time_step,
                               (path[i] - path.front()).dot(direction) / body.walker.length});
    }
    return curve;
}

// The results of the first few seeds on each mesh.
void draw(SvgDrawing& drawing, const std::array<Body, 2>& bodies, bool upwards) {
    constexpr std::size_t shown = 3;
    const char* names[] = {"coarse", "fine"};
    std::vector<Curve> curves;
    std::vector<double> values;
    for (std::size_t trial = 0; trial < shown; ++trial) {
        for (std::size_t on = 0; on < bodies.size(); ++on) {
            const Body& body = bodies[on];
            const std::string name = "seed " + std::to_string(trial + 1) + " on the " + names[on] + " mesh: J " +
                                     written(body.search_status[trial].cost(), 2);
            const Vec3& direction = upwards ? body.walker.up : body.walker.front;
            curves.push_back(curve_of(body, body.search_status[trial].gait, direction,
                                      {upwards ? "" : name, plot_colours[trial], {}, on == 1}));
            for (const Spot& spot : curves.back().spots) {
                values.push_back(spot.y);
            }
        }
    }
    const double seconds = steps * bodies[0].walker.controls.time_step;
    Chart chart(drawing, {70, upwards ? 480.0 : 80.0, 820, upwards ? 180.0 : 300.0},
                upwards ? "The same, upwards" : "How far an arch walks, on a coarse mesh and on one ten times as fine",
                axis_around("time [s]", {seconds}), axis_around("body lengths", values, upwards ? 3 : 5));
    for (const Curve& curve : curves) {
        chart.draw(curve);
    }
}

int plot(const char* path) {
    const app::CharacterPtr coarse = character_of(remeshed_walker("arch", vertex_counts[0]));
    const app::CharacterPtr fine = character_of(remeshed_walker("arch", vertex_counts[1]));
    std::array<Body, 2> bodies{body_of(coarse), body_of(aligned(*fine, *coarse))};
    for (Body& body : bodies) {
        start_search(body);
    }
    for (std::size_t from = 0; from < bodies.size(); ++from) {
        tell(bodies[from]);
        for (const Body& on : bodies) {
            std::printf("  its best gait on %d vertices: J %.3f\n", static_cast<int>(on.character->vertex_count()),
                        cost_of(on.walker, bodies[from].best().gait, {}, steps));
        }
    }
    SvgDrawing drawing;
    draw(drawing, bodies, false);
    draw(drawing, bodies, true);
    return drawing.write_file(path, 930, 730) ? 0 : 1;
}

} // namespace
} // namespace limber

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "resolutions_plot OUT.svg\n");
        return 2;
    }
    return limber::plot(argv[1]);
}
