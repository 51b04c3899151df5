// SPDX-License-Identifier: MIT
#include "engine/body/stages.h"

#include "engine/rig/complementarity.h"

#include <algorithm>

namespace limber {
namespace {

// The material whose weight-space Hessian has the modes; the mass stays the body's.
Material material_of_modes(const Body& body) {
    Material material = body.material;
    if (body.subspace == SubspaceKind::skinning_homogeneous) {
        const Vector volumes = tet_volumes(body.mesh);
        material.young.setConstant(material.young.dot(volumes) / volumes.sum());
        material.poisson.setConstant(material.poisson.dot(volumes) / volumes.sum());
    }
    return material;
}

Result<ModeProblem> free_mode_problem(const Body& body, Progress* progress) {
    return ModeProblem::of(body.mesh, material_of_modes(body), Matrix(body.vertex_count(), 0), progress);
}

// D M J, n x 4b, on positions in the frame: the secondary motion u satisfies C'u = 0.
Matrix constraint_of_displacements(const Body& body) {
    const Matrix J = rig_jacobian(in_frame(body.mesh.X, rest_frame(body.mesh.X)), body.rig.W);
    return body.leak.cwiseProduct(body.mass).asDiagonal() * J;
}

} // namespace

Result<ModeProblem> mode_problem(const Body& body, Progress* progress) {
    if (!body.is_held || body.subspace == SubspaceKind::skinning_unconstrained) {
        return free_mode_problem(body, progress);
    }
    const Matrix columns = complementarity_columns(body.mesh.X, body.mass, body.leak, body.rig.W);
    auto problem = ModeProblem::of(body.mesh, material_of_modes(body), columns, progress);
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
    const bool is_constrained = body.is_held && body.subspace == SubspaceKind::skinning_unconstrained;
    return reduced_model(body.mesh, material, body.rig, body.modes->W, body.clusters, progress,
                         is_constrained ? constraint_of_displacements(body) : Matrix());
}

} // namespace limber
