// SPDX-License-Identifier: MIT
#include "tests/support/bending_bar.h"

#include "engine/actuation/muscles.h"
#include "engine/operators/scalar_operators.h"
#include "engine/subspace/displacement_modes.h"
#include "tests/support/meshes.h"

#include <utility>

namespace limber::testing {
namespace {

// The mass-weighted projection of the displacement on the muscle's shape.
double reach(const BendingBar& bar, const ReducedModel& model, const State& state) {
    const TetMesh& mesh = bar.body.bar.mesh;
    const Vector M = lumped_mass(mesh, bar.body.bar.material.density);
    const Points d = Eigen::Map<const Points>(bar.D.data(), mesh.X.rows(), 3);
    const Points moved = positions(bar.body.bar, model, state) - mesh.X;
    return (M.asDiagonal() * d).cwiseProduct(moved).sum() / (M.asDiagonal() * d).cwiseProduct(d).sum();
}

} // namespace

BendingBar BendingBar::made() {
    FreeBody body = free_body(bar_mesh(2, 2, 12, Vec3(0.2, 0.25, 1.5)), {.modes = 12, .clusters = 40, .young = 2e4});
    const TetMesh& mesh = body.bar.mesh;
    const Matrix modes = displacement_modes(mesh, body.bar.material, {.count = 4}).value().D;
    Matrix D = scaled_muscles(mesh, modes.leftCols(1));
    return {std::move(body), std::move(D)};
}

std::vector<double> BendingBar::response(const Clusters& groups, int steps) const {
    const LivingBar& bar = body.bar;
    ReducedModel model = body.model;
    model.actuation = actuation_set(bar.mesh, bar.material, bar.rig, bar.W, model, groups, D).value();
    Controls controls = body.controls();
    controls.arithmetic = Arithmetic::double_precision;
    controls.activation = Vector::Ones(1);
    controls.time_step = time_step;
    controls.iterations = 30;
    Workspace workspace(model);
    State state = body.start();
    std::vector<double> reached;
    for (int i = 0; i < steps; ++i) {
        step(model, controls, state, workspace);
        reached.push_back(reach(*this, model, state));
    }
    return reached;
}

} // namespace limber::testing
