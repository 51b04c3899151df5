// SPDX-License-Identifier: MIT
#include "tests/support/prepared_body.h"

#include "engine/operators/scalar_operators.h"
#include "engine/rig/complementarity.h"
#include "engine/rig/momentum_leak.h"
#include "engine/subspace/skinning_modes.h"
#include "tests/support/meshes.h"

#include <algorithm>

namespace limber::testing {

LivingBar patchy_bar(std::uint64_t seed) {
    Rng rng(seed);
    LivingBar bar = living_bar(seed, 1);
    bar.mesh = bar_mesh(3, 3, 8, Vec3(0.4, 0.4, 1.0));
    bar.mesh.X = shaken(bar.mesh.X, 0.01, rng);
    bar.material = uniform_material({}, bar.mesh.tet_count());
    for (Index t = 0; t < bar.mesh.tet_count(); ++t) {
        bar.material.young(t) = rng.uniform(5e4, 5e5);
        bar.material.poisson(t) = rng.uniform(0.0, 0.4);
        bar.material.density(t) = rng.uniform(500.0, 1500.0);
    }
    bar.rig.W.resize(bar.mesh.vertex_count(), 2);
    for (Index i = 0; i < bar.mesh.vertex_count(); ++i) {
        const double upper = std::clamp(2.0 * bar.mesh.X(i, 2) - 0.5, 0.0, 1.0);
        bar.rig.W.row(i) << 1.0 - upper, upper;
    }
    return bar;
}

PreparedBody with_modes(LivingBar bar, Index mode_count) {
    bar.leak = momentum_leak(bar.mesh, {}).value;
    bar.C = complementarity_columns(bar.mesh.X, lumped_mass(bar.mesh, bar.material.density), bar.leak, bar.rig.W);
    const SkinningModeOptions options{.count = mode_count, .tolerance = 1e-12};
    const SkinningModes modes = skinning_modes(bar.mesh, bar.material, bar.C, options).value();
    bar.W = modes.W;
    return {std::move(bar), modes.lambda};
}

PreparedBody with_clusters(PreparedBody body, Index cluster_count) {
    const ClusterOptions options{.count = cluster_count, .tets_min = 4, .threads = {1}};
    body.bar.clusters = clusters_of(body.bar.mesh, body.bar.W, body.lambda, options).value();
    return body;
}

BodyPoint middle_of(const LivingBar& bar, const ReducedModel& model, std::array<int, 2> vertices) {
    const std::array<double, 2> halves{0.5, 0.5};
    return body_point(model, bar.mesh.X, bar.rig, bar.W, vertices, halves);
}

} // namespace limber::testing
