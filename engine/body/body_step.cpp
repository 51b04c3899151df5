// SPDX-License-Identifier: MIT
#include "engine/body/body_step.h"

#include "engine/body/linear_subspace.h"
#include "engine/core/contract.h"
#include "engine/mesh/slab.h"
#include "engine/mesh/topology.h"
#include "engine/rig/skinning.h"
#include "engine/stepper/step_contacts.h"
#include "engine/subspace/skinning_basis.h"

#include <numeric>
#include <utility>

namespace limber {
namespace {

constexpr int linearisations_max = 4;   // of the contact points of a warped body in a step
constexpr double linear_of_size = 1e-5; // [of the body's size] distance from the linearisation that is small enough

std::variant<Workspace, GeneralWorkspace, CubatureWorkspace>
scratch_of(const Body& body, Index handle_capacity, InstructionSet instruction_set, Index contact_points) {
    if (body.cubature) {
        return CubatureWorkspace(*body.cubature, handle_capacity, contact_points);
    }
    if (body.linear) {
        return GeneralWorkspace(body.linear->model, instruction_set, handle_capacity, contact_points);
    }
    return Workspace(body.model, handle_capacity, instruction_set, contact_points);
}

/// Scratch of a step in the frame.
struct FrameScratch {
    GeneralWorkspace& general;
    std::vector<GeneralHandle>& handles;
    StepInFrame& frame;
};

StepReport step_once(const GeneralModel& model, const Mat3& R, const State& state, const FrameScratch& scratch) {
    scratch.frame.state = state;
    turn_back_rig(R, scratch.frame.state);
    return general_step(model, scratch.frame.controls, scratch.handles, scratch.frame.state, scratch.general);
}

// Repeats the step until its end is where the contact points are linearised.
StepReport step_on_obstacles(const Body& body, const Mat3& R, const WarpedStep& input, const FrameScratch& scratch) {
    const GeneralModel& model = body.linear->model;
    auto& [controls, end, contact] = scratch.frame;
    begin_contact(input, contact);
    controls.contact.points = std::shared_ptr<const ContactPoints>(std::shared_ptr<void>(), &contact.points);
    StepReport report;
    int iterations = 0;
    for (int round = 0; round < linearisations_max; ++round) {
        linearise_contact(input, R, round == 0 ? input.state.Z : end.Z, contact);
        report = step_once(model, R, input.state, scratch);
        iterations += report.iterations;
        if (report.status == StepStatus::not_finite) {
            break;
        }
        const WarpedEnd warped = warped_end(input, R, end.Z, contact);
        report.depth = warped.depth;
        if (warped.error <= linear_of_size * model.size) {
            break;
        }
    }
    controls.contact.points = nullptr;
    report.iterations = iterations;
    return report;
}

StepReport step_in_frame(const Body& body, const Controls& controls, State& state, const FrameScratch& scratch) {
    const Reconstruction& reconstruction = *body.linear->reconstruction;
    const Mat3 R = frame_rotation(reconstruction, controls.P);
    auto& [turned, stepped, contact] = scratch.frame;
    turned = controls;
    turn_back(R, turned);
    set_general_handles(turned.handles, body.linear->model.coordinate_count(), scratch.handles);
    const StepReport report =
        has_contact(controls)
            ? step_on_obstacles(body, R, {reconstruction, *controls.contact.points, controls, state}, scratch)
            : step_once(body.linear->model, R, state, scratch);
    if (report.status == StepStatus::not_finite) {
        return report;
    }
    // The rig's rows that were there before, without the round-off of turning them twice.
    stepped.P = controls.P;
    stepped.previous.P = state.P;
    stepped.previous.Pdot = state.Pdot;
    turn_back(R.transpose(), stepped.Pdot);
    std::swap(state, stepped);
    return report;
}

// Null: the body has no modal warping.
const ModalWarping* warping_of(const Body& body) {
    return is_reconstructed(body) ? std::get_if<ModalWarping>(&body.linear->reconstruction->correction) : nullptr;
}

// 3k x s: the rotation vectors of these points, as ContactPoints::phi.
Matrix turn_rows_of(const ModalWarping& warping, const Matrix& B, const std::vector<int>& vertices) {
    const Matrix rows = warping.rotation_rows(B, vertices);
    Matrix by_axes(3 * B.cols(), static_cast<Index>(vertices.size()));
    for (Index i = 0; i < by_axes.cols(); ++i) {
        for (Index axis = 0; axis < 3; ++axis) {
            by_axes.col(i).segment(axis * B.cols(), B.cols()) = rows.row(3 * i + axis).transpose();
        }
    }
    return by_axes;
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
    const GeneralModel& model = body.linear->model;
    if (body.cubature) {
        set_general_handles(controls.handles, model.coordinate_count(), workspace.handles_);
        return cubature_step(*body.cubature, controls, workspace.handles_, state,
                             std::get<CubatureWorkspace>(workspace.scratch_));
    }
    auto& scratch = std::get<GeneralWorkspace>(workspace.scratch_);
    if (!body.linear->reconstruction) {
        set_general_handles(controls.handles, model.coordinate_count(), workspace.handles_);
        return general_step(model, controls, workspace.handles_, state, scratch);
    }
    return step_in_frame(body, controls, state, {scratch, workspace.handles_, workspace.frame_});
}

State rest_state(const Body& body, const AffineStack& P, Index contact_points) {
    return body.linear ? general_rest(body.linear->model, P, contact_points)
                       : rest_state(body.model, P, contact_points);
}

BodyPoint body_point(const Body& body, std::span<const int> vertices, std::span<const double> barycentric) {
    if (!body.linear) {
        return body_point(body.model, body.mesh.X, body.rig, body.modes->W, vertices, barycentric);
    }
    return general_point(body.linear->model, vertices, barycentric);
}

ContactPoints contact_points_at(const Body& body, const std::vector<int>& vertices) {
    if (!body.linear) {
        ContactPoints points = contact_points(body.model, body.mesh.X, body.rig, body.modes->W, vertices);
        if (body.model.is_planar) {
            points.rig_rows.row(2).setConstant(body.mesh.X.col(2).mean());
        }
        return points;
    }
    ContactPoints points = general_contact_points(body.linear->model, vertices);
    if (const ModalWarping* warping = warping_of(body)) {
        points.turn_rows = turn_rows_of(*warping, body.linear->model.B, vertices);
    }
    return points;
}

std::vector<int> surface_vertices(const Body& body) {
    if (!body.thin) {
        return boundary_vertices(body.mesh.T);
    }
    std::vector<int> all(static_cast<std::size_t>(body.vertex_count()));
    std::iota(all.begin(), all.end(), 0);
    return all;
}

std::vector<int> touchable_vertices(const Body& body) {
    return body.model.is_planar ? slab_outline(body.mesh) : surface_vertices(body);
}

std::shared_ptr<const ContactPoints> contact_points_of(const Body& body, Index count) {
    const auto vertices = contact_vertices(body.mesh, touchable_vertices(body), count);
    return std::make_shared<const ContactPoints>(contact_points_at(body, vertices));
}

Points contact_positions(const Body& body, const ContactPoints& points, const State& state) {
    if (is_warped(points)) {
        return warped_positions(points, state.Z, frame_rotation(*body.linear->reconstruction, state.P), state.P);
    }
    Points x(points.count(), 3);
    const PointPlacement placement = body.linear ? placement_by_axes() : placement_by_rows();
    for (Index i = 0; i < points.count(); ++i) {
        const Vec3 rig = state.P.transpose() * points.rig_rows.col(i);
        x.row(i) = placement.at_state(points.phi.col(i), state.Z) + rig;
    }
    return x;
}

Index muscle_count(const Body& body) {
    if (!body.linear) {
        return body.model.muscle_count();
    }
    return body.linear->model.actuation ? body.linear->model.actuation->muscle_count() : 0;
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
    if (!body.linear) {
        return secondary_maps(body.model, Z);
    }
    return body.linear->reconstruction ? AffineStack(0, 3) : maps_of_coordinates(Z);
}

Points positions(const Body& body, const State& state) {
    if (is_reconstructed(body)) {
        return body.linear->model.J * state.P + displacements(body, state.Z, state.P);
    }
    if (body.linear) {
        return positions(body.linear->model, state.Z, state.P);
    }
    return reconstructed(body.model, state, body.mesh.X, body.rig, body.modes->W);
}

Matrix displacement_basis(const Body& body) {
    if (body.linear) {
        return body.linear->model.B;
    }
    return on_three_axes(basis_of(body));
}

Points displacements(const Body& body, const AffineStack& Z, const AffineStack& P) {
    if (!body.linear) {
        return basis_of(body) * Z;
    }
    const Points u = positions(body.linear->model, Z, AffineStack::Zero(body.linear->model.J.cols(), 3));
    if (!body.linear->reconstruction) {
        return u;
    }
    const Reconstruction& reconstruction = *body.linear->reconstruction;
    return corrected(reconstruction, u) * frame_rotation(reconstruction, P).transpose();
}

// A correction is not linear; nor is the turn of its frame.
Points displacement_rates(const Body& body, const AffineStack& Z, const AffineStack& Zdot, const AffineStack& P,
                          const AffineStack& Pdot) {
    if (!is_reconstructed(body)) {
        return displacements(body, Zdot, P);
    }
    constexpr double h = 1e-4; // [s]
    const Points before = displacements(body, Z - h * Zdot, P - h * Pdot);
    const Points after = displacements(body, Z + h * Zdot, P + h * Pdot);
    return (after - before) / (2.0 * h);
}

// B'MB is the identity in both.
AffineStack nearest_coordinates(const Body& body, const AffineStack& displacements, const AffineStack& P) {
    if (!body.linear) {
        return basis_of(body).transpose() * (body.mass.asDiagonal() * displacements);
    }
    if (is_reconstructed(body)) {
        const AffineStack u = displacements * frame_rotation(*body.linear->reconstruction, P);
        return projected(body.linear->model, body.mass, u);
    }
    return projected(body.linear->model, body.mass, displacements);
}

bool can_touch(const Body& body) {
    return !is_reconstructed(body) || warping_of(body);
}

bool is_reconstructed(const Body& body) {
    return body.linear && body.linear->reconstruction;
}

} // namespace limber
