// SPDX-License-Identifier: MIT
#include "tests/benchmark/csv_file.h"
#include "tests/benchmark/gait_trials.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

/// Figure 6 of Actuators A La Mode: gait searches for an arch on a coarse mesh and on one ten times as fine. The same
/// search five times for each, and the best gait of each mesh on both.
///
///     resolutions_bench OUT.csv
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

// The path of each trial, along the facing direction and up, from the start [body lengths].
void write_paths(const std::string& mesh, const Body& body, CsvFile& file) {
    for (std::size_t trial = 0; trial < body.search_status.size(); ++trial) {
        const GaitSearchStatus& search_status = body.search_status[trial];
        const std::vector<Vec3> path = path_of(body.walker, search_status.gait, steps);
        for (std::size_t i = 0; i < path.size(); ++i) {
            const Vec3 way = (path[i] - path.front()) / body.walker.length;
            file.add({mesh, std::to_string(trial + 1)},
                     {search_status.cost(), static_cast<double>(i) * body.walker.controls.time_step,
                      way.dot(body.walker.front), way.dot(body.walker.up)});
        }
    }
}

int measure(const char* path) {
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
    CsvFile file(path, "mesh,seed,cost,time,forward,up");
    write_paths("coarse", bodies[0], file);
    write_paths("fine", bodies[1], file);
    return file.close() ? 0 : 1;
}

} // namespace
} // namespace limber

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "resolutions_bench OUT.csv\n");
        return 2;
    }
    return limber::measure(argv[1]);
}
