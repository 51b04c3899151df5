// SPDX-License-Identifier: MIT
#include "engine/clusters/clusters.h"
#include "engine/linalg/conjugate_gradient.h"
#include "engine/linalg/sparse_cholesky.h"
#include "engine/mesh/tet_mesh_file.h"
#include "engine/mesh/topology.h"
#include "engine/model/reduced_model.h"
#include "engine/operators/scalar_operators.h"
#include "engine/rig/complementarity.h"
#include "engine/rig/momentum_leak.h"
#include "engine/rig/rig_file.h"
#include "engine/subspace/skinning_modes.h"
#include "tests/benchmark/refined_puppy.h"
#include "tests/oracle/plain_k_means.h"
#include "tests/oracle/saddle_modes.h"
#include "tests/support/meshes.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <optional>
#include <string>

/// The preparation of a character by phase: the rig's complementarity, the weight-space Hessian, the factorisation
/// with the constraints' inverse, the eigenmodes, the clusters, the reduced model. On balls of four sizes
/// and on the puppy, whose tets are cut into eight, with one affine handle, and on the real rigged meshes if they are
/// beside the checkout.
namespace limber {
namespace {

struct Case {
    TetMesh mesh;
    Rig rig;
};

struct Sizes {
    Index modes = 16;
    Index clusters = 100;
};

struct Seconds {
    double rig = 0.0; // momentum leak and constraint columns
    double operators = 0.0;
    double factor = 0.0;
    double eigen = 0.0;
    double clusters = 0.0;
    double model = 0.0;
};

struct Prepared {
    Seconds seconds;
    SkinningModes modes;
    int cluster_count = 0;
};

// CPU time, which other programs disturb less than wall clock time. All runs on one thread.
class ProcessorWatch {
public:
    double lap() {
        const std::clock_t now = std::clock();
        const double passed = static_cast<double>(now - start_) / CLOCKS_PER_SEC;
        start_ = now;
        return passed;
    }

private:
    std::clock_t start_ = std::clock();
};

// The modes' report is in wall clock seconds: only their proportions are used.
void split(Seconds& seconds, const SkinningModes& modes, double together) {
    const double total = modes.seconds_operators + modes.seconds_factor + modes.seconds_eigen;
    seconds.operators = together * modes.seconds_operators / total;
    seconds.factor = together * modes.seconds_factor / total;
    seconds.eigen = together * modes.seconds_eigen / total;
}

Prepared prepared(const Case& of, const Sizes& sizes) {
    Prepared result;
    const Material material = uniform_material({}, of.mesh.tet_count());
    ProcessorWatch watch;
    const Vector leak = momentum_leak(of.mesh, {}).value;
    const Vector mass = lumped_mass(of.mesh, material.density);
    const Matrix C = complementarity_columns(of.mesh.X, mass, leak, of.rig.W);
    result.seconds.rig = watch.lap();
    result.modes = skinning_modes(of.mesh, material, C, {.count = sizes.modes}).value();
    split(result.seconds, result.modes, watch.lap());
    const Clusters clusters =
        clusters_of(of.mesh, result.modes.W, result.modes.lambda, {.count = sizes.clusters, .threads = {1}}).value();
    result.seconds.clusters = watch.lap();
    result.cluster_count = clusters.count;
    const auto model = reduced_model(of.mesh, material, of.rig, result.modes.W, clusters);
    benchmark::DoNotOptimize(model.value().stiffness.data());
    result.seconds.model = watch.lap();
    return result;
}

void report(benchmark::State& run, const Case& of, const Prepared& result) {
    run.counters["vertices"] = static_cast<double>(of.mesh.vertex_count());
    run.counters["tets"] = static_cast<double>(of.mesh.tet_count());
    run.counters["clusters_made"] = result.cluster_count;
    run.counters["s_rig"] = result.seconds.rig;
    run.counters["s_operators"] = result.seconds.operators;
    run.counters["s_factor"] = result.seconds.factor;
    run.counters["s_eigen"] = result.seconds.eigen;
    run.counters["s_clusters"] = result.seconds.clusters;
    run.counters["s_model"] = result.seconds.model;
    run.counters["residual"] = result.modes.residual_max;
    run.counters["violation"] = result.modes.constraint_violation;
}

void prepare(benchmark::State& run, const Case& of, const Sizes& sizes) {
    Prepared result;
    for (auto _ : run) {
        result = prepared(of, sizes);
    }
    report(run, of, result);
}

void ball(benchmark::State& run) {
    const TetMesh mesh = testing::ball_mesh(static_cast<int>(run.range(0)));
    prepare(run, {mesh, affine_handle(mesh)}, {run.range(1), run.range(2)});
}

void puppy(benchmark::State& run) {
    const TetMesh mesh = refined_puppy(run.range(0));
    prepare(run, {mesh, affine_handle(mesh)}, {run.range(1), run.range(2)});
}

// The diffusion of the momentum leak, with both solvers.
struct Diffusion {
    SparseMatrix A;
    Vector b;

