// SPDX-License-Identifier: MIT
#include "engine/general_basis/general_contact.h"

#include <algorithm>

namespace limber {
namespace {

// `D_inverse`: of the last moves. A point counts as movable if a force in some direction moves it.
struct MovableInBasis {
    const Controls& controls;
    const Vector& D_inverse;

    bool operator()(Index i) const {
        const auto phi = controls.contact.points->phi.col(i);
        const Index k = D_inverse.size();
        double compliance = 0.0;
        for (Index axis = 0; axis < 3; ++axis) {
            compliance += phi.segment(axis * k, k).cwiseAbs2().dot(D_inverse);
        }
        return compliance > 3e-12 * D_inverse.maxCoeff();
    }
};

ContactInput general_contact_input(const GeneralContactInput& input, const Prediction& prediction,
                                   const Vector& D_inverse) {
    return {input.controls,   input.state,         prediction,
            input.model.size, placement_by_axes(), MovableInBasis{input.controls, D_inverse}};
}

// Three times the weight of the volume term bounds its curvature, as in stepper/contact_step.cpp.
void compute_contact_metric(const GeneralModel& model, const Controls& controls, const GeneralObjective& objective,
                            GeneralMetric& metric) {
    const double weight = 3.0 * controls.lambda_scale * model.lambda_ratio_max * controls.young_scale;
    metric.D_inverse = (objective.D + weight * model.stiffness).cwiseInverse();
    factor_handles(objective.handles, metric);
}

void compute_columns(const ContactPoints& points, const GeneralHandleSystem& handles, GeneralContact& contact) {
    const Index k = contact.phi.rows();
    for (Index i = 0; i < contact.listed.system.count(); ++i) {
        const Index point = contact.listed.system.contacts[static_cast<std::size_t>(i)].point;
        for (Index axis = 0; axis < 3; ++axis) {
            const Index column = 3 * i + axis;
            contact.phi.col(column) = points.phi.col(point).segment(axis * k, k);
            contact.A_phi.col(column) = contact.phi.col(column);
            solve_with_handles(handles, contact.metric, contact.A_phi.col(column));
        }
    }
}

void compute_blocks(const Kernel& kernel, double share, GeneralContact& contact) {
    const auto k = static_cast<std::size_t>(contact.phi.rows());
    ContactSystem& system = contact.listed.system;
    for (Index i = 0; i < 3 * system.count(); ++i) {
        for (Index j = 0; j <= i; ++j) {
            const double g = share * kernel.dot(k, contact.phi.col(i).data(), contact.A_phi.col(j).data());
            system.blocks(i, j) = g;
            system.blocks(j, i) = g;
        }
    }
    prepare_blocks(system);
}

// phi' z of contact i, whose columns hold the three axes.
Vec3 placed_contact(const GeneralContact& contact, Index i, const Eigen::Ref<const Vector>& z) {
    return {contact.phi.col(3 * i).dot(z), contact.phi.col(3 * i + 1).dot(z), contact.phi.col(3 * i + 2).dot(z)};
}

void prepare_system(const GeneralContactInput& input, const Prediction& prediction, const GeneralObjective& objective,
                    GeneralContact& contact) {
    const ContactPoints& points = *input.controls.contact.points;
    compute_contact_metric(input.model, input.controls, objective, contact.metric);
    compute_columns(points, objective.handles, contact);
    compute_blocks(*objective.kernel, objective.share, contact);
    // As for a handle, the contact point is a mean of that of the unknown and that of the base.
    const double ahead = input.controls.strain_damping / prediction.h;
    for (Index i = 0; i < contact.listed.system.count(); ++i) {
        const Index point = contact.listed.system.contacts[static_cast<std::size_t>(i)].point;
        const Vec3 held = ahead * objective.share * placed_contact(contact, i, as_vector(prediction.Z_base));
        Vec3 beside = input.controls.P.transpose() * points.rig_rows.col(point);
        if (points.of_step) {
            beside = points.of_step->end.row(point);
        }
        contact.offset.row(i) = held + beside;
    }
}

// Changes `move` (k), the contact-free move from z, so that its end satisfies the contact laws.
void project_move(double share, const Eigen::Ref<const Vector>& z, bool is_last, GeneralContact& contact,
                  Eigen::Ref<Vector> move) {
    ContactSystem& system = contact.listed.system;
    const Index count = system.count();
    contact.free_end = z + move;
    for (Index i = 0; i < count; ++i) {
        system.at.row(i) = contact.offset.row(i) + share * placed_contact(contact, i, contact.free_end).transpose();
    }
    for (Index j = 0; j < count; ++j) {
        const Vec3 force = system.force.row(j);
        for (Index i = 0; i < count; ++i) {
            system.at.row(i) += (system.blocks.block<3, 3>(3 * i, 3 * j) * force).transpose();
        }
    }
    solve_step_contacts(contact.listed, is_last);
    for (Index i = 0; i < count; ++i) {
        for (Index axis = 0; axis < 3; ++axis) {
            move += system.force(i, axis) * contact.A_phi.col(3 * i + axis);
        }
    }
}

bool uses_momentum(const GeneralModel& model, const Controls& controls, const GeneralObjective& objective) {
    const bool is_slow =
        controls.lambda_scale * model.lambda_ratio_max > 0.0 ||
        is_converging_slowly(model.stiffness, objective.D, quadratic_scale(model, controls), controls.iterations);
    return controls.memory > 0 && is_slow;
}

struct DescentInContact {
    const GeneralModel& model;
    const Controls& controls;
    GeneralObjective& objective;
    GeneralContact& contact;

