// SPDX-License-Identifier: MIT
#include "engine/full_space/full_space_objective.h"

#include "engine/stepper/stress_scale.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace limber {
namespace {

using Entries = std::vector<Eigen::Triplet<double>>;

// stiffness phi phi'
void add_outer_product(const Vector& phi, double stiffness, Entries& entries) {
    std::vector<int> vertices;
    for (Index i = 0; i < phi.size(); ++i) {
        if (phi(i) != 0.0) {
            vertices.push_back(static_cast<int>(i));
        }
    }
    for (const int i : vertices) {
        for (const int j : vertices) {
            entries.emplace_back(i, j, stiffness * phi(i) * phi(j));
        }
    }
}

// The part of A of handles and springs: share s phi phi'.
SparseMatrix spring_matrix(const FullSpaceModel& model, const Controls& controls, double share) {
    Entries entries;
    for (const Handle& handle : controls.handles) {
        add_outer_product(handle.point.phi, share * handle.stiffness, entries);
    }
    for (const Spring& spring : controls.springs) {
        add_outer_product(spring.span.phi, share * spring.stiffness, entries);
    }
    SparseMatrix springs(model.vertex_count(), model.vertex_count());
    springs.setFromTriplets(entries.begin(), entries.end());
    return springs;
}

// Of L in the energy: from elasticity, where its energy has a quadratic part, and from the muscles.
double laplacian_scale(const FullSpaceModel& model, const Controls& controls) {
    const double elastic = is_hyperelastic(model.energy) ? 0.0 : 1.0;
    return controls.young_scale * (elastic + muscle_stiffness_scale(model, controls));
}

// Of the fibres' K, as in cubature/cubature_fibres.h.
double tension_of(const TenseFibres& one, const Controls& controls) {
    return std::max(one.tension * stress_scale(controls, one.muscle), 0.0);
}

SparseMatrix quadratic_part(const FullSpaceModel& model, const Controls& controls, double share, double inertia) {
    SparseMatrix A(model.vertex_count(), model.vertex_count());
    const double laplacian = laplacian_scale(model, controls);
    if (laplacian == 0.0) {
        A.setIdentity();
        A.diagonal() = share * inertia * model.M;
    } else {
        A = laplacian * model.L;
        for (Index i = 0; i < A.rows(); ++i) {
            A.coeffRef(i, i) += share * inertia * model.M(i);
        }
    }
    if (model.pins.size() > 0) {
        A.diagonal() += share * controls.young_scale * model.pins;
    }
    for (const TenseFibres& one : model.stresses.fibres) {
        if (const double tension = tension_of(one, controls); tension > 0.0) {
            A += tension * one.K;
        }
    }
    return A + spring_matrix(model, controls, share);
}

// The rate [1/s] at which damping and still air slow the secondary motion.
double decay_rate(const Controls& controls) {
    return controls.damping + controls.wind.drag;
}

// The forces that act on each kilogram [N/kg], n x 3: inertia, damping, gravity and wind.
Points mass_forces(const FullSpaceModel& model, const Controls& controls, const Prediction& prediction,
                   double base_force) {
    const double h = prediction.h;
    const double rho = controls.density_scale;
    Points force = rho / (h * h) * (prediction.Z_base + h * prediction.Zdot_base) + base_force * prediction.Z_base;
    force -= rho / (h * h) * (model.J * prediction.P_deviation);
    force -= rho * controls.wind.drag * (model.J * prediction.Pdot);
    force.rowwise() += rho * (controls.gravity + controls.wind.drag * controls.wind.velocity).transpose();
    return force;
}

void add_handle_targets(const Controls& controls, const Coordinates& Z_base, double base_share, Points& constant) {
    for (const Handle& handle : controls.handles) {
        const Vec3 rig = controls.P.transpose() * handle.point.rig_row;
        const Vec3 base = base_share * (Z_base.transpose() * handle.point.phi);
        constant += handle.stiffness * handle.point.phi * (handle.target - rig - base).transpose();
    }
}

void add_point_forces(const Controls& controls, Points& constant) {
    for (const PointForce& applied : controls.forces) {
        constant += applied.point.phi * applied.force.transpose();
    }
}

// Pressures as in cubature/cubature_pressure.h.
double add_pocket_energy(const FullSpaceModel& model, const Controls& controls, const Points& x,
                         Coordinates& gradient) {
    double energy = 0.0;
    Points force = Points::Zero(model.stresses.pockets.empty() ? 0 : x.rows(), 3);
    for (const InflatedPocket& one : model.stresses.pockets) {
        energy += add_pressure_energy(one.pocket, one.pressure * stress_scale(controls, one.muscle), x, force);
    }
    if (force.rows() > 0) {
        gradient += force;
    }
    return energy;
}

} // namespace

