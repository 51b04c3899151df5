// SPDX-License-Identifier: MIT
#include "engine/body/stages.h"

#include "engine/rig/complementarity.h"

#include <algorithm>

namespace limber {
namespace {

Result<ModeProblem> free_mode_problem(const Body& body, Progress* progress) {
    return ModeProblem::of(body.mesh, body.material, Matrix(body.vertex_count(), 0), progress);
}

} // namespace

Result<ModeProblem> mode_problem(const Body& body, Progress* progress) {
    if (!body.is_held) {
        return free_mode_problem(body, progress);
    }
    const Matrix columns = complementarity_columns(body.mesh.X, body.mass, body.leak, body.rig.W);
    auto problem = ModeProblem::of(body.mesh, body.material, columns, progress);
    const bool is_spanned = problem && problem.value().mode_count_max() == 0;
    return is_spanned ? free_mode_problem(body, progress) : std::move(problem);
}

Result<Clusters> clusters_of(const Body& body, const BodyOptions& options, Progress* progress) {
    const ClusterOptions wanted{.count = std::min(options.clusters, body.mesh.tet_count()),
                                .feature_exponent = options.feature_exponent,
                                .seed = options.seed,
                                .threads = options.threads};
    return clusters_of(body.mesh, body.modes->W, body.modes->lambda, wanted, progress);
}

Result<ReducedModel> model_of(const Body& body, const Material& material, Progress* progress) {
    return reduced_model(body.mesh, material, body.rig, body.modes->W, body.clusters, progress);
}

} // namespace limber
