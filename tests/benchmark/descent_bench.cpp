#include "engine/clusters/clusters.h"
#include "engine/core/random.h"
#include "engine/operators/scalar_operators.h"
#include "engine/rig/complementarity.h"
#include "engine/stepper/step.h"
#include "engine/subspace/skinning_modes.h"
#include "tests/support/meshes.h"

#include <benchmark/benchmark.h>

#include <cmath>

/// How many passes over the clusters one step of a soft, strongly deformed ball needs until its objective is within
/// 1e-2, 1e-4 and 1e-6 of the minimum, relative to where it started: over Poisson's ratio, for the paper's iteration
/// (no memory; a guarded quasi-Newton as soon as there is volume to hold), for L-BFGS, and for L-BFGS with the volume
/// term in its inverse.
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
            workspace.volume = {};
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
    // Soft modes far out, stiff ones little.
    for (Index k = 0; k < poke.state.Z.rows(); ++k) {
        for (Index axis = 0; axis < 3; ++axis) {
            poke.state.Z(k, axis) = 60.0 * rng.normal() / std::sqrt(poke.model.stiffness(k) + 1.0);
        }
    }
    return poke;
}

void descent(benchmark::State& run) {
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

BENCHMARK(descent)
    ->ArgNames({"poisson_percent", "method"})
    ->ArgsProduct({{0, 30, 40, 45, 49}, {paper, lbfgs, lbfgs_with_volume}})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

} // namespace
} // namespace limber

BENCHMARK_MAIN();
