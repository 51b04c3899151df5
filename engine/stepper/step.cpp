#include "engine/stepper/step.h"

#include "engine/stepper/global_step.h"
#include "engine/stepper/local_step.h"
#include "engine/stepper/no_denormals.h"

#include <cmath>

namespace limber {
namespace {

double inner(const AffineStack& a, const AffineStack& b) {
    return a.cwiseProduct(b).sum();
}

void expect_that_sizes_agree(const ReducedModel& model, const Controls& controls, const State& state,
                             const Workspace& workspace) {
    const Index coordinates = model.coordinate_count();
    const Index rig = 4 * model.bone_count();
    EXPECTS(controls.P.rows() == rig && state.P.rows() == rig && state.Pdot.rows() == rig);
    EXPECTS(state.Z.rows() == coordinates && state.Zdot.rows() == coordinates && workspace.Z.rows() == coordinates);
    EXPECTS(workspace.rig_F.size() == static_cast<std::size_t>(9 * model.GKB_lanes.block_count()));
    EXPECTS(static_cast<Index>(controls.handles.size()) <= workspace.handle_capacity());
    EXPECTS(controls.time_step > 0 && controls.iterations > 0);
    for (const Handle& handle : controls.handles) {
        EXPECTS(handle.point.phi.size() == coordinates && handle.point.rig_row.size() == rig);
        EXPECTS(handle.stiffness > 0);
    }
}

// Where the rig goes in this step, and by how much it leaves the course it was on.
void follow_rig(const Controls& controls, const State& state, Workspace& workspace) {
    const double h = controls.time_step;
    if (controls.teleport) {
        workspace.Pdot.setZero();
        workspace.P_drift.setZero();
        return;
    }
    workspace.Pdot = (controls.P - state.P) / h;
    workspace.P_drift = controls.P - state.P - h * state.Pdot;
}

void add_handle_pulls(const Controls& controls, AffineStack& rhs) {
    for (const Handle& handle : controls.handles) {
        for (Index axis = 0; axis < 3; ++axis) {
            const double rig = handle.point.rig_row.dot(controls.P.col(axis));
            rhs.col(axis) += handle.stiffness * (handle.target(axis) - rig) * handle.point.phi;
        }
    }
}

// All that pulls at Z and does not depend on it: inertia, damping, the rig, gravity, handles.
void sum_constant_pulls(const ReducedModel& model, const Controls& controls, const State& state, Workspace& workspace) {
    const double h = controls.time_step;
    const double rho = controls.density_scale;
    AffineStack& rhs = workspace.constant_rhs;
    rhs = rho / (h * h) * (state.Z + h * state.Zdot) + rho * controls.damping / h * state.Z;
    rhs -= rho / (h * h) * model.BMJ.lazyProduct(workspace.P_drift);
    rhs -= controls.young_scale * model.BLJ.lazyProduct(controls.P);
    for (Index axis = 0; axis < 3; ++axis) {
        rhs.col(axis) += rho * controls.gravity(axis) * model.BM1;
    }
    add_handle_pulls(controls, rhs);
}

// Not a number when Z is none; 0 only when nothing moved at all.
double relative_change(const AffineStack& next, const AffineStack& now) {
    const double change = std::sqrt((next - now).squaredNorm());
    return change == 0.0 ? 0.0 : change / std::sqrt(next.squaredNorm());
}

// 1/2 x'Lx - sum w <R, F> + 3/2 sum w at the new Z, with the rotations that led there.
double elastic_energy(const ReducedModel& model, const Controls& controls, const Workspace& workspace,
                      double rig_overlap) {
    const AffineStack& Z = workspace.Z;
    double quadratic = 0.0;
    for (Index axis = 0; axis < 3; ++axis) {
        quadratic += 0.5 * Z.col(axis).cwiseAbs2().dot(model.stiffness);
        quadratic += Z.col(axis).dot(model.BLJ.lazyProduct(controls.P.col(axis)));
        quadratic += 0.5 * controls.P.col(axis).dot(model.JLJ.lazyProduct(controls.P.col(axis)));
    }
    const double overlap = inner(workspace.elastic_rhs, Z) + rig_overlap;
    return controls.young_scale * (quadratic - overlap + 1.5 * model.w.sum());
}

double kinetic_energy(const ReducedModel& model, double density_scale, const State& state) {
    double twice = state.Zdot.squaredNorm();
    for (Index axis = 0; axis < 3; ++axis) {
        const auto Pdot = state.Pdot.col(axis);
        twice += 2.0 * state.Zdot.col(axis).dot(model.BMJ.lazyProduct(Pdot)) + Pdot.dot(model.JMJ.lazyProduct(Pdot));
    }
    return 0.5 * density_scale * twice;
}

void advance(const Controls& controls, const Workspace& workspace, State& state) {
    state.Zdot = workspace.Zdot;
    state.Z = workspace.Z;
    state.Pdot = workspace.Pdot;
    state.P = controls.P;
    state.time += controls.time_step;
}

} // namespace

StepReport step(const ReducedModel& model, const Controls& controls, State& state, Workspace& workspace) {
    expect_that_sizes_agree(model, controls, state, workspace);
    const NoDenormals no_denormals;
    follow_rig(controls, state, workspace);
    sum_constant_pulls(model, controls, state, workspace);
    prepare_global_step(model, controls, workspace);
    prepare_local_step(model, controls.P, workspace);

    StepReport report;
    double rig_overlap = 0.0;
    workspace.Z = state.Z + controls.time_step * state.Zdot;
    while (report.iterations < controls.iterations && report.status != StepStatus::converged) {
        rig_overlap = local_step(model, workspace);
        workspace.Z_next = workspace.constant_rhs + controls.young_scale * workspace.elastic_rhs;
        solve_global_step(controls, workspace, workspace.Z_next);
        report.change = relative_change(workspace.Z_next, workspace.Z);
        report.status = controls.tolerance > 0.0 && report.change <= controls.tolerance
                            ? StepStatus::converged
                            : StepStatus::iterations_used_up;
        workspace.Z.swap(workspace.Z_next);
        ++report.iterations;
    }
    report.elastic_energy = elastic_energy(model, controls, workspace, rig_overlap);
    workspace.Zdot = (workspace.Z - state.Z) / controls.time_step;
    if (!workspace.Z.allFinite() || !workspace.Zdot.allFinite() || !std::isfinite(report.elastic_energy)) {
        report.status = StepStatus::not_finite;
        return report;
    }
    advance(controls, workspace, state);
    report.kinetic_energy = kinetic_energy(model, controls.density_scale, state);
    return report;
}

} // namespace limber
