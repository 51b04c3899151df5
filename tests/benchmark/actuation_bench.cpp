// SPDX-License-Identifier: MIT
#include "engine/stepper/elastic_pass.h"
#include "engine/stepper/step.h"
#include "tests/benchmark/synthetic_model.h"

#include <benchmark/benchmark.h>

/// The cost of muscles: whole steps of ten iterations with and without them, and the contraction of S(a), once in a
/// step.
namespace limber {
namespace {

ReducedModel model_for(benchmark::State& run) {
    run.SetLabel(on_synthetic_matrices);
    return synthetic_model(run.range(0), run.range(1), run.range(2), run.range(3));
}

Controls active_controls(const ReducedModel& model) {
    Controls controls = controls_for(model);
    controls.activation = Vector::Constant(model.muscle_count(), 0.3);
    return controls;
}

void steps_of(benchmark::State& run, const ReducedModel& model, const Controls& controls) {
    Workspace workspace(model);
    const State start = rest_state(model, controls.P);
    const AffineStack motion = some_motion(model);
    State state = start;
    for (auto _ : run) {
        state = start;
        state.Zdot = motion;
        benchmark::DoNotOptimize(step(model, controls, state, workspace));
    }
}

void active_step(benchmark::State& run) {
    const ReducedModel model = model_for(run);
    steps_of(run, model, active_controls(model));
}

void passive_step(benchmark::State& run) {
    ReducedModel model = model_for(run);
    model.actuation.reset();
    steps_of(run, model, controls_for(model));
}

// The preparation of the passes with muscles minus that without: the contraction and the rig's part.
void preparation(benchmark::State& run) {
    const ReducedModel model = model_for(run);
    const Controls controls = active_controls(model);
    const Kernel& functions = kernel(widest_instruction_set());
    ElasticPass pass = elastic_pass(model);
    for (auto _ : run) {
        prepare_elastic_pass(model, controls, functions, controls.P, pass);
        benchmark::DoNotOptimize(pass.single.active_S.data());
    }
}

void sizes(benchmark::internal::Benchmark* bench) {
    bench->ArgNames({"m", "r", "muscles", "groups"})->Unit(benchmark::kMicrosecond);
    bench->Args({5, 10, 5, 1})->Args({5, 10, 5, 5})->Args({6, 20, 16, 1})->Args({6, 20, 16, 20});
    bench->Args({10, 100, 16, 1})->Args({10, 100, 16, 100})->Args({16, 200, 30, 200});
}

BENCHMARK(passive_step)->Apply(sizes);
BENCHMARK(active_step)->Apply(sizes);
BENCHMARK(preparation)->Apply(sizes);

} // namespace
} // namespace limber

BENCHMARK_MAIN();
