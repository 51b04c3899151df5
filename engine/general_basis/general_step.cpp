// SPDX-License-Identifier: MIT
#include "engine/general_basis/general_step.h"

#include "engine/model/cluster_lanes.h"

#include <cmath>
#include <utility>

namespace limber {
namespace {

constexpr std::size_t lanes = cluster_lanes;

auto as_vector(const Coordinates& rows) {
    return Eigen::Map<const Vector>(rows.data(), rows.size());
}

auto as_vector(Coordinates& rows) {
    return Eigen::Map<Vector>(rows.data(), rows.size());
}

double& entry(std::vector<double>& matrices, Index cluster, Index number) {
    const auto c = static_cast<std::size_t>(cluster);
    return matrices[(c / lanes * 9 + static_cast<std::size_t>(number)) * lanes + c % lanes];
}

// The rate [1/s] at which damping and still air slow the secondary motion.
double decay_rate(const Controls& controls) {
    return controls.damping + controls.wind.drag;
}

// The forces on z that do not depend on it, as in stepper/objective.cpp.
void sum_constant_forces(const GeneralModel& model, const Controls& controls, const std::vector<GeneralHandle>& handles,
                         double inertia, GeneralWorkspace& workspace) {
    const Prediction& prediction = workspace.prediction;
    const double rho = controls.density_scale;
    const double h = prediction.h;
    const double base_share = controls.strain_damping / h * workspace.share;
    const auto base = as_vector(prediction.Z_base);
    Vector& constant = workspace.constant;
    constant = rho / (h * h) * (base + h * as_vector(prediction.Zdot_base)) +
               (rho * decay_rate(controls) / h - base_share * inertia) * base;
    constant -= rho / (h * h) * (model.BMJ * vec_of_rig(prediction.P_deviation));
    constant -= controls.young_scale * (model.BLJ * vec_of_rig(prediction.P_ahead));
    constant -= rho * controls.wind.drag * (model.BMJ * vec_of_rig(prediction.Pdot));
    constant += rho * (model.BM1 * (controls.gravity + controls.wind.drag * controls.wind.velocity));
    for (const GeneralHandle& handle : handles) {
        const Vec3 held = controls.P.transpose() * handle.rig_row + base_share * (handle.rows * base);
        constant += handle.stiffness * (handle.rows.transpose() * (handle.target - held));
    }
}

void factor_handles(const std::vector<GeneralHandle>& handles, GeneralWorkspace& workspace) {
    if (handles.empty()) {
        workspace.A.resize(0, 0);
        return;
    }
    Matrix A = workspace.D.asDiagonal();
    for (const GeneralHandle& handle : handles) {
        A += workspace.share * handle.stiffness * (handle.rows.transpose() * handle.rows);
    }
    if (A.rows() != workspace.A.rows() || A != workspace.A) {
        workspace.A = std::move(A);
        workspace.factor.compute(workspace.A);
    }
}

void prepare(const GeneralModel& model, const Controls& controls, const std::vector<GeneralHandle>& handles,
             GeneralWorkspace& workspace) {
    const double h = workspace.prediction.h;
    workspace.share = 1.0 / (1.0 + controls.strain_damping / h);
    const double inertia = controls.density_scale * (1.0 / (h * h) + decay_rate(controls) / h);
    workspace.D = (controls.young_scale * model.stiffness).array() + workspace.share * inertia;
    sum_constant_forces(model, controls, handles, inertia, workspace);
    factor_handles(handles, workspace);
    for (std::size_t set = 0; set < model.sets.size(); ++set) {
        workspace.rig_F[set] = model.sets[set].on_rig * workspace.prediction.P_ahead;
    }
}

// Writes F and R of the clusters.
void compute_rotations(const Kernel& kernel, const GeneralClusters& clusters, const Matrix& rig_F, const Vector& z,
                       GeneralWorkspace& workspace) {
    const Index r = clusters.w.size();
    workspace.pull = clusters.S * z;
    for (Index c = 0; c < r; ++c) {
        for (Index i = 0; i < 3; ++i) {
            for (Index j = 0; j < 3; ++j) {
                entry(workspace.F, c, 3 * i + j) = workspace.pull(9 * c + 3 * i + j) + rig_F(3 * c + j, i);
            }
        }
    }
    kernel.rotations_double((static_cast<std::size_t>(r) + lanes - 1) / lanes, workspace.F.data(), workspace.R.data());
}

// Returns the energy of a set of clusters and adds its gradient.
double add_clusters(const GeneralClusters& clusters, const Matrix& rig_F, const Controls& controls, const Vector& z,
                    GeneralWorkspace& workspace, Eigen::Ref<Vector> gradient) {
    compute_rotations(*workspace.kernel, clusters, rig_F, z, workspace);
    double energy = 0.0;
    for (Index c = 0; c < clusters.w.size(); ++c) {
        double product = 0.0;
        for (Index number = 0; number < 9; ++number) {
            product += entry(workspace.R, c, number) * entry(workspace.F, c, number);
        }
        const double l = controls.lambda_scale * clusters.l(c);
        const double pull = l * (product - 3.0) - clusters.w(c);
        for (Index number = 0; number < 9; ++number) {
            workspace.pull(9 * c + number) = controls.young_scale * pull * entry(workspace.R, c, number);
        }
        energy += -clusters.w(c) * product + 0.5 * l * (product - 3.0) * (product - 3.0);
    }
    gradient.noalias() += clusters.S.transpose() * workspace.pull;
    return controls.young_scale * energy;
}

void evaluate(const GeneralModel& model, const Controls& controls, GeneralWorkspace& workspace, Iterate& at) {
    const Vector z = as_vector(at.Z);
    auto gradient = as_vector(at.gradient);
    gradient = workspace.A.size() == 0 ? Vector(workspace.D.cwiseProduct(z)) : Vector(workspace.A * z);
    at.objective = 0.5 * z.dot(gradient) - z.dot(workspace.constant);
    gradient -= workspace.constant;
    at.cluster_energy = 0.0;
    for (std::size_t set = 0; set < model.sets.size(); ++set) {
        at.cluster_energy += add_clusters(model.sets[set], workspace.rig_F[set], controls, z, workspace, gradient);
    }
    at.objective += at.cluster_energy;
}

void solve_metric(const GeneralWorkspace& workspace, Coordinates& rows) {
    auto z = as_vector(rows);
    if (workspace.A.size() == 0) {
        z.array() /= workspace.D.array();
    } else {
        z = workspace.factor.solve(Vector(z));
    }
}

Descent minimise(const GeneralModel& model, const Controls& controls, GeneralWorkspace& workspace) {
    workspace.now.Z = workspace.prediction.Z;
    evaluate(model, controls, workspace, workspace.now);
    const double scale = controls.young_scale * model.w_sum;
    const DescentProblem problem{
        [&](Iterate& at) { evaluate(model, controls, workspace, at); },
        [&](Coordinates& rows) { solve_metric(workspace, rows); },
        [&](const Iterate& at) { return 1e-13 * (scale + std::abs(at.cluster_energy) + std::abs(at.objective)); },
        [](const Iterate&) {
            return false;
        }};
    return quasi_newton_descent(*workspace.kernel, problem, {controls.iterations, controls.memory, controls.tolerance},
                                workspace.descent, workspace.now);
}

std::size_t lane_count(const GeneralModel& model) {
    Index clusters = 0;
    for (const GeneralClusters& set : model.sets) {
        clusters = std::max(clusters, set.w.size());
    }
    return (static_cast<std::size_t>(clusters) + lanes - 1) / lanes * lanes;
}

} // namespace

GeneralHandle general_handle(const GeneralModel& model, std::span<const int> vertices,
                             std::span<const double> barycentric, double stiffness, const Vec3& target) {
    EXPECTS(vertices.size() == barycentric.size());
    GeneralHandle handle{Matrix::Zero(3, model.coordinate_count()), Vector::Zero(model.J.cols()), stiffness, target};
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        handle.rows += barycentric[i] * model.B.middleRows(3 * vertices[i], 3);
        handle.rig_row += barycentric[i] * model.J.row(vertices[i]).transpose();
    }
    return handle;
}

