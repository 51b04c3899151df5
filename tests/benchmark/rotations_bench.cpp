// SPDX-License-Identifier: MIT
#include "engine/linalg/nearest_rotation.h"
#include "engine/model/cluster_set.h"
#include "engine/stepper/kernel.h"
#include "engine/stepper/step.h"
#include "tests/benchmark/puppy_model.h"
#include "tests/benchmark/synthetic_model.h"
#include "tests/support/meshes.h"

#include <benchmark/benchmark.h>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

/// The possible gain of a warm start for the kernel's polar decomposition: Newton's iteration on F, and on R'F with R
/// the rotation of the previous iteration, a hundredth of a radian away, over the strain of the clusters; and of the
/// puppy's clusters, with the rotations of the previous step.
namespace limber {
namespace {

constexpr std::size_t blocks = 64;

/// As many of each as fill the blocks.
struct Strained {
    std::vector<Mat3> cold;
    std::vector<Mat3> warm;
};

Strained strained(double amount) {
    Rng rng(1);
    Strained matrices;
    for (std::size_t c = 0; c < blocks * cluster_lanes; ++c) {
        const Mat3 noise = Mat3::NullaryExpr([&] { return rng.uniform(-amount, amount); });
        const Mat3 F = testing::random_rotation(rng) * (Mat3::Identity() + noise);
        const Mat3 shaken = F + Mat3::NullaryExpr([&] { return rng.uniform(-0.01, 0.01); });
        matrices.cold.push_back(F);
        matrices.warm.push_back(nearest_rotation(shaken).transpose() * F);
    }
    return matrices;
}

// The deformation gradient of each cluster.
std::vector<Mat3> gradients_of(const ReducedModel& model, const State& state) {
    const ClusterSet& shape = model.sets.front();
    const Matrix GKx = unpacked(shape.GKB, shape.cluster_count, shape.coordinate_count) * state.Z +
                       unpacked(shape.GKJ, shape.cluster_count, shape.rig_count) * state.P;
    std::vector<Mat3> gradients;
    for (Index c = 0; c < shape.cluster_count; ++c) {
        gradients.emplace_back(GKx.middleRows(3 * c, 3).transpose());
    }
    return gradients;
}

// The puppy before and after the last step of half a second of gravity that pulls it aside.
Strained strained_puppy() {
    constexpr std::size_t count = blocks * cluster_lanes;
    const PuppyModel puppy = puppy_model(16, static_cast<Index>(count));
    Controls controls = rest_controls_of(puppy);
    controls.gravity = Vec3(9.81, 0.0, 0.0);
    State state = rest_state(puppy.model, controls.P);
    Workspace workspace(puppy.model);
    Strained matrices;
    for (int frame = 0; frame < 30; ++frame) {
        matrices.warm = gradients_of(puppy.model, state);
        step(puppy.model, controls, state, workspace);
    }
    matrices.cold = gradients_of(puppy.model, state);
    for (std::size_t c = 0; c < matrices.cold.size(); ++c) {
        matrices.warm[c] = nearest_rotation(matrices.warm[c]).transpose() * matrices.cold[c];
    }
    matrices.cold.resize(count, Mat3::Identity());
    matrices.warm.resize(count, Mat3::Identity());
    return matrices;
}

// The number of iterations until the squared change is below 1e-7, as in single precision; the slowest of a group of
// sixteen counts.
double mean_iterations(const std::vector<Mat3>& matrices) {
    double sum = 0.0;
    for (std::size_t block = 0; block < blocks; ++block) {
        int slowest = 0;
        for (std::size_t lane = 0; lane < cluster_lanes; ++lane) {
            Mat3 X = matrices[block * cluster_lanes + lane];
            int iterations = 0;
            for (double change = 1.0; change > 1e-7; ++iterations) {
                const Mat3 next = 0.5 * (X + X.inverse().transpose());
                change = (next - X).squaredNorm();
                X = next;
            }
            slowest = std::max(slowest, iterations);
        }
        sum += slowest;
    }
    return sum / static_cast<double>(blocks);
}

void rotations_of(const std::vector<Mat3>& matrices, benchmark::State& run) {
    LaneArray<float> F(blocks * 9 * cluster_lanes);
    LaneArray<float> R(F.size());
    for (std::size_t c = 0; c < matrices.size(); ++c) {
        for (std::size_t e = 0; e < 9; ++e) {
            F[(c / cluster_lanes * 9 + e) * cluster_lanes + c % cluster_lanes] =
                static_cast<float>(matrices[c](static_cast<Index>(e / 3), static_cast<Index>(e % 3)));
        }
    }
    const Kernel& widest = kernel(widest_instruction_set());
    for (auto _ : run) {
        widest.rotations_single(blocks, F.data(), R.data());
        benchmark::DoNotOptimize(R.data());
    }
    run.counters["iterations"] = mean_iterations(matrices);
    run.counters["ns_each"] =
        benchmark::Counter(static_cast<double>(matrices.size()) * 1e-9,
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void rotations(benchmark::State& run) {
    run.SetLabel(on_synthetic_matrices);
    const Strained both = strained(0.01 * static_cast<double>(run.range(0)));
    rotations_of(run.range(1) == 0 ? both.cold : both.warm, run);
}

void puppy_rotations(benchmark::State& run) {
    run.SetLabel(on_modes_of_the_puppy);
    const Strained both = strained_puppy();
    rotations_of(run.range(0) == 0 ? both.cold : both.warm, run);
}

BENCHMARK(rotations)
    ->ArgNames({"strain_percent", "warm"})
    ->ArgsProduct({{1, 10, 30, 60}, {0, 1}})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(puppy_rotations)->ArgName("warm")->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);

} // namespace
} // namespace limber

BENCHMARK_MAIN();
