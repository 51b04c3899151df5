// SPDX-License-Identifier: MIT
#include "engine/model/reduced_model.h"
#include "tests/benchmark/gait_trials.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

/// The cost of a high Poisson's ratio in contact: a character is thrown up, lands and comes to rest, with several
/// numbers of iterations, compared with converged steps.
///
///     landing_bench [CREATURE]
namespace limber {
namespace {

constexpr int steps = 120;
constexpr double throw_speed = 2.0; // [m/s]
constexpr int enough = 2000;        // iterations
constexpr std::array iteration_counts{10, 20, 40, 80};

struct Landing {
    std::vector<Points> places{}; // of the contact points after each step [m]
    double depth = 0.0;           // of the deepest point [m]
    double seconds = 0.0;         // CPU time
};

Points places_of(const Walker& walker, const State& state) {
    const ContactPoints& points = *walker.controls.contact.points;
    return points.phi.transpose() * state.Z + points.rig_rows.transpose() * state.P;
}

Landing landed(const Walker& walker, int iterations) {
    Controls controls = walker.controls;
    controls.activation.setZero(walker.model->muscle_count());
    controls.iterations = iterations;
    State state = walker.start;
    state.Zdot = walker.model->BM1 * (throw_speed * walker.up).transpose();
    state.clear_history();
    Workspace workspace = workspace_for(walker);
    Landing landing;
    const double start = processor_seconds();
    for (int i = 0; i < steps; ++i) {
        landing.depth = std::max(landing.depth, step(*walker.model, controls, state, workspace).depth);
        landing.places.push_back(places_of(walker, state));
    }
    landing.seconds = processor_seconds() - start;
    return landing;
}

struct Distance {
    double worst = 0.0; // of any point at any time [m]
    double last = 0.0;  // of any point at the end [m]
};

Distance distance(const Landing& a, const Landing& b) {
    Distance distance;
    for (std::size_t i = 0; i < a.places.size(); ++i) {
        distance.last = (a.places[i] - b.places[i]).rowwise().norm().maxCoeff();
        distance.worst = std::max(distance.worst, distance.last);
    }
    return distance;
}

void land(app::CharacterDescription scene, double poisson) {
    scene.material.poisson = poisson;
    scene.muscles = {};
    scene.muscles.modes = 1;
    const Walker walker = walker_of(character_of(scene));
    const Landing reference = landed(walker, enough);
    for (const int iterations : iteration_counts) {
        const Landing landing = landed(walker, iterations);
        const Distance off = distance(landing, reference);
        std::printf("ratio %.2f, %3d iterations: %6.2f mm off at worst, %6.2f mm at the end; depth %.1e mm; %.1f us a "
                    "step\n",
                    poisson, iterations, 1e3 * off.worst, 1e3 * off.last, 1e3 * landing.depth,
                    1e6 * landing.seconds / steps);
    }
}

} // namespace
} // namespace limber

int main(int argc, char** argv) {
    const limber::app::CharacterDescription scene =
        limber::scene_of("creature:" + std::string(argc > 1 ? argv[1] : "gecko"));
    for (const double poisson : {0.0, 0.3, 0.4, 0.45, 0.49}) {
        limber::land(scene, poisson);
    }
    return 0;
}