    void compute_move(const Iterate& now, bool is_last, Coordinates& move) {
        move = -now.gradient;
        solve_with_handles(objective.handles, contact.metric, as_vector(move));
        project_move(objective.share, as_vector(now.Z), is_last, contact, as_vector(move));
    }
};

} // namespace

GeneralContact general_contact(Index coordinates, Index handle_capacity, Index points) {
    const Index capacity = ContactSystem::contacts_per_point * points;
    return {step_contacts(points, ContactCoupling::blocks),
            general_metric(coordinates, handle_capacity),
            Matrix(coordinates, 3 * capacity),
            Matrix(coordinates, 3 * capacity),
            Points(capacity, 3),
            Vector(coordinates),
            projected_scratch(coordinates / 3)};
}

void list_near_contacts(const GeneralContactInput& input, const Prediction& prediction,
                        const GeneralObjective& objective, GeneralContact& contact) {
    contact.metric.D_inverse = objective.D.cwiseInverse();
    list_near_contacts(general_contact_input(input, prediction, contact.metric.D_inverse), contact.listed);
    if (contact.listed.in_use) {
        prepare_system(input, prediction, objective, contact);
    }
}

bool list_missed_contacts(const GeneralContactInput& input, const Prediction& prediction,
                          const GeneralObjective& objective, const Coordinates& Z, bool may_list,
                          GeneralContact& contact) {
    if (!list_missed_contacts(general_contact_input(input, prediction, contact.metric.D_inverse), Z, may_list,
                              contact.listed)) {
        return false;
    }
    prepare_system(input, prediction, objective, contact);
    return true;
}

Descent descend_in_contact(const GeneralModel& model, const Controls& controls, GeneralObjective& objective,
                           GeneralContact& contact, Iterate& now) {
    DescentInContact step{model, controls, objective, contact};
    const ProjectedProblem problem{
        [&step](Iterate& at) { evaluate(step.model, step.controls, step.objective, at); },
        [&step](const Iterate& from, bool is_last, Coordinates& move) { step.compute_move(from, is_last, move); },
        [&step](const Coordinates& a, const Coordinates& b) {
            return as_vector(a).cwiseProduct(as_vector(b)).cwiseQuotient(step.contact.metric.D_inverse).sum();
        },
        [&step](double change, const Coordinates&) {
            return step.controls.tolerance > 0.0 && change <= step.controls.tolerance;
        },
        controls.iterations,
        uses_momentum(model, controls, objective)};
    return descend_projected(problem, contact.projected, now);
}

} // namespace limber
