// SPDX-License-Identifier: MIT
#include "engine/cubature/cubature_derivative.h"

#include "engine/core/contract.h"

#include <Eigen/Geometry>

#include <cmath>

namespace limber {
namespace {

/// The numbers of the contacts that carry a force.
struct ContactColumns {
    Index rows = 0;    // of ContactAdjoint
    Index turning = 0; // columns of CubatureDerivative::turning
};

// Writes the rows and forces of the contacts that carry a force, and how the friction of those that slide turns.
ContactColumns write_contacts(const CubatureModel& model, const CubatureWorkspace& workspace,
                              CubatureDerivative& derivative) {
    const GeneralContact& contact = workspace.contact.general;
    const ContactSystem& system = contact.listed.system;
    const Index count = contact.listed.in_use ? system.count() : 0;
    const double largest = count > 0 ? largest_push(system) : 0.0;
    const double share = workspace.objective.inertia.share;
    derivative.sticking = derivative.sliding = 0;
    ContactColumns columns;
    for (Index i = 0; i < count; ++i) {
        const auto motion = motion_of(system, i, largest);
        if (!motion) {
            continue;
        }
        const auto phi = contact.phi.middleCols<3>(3 * i);
        if (motion->sticks) {
            ++derivative.sticking;
            derivative.contacts.rows.middleCols<3>(columns.rows) = phi;
            derivative.contacts.forces.middleCols<3>(columns.rows) = phi;
            columns.rows += 3;
            continue;
        }
        ++derivative.sliding;
        derivative.contacts.rows.col(columns.rows).noalias() = phi.lazyProduct(motion->normal);
        derivative.contacts.forces.col(columns.rows).noalias() = phi.lazyProduct(motion->direction());
        ++columns.rows;
        Vec3 at = contact.offset.row(i);
        for (Index axis = 0; axis < 3; ++axis) {
            at(axis) += share * phi.col(axis).dot(as_vector(workspace.now.Z));
        }
        const Contact& listed = system.contacts[static_cast<std::size_t>(i)];
        const double turn = share * turning_resistance(*motion, listed, at, model.body.size);
        if (turn > 0.0) {
            const Vec3 across = std::sqrt(turn) * motion->normal.cross(motion->against);
            derivative.turning.col(columns.turning++).noalias() = phi.lazyProduct(across);
        }
    }
    return columns;
}

bool factor_with_turning(Index turning, CubatureDerivative& derivative) {
    if (turning > 0) {
        add_outer_products(derivative.H, 1.0, derivative.turning.leftCols(turning));
    }
    return factor_cholesky(derivative.H);
}

// With the solution of H X = A but for the contacts: A'dz/dl = share X'(k Phi u).
void compute_spring_responses(const Controls& controls, const CubatureWorkspace& workspace,
                              const ConstMatrixRef& adjoint, Matrix& response) {
    const GeneralObjective& inertia = workspace.objective.inertia;
    for (Index place = 0; place < static_cast<Index>(controls.springs.size()); ++place) {
        const Spring& spring = controls.springs[static_cast<std::size_t>(place)];
        const Vec3 d = spring_vector_at(controls, inertia, place, workspace.now.Z);
        const double length = d.norm();
        const Vec3 pull = length > 0.0 ? Vec3(spring.stiffness / length * d) : Vec3(Vec3::Zero());
        const Index column = column_of_spring(inertia.handles, controls.springs.size(), place);
        for (Index row = 0; row < adjoint.cols(); ++row) {
            double sum = 0.0;
            for (Index axis = 0; axis < 3; ++axis) {
                sum += pull(axis) * inertia.handles.phi.col(column + axis).dot(adjoint.col(row));
            }
            response(row, place) = inertia.share * sum;
        }
    }
}

} // namespace

CubatureDerivative cubature_derivative(const CubatureWorkspace& workspace) {
    const Index k = workspace.objective.hessian.rows();
    const Index contacts = workspace.contact.general.listed.system.capacity();
    CubatureDerivative derivative;
    derivative.spring_response.resize(1, workspace.handle_capacity());
    derivative.H.resize(k, k);
    derivative.turning.resize(k, contacts);
    derivative.contacts = contact_adjoint(k, 3 * contacts);
    derivative.adjoint.resize(k, 1);
    return derivative;
}

bool compute_derivative(const CubatureModel& model, const Controls& controls, CubatureWorkspace& workspace,
                        const ConstMatrixRef& A, CubatureDerivative& derivative) {
    EXPECTS(A.rows() == model.body.coordinate_count());
    const ContactColumns columns = write_contacts(model, workspace, derivative);
    compute_second_derivative(model, controls, workspace.now.Z, workspace.objective, derivative.H);
    if (!factor_with_turning(columns.turning, derivative)) {
        derivative.H = workspace.objective.hessian;
        if (!factor_with_turning(columns.turning, derivative)) {
            return false;
        }
    }
    if (derivative.adjoint.cols() < A.cols()) {
        derivative.spring_response.resize(A.cols(), workspace.handle_capacity());
        derivative.adjoint.resize(A.rows(), A.cols());
    }
    auto adjoint = derivative.adjoint.leftCols(A.cols());
    adjoint = A;
    solve_adjoint(derivative.H, columns.rows, derivative.contacts, adjoint);
    compute_spring_responses(controls, workspace, adjoint, derivative.spring_response);
    return derivative.spring_response.topLeftCorner(A.cols(), static_cast<Index>(controls.springs.size())).allFinite();
}

} // namespace limber
