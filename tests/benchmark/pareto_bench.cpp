// SPDX-License-Identifier: MIT
#include "engine/clusters/clusters.h"
#include "engine/core/random.h"
#include "engine/core/stopwatch.h"
#include "engine/operators/scalar_operators.h"
#include "engine/rig/complementarity.h"
#include "engine/rig/rig.h"
#include "engine/stepper/step.h"
#include "engine/subspace/skinning_modes.h"
#include "tests/benchmark/csv_file.h"
#include "tests/support/meshes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

/// FCD section 9.12: the cost of one time step over modes and clusters, twenty converged steps (ARAP, changes below
/// 1e-4) from a synthetic deformation: the front up to which one character runs at 30 frames per second, and the front
/// up to which 26 run at 60.
///
///     pareto_bench OUT.csv
namespace limber {
namespace {

constexpr std::array mode_counts{5, 10, 30, 60, 120, 240};
constexpr std::array cluster_counts{20, 100, 500, 1000, 2000, 5000, 10000};
constexpr int trials = 20;

struct Body {
    TetMesh mesh = testing::ball_mesh(13);
    Material material = uniform_material({}, mesh.tet_count());
    Rig rig = affine_handle(mesh);
    SkinningModes modes = skinning_modes(mesh, material,
                                         complementarity_columns(mesh.X, lumped_mass(mesh, material.density),
                                                                 Vector::Ones(mesh.vertex_count()), rig.W),
                                         {.count = mode_counts.back()})
                              .value();

    ReducedModel model(Index modes_kept, int clusters) const {
        const Matrix W = modes.W.leftCols(modes_kept);
        const Clusters of = clusters_of(mesh, W, modes.lambda.head(modes_kept), {.count = clusters}).value();
        return reduced_model(mesh, material, rig, W, of).value();
    }
};

struct Cost {
    double milliseconds = 0.0;
    int iterations = 0;
};

Cost cost_of_a_step(const ReducedModel& model) {
    Controls controls;
    controls.P = AffineStack::Zero(4, 3);
    controls.P.topRows<3>().setIdentity();
    controls.iterations = 500;
    controls.tolerance = 1e-4;
    State poked = rest_state(model, controls.P);
    Rng rng(5);
    for (Index k = 0; k < poked.Z.rows(); ++k) {
        for (Index axis = 0; axis < 3; ++axis) {
            poked.Z(k, axis) = 20.0 * rng.normal() / std::sqrt(model.stiffness(k) + 1.0);
        }
    }
    Workspace workspace(model);
    std::vector<double> times;
    Cost cost;
    for (int trial = 0; trial < trials; ++trial) {
        State state = poked;
        const Stopwatch watch;
        cost.iterations = step(model, controls, state, workspace).iterations;
        times.push_back(1e3 * watch.seconds());
    }
    std::nth_element(times.begin(), times.begin() + trials / 2, times.end());
    cost.milliseconds = times[trials / 2];
    return cost;
}

int measure(const char* path) {
    const Body body;
    std::printf("a ball of %td vertices, synthetic deformation\n", body.mesh.vertex_count());
    CsvFile file(path, "modes,clusters,milliseconds,iterations");
    for (const int modes : mode_counts) {
        for (const int clusters : cluster_counts) {
            const Cost cost = cost_of_a_step(body.model(modes, clusters));
            std::printf("%4d modes %5d clusters: %8.4f ms, %d iterations\n", modes, clusters, cost.milliseconds,
                        cost.iterations);
            std::fflush(stdout);
            file.add({}, {1.0 * modes, 1.0 * clusters, cost.milliseconds, 1.0 * cost.iterations});
        }
    }
    return file.close() ? 0 : 1;
}

} // namespace
} // namespace limber

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "pareto_bench OUT.csv\n");
        return 2;
    }
    return limber::measure(argv[1]);
}
