// SPDX-License-Identifier: MIT
#include "engine/body/body_step.h"

#include "engine/body/linear_subspace.h"
#include "engine/core/contract.h"
#include "engine/rig/skinning.h"
#include "engine/subspace/skinning_basis.h"

namespace limber {
namespace {

std::variant<Workspace, GeneralWorkspace> scratch_of(const Body& body, Index handle_capacity,
                                                     InstructionSet instruction_set, Index contact_points) {
    if (body.linear) {
        return GeneralWorkspace(body.linear->model, instruction_set, handle_capacity);
    }
    return Workspace(body.model, handle_capacity, instruction_set, contact_points);
}

// Keeps the memory of the handles.
void fill_handles(const std::vector<Handle>& from, Index coordinates, std::vector<GeneralHandle>& handles) {
    handles.resize(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
        const Handle& handle = from[i];
        EXPECTS(handle.point.phi.size() == 3 * coordinates);
        handles[i].rows = Eigen::Map<const Matrix>(handle.point.phi.data(), coordinates, 3).transpose();
        handles[i].rig_row = handle.point.rig_row;
        handles[i].stiffness = handle.stiffness;
        handles[i].target = handle.target;
    }
}

// n x k
Matrix basis_of(const Body& body) {
    return skinning_basis(in_frame(body.mesh.X, body.model.frame), body.modes->W, {}) * body.model.T;
}

} // namespace

BodyWorkspace::BodyWorkspace(const Body& body, Index handle_capacity, InstructionSet instruction_set,
                             Index contact_points)
    : scratch_(scratch_of(body, handle_capacity, instruction_set, contact_points)) {}

StepReport step(const Body& body, const Controls& controls, State& state, BodyWorkspace& workspace) {
    if (!body.linear) {
        return step(body.model, controls, state, std::get<Workspace>(workspace.scratch_));
    }
    EXPECTS(!controls.contact.points);
    fill_handles(controls.handles, body.linear->model.coordinate_count(), workspace.handles_);
    return general_step(body.linear->model, controls, workspace.handles_, state,
                        std::get<GeneralWorkspace>(workspace.scratch_));
}

State rest_state(const Body& body, const AffineStack& P, Index contact_points) {
    return body.linear ? general_rest(body.linear->model, P) : rest_state(body.model, P, contact_points);
}

BodyPoint body_point(const Body& body, std::span<const int> vertices, std::span<const double> barycentric) {
    if (!body.linear) {
        return body_point(body.model, body.mesh.X, body.rig, body.modes->W, vertices, barycentric);
    }
    return general_point(body.linear->model, vertices, barycentric);
}

Index mode_count(const Body& body) {
    return body.linear ? body.linear->displacements : body.model.mode_count();
}

Index coordinate_rows(const Body& body) {
    return body.linear ? body.linear->model.coordinate_count() / 3 : body.model.coordinate_count();
}

double elastic_weight(const Body& body) {
    return body.linear ? body.linear->model.w_sum : body.model.w_sum;
}

const Matrix& secondary_weights(const Body& body) {
    return body.linear ? body.linear->W : body.modes->W;
}

AffineStack secondary_maps(const Body& body, const AffineStack& Z) {
    return body.linear ? maps_of_coordinates(Z) : secondary_maps(body.model, Z);
}

Points positions(const Body& body, const State& state) {
    if (body.linear) {
        return positions(body.linear->model, state.Z, state.P);
    }
    return reconstructed(body.model, state, body.mesh.X, body.rig, body.modes->W);
}

Matrix displacement_basis(const Body& body) {
    if (body.linear) {
        return body.linear->model.B;
    }
    const Matrix B = basis_of(body);
    Matrix columns = Matrix::Zero(3 * B.rows(), 3 * B.cols());
    for (Index j = 0; j < B.cols(); ++j) {
        for (Index axis = 0; axis < 3; ++axis) {
            columns.col(3 * j + axis)(Eigen::seq(axis, Eigen::last, Eigen::fix<3>)) = B.col(j);
        }
    }
    return columns;
}

Points displacements(const Body& body, const AffineStack& Z) {
    if (body.linear) {
        return positions(body.linear->model, Z, AffineStack::Zero(body.linear->model.J.cols(), 3));
    }
    return basis_of(body) * Z;
}

// B'MB is the identity in both.
AffineStack nearest_coordinates(const Body& body, const AffineStack& displacements) {
    if (body.linear) {
        return projected(body.linear->model, body.mass, displacements);
    }
    return basis_of(body).transpose() * (body.mass.asDiagonal() * displacements);
}

} // namespace limber