FullSpaceObjective full_space_objective(const FullSpaceModel& model, const Kernel& kernel, Threads threads) {
    const Points rows(model.vertex_count(), 3);
    return {&kernel, threads, nullptr, 1.0, 0.0, {}, rows, {}, rows, {}, tet_energy(model), rows};
}

void prepare_objective(const FullSpaceModel& model, const Controls& controls, const Prediction& prediction,
                       FullSpaceObjective& objective) {
    const double h = prediction.h;
    const double ahead = controls.strain_damping / h;
    objective.share = 1.0 / (1.0 + ahead);
    objective.inertia = controls.density_scale * (1.0 / (h * h) + decay_rate(controls) / h);
    const double base_share = ahead * objective.share;
    const double base_force =
        controls.density_scale * decay_rate(controls) / h - base_share * objective.inertia; // [1/s^2]
    objective.A = quadratic_part(model, controls, objective.share, objective.inertia);
    objective.rig = model.J * prediction.P_ahead;
    objective.constant = model.M.asDiagonal() * mass_forces(model, controls, prediction, base_force);
    if (const double laplacian = laplacian_scale(model, controls); laplacian > 0.0) {
        objective.constant -= laplacian * (model.L * objective.rig);
    }
    for (const TenseFibres& one : model.stresses.fibres) {
        objective.constant -= tension_of(one, controls) * (one.K * objective.rig);
    }
    if (model.pins.size() > 0) {
        objective.constant -= base_share * controls.young_scale * (model.pins.asDiagonal() * prediction.Z_base);
    }
    objective.active = active_gradients(model, controls);
    add_handle_targets(controls, prediction.Z_base, base_share, objective.constant);
    add_point_forces(controls, objective.constant);
    objective.springs.offset.resize(static_cast<Index>(controls.springs.size()), 3);
    prepare_springs(controls, prediction.Z_base, base_share, objective.share, objective.springs, objective.constant);
}

void evaluate(const FullSpaceModel& model, const Controls& controls, FullSpaceObjective& objective, Iterate& at) {
    at.gradient = objective.A * at.Z;
    at.objective = 0.5 * at.Z.cwiseProduct(at.gradient).sum() - at.Z.cwiseProduct(objective.constant).sum();
    at.gradient -= objective.constant;
    at.objective += add_spring_lengths(controls, objective.springs, at);
    objective.x = at.Z + objective.rig;
    at.cluster_energy = is_hyperelastic(model.energy)
                            ? add_hyperelastic_energy(model, objective.x, controls.young_scale, controls.lambda_scale,
                                                      objective.threads, objective.energy, at.gradient)
                            : add_tet_energy(model, *objective.kernel, objective.x, controls.young_scale,
                                             controls.lambda_scale, objective.threads, objective.energy, at.gradient);
    if (!objective.active.empty()) {
        at.cluster_energy += add_muscle_energy(model, objective.active, objective.x,
                                               controls.young_scale * muscle_stiffness_scale(model, controls),
                                               objective.threads, objective.energy, at.gradient);
    }
    at.objective += at.cluster_energy;
    at.objective += add_pocket_energy(model, controls, objective.x, at.gradient);
}

double elastic_weight(const FullSpaceModel& model, const Controls& controls) {
    return controls.young_scale * (1.0 + muscle_stiffness_scale(model, controls)) * model.w.sum();
}

} // namespace limber