    explicit Diffusion(const TetMesh& mesh) {
        const double depth = 0.1 * bounding_box(mesh.X).diagonal();
        const Vector M = lumped_mass(mesh, Vector::Ones(mesh.tet_count()));
        A = depth * depth * stiffness_laplacian(mesh, Vector::Ones(mesh.tet_count()));
        A.diagonal() += M;
        b = Vector::Zero(M.size());
        for (const int v : boundary_vertices(mesh.T)) {
            b(v) = M(v);
        }
    }
};

void diffuse(benchmark::State& run, const TetMesh& mesh, bool iterated) {
    const Diffusion of(mesh);
    for (auto _ : run) {
        const std::optional<Vector> x =
            iterated ? conjugate_gradient(of.A, of.b) : Vector(SparseCholesky::factorise(of.A).value().solve(of.b));
        benchmark::DoNotOptimize(x);
        run.counters["solved"] = x.has_value();
    }
    run.counters["vertices"] = static_cast<double>(mesh.vertex_count());
}

void diffusion(benchmark::State& run) {
    diffuse(run, testing::ball_mesh(static_cast<int>(run.range(0))), run.range(1) != 0);
}

void puppy_diffusion(benchmark::State& run) {
    diffuse(run, refined_puppy(run.range(0)), run.range(1) != 0);
}

constexpr const char* on_synthetic_weights = "synthetic weights";

// Fifteen smooth functions without spatial order, in place of fifteen modes.
Matrix synthetic_weights(const TetMesh& mesh) {
    Matrix W(mesh.vertex_count(), 15);
    for (Index j = 0; j < W.cols(); ++j) {
        const Vec3 wave(1.0 + 0.3 * static_cast<double>(j), 2.0, 3.0 - 0.2 * static_cast<double>(j));
        W.col(j) = (mesh.X * wave).array().sin();
    }
    return W;
}

void clusters(benchmark::State& run) {
    const TetMesh mesh = testing::ball_mesh(static_cast<int>(run.range(0)));
    run.SetLabel(on_synthetic_weights);
    const Matrix W = synthetic_weights(mesh);
    Clusters found;
    for (auto _ : run) {
        found = clusters_of(mesh, W, Vector::Ones(15), {.count = run.range(1), .threads = {1}}).value();
    }
    run.counters["tets"] = static_cast<double>(mesh.tet_count());
    run.counters["clusters_made"] = found.count;
}

// The same on eigenmodes.
void puppy_clusters(benchmark::State& run) {
    const TetMesh mesh = refined_puppy(run.range(0));
    const Material material = uniform_material({}, mesh.tet_count());
    const Matrix C = complementarity_columns(mesh.X, lumped_mass(mesh, material.density), momentum_leak(mesh, {}).value,
                                             affine_handle(mesh).W);
    const SkinningModes eigen = skinning_modes(mesh, material, C, {.count = 15}).value();
    Clusters found;
    for (auto _ : run) {
        found = clusters_of(mesh, eigen.W, eigen.lambda, {.count = run.range(1), .threads = {1}}).value();
    }
    run.counters["tets"] = static_cast<double>(mesh.tet_count());
    run.counters["clusters_made"] = found.count;
}

void plain_clusters(benchmark::State& run) {
    const TetMesh mesh = testing::ball_mesh(static_cast<int>(run.range(0)));
    run.SetLabel(on_synthetic_weights);
    const Matrix W = synthetic_weights(mesh);
    Matrix of_tet(mesh.tet_count(), 15);
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        of_tet.row(t) = 0.25 * (W.row(mesh.T(t, 0)) + W.row(mesh.T(t, 1)) + W.row(mesh.T(t, 2)) + W.row(mesh.T(t, 3)));
    }
    const Vector volumes = tet_volumes(mesh);
    for (auto _ : run) {
        benchmark::DoNotOptimize(oracle::plain_k_means(of_tet, volumes, static_cast<int>(run.range(1)), 100).data());
    }
}

// Operators, factorisation and eigenmodes of a ball with an affine handle, with our method and with the saddle system.
struct ModesCase {
    TetMesh mesh;
    Material material;
    Vector mass;
    Matrix C;

