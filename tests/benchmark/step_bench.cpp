// SPDX-License-Identifier: MIT
#include "engine/stepper/elastic_pass.h"
#include "engine/stepper/step.h"
#include "tests/benchmark/puppy_model.h"
#include "tests/benchmark/synthetic_model.h"
#include "tests/oracle/dense_iteration.h"

#include <benchmark/benchmark.h>

#include <utility>

/// One local-global iteration over the number of modes m and of clusters r, ours against the dense baseline
/// (9r x 12m products, one Jacobi SVD for each cluster, a 12m x 12m Cholesky solve), and whole steps of ten iterations.
/// Uses synthetic models without meshes, because the cost of a step depends on m, r and the bones, and beside them the
/// modes of the puppy, because it also depends on how far its clusters are strained.
namespace limber {
namespace {

/// A model that moves.
struct MovingModel {
    ReducedModel model;
    Controls controls;
    State state;
    const char* label = nullptr;
};

MovingModel synthetic_motion(benchmark::State& run) {
    ReducedModel model = synthetic_model(run.range(0), run.range(1));
    const Controls controls = controls_for(model);
    State state = rest_state(model, controls.P);
    state.Z = state.Zdot = some_motion(model);
    return {std::move(model), controls, std::move(state), on_synthetic_matrices};
}

// The puppy after half a second of gravity that pulls it aside.
MovingModel puppy_motion(benchmark::State& run) {
    PuppyModel puppy = puppy_model(run.range(0), run.range(1));
    Controls controls = rest_controls_of(puppy);
    controls.gravity = Vec3(9.81, 0.0, 0.0);
    State state = rest_state(puppy.model, controls.P);
    Workspace workspace(puppy.model);
    for (int frame = 0; frame < 30; ++frame) {
        step(puppy.model, controls, state, workspace);
    }
    return {std::move(puppy.model), controls, std::move(state), on_modes_of_the_puppy};
}

// One iteration of a step: a pass over the clusters and an update.
void iterations_of(benchmark::State& run, InstructionSet set, Arithmetic arithmetic,
                   MovingModel (*motion_of)(benchmark::State&)) {
    if (!runs_here(set)) {
        run.SkipWithError("this machine lacks the instruction set");
        return;
    }
    MovingModel moving = motion_of(run);
    run.SetLabel(moving.label);
    const ReducedModel& model = moving.model;
    Controls& controls = moving.controls;
    controls.arithmetic = arithmetic;
    const Kernel& functions = kernel(set);
    ElasticPass pass = elastic_pass(model);
    prepare_elastic_pass(model, controls, functions, controls.P, pass);
    Iterate now = iterate(model.coordinate_count());
    const Coordinates D_inverse = Coordinates::Ones(model.coordinate_count(), 3);
    for (auto _ : run) {
        now.Z = moving.state.Z;
        now.gradient.setZero();
        benchmark::DoNotOptimize(add_elastic_gradient(model, controls, functions, pass, now));
        now.Z -= D_inverse.cwiseProduct(now.gradient);
        benchmark::DoNotOptimize(now.Z.data());
    }
}

void iteration_avx512(benchmark::State& run) {
    iterations_of(run, InstructionSet::avx512, Arithmetic::single_precision, synthetic_motion);
}

void iteration_avx2(benchmark::State& run) {
    iterations_of(run, InstructionSet::avx2, Arithmetic::single_precision, synthetic_motion);
}

void iteration_baseline(benchmark::State& run) {
    iterations_of(run, InstructionSet::baseline, Arithmetic::single_precision, synthetic_motion);
}

void iteration_double(benchmark::State& run) {
    iterations_of(run, widest_instruction_set(), Arithmetic::double_precision, synthetic_motion);
}

void puppy_iteration(benchmark::State& run) {
    iterations_of(run, widest_instruction_set(), Arithmetic::single_precision, puppy_motion);
}

void dense_iteration(benchmark::State& run) {
    run.SetLabel(on_synthetic_matrices);
    const ReducedModel model = synthetic_model(run.range(0), run.range(1));
    const Index k = model.coordinate_count();
    const Index r = model.cluster_count();
    // F as nine rows for each cluster and z axis by axis, as in the paper.
    const ClusterSet& set = model.sets.front();
    const Matrix GKB_of_axis = unpacked(set.GKB, r, k);
    const Vector w = Eigen::Map<const Vector>(set.w.data(), r);
    Matrix GKB = Matrix::Zero(9 * r, 3 * k);
    Vector rig_F = Vector::Zero(9 * r);
    for (Index c = 0; c < r; ++c) {
        for (Index axis = 0; axis < 3; ++axis) {
            GKB.block(9 * c + 3 * axis, axis * k, 3, k) = GKB_of_axis.middleRows(3 * c, 3);
            rig_F(9 * c + 4 * axis) = 1.0;
        }
    }
    Matrix A = Matrix::Constant(3 * k, 3 * k, 1e-3);
    A.diagonal().setConstant(4e4);
    const AffineStack motion = some_motion(model);
    const Vector start = Eigen::Map<const Vector>(motion.data(), motion.size());
    oracle::DenseIteration dense(GKB, A, w);
    const Vector constant = Vector::Zero(3 * k);
    Vector z = start;
    for (auto _ : run) {
        z = start;
        dense.iterate(rig_F, constant, z);
        benchmark::DoNotOptimize(z.data());
    }
}

void step_from(const MovingModel& moving, benchmark::State& run) {
    run.SetLabel(moving.label);
    Workspace workspace(moving.model);
    State state = moving.state;
    for (auto _ : run) {
        state = moving.state;
        benchmark::DoNotOptimize(step(moving.model, moving.controls, state, workspace));
    }
}

void whole_step(benchmark::State& run) {
    MovingModel moving = synthetic_motion(run);
    moving.state.Z.setZero();
    step_from(moving, run);
}

void puppy_whole_step(benchmark::State& run) {
    step_from(puppy_motion(run), run);
}

// The limits of the machine: multiply-adds on registers, and memory bandwidth by a dot product.
#if defined(__x86_64__)
__attribute__((target("avx2,fma"), optimize("fp-contract=fast"))) void multiply_add_avx2() {
    typedef float Lanes __attribute__((vector_size(32)));
    Lanes sums[10] = {};
    const Lanes factor = Lanes{} + 0.5f;
    for (int round = 0; round < 1000; ++round) {
#pragma GCC unroll 10
        for (Lanes& sum : sums) {
            sum = sum * factor + factor;
            asm volatile("" : "+x"(sum));
        }
    }
}

void flops_avx2(benchmark::State& run) {
    if (!runs_here(InstructionSet::avx2)) {
        run.SkipWithError("this machine lacks the instruction set");
        return;
    }
    for (auto _ : run) {
        multiply_add_avx2();
    }
    run.counters["flops"] = benchmark::Counter(1000.0 * 10 * 8 * 2, benchmark::Counter::kIsIterationInvariantRate);
}
#endif

void bytes_read(benchmark::State& run) {
    const auto count = static_cast<std::size_t>(run.range(0)) * 1024 / sizeof(double) / 2;
    const LaneArray<double> a(count, 1.0);
    const LaneArray<double> b(count, 1.0);
    for (auto _ : run) {
        benchmark::DoNotOptimize(kernel(widest_instruction_set()).dot(count, a.data(), b.data()));
    }
    run.SetBytesProcessed(run.iterations() * run.range(0) * 1024);
}

void sizes(benchmark::internal::Benchmark* bench) {
    bench->ArgNames({"m", "r"})->Unit(benchmark::kMicrosecond);
    for (const int m : {5, 10, 16, 30, 60}) {
        for (const int r : {20, 100, 500, 1000}) {
            bench->Args({m, r});
        }
    }
}

BENCHMARK(bytes_read)->ArgName("KiB")->Arg(16)->Arg(512)->Arg(4096)->Arg(65536);
#if defined(__x86_64__)
BENCHMARK(flops_avx2);
#endif
BENCHMARK(iteration_avx512)->Apply(sizes);
BENCHMARK(iteration_avx2)->Apply(sizes);
BENCHMARK(iteration_baseline)->Apply(sizes);
BENCHMARK(iteration_double)->Apply(sizes);
BENCHMARK(dense_iteration)->Apply(sizes);
BENCHMARK(whole_step)->Apply(sizes);
BENCHMARK(puppy_iteration)->Apply(sizes);
BENCHMARK(puppy_whole_step)->Apply(sizes);

} // namespace
} // namespace limber

BENCHMARK_MAIN();
