// SPDX-License-Identifier: MIT
#include "engine/body/build_body.h"

#include "engine/body/linear_subspace.h"
#include "engine/body/stages.h"
#include "engine/operators/scalar_operators.h"
#include "engine/subspace/displacement_modes.h"

#include <utility>

namespace limber {
namespace {

std::optional<Error> fault_in(const Body& body, const BodyOptions& options) {
    if (auto fault = limber::fault_in(body.material, body.mesh)) {
        return fault;
    }
    if (auto fault = limber::fault_in(body.rig, body.mesh)) {
        return fault;
    }
    if (is_reconstructed(options.subspace) && options.muscles > 0) {
        return Error{ErrorKind::bad_input,
                     "a subspace whose displacements are corrected for rotations has no muscles; use another kind",
                     "muscles"};
    }
    return limber::fault_in(options.leak);
}

// Each vibration mode is a muscle whose target shape turns as a whole.
Result<Body> with_vibration_muscles(Body body, Index count, Progress* progress) {
    const auto shapes = displacement_modes(body.mesh, body.material, {.count = count}, progress);
    if (!shapes) {
        return shapes.error();
    }
    const Clusters whole = one_cluster(body.mesh.tet_count());
    const Matrix D = scaled_muscles(body.mesh, shapes.value().D);
    if (body.linear) {
        auto subspace = with_muscles(body, *body.linear, body.material, whole, D, progress);
        if (!subspace) {
            return subspace.error();
        }
        body.linear = std::make_shared<const LinearSubspace>(std::move(subspace).value());
        return body;
    }
    auto muscles = actuation_set(body.mesh, body.material, body.rig, body.modes->W, body.model, whole, D, progress);
    if (!muscles) {
        return muscles.error();
    }
    body.model.actuation = std::move(muscles).value();
    return body;
}

Result<LinearBasis> basis_of(const Body& body, const BodyOptions& options, Progress* progress) {
    if (depends_on_loads(body.subspace)) {
        return load_basis_of(body, body.material, options.modes, progress);
    }
    auto basis = body.subspace == SubspaceKind::pod ? basis_of_motion(body, options.motion, options.modes, progress)
                                                    : linear_basis_of(body, body.material, options.modes, progress);
    return basis ? Result<LinearBasis>(LinearBasis{std::move(basis).value(), {}}) : basis.error();
}

Result<LinearSubspace> subspace_of_basis(const Body& body, const Matrix& basis, Progress* progress) {
    if (is_reconstructed(body.subspace)) {
        return reconstructed_subspace_of(body, uncoupled_modes(body, basis, body.material), progress);
    }
    return linear_subspace_of(body, body.material, basis);
}

Result<Body> with_linear_subspace(Body body, const BodyOptions& options, Progress* progress) {
    const auto basis = basis_of(body, options, progress);
    if (!basis) {
        return basis.error();
    }
    body.variances = basis.value().variances;
    auto subspace = subspace_of_basis(body, basis.value().columns, progress);
    if (!subspace) {
        return subspace.error();
    }
    body.linear = std::make_shared<const LinearSubspace>(std::move(subspace).value());
    return body;
}

Result<Body> with_reduced_model(Body body, Progress* progress) {
    auto model = model_of(body, body.material, progress);
    if (!model) {
        return model.error();
    }
    body.model = std::move(model).value();
    return body;
}

Result<Done> add_modes(Body& body, const BodyOptions& options, Progress* progress) {
    if (body.subspace == SubspaceKind::force_dual_skinning) {
        auto dual = dual_modes_of(body, options.modes, progress);
        if (!dual) {
            return dual.error();
        }
        body.variances = dual.value().variances;
        body.modes = std::make_shared<const SkinningModes>(dual.value().modes);
        return Done{};
    }
    const bool are_given = body.subspace == SubspaceKind::weights && options.weights.size() > 0;
    auto modes =
        are_given ? modes_of_weights(body, options.weights) : modes_of(body, options.modes, options.threads, progress);
    if (!modes) {
        return modes.error();
    }
    body.modes = std::make_shared<const SkinningModes>(std::move(modes).value());
    return Done{};
}

Result<Body> with_model(Body body, const BodyOptions& options, Progress* progress) {
    if (auto fault = fault_in_displacement_count(body, options.modes)) {
        return *fault;
    }
    if (auto done = add_modes(body, options, progress); !done) {
        return done.error();
    }
    auto clusters = clusters_of(body, options, progress);
    if (!clusters) {
        return clusters.error();
    }
    body.clusters = std::move(clusters).value();
    auto passive = is_linear(body.subspace) ? with_linear_subspace(std::move(body), options, progress)
                                            : with_reduced_model(std::move(body), progress);
    if (!passive || options.muscles == 0) {
        return passive;
    }
    return with_vibration_muscles(std::move(passive).value(), options.muscles, progress);
}

Body started(const TetMesh& mesh, Rig rig, const BodyOptions& options) {
    Body body;
    body.mesh = mesh;
    body.rig = std::move(rig);
    body.subspace = options.subspace;
    body.loads = options.loads;
    body.material = options.material_of_tets.value_or(uniform_material(options.material, mesh.tet_count()));
    return body;
}

} // namespace

Result<Body> build_body(const TetMesh& mesh, const Rig& rig, const BodyOptions& options, Progress* progress) {
    Body body = started(mesh, rig, options);
    if (auto fault = fault_in(body, options)) {
        return *fault;
    }
    body.mass = lumped_mass(mesh, body.material.density);
    auto leak = momentum_leak(mesh, options.leak, progress);
    if (!leak) {
        return leak.error();
    }
    body.warnings = leak.value().warnings;
    body.leak = std::move(leak).value().value;
    return with_model(std::move(body), options, progress);
}

Result<Body> build_free_body(const TetMesh& mesh, const BodyOptions& options, Progress* progress) {
    Body body = started(mesh, affine_handle(mesh), options);
    if (auto fault = fault_in(body, options)) {
        return *fault;
    }
    body.mass = lumped_mass(mesh, body.material.density);
    body.leak = Vector::Ones(mesh.vertex_count());
    body.is_held = false;
    return with_model(std::move(body), options, progress);
}

} // namespace limber