    explicit ModesCase(int layers)
        : mesh(testing::ball_mesh(layers)), material(uniform_material({}, mesh.tet_count())),
          mass(lumped_mass(mesh, material.density)),
          C(complementarity_columns(mesh.X, mass, momentum_leak(mesh, {}).value, affine_handle(mesh).W)) {}
};

void modes(benchmark::State& run) {
    const ModesCase of(static_cast<int>(run.range(0)));
    for (auto _ : run) {
        benchmark::DoNotOptimize(skinning_modes(of.mesh, of.material, of.C, {.count = run.range(1)}).value().W.data());
    }
}

void saddle_modes(benchmark::State& run) {
    const ModesCase of(static_cast<int>(run.range(0)));
    for (auto _ : run) {
        const SparseMatrix K = weight_space_hessian(of.mesh, of.material);
        const auto found = oracle::saddle_modes(K, of.mass, of.C, run.range(1), 100.0);
        if (!found) {
            run.SkipWithError("the saddle system could not be factorised");
        }
    }
}

std::filesystem::path rigged_folder() {
    const char* folder = std::getenv("LIMBER_SHARED_DATA");
    return folder ? std::filesystem::path(folder) / "rigged" : std::filesystem::path();
}

void rigged_diffusion(benchmark::State& run, const std::string& name) {
    const auto mesh = read_tet_mesh(rigged_folder() / name / (name + ".msh"));
    if (!mesh) {
        run.SkipWithError("LIMBER_SHARED_DATA names no folder with the rigged meshes");
        return;
    }
    diffuse(run, mesh.value().value, run.range(0) != 0);
}

std::optional<Case> rigged_case(benchmark::State& run, const std::string& name) {
    const auto folder = rigged_folder() / name;
    const auto mesh = read_tet_mesh(folder / (name + ".msh"));
    if (!mesh) {
        run.SkipWithError("LIMBER_SHARED_DATA names no folder with the rigged meshes");
        return std::nullopt;
    }
    const auto rig = read_rig(folder / "rig.json", mesh.value().value);
    if (!rig) {
        run.SkipWithError(rig.error().message.c_str());
        return std::nullopt;
    }
    return Case{mesh.value().value, rig.value().value};
}

void rigged(benchmark::State& run, const std::string& name) {
    ProcessorWatch watch;
    if (const auto of = rigged_case(run, name)) {
        run.counters["s_reading"] = watch.lap();
        prepare(run, *of, {});
    }
}

// 24 modes of a body that has 16: with the cached factorisation, or with a new one.
void more_modes(benchmark::State& run, const std::string& name) {
    const auto of = rigged_case(run, name);
    if (!of) {
        return;
    }
    const Material material = uniform_material({}, of->mesh.tet_count());
    const Matrix C = complementarity_columns(of->mesh.X, lumped_mass(of->mesh, material.density),
                                             momentum_leak(of->mesh, {}).value, of->rig.W);
    auto kept = ModeProblem::of(of->mesh, material, C);
    run.counters["MB"] = static_cast<double>(kept.value().byte_count()) / 1e6;
    const bool is_kept = run.range(0) != 0;
    for (auto _ : run) {
        const auto modes =
            is_kept ? kept.value().softest({.count = 24}) : skinning_modes(of->mesh, material, C, {.count = 24});
        benchmark::DoNotOptimize(modes.value().W.data());
    }
}

BENCHMARK(ball)
    ->ArgNames({"layers", "modes", "clusters"})
    ->ArgsProduct({{13, 21, 30, 44}, {10}, {100}})
    ->Args({13, 16, 100})
    ->Args({13, 30, 200})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(puppy)
    ->ArgNames({"refinements", "modes", "clusters"})
    ->ArgsProduct({{0, 1, 2}, {10}, {100}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(modes)->ArgNames({"layers", "modes"})->Args({13, 10})->Args({21, 10})->Unit(benchmark::kMillisecond);
BENCHMARK(saddle_modes)->ArgNames({"layers", "modes"})->Args({13, 10})->Args({21, 10})->Unit(benchmark::kMillisecond);
BENCHMARK(clusters)
    ->ArgNames({"layers", "clusters"})
    ->Args({13, 100})
    ->Args({21, 200})
    ->Args({40, 1000})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(puppy_clusters)
    ->ArgNames({"refinements", "clusters"})
    ->Args({0, 100})
    ->Args({1, 200})
    ->Args({2, 1000})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(plain_clusters)->ArgNames({"layers", "clusters"})->Args({13, 100})->Unit(benchmark::kMillisecond);
BENCHMARK(diffusion)
    ->ArgNames({"layers", "iterated"})
    ->ArgsProduct({{9, 13, 17, 21, 30}, {0, 1}})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(puppy_diffusion)
    ->ArgNames({"refinements", "iterated"})
    ->ArgsProduct({{0, 1}, {0, 1}})
    ->Args({2, 1})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(rigged_diffusion, cd_fish, "cd_fish")
    ->ArgName("iterated")
    ->DenseRange(0, 1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(rigged_diffusion, moray, "moray")
    ->ArgName("iterated")
    ->DenseRange(0, 1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(rigged, cd_fish, "cd_fish")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(rigged, mantaray, "mantaray")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(rigged, moray, "moray")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(more_modes, cd_fish, "cd_fish")->ArgName("kept")->DenseRange(0, 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(more_modes, moray, "moray")->ArgName("kept")->DenseRange(0, 1)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace limber

BENCHMARK_MAIN();
