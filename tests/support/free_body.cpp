// SPDX-License-Identifier: MIT
#include "tests/support/free_body.h"

#include "engine/actuation/muscles.h"
#include "engine/mesh/topology.h"
#include "engine/operators/scalar_operators.h"
#include "engine/subspace/displacement_modes.h"
#include "engine/subspace/skinning_modes.h"

namespace limber::testing {

FreeBody free_body(const TetMesh& mesh, const FreeBodyOptions& options) {
    FreeBody body;
    LivingBar& bar = body.bar;
    bar.mesh = mesh;
    bar.material = uniform_material({options.young, options.poisson, 1000.0}, mesh.tet_count());
    bar.rig = affine_handle(mesh);
    bar.leak = Vector::Zero(mesh.vertex_count());
    bar.C.resize(mesh.vertex_count(), 0);
    const SkinningModes modes =
        skinning_modes(mesh, bar.material, bar.C, {.count = options.modes, .tolerance = 1e-10}).value();
    bar.W = modes.W;
    const ClusterOptions clusters{.count = options.clusters, .tets_min = 4, .threads = {1}};
    bar.clusters = clusters_of(mesh, bar.W, modes.lambda, clusters).value();
    body.model = bar.model();
    if (options.muscles > 0) {
        const Matrix D = displacement_modes(mesh, bar.material, {.count = options.muscles}).value().D;
        body.model.actuation = actuation_set(mesh, bar.material, bar.rig, bar.W, body.model,
                                             one_cluster(mesh.tet_count()), scaled_muscles(mesh, D))
                                   .value();
    }
    body.points = std::make_shared<ContactPoints>(
        contact_points(body.model, mesh.X, bar.rig, bar.W,
                       farthest_points(mesh.X, boundary_vertices(mesh.T), options.contact_points)));
    return body;
}

State FreeBody::start(const Vec3& velocity) const {
    State state = rest_state(model, dancing_maps(bar, 0), points->count());
    state.P = skinning_maps(bar.rig.skeleton, rest_pose(bar.rig.skeleton));
    state.Zdot = model.BM1 * velocity.transpose();
    state.clear_history();
    return state;
}

Controls FreeBody::controls() const {
    Controls controls;
    controls.P = start().P;
    controls.arithmetic = Arithmetic::double_precision;
    return controls;
}

Vec3 FreeBody::momentum(const State& state) const {
    return state.Zdot.transpose() * model.BM1;
}

Vec3 FreeBody::centre_of_mass(const State& state) const {
    const Vector M = lumped_mass(bar.mesh, bar.material.density);
    return positions(bar, model, state).transpose() * M / M.sum();
}

Points FreeBody::contact_positions(const State& state) const {
    return points->phi.transpose() * state.Z + points->rig_rows.transpose() * state.P;
}

Controls controls_on(const FreeBody& body, Obstacles obstacles) {
    Controls controls = body.controls();
    controls.gravity = Vec3(0.0, -9.81, 0.0);
    controls.contact.points = body.points;
    controls.contact.obstacles = std::make_shared<const Obstacles>(std::move(obstacles));
    return controls;
}

Workspace workspace_of(const FreeBody& body) {
    return Workspace(body.model, 8, widest_instruction_set(), body.points->count());
}

} // namespace limber::testing
