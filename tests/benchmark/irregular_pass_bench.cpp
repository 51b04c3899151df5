// SPDX-License-Identifier: MIT
#include "engine/model/cluster_set.h"
#include "engine/stepper/kernel.h"
#include "tests/benchmark/synthetic_model.h"
#include "tests/support/meshes.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <vector>

/// The time of a pass over 100 clusters whose deformation gradients are reflected, flat or strongly stretched, as a
/// multiple of the time at rest. The passes alternate; each number is a median over rounds, and each multiple that of
/// the quotients within a round, which a change of the processor's speed between rounds does not affect.
namespace limber {
namespace {

constexpr Index clusters = 100;
constexpr int rounds = 1201;
constexpr int passes_per_round = 5;

enum class Gradients { rest, bent, stretched, irregular, reflected, flat, line, zero };

struct Case {
    const char* name;
    Gradients kind;
    double share; // of the clusters; the others are bent
};

constexpr std::array cases{Case{"at rest", Gradients::rest, 1.0},
                           Case{"strained by 10 %", Gradients::bent, 1.0},
                           Case{"stretched, regular", Gradients::stretched, 1.0},
                           Case{"1 % irregular", Gradients::irregular, 0.01},
                           Case{"10 % irregular", Gradients::irregular, 0.1},
                           Case{"100 % irregular", Gradients::irregular, 1.0},
                           Case{"all reflected", Gradients::reflected, 1.0},
                           Case{"all flat", Gradients::flat, 1.0},
                           Case{"all of rank one", Gradients::line, 1.0},
                           Case{"all zero", Gradients::zero, 1.0}};

Mat3 gradient(Gradients kind, Rng& rng) {
    const Mat3 left = testing::random_rotation(rng);
    const Mat3 right = testing::random_rotation(rng);
    const auto of_stretches = [&](double a, double b, double c) {
        return Mat3(left * Vec3(a, b, c).asDiagonal() * right);
    };
    switch (kind) {
    case Gradients::rest:
        return Mat3::Identity();
    case Gradients::bent:
        return left * (Mat3::Identity() + Mat3::NullaryExpr([&] { return rng.uniform(-0.1, 0.1); }));
    case Gradients::stretched: // up to the distortion that the kernel still treats as regular
        return of_stretches(1.0, rng.uniform(0.05, 1.0), 0.05);
    case Gradients::irregular:
        return gradient(std::array{Gradients::reflected, Gradients::flat,
                                   Gradients::line}[static_cast<std::size_t>(3.0 * rng.uniform())],
                        rng);
    case Gradients::reflected:
        return of_stretches(rng.uniform(0.5, 1.5), rng.uniform(0.5, 1.5), -rng.uniform(0.1, 1.5));
    case Gradients::flat:
        return of_stretches(rng.uniform(0.5, 1.5), rng.uniform(0.5, 1.5), 0.0);
    case Gradients::line:
        return of_stretches(1.0, 0.0, 0.0);
    case Gradients::zero:
        break;
    }
    return Mat3::Zero();
}

template <typename Real>
LaneArray<Real> gradients(std::size_t block_count, const Case& of) {
    LaneArray<Real> rig_F(block_count * 9 * cluster_lanes);
    Rng rng(7);
    const std::size_t every = static_cast<std::size_t>(std::lround(1.0 / of.share));
    for (std::size_t c = 0; c < block_count * cluster_lanes; ++c) {
        const bool idle = c >= static_cast<std::size_t>(clusters);
        const bool chosen = c % every == every / 2;
        const Mat3 F = gradient(idle ? Gradients::rest : (chosen ? of.kind : Gradients::bent), rng);
        for (std::size_t e = 0; e < 9; ++e) {
            rig_F[(c / cluster_lanes * 9 + e) * cluster_lanes + c % cluster_lanes] =
                static_cast<Real>(F(static_cast<Index>(e / 3), static_cast<Index>(e % 3)));
        }
    }
    return rig_F;
}

// One for all cases: with arrays of their own, cases with the same work differed by up to 8 %, by their addresses.
template <typename Real>
struct Body {
    LaneArray<Real> rig_F, Z, S, w, l, pull_lanes, rotations, pull;
    std::size_t block_count;

    explicit Body(Index modes) {
        const ClusterSet set = synthetic_model(modes, clusters).sets.front();
        block_count = set.block_count();
        S.assign(set.GKB.begin(), set.GKB.end());
        w.assign(set.w.begin(), set.w.end());
        l.assign(set.l.begin(), set.l.end());
        Z.resize(static_cast<std::size_t>(12 * modes)); // zero: the rig's share is all of F
        pull.resize(Z.size());
        pull_lanes.resize(Z.size() * cluster_lanes);
        rig_F.resize(block_count * 9 * cluster_lanes);
        rotations.resize(rig_F.size());
    }

    ClusterPass<Real> pass() {
        return {block_count, Z.size() / 3, S.data(), rig_F.data(),      w.data(),
                l.data(),    Real(1),      Z.data(), pull_lanes.data(), rotations.data()};
    }
};

PassSums run(const Kernel& kernel, const ClusterPass<float>& pass, float* pull) {
    return kernel.pass_single(pass, pull);
}

PassSums run(const Kernel& kernel, const ClusterPass<double>& pass, double* pull) {
    return kernel.pass_double(pass, pull);
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + rounds / 2, values.end());
    return values[rounds / 2];
}

template <typename Real>
void print_row(InstructionSet set, const char* precision, Index modes) {
    Body<Real> body(modes);
    std::vector<LaneArray<Real>> gradients_of;
    for (const Case& one : cases) {
        gradients_of.push_back(gradients<Real>(body.block_count, one));
    }
    std::array<std::vector<double>, cases.size()> times;
    double sum = 0.0;
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < cases.size(); ++i) {
            std::copy(gradients_of[i].begin(), gradients_of[i].end(), body.rig_F.begin());
            const auto start = std::chrono::steady_clock::now();
            for (int pass = 0; pass < passes_per_round; ++pass) {
                sum += run(kernel(set), body.pass(), body.pull.data()).stretch;
            }
            const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - start;
            times[i].push_back(spent.count() / passes_per_round);
        }
    }
    std::printf("| %s, %s | %td | %.0f", name_of(set), precision, modes, std::isfinite(sum) ? median(times[0]) : 0.0);
    for (std::size_t i = 1; i < cases.size(); ++i) {
        std::transform(times[i].begin(), times[i].end(), times[0].begin(), times[i].begin(), std::divides<>());
        std::printf(" | %.2f", median(times[i]));
    }
    std::printf(" |\n");
}

void print_table() {
    std::printf("clusters on %s\n\n| instruction set | modes | at rest [ns]", on_synthetic_matrices);
    for (std::size_t i = 1; i < cases.size(); ++i) {
        std::printf(" | %s", cases[i].name);
    }
    std::printf(" |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (const InstructionSet set : {InstructionSet::avx512, InstructionSet::avx2, InstructionSet::baseline}) {
        if (!runs_here(set)) {
            continue;
        }
        for (const Index modes : {5, 10, 16, 30}) {
            print_row<float>(set, "single", modes);
        }
        print_row<double>(set, "double", 16);
    }
}

} // namespace
} // namespace limber

int main() {
    limber::print_table();
    return 0;
}