GeneralWorkspace::GeneralWorkspace(const GeneralModel& model, InstructionSet instruction_set)
    : kernel(&limber::kernel(instruction_set)),
      prediction(limber::prediction(model.coordinate_count() / 3, model.J.cols())), rig_F(model.sets.size()),
      F(9 * lane_count(model), 0.0), R(9 * lane_count(model), 0.0),
      descent(descent_scratch(model.coordinate_count() / 3)),
      now(iterate(model.coordinate_count() / 3)), end{Coordinates(model.coordinate_count() / 3, 3),
                                                      Coordinates(model.coordinate_count() / 3, 3), AffineStack(0, 3)} {
}

StepReport general_step(const GeneralModel& model, const Controls& controls, const std::vector<GeneralHandle>& handles,
                        State& state, GeneralWorkspace& workspace) {
    EXPECTS(3 * state.Z.rows() == model.coordinate_count() && controls.P.rows() == model.J.cols());
    EXPECTS(controls.time_step > 0 && controls.iterations > 0);
    predict_motion(controls, state, uses_history(controls, state), workspace.prediction);
    prepare(model, controls, handles, workspace);
    const Descent descent = minimise(model, controls, workspace);
    compute_end_of_step(controls, workspace.prediction, workspace.now.Z, workspace.end);
    StepReport report;
    report.iterations = descent.iterations;
    report.change = descent.change;
    report.status = descent.converged ? StepStatus::converged : StepStatus::iterations_used_up;
    if (descent.failed || !workspace.end.Z.allFinite() || !workspace.end.Zdot.allFinite()) {
        report.status = StepStatus::not_finite;
        return report;
    }
    replace_state(controls, workspace.end, workspace.prediction.Pdot, false, state);
    return report;
}

State general_rest(const GeneralModel& model, const AffineStack& P) {
    State state;
    state.Z = AffineStack::Zero(model.coordinate_count() / 3, 3);
    state.Zdot = state.Z;
    state.P = P;
    state.Pdot = AffineStack::Zero(P.rows(), 3);
    state.clear_history();
    return state;
}

} // namespace limber
