// SPDX-License-Identifier: MIT
#include "app/comparison/contender.h"

#include "app/character/material_scales.h"
#include "engine/core/stopwatch.h"

#include <utility>

namespace limber::app {
namespace {

Result<Done> done_unless_failed(const StepReport& report) {
    if (report.status == StepStatus::not_finite) {
        return Error{
            ErrorKind::not_converged, "a step is not finite; use a smaller time step or a realistic material", {}};
    }
    return Done{};
}

Index contact_points_of(const Character& character) {
    return character.contact_points ? character.contact_points->count() : 0;
}

// The leader's controls for a body of another subspace.
Controls controls_for(const Character& character, const LeaderStep& leader) {
    Controls controls = leader.controls;
    controls.contact.points = character.contact_points;
    controls.handles.clear();
    for (const PointHandle& handle : leader.handles) {
        controls.handles.push_back({body_point(character.model, character.mesh.X, character.rig, character.modes->W,
                                               handle.vertices, handle.barycentric),
                                    handle.stiffness, handle.target});
    }
    if (controls.activation.size() != character.model.muscle_count()) {
        controls.activation = Vector::Zero(character.model.muscle_count());
    }
    return controls;
}

std::vector<GeneralHandle> handles_of(const GeneralModel& model, const LeaderStep& leader) {
    std::vector<GeneralHandle> handles;
    for (const PointHandle& handle : leader.handles) {
        handles.push_back(general_handle(model, handle.vertices, handle.barycentric, handle.stiffness, handle.target));
    }
    return handles;
}

} // namespace

SkinningContender::SkinningContender(CharacterPtr character, const State& start, InstructionSet instruction_set)
    : character_(std::move(character)), basis_(displacement_basis_of(*character_)),
      workspace_(character_->model, handles_max, instruction_set, contact_points_of(*character_)), state_(start) {}

// B'MB is the identity.
State SkinningContender::nearest(const State& full) const {
    const auto projected = [&](const AffineStack& displacement) {
        return AffineStack(basis_.transpose() * (character_->mass.asDiagonal() * displacement));
    };
    State state = full;
    state.Z = projected(full.Z);
    state.Zdot = projected(full.Zdot);
    state.previous.Z = projected(full.previous.Z);
    state.previous.Zdot = projected(full.previous.Zdot);
    state.contact_force = Points::Zero(contact_points_of(*character_), 3);
    return state;
}

Points SkinningContender::positions_of(const State& state) const {
    return reconstructed(character_->model, state, character_->mesh.X, character_->rig.W, character_->modes->W);
}

Result<Done> SkinningContender::advance(const LeaderStep& leader, State& state) {
    return done_unless_failed(limber::step(character_->model, controls_for(*character_, leader), state, workspace_));
}

void SkinningContender::start_from(const State& full) {
    state_ = nearest(full);
}

Result<Done> SkinningContender::step(const LeaderStep& leader) {
    const Controls controls = controls_for(*character_, leader);
    const Stopwatch watch;
    const StepReport report = limber::step(character_->model, controls, state_, workspace_);
    step_seconds_ = watch.seconds();
    return done_unless_failed(report);
}

Result<Done> SkinningContender::step_from(const State& full, const LeaderStep& leader) {
    one_step_ = nearest(full);
    return advance(leader, one_step_);
}

Points SkinningContender::positions() const {
    return positions_of(state_);
}

Points SkinningContender::one_step_positions() const {
    return positions_of(one_step_);
}

LinearContender::LinearContender(CharacterPtr character, GeneralModel model, const AffineStack& P,
                                 InstructionSet instruction_set)
    : character_(std::move(character)), model_(std::move(model)), workspace_(model_, instruction_set),
      state_(general_rest(model_, P)) {}

Result<std::unique_ptr<Contender>> LinearContender::of(CharacterPtr character, const Matrix& basis,
                                                       const AffineStack& P, InstructionSet instruction_set) {
    const Material material = with_volume(character->material, character->description.material);
    auto model = general_model(character->mesh, material, character->rig,
                               character->is_held ? character->leak : Vector(), basis, character->clusters);
    if (!model) {
        return model.error();
    }
    return std::unique_ptr<Contender>(
        new LinearContender(std::move(character), std::move(model).value(), P, instruction_set));
}

State LinearContender::nearest(const State& full) const {
    const Vector& mass = character_->mass;
    State state = full;
    state.Z = projected(model_, mass, full.Z);
    state.Zdot = projected(model_, mass, full.Zdot);
    state.previous.Z = projected(model_, mass, full.previous.Z);
    state.previous.Zdot = projected(model_, mass, full.previous.Zdot);
    return state;
}

Result<Done> LinearContender::advance(const LeaderStep& leader, State& state) {
    return done_unless_failed(general_step(model_, leader.controls, handles_of(model_, leader), state, workspace_));
}

void LinearContender::start_from(const State& full) {
    state_ = nearest(full);
}

Result<Done> LinearContender::step(const LeaderStep& leader) {
    const std::vector<GeneralHandle> handles = handles_of(model_, leader);
    const Stopwatch watch;
    const StepReport report = general_step(model_, leader.controls, handles, state_, workspace_);
    step_seconds_ = watch.seconds();
    return done_unless_failed(report);
}

Result<Done> LinearContender::step_from(const State& full, const LeaderStep& leader) {
    one_step_ = nearest(full);
    return advance(leader, one_step_);
}

Points LinearContender::positions() const {
    return limber::positions(model_, state_.Z, state_.P);
}

Points LinearContender::one_step_positions() const {
    return limber::positions(model_, one_step_.Z, one_step_.P);
}

} // namespace limber::app
