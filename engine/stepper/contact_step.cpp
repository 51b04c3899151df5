// SPDX-License-Identifier: MIT
#include "engine/stepper/contact_step.h"

#include "engine/model/reduced_model.h"
#include "engine/stepper/contact_rows.h"

#include <algorithm>

namespace limber {
namespace {

// A^-1 phi for three contacts at a time: one solve has three right-hand sides, one an axis.
void solve_columns(const ContactPoints& points, const HandleSystem& handles, ContactScratch& contact) {
    const Index count = contact.listed.system.count();
    const auto point = [&](Index i) {
        return contact.listed.system.contacts[static_cast<std::size_t>(i)].point;
    };
    for (Index first = 0; first < count; first += 3) {
        const Index last = std::min(first + 3, count);
        contact.columns.setZero();
        for (Index i = first; i < last; ++i) {
            contact.columns.col(i - first) = points.phi.col(point(i));
        }
        solve_with_handles(handles, contact.metric, contact.columns);
        for (Index i = first; i < last; ++i) {
            contact.phi.col(i) = points.phi.col(point(i));
            contact.A_phi.col(i) = contact.columns.col(i - first);
        }
    }
}

void compute_coupling(const Kernel& kernel, double unknown_weight, ContactScratch& contact) {
    const auto k = static_cast<std::size_t>(contact.phi.rows());
    for (Index i = 0; i < contact.listed.system.count(); ++i) {
        for (Index j = 0; j <= i; ++j) {
            const double g = unknown_weight * kernel.dot(k, contact.phi.col(i).data(), contact.A_phi.col(j).data());
            contact.listed.system.G(i, j) = g;
            contact.listed.system.G(j, i) = g;
        }
    }
}

// The volume term is not part of the constant metric. Three times its weight bounds its curvature (Cauchy-Schwarz on
// the trace), so an iteration in that metric decreases the objective without a line search while clusters are near
// their rest volume. For clusters that are stretched far or flat, the derivative of the rotation adds curvature that
// this does not cover, and an iteration may increase the objective.
void compute_metric(const ReducedModel& model, const Controls& controls, const StepObjective& objective,
                    ConstantMetric& metric) {
    const double weight = 3.0 * controls.lambda_scale * model.lambda_ratio_max;
    if (weight == 0.0) {
        metric.D_inverse = objective.D_inverse;
    } else {
        for (Index axis = 0; axis < 3; ++axis) {
            const auto bound = objective.D.col(axis) + weight * controls.young_scale * model.stiffness;
            metric.D_inverse.col(axis) = bound.cwiseInverse();
        }
    }
    factor_handles(objective.handles, metric);
}

} // namespace

ContactScratch contact_scratch(Index coordinates, Index handle_capacity, Index points) {
    const Index capacity = ContactSystem::contacts_per_point * points;
    return {step_contacts(points),         constant_metric(coordinates, handle_capacity),
            Matrix(coordinates, capacity), Matrix(coordinates, capacity),
            Points(capacity, 3),           Coordinates(coordinates, 3),
            Coordinates(coordinates, 3)};
}

void prepare_contact_system(const ReducedModel& model, const Controls& controls, const Prediction& prediction,
                            const StepObjective& objective, ContactScratch& contact) {
    compute_metric(model, controls, objective, contact.metric);
    solve_columns(*controls.contact.points, objective.handles, contact);
    compute_coupling(*objective.kernel, objective.unknown_weight, contact);
    // As for a handle, the contact point is a mean of that of the unknown and that of the base; see prepare_objective.
    const double ahead = controls.strain_damping / prediction.h;
    for (Index i = 0; i < contact.listed.system.count(); ++i) {
        const Index point = contact.listed.system.contacts[static_cast<std::size_t>(i)].point;
        const Vec3 held = ahead * objective.unknown_weight * product(contact.phi.col(i), prediction.Z_base);
        contact.offset.row(i) = held + product(controls.contact.points->rig_rows.col(point), controls.P);
    }
}

void apply_contact_laws(double unknown_weight, const Coordinates& Z, bool is_last, ContactScratch& contact,
                        Coordinates& move) {
    ContactSystem& system = contact.listed.system;
    const Index count = system.count();
    contact.free_end = Z + move;
    for (Index i = 0; i < count; ++i) {
        system.at.row(i) =
            contact.offset.row(i) + unknown_weight * product(contact.phi.col(i), contact.free_end).transpose();
    }
    for (Index axis = 0; axis < 3; ++axis) {
        for (Index j = 0; j < count; ++j) {
            system.at.col(axis).head(count) += system.force(j, axis) * system.G.col(j).head(count);
        }
    }
    solve_step_contacts(contact.listed, is_last);
    for (Index i = 0; i < count; ++i) {
        if (system.force.row(i).isZero(0.0)) {
            continue;
        }
        for (Index axis = 0; axis < 3; ++axis) {
            move.col(axis) += system.force(i, axis) * contact.A_phi.col(i);
        }
    }
}

} // namespace limber
