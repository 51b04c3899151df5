// SPDX-License-Identifier: MIT
#include "engine/clusters/clusters.h"
#include "engine/core/random.h"
#include "engine/model/body_point.h"
#include "engine/operators/scalar_operators.h"
#include "engine/rig/complementarity.h"
#include "engine/rig/momentum_leak.h"
#include "engine/stepper/step.h"
#include "engine/subspace/skinning_modes.h"
#include "tests/benchmark/puppy_model.h"
#include "tests/support/meshes.h"

#include <benchmark/benchmark.h>

#include <array>
#include <cmath>

/// The number of passes over the clusters in one step of a soft, strongly deformed ball until its objective is within
/// 1e-2, 1e-4 and 1e-6 of the minimum, relative to the start: over Poisson's ratio, for the paper's iteration (no
/// history; a guarded quasi-Newton if there is a volume term), for L-BFGS, and for L-BFGS with the volume term in its
/// inverse.
namespace limber {
namespace {

ReducedModel soft_ball(double poisson) {
    const TetMesh mesh = testing::ball_mesh(8);
    Material material = uniform_material({1e6, poisson, 1000.0}, mesh.tet_count());
    Rng rng(3);
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        material.young(t) *= std::pow(10.0, rng.uniform(-0.5, 0.5));
    }
    const Rig rig = affine_handle(mesh);
    const Matrix C =
        complementarity_columns(mesh.X, lumped_mass(mesh, material.density), Vector::Ones(mesh.vertex_count()), rig.W);
    const SkinningModes modes = skinning_modes(mesh, material, C, {.count = 10}).value();
    const Clusters clusters = clusters_of(mesh, modes.W, modes.lambda, {.count = 50}).value();
    return reduced_model(mesh, material, rig, modes.W, clusters).value();
}

enum Method { paper, lbfgs, lbfgs_with_volume };

struct Poke {
    ReducedModel model;
    Controls controls;
    State state;

    double objective_after(int iterations, Method method) const {
        Workspace workspace(model);
        if (method != lbfgs_with_volume) {
            workspace.descents.lbfgs.volume = {};
        }
        Controls now = controls;
        now.memory = method == paper ? 0 : 5;
        now.iterations = iterations;
        State moved = state;
        step(model, now, moved, workspace);
        return workspace.now.objective;
    }
};

Poke strong_poke(double poisson) {
    Poke poke{soft_ball(poisson), {}, {}};
    poke.controls.P = AffineStack::Zero(4, 3);
    poke.controls.P.topRows<3>().setIdentity();
    poke.controls.time_step = 1.0 / 30.0;
    poke.controls.arithmetic = Arithmetic::double_precision;
    poke.state = rest_state(poke.model, poke.controls.P);
    Rng rng(5);
    // Large amplitudes of soft modes, small ones of stiff modes.
    for (Index k = 0; k < poke.state.Z.rows(); ++k) {
        for (Index axis = 0; axis < 3; ++axis) {
            poke.state.Z(k, axis) = 60.0 * rng.normal() / std::sqrt(poke.model.stiffness(k) + 1.0);
        }
    }
    return poke;
}

void descent(benchmark::State& run) {
    run.SetLabel("synthetic stiffness and motion");
    const Poke poke = strong_poke(0.01 * static_cast<double>(run.range(0)));
    const auto method = static_cast<Method>(run.range(1));
    for (auto _ : run) {
        const double lowest = poke.objective_after(4000, lbfgs_with_volume);
        const double start = poke.objective_after(1, paper);
        int done = 1;
        for (const auto& [name, gap] : {std::pair{"to_1e-2", 1e-2}, {"to_1e-4", 1e-4}, {"to_1e-6", 1e-6}}) {
            while (done < 400 && poke.objective_after(done, method) - lowest > gap * (start - lowest)) {
                ++done;
            }
            run.counters[name] = done;
        }
    }
}

// The puppy, pulled at the top of its head from rest, one step of 1/30 s: the distance to the converged end of the
// step, relative to the whole distance.
struct Pull {
    ReducedModel model;
    Controls controls;
    State state;

    AffineStack end(int iterations) const {
        Workspace workspace(model);
        Controls now = controls;
        now.iterations = iterations;
        State moved = state;
        step(model, now, moved, workspace);
        return moved.Z;
    }
};

Pull pulled_puppy(Index cluster_count, double poisson, double stiffness) {
    const PuppyModel whole_puppy = puppy_model(16, cluster_count, poisson);
    const auto& [mesh, rig, modes, model] = whole_puppy;
    Pull pull{model, rest_controls_of(whole_puppy), {}};
    pull.controls.time_step = 1.0 / 30.0;
    pull.controls.arithmetic = Arithmetic::double_precision;
    pull.state = rest_state(pull.model, pull.controls.P);
    Index top = 0;
    mesh.X.col(1).maxCoeff(&top);
    const std::array<int, 1> vertex{static_cast<int>(top)};
    const std::array<double, 1> whole{1.0};
    const Vec3 aside = 0.3 * Vec3(0.6, 0.64, 0.48);
    pull.controls.handles = {
        {body_point(pull.model, mesh.X, rig, modes.W, vertex, whole), stiffness, mesh.X.row(top).transpose() + aside}};
    return pull;
}

void puppy(benchmark::State& run) {
    const double poisson = 0.01 * static_cast<double>(run.range(1));
    Pull pull = pulled_puppy(run.range(0), poisson, static_cast<double>(run.range(2)));
    const AffineStack truth = pull.end(2000);
    for (const auto& [name, iterations] : {std::pair{"after_10", 10}, {"after_12", 12}, {"after_20", 20}}) {
        run.counters[name] = (pull.end(iterations) - truth).norm() / (truth - pull.state.Z).norm();
    }
    pull.controls.arithmetic = Arithmetic::single_precision;
    Workspace workspace(pull.model);
    for (auto _ : run) {
        State state = pull.state;
        step(pull.model, pull.controls, state, workspace);
        benchmark::DoNotOptimize(state.Z.data());
    }
}

BENCHMARK(puppy)
    ->ArgNames({"clusters", "poisson_percent", "newton_a_metre"})
    ->ArgsProduct({{50, 300}, {0, 30, 39, 45, 49}, {300, 20000}})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(descent)
    ->ArgNames({"poisson_percent", "method"})
    ->ArgsProduct({{0, 30, 40, 45, 49}, {paper, lbfgs, lbfgs_with_volume}})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

} // namespace
} // namespace limber

BENCHMARK_MAIN();
