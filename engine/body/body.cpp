// SPDX-License-Identifier: MIT
#include "engine/body/body.h"

#include "engine/mesh/topology.h"
#include "engine/operators/scalar_operators.h"
#include "engine/rig/complementarity.h"
#include "engine/subspace/displacement_modes.h"

#include <algorithm>
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
    return limber::fault_in(options.leak);
}

// The columns of the constraint that keeps the secondary motion apart from the rig's.
Result<Matrix> constraint_of(Body& body, const BodyOptions& options, Progress* progress) {
    auto leak = momentum_leak(body.mesh, options.leak, progress);
    if (!leak) {
        return leak.error();
    }
    body.warnings = leak.value().warnings;
    body.leak = std::move(leak).value().value;
    return complementarity_columns(body.mesh.X, body.mass, body.leak, body.rig.W);
}

// Each vibration mode is a muscle whose target shape turns as a whole.
Result<Body> with_muscles(Body body, Index count, Progress* progress) {
    const auto shapes = displacement_modes(body.mesh, body.material, {.count = count}, progress);
    if (!shapes) {
        return shapes.error();
    }
    auto muscles =
        actuation_set(body.mesh, body.material, body.rig, body.modes.W, body.model, one_cluster(body.mesh.tet_count()),
                      scaled_muscles(body.mesh, shapes.value().D), progress);
    if (!muscles) {
        return muscles.error();
    }
    body.model.actuation = std::move(muscles).value();
    return body;
}

Result<Body> with_model(Body body, const Matrix& constraint, const BodyOptions& options, Progress* progress) {
    auto modes = skinning_modes(body.mesh, body.material, constraint, {.count = options.modes}, progress);
    if (!modes) {
        return modes.error();
    }
    body.modes = std::move(modes).value();
    const ClusterOptions wanted{.count = std::min(options.clusters, body.mesh.tet_count()),
                                .feature_exponent = options.feature_exponent,
                                .seed = options.seed,
                                .threads = options.threads};
    auto clusters = clusters_of(body.mesh, body.modes.W, body.modes.lambda, wanted, progress);
    if (!clusters) {
        return clusters.error();
    }
    body.clusters = std::move(clusters).value();
    auto model = reduced_model(body.mesh, body.material, body.rig, body.modes.W, body.clusters, progress);
    if (!model) {
        return model.error();
    }
    body.model = std::move(model).value();
    return options.muscles > 0 ? with_muscles(std::move(body), options.muscles, progress) : Result<Body>(body);
}

Body started(const TetMesh& mesh, Rig rig, const BodyOptions& options) {
    Body body;
    body.mesh = mesh;
    body.rig = std::move(rig);
    body.material = options.material_of_tets.value_or(uniform_material(options.material, mesh.tet_count()));
    return body;
}

} // namespace

Controls rest_controls(const Body& body) {
    Controls controls;
    controls.P = skinning_maps(body.rig.skeleton, rest_pose(body.rig.skeleton));
    controls.gravity = Vec3(0.0, -9.81, 0.0);
    return controls;
}

std::shared_ptr<const ContactPoints> contact_points_of(const Body& body, Index count) {
    const auto vertices = farthest_points(body.mesh.X, boundary_vertices(body.mesh.T), count);
    return std::make_shared<const ContactPoints>(
        contact_points(body.model, body.mesh.X, body.rig, body.modes.W, vertices));
}

Result<Body> build_body(const TetMesh& mesh, const Rig& rig, const BodyOptions& options, Progress* progress) {
    Body body = started(mesh, rig, options);
    if (auto fault = fault_in(body, options)) {
        return *fault;
    }
    body.mass = lumped_mass(mesh, body.material.density);
    auto constraint = constraint_of(body, options, progress);
    return constraint ? with_model(std::move(body), constraint.value(), options, progress) : constraint.error();
}

Result<Body> build_free_body(const TetMesh& mesh, const BodyOptions& options, Progress* progress) {
    Body body = started(mesh, affine_handle(mesh), options);
    if (auto fault = fault_in(body, options)) {
        return *fault;
    }
    body.mass = lumped_mass(mesh, body.material.density);
    body.leak = Vector::Ones(mesh.vertex_count());
    return with_model(std::move(body), Matrix(mesh.vertex_count(), 0), options, progress);
}

} // namespace limber
