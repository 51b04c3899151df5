// SPDX-License-Identifier: MIT
#include "app/comparison/reconstructed_contender.h"

#include "engine/core/stopwatch.h"
#include "engine/linalg/nearest_rotation.h"
#include "engine/rig/rig.h"

#include <utility>

namespace limber::app {
namespace {

// k x 3c: the product with the columns C (n x c) on each axis, one axis after the other.
Matrix product_on_axes(const Matrix& B, const Matrix& C) {
    Matrix products(B.cols(), 3 * C.cols());
    for (Index axis = 0; axis < 3; ++axis) {
        const Matrix rows = B(Eigen::seq(axis, Eigen::last, Eigen::fix<3>), Eigen::all);
        products.middleCols(axis * C.cols(), C.cols()) = rows.transpose() * C;
    }
    return products;
}

// The modes as a general subspace without clusters; zero columns of stiffness 1 fill it up to a multiple of three.
GeneralModel linear_model(const Character& character, const DisplacementModes& modes) {
    const Index padded = (modes.D.cols() + 2) / 3 * 3;
    GeneralModel model;
    model.B = Matrix::Zero(modes.D.rows(), padded);
    model.B.leftCols(modes.D.cols()) = modes.D;
    model.J = rig_jacobian(character.mesh.X, character.rig);
    model.stiffness = Vector::Ones(padded);
    model.stiffness.head(modes.D.cols()) = modes.lambda.cwiseMax(0.0);
    model.BLJ = Matrix::Zero(padded, 3 * model.J.cols());
    model.BMJ = product_on_axes(model.B, character.mass.asDiagonal() * model.J);
    model.BM1 = product_on_axes(model.B, character.mass);
    return model;
}

// Maps and points have their coordinates in rows, so that a rotation R of all space is a product with R' from the
// right; here its inverse.
void turn_back(State& state, const Mat3& R) {
    state.P *= R;
    state.Pdot *= R;
    state.previous.P *= R;
    state.previous.Pdot *= R;
}

LeaderStep turned_back(const LeaderStep& leader, const Mat3& R) {
    LeaderStep turned = leader;
    turned.controls.P *= R;
    turned.controls.gravity = R.transpose() * leader.controls.gravity;
    turned.controls.wind.velocity = R.transpose() * leader.controls.wind.velocity;
    for (PointHandle& handle : turned.handles) {
        handle.target = R.transpose() * handle.target;
    }
    for (AppliedForce& applied : turned.forces) {
        applied.force = R.transpose() * applied.force;
    }
    return turned;
}

std::vector<PointForce> forces_in(const GeneralModel& model, const LeaderStep& leader) {
    std::vector<PointForce> forces;
    for (const AppliedForce& applied : leader.forces) {
        forces.push_back({general_point(model, applied.vertices, applied.barycentric), applied.force});
    }
    return forces;
}

std::vector<GeneralHandle> handles_in(const GeneralModel& model, const LeaderStep& leader) {
    std::vector<GeneralHandle> handles;
    for (const PointHandle& handle : leader.handles) {
        handles.push_back(general_handle(model, handle.vertices, handle.barycentric, handle.stiffness, handle.target));
    }
    return handles;
}

} // namespace

ReconstructedContender::ReconstructedContender(CharacterPtr character, GeneralModel model, Correction correction,
                                               const AffineStack& P, InstructionSet instruction_set)
    : character_(std::move(character)), model_(std::move(model)), correction_(std::move(correction)),
      workspace_(model_, instruction_set), state_(general_rest(model_, P)) {
    const Vector& mass = character_->mass;
    const Eigen::RowVector3d mean = mass.transpose() * character_->mesh.X / mass.sum();
    rest_moment_ = model_.J.transpose() * (mass.asDiagonal() * (character_->mesh.X.rowwise() - mean));
    positions_ = positions_of(state_);
}

Result<std::unique_ptr<Contender>> ReconstructedContender::of(CharacterPtr character, const DisplacementModes& modes,
                                                              Reconstruction reconstruction, const AffineStack& P,
                                                              InstructionSet instruction_set) {
    GeneralModel model = linear_model(*character, modes);
    if (reconstruction == Reconstruction::modal_warping) {
        ModalWarping warping(character->mesh);
        return std::unique_ptr<Contender>(
            new ReconstructedContender(std::move(character), std::move(model), std::move(warping), P, instruction_set));
    }
    auto strain = RotationStrain::of(character->mesh);
    if (!strain) {
        return strain.error();
    }
    return std::unique_ptr<Contender>(new ReconstructedContender(std::move(character), std::move(model),
                                                                 std::move(strain).value(), P, instruction_set));
}

// The rotation that brings the rest positions nearest to the rig's.
Mat3 ReconstructedContender::rotation_of(const AffineStack& P) const {
    return nearest_rotation(P.transpose() * rest_moment_);
}

State ReconstructedContender::nearest(const State& full) const {
    const Vector& mass = character_->mass;
    const auto in_frame = [&](const AffineStack& displacement, const AffineStack& P) {
        return projected(model_, mass, displacement * rotation_of(P));
    };
    State state = full;
    state.Z = in_frame(full.Z, full.P);
    state.Zdot = in_frame(full.Zdot, full.P);
    state.previous.Z = in_frame(full.previous.Z, full.previous.P);
    state.previous.Zdot = in_frame(full.previous.Zdot, full.previous.P);
    return state;
}

Points ReconstructedContender::positions_of(const State& state) const {
    const Points rows = state.Z;
    const Vector displacement = model_.B * Eigen::Map<const Vector>(rows.data(), rows.size());
    const Points u = Eigen::Map<const Points>(displacement.data(), displacement.size() / 3, 3);
    const Points corrected = std::visit([&](const auto& correction) { return correction.apply(u); }, correction_);
    return model_.J * state.P + corrected * rotation_of(state.P).transpose();
}

StepReport ReconstructedContender::advance(const LeaderStep& leader, State& state) {
    const Mat3 R = rotation_of(leader.controls.P);
    LeaderStep in_frame = turned_back(leader, R);
    in_frame.controls.forces = forces_in(model_, in_frame);
    turn_back(state, R);
    const StepReport report = general_step(model_, in_frame.controls, handles_in(model_, in_frame), state, workspace_);
    turn_back(state, R.transpose());
    return report;
}

void ReconstructedContender::start_from(const State& full) {
    state_ = nearest(full);
    positions_ = positions_of(state_);
}

Result<Done> ReconstructedContender::step(const LeaderStep& leader) {
    const Stopwatch watch;
    const StepReport report = advance(leader, state_);
    positions_ = positions_of(state_);
    step_seconds_ = watch.seconds();
    return done_unless_failed(report);
}

Result<Done> ReconstructedContender::step_from(const State& full, const LeaderStep& leader) {
    one_step_ = nearest(full);
    return done_unless_failed(advance(leader, one_step_));
}

} // namespace limber::app
