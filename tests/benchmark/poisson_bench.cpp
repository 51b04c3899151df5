// SPDX-License-Identifier: MIT
#include "engine/clusters/clusters.h"
#include "engine/mesh/tet_mesh_file.h"
#include "engine/operators/scalar_operators.h"
#include "engine/rig/complementarity.h"
#include "engine/rig/momentum_leak.h"
#include "engine/rig/rig_file.h"
#include "engine/stepper/step.h"
#include "engine/subspace/skinning_modes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

/// The cost of the volume term: characters that play their clips at several Poisson's ratios, the time of a step as a
/// multiple of that at a ratio of zero, and its error: the distance to the end of a converged step from the same state,
/// relative to the length of the step.
namespace limber {
namespace {

constexpr Index modes = 10;
constexpr Index cluster_count = 100;
constexpr int frames = 240;
constexpr int rounds = 5;
constexpr std::array ratios{0.0, 0.35, 0.36, 0.4, 0.45, 0.49};

struct Actor {
    TetMesh mesh;
    Rig rig;
    ClipSampler clip;
    Matrix W;
    Clusters clusters;

    ReducedModel model(double poisson) const {
        const Material material = uniform_material({2800.0, poisson, 1000.0}, mesh.tet_count());
        return reduced_model(mesh, material, rig, W, clusters).value();
    }
};

Actor actor(const std::string& name, const std::string& clip) {
    const std::filesystem::path assets = std::filesystem::path(LIMBER_SOURCE_DIR) / "assets";
    const TetMesh mesh = read_tet_mesh(assets / "meshes" / (name + ".msh")).value().value;
    const Rig rig = read_rig(assets / "rigs" / (name + ".json"), mesh).value().value;
    const Material material = uniform_material({2800.0, 0.0, 1000.0}, mesh.tet_count());
    const Matrix C =
        complementarity_columns(mesh.X, lumped_mass(mesh, material.density), momentum_leak(mesh, {}).value, rig.W);
    const SkinningModes found = skinning_modes(mesh, material, C, {.count = modes}).value();
    const Clusters clusters = clusters_of(mesh, found.W, found.lambda, {.count = cluster_count}).value();
    const auto keys = read_clip(assets / "clips" / (clip + ".json"), rig.skeleton, rig.targets);
    return {mesh, rig, ClipSampler(keys.value().value), found.W, clusters};
}

struct Film {
    const Actor& actor;
    ReducedModel model;
    std::vector<AffineStack> maps; // of each frame
    Controls controls;

    Film(const Actor& of, double poisson) : actor(of), model(of.model(poisson)) {
        controls.time_step = 1.0 / 120.0;
        controls.damping = 0.8;
        for (int frame = 0; frame <= frames; ++frame) {
            const double time = frame * controls.time_step;
            maps.push_back(rig_maps(of.rig, of.clip.at(time), of.clip.weights_at(time)));
        }
    }
};

double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// [s] of all steps.
double time_of(const Film& film) {
    Workspace workspace(film.model);
    Controls controls = film.controls;
    controls.P = film.maps.front();
    State state = rest_state(film.model, controls.P);
    const double start = processor_seconds();
    for (int frame = 1; frame <= frames; ++frame) {
        controls.P = film.maps[static_cast<std::size_t>(frame)];
        step(film.model, controls, state, workspace);
    }
    return processor_seconds() - start;
}

struct Quality {
    double iterations = 0.0; // mean
    double error = 0.0;      // root mean square
    double worst = 0.0;
};

Quality quality_of(const Film& film) {
    Workspace workspace(film.model);
    Controls controls = film.controls;
    controls.P = film.maps.front();
    State state = rest_state(film.model, controls.P);
    Quality quality;
    int compared = 0;
    for (int frame = 1; frame <= frames; ++frame) {
        controls.P = film.maps[static_cast<std::size_t>(frame)];
        const State start = state;
        quality.iterations += static_cast<double>(step(film.model, controls, state, workspace).iterations) / frames;
        if (frame % 5 == 0) {
            Controls exact = controls;
            exact.iterations = 300;
            exact.arithmetic = Arithmetic::double_precision;
            State end = start;
            step(film.model, exact, end, workspace);
            const double error = (end.Z - state.Z).norm() / (end.Z - start.Z).norm();
            quality.error += error * error;
            quality.worst = std::max(quality.worst, error);
            ++compared;
        }
    }
    quality.error = std::sqrt(quality.error / compared);
    return quality;
}

void print_rows(const std::string& name, const std::string& clip) {
    const Actor who = actor(name, clip);
    std::vector<Film> films;
    for (const double ratio : ratios) {
        films.emplace_back(who, ratio);
    }
    std::vector<std::vector<double>> times(films.size());
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < films.size(); ++i) {
            times[i].push_back(time_of(films[i]) / frames);
        }
    }
    for (std::vector<double>& values : times) {
        std::sort(values.begin(), values.end());
    }
    for (std::size_t i = 0; i < films.size(); ++i) {
        const Quality quality = quality_of(films[i]);
        std::printf("| %s | %.2f | %.1f | %.2f | %.1f | %.1e | %.1e |\n", name.c_str(), ratios[i],
                    1e6 * times[i][rounds / 2], times[i][rounds / 2] / times[0][rounds / 2], quality.iterations,
                    quality.error, quality.worst);
    }
}

} // namespace
} // namespace limber

int main() {
    std::printf("| character | Poisson's ratio | step [us] | relative | iterations | error | worst error |\n");
    std::printf("|---|---|---|---|---|---|---|\n");
    limber::print_rows("fish", "fish_swim");
    limber::print_rows("octopus", "octopus_wave");
    limber::print_rows("puppy", "puppy_trot");
    return 0;
}
