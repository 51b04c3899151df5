// SPDX-License-Identifier: MIT
#include "engine/mesh/tet_mesh_file.h"
#include "engine/operators/elasticity.h"
#include "engine/operators/scalar_operators.h"
#include "engine/rig/complementarity.h"
#include "engine/rig/rig.h"
#include "engine/subspace/skinning_modes.h"
#include "tests/benchmark/arpack_modes.h"
#include "tests/benchmark/refined_puppy.h"
#include "tests/support/meshes.h"
#include "tests/support/shared_data.h"

#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <optional>

/// Table 1 of FCD on balls of its four sizes, on a body with limbs, and on its elephant (tests/support/shared_data.h):
/// 10 skinning modes against the 120 displacement modes of the same number of degrees of freedom; ours, and ARPACK's
/// shift-invert over the same factorisation. The inset of section 9.13: 10 modes orthogonal to rigs with increasing
/// numbers of bones, also on the elephant. Run one at a time (--benchmark_filter) for the peak memory.
namespace limber {
namespace {

double peak_mebibytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

TetMesh ball_of(const benchmark::State& run) {
    return testing::ball_mesh(static_cast<int>(run.range(0)));
}

void report(benchmark::State& run, const TetMesh& mesh) {
    run.counters["vertices"] = static_cast<double>(mesh.vertex_count());
    run.counters["peak_MiB"] = peak_mebibytes();
}

void skinning_of(benchmark::State& run, const TetMesh& mesh) {
    const Material material = uniform_material({}, mesh.tet_count());
    for (auto _ : run) {
        const auto modes = skinning_modes(mesh, material, Matrix(mesh.vertex_count(), 0), {.count = 10});
        run.counters["lambda_10"] = modes.value().lambda(9);
    }
    report(run, mesh);
}

void arpack_skinning_of(benchmark::State& run, const TetMesh& mesh) {
    const Material material = uniform_material({}, mesh.tet_count());
    for (auto _ : run) {
        const SparseMatrix H = weight_space_hessian(mesh, material);
        const auto lambda = arpack_eigenvalues(H, lumped_mass(mesh, material.density), 100.0, 10);
        run.counters["lambda_10"] = lambda.value().maxCoeff();
    }
    report(run, mesh);
}

void arpack_displacement_of(benchmark::State& run, const TetMesh& mesh) {
    const Material material = uniform_material({1e5, 0.3, 1000.0}, mesh.tet_count());
    for (auto _ : run) {
        const SparseMatrix H = rest_hessian(mesh, material);
        const Vector M = lumped_mass(mesh, material.density);
        const Vector wide = M.replicate(1, 3).transpose().reshaped();
        run.counters["lambda_120"] = arpack_eigenvalues(H, wide, 10.0, 120).value().maxCoeff();
    }
    report(run, mesh);
}

void skinning(benchmark::State& run) {
    skinning_of(run, ball_of(run));
}

void arpack_skinning(benchmark::State& run) {
    arpack_skinning_of(run, ball_of(run));
}

void arpack_displacement(benchmark::State& run) {
    arpack_displacement_of(run, ball_of(run));
}

void puppy_skinning(benchmark::State& run) {
    skinning_of(run, refined_puppy(run.range(0)));
}

void puppy_arpack_displacement(benchmark::State& run) {
    arpack_displacement_of(run, refined_puppy(run.range(0)));
}

// With a box of a metre from corner to corner, because ARPACK's shifts are those of bodies of about this size.
std::optional<TetMesh> elephant(benchmark::State& run) {
    const auto file = read_tet_mesh(testing::shared_data("tets/elephant.msh"));
    if (!file) {
        run.SkipWithError("LIMBER_SHARED_DATA names no folder with tets/elephant.msh");
        return std::nullopt;
    }
    TetMesh mesh = file.value().value;
    mesh.X /= bounding_box(mesh.X).diagonal();
    return mesh;
}

void elephant_skinning(benchmark::State& run) {
    if (const auto mesh = elephant(run)) {
        skinning_of(run, *mesh);
    }
}

void elephant_arpack_skinning(benchmark::State& run) {
    if (const auto mesh = elephant(run)) {
        arpack_skinning_of(run, *mesh);
    }
}

void elephant_arpack_displacement(benchmark::State& run) {
    if (const auto mesh = elephant(run)) {
        arpack_displacement_of(run, *mesh);
    }
}

// Bones around random points, with smooth weights that overlap.
Rig rig_of(const TetMesh& mesh, Index bones) {
    Rng rng(1);
    Rig rig;
    rig.skeleton.bones.resize(static_cast<std::size_t>(bones));
    rig.W.resize(mesh.vertex_count(), bones);
    for (Index b = 0; b < bones; ++b) {
        const Vec3 centre = mesh.X.row(static_cast<Index>(rng.below(static_cast<std::uint64_t>(mesh.vertex_count()))));
        rig.W.col(b) = (-8.0 * (mesh.X.rowwise() - centre.transpose()).rowwise().squaredNorm()).array().exp() + 1e-3;
    }
    rig.W.array().colwise() /= rig.W.rowwise().sum().array();
    return rig;
}

// `bones` around random points.
void constrained_modes(benchmark::State& run, const TetMesh& mesh, Index bones) {
    run.SetLabel("synthetic rigs");
    const Material material = uniform_material({}, mesh.tet_count());
    const Rig rig = rig_of(mesh, bones);
    for (auto _ : run) {
        const Matrix C = complementarity_columns(mesh.X, lumped_mass(mesh, material.density),
                                                 Vector::Ones(mesh.vertex_count()), rig.W);
        const auto modes = skinning_modes(mesh, material, C, {.count = 10});
        run.counters["violation"] = modes.value().constraint_violation;
    }
    run.counters["parameters"] = 12.0 * static_cast<double>(bones);
    report(run, mesh);
}

void rig_parameters(benchmark::State& run) {
    constrained_modes(run, ball_of(run), run.range(1));
}

void elephant_rig_parameters(benchmark::State& run) {
    if (const auto mesh = elephant(run)) {
        constrained_modes(run, *mesh, run.range(0));
    }
}

BENCHMARK(skinning)->ArgName("layers")->Arg(13)->Arg(21)->Arg(30)->Arg(44)->Unit(benchmark::kMillisecond);
BENCHMARK(arpack_skinning)->ArgName("layers")->Arg(13)->Arg(21)->Arg(30)->Arg(44)->Unit(benchmark::kMillisecond);
BENCHMARK(arpack_displacement)->ArgName("layers")->Arg(13)->Arg(21)->Arg(30)->Unit(benchmark::kMillisecond);
BENCHMARK(puppy_skinning)->ArgName("refinements")->DenseRange(0, 2)->Unit(benchmark::kMillisecond);
// The last takes 16 GB.
BENCHMARK(puppy_arpack_displacement)->ArgName("refinements")->DenseRange(0, 2)->Unit(benchmark::kMillisecond);
BENCHMARK(elephant_skinning)->Unit(benchmark::kMillisecond);
BENCHMARK(elephant_arpack_skinning)->Unit(benchmark::kMillisecond);
BENCHMARK(elephant_arpack_displacement)->Unit(benchmark::kMillisecond);
BENCHMARK(elephant_rig_parameters)
    ->ArgName("bones")
    ->Arg(1)
    ->Arg(2)
    ->Arg(5)
    ->Arg(10)
    ->Arg(20)
    ->Arg(30)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(rig_parameters)
    ->ArgNames({"layers", "bones"})
    ->ArgsProduct({{13}, {1, 2, 5, 10, 20, 30}})
    ->Unit(benchmark::kMillisecond);

} // namespace
} // namespace limber

BENCHMARK_MAIN();
