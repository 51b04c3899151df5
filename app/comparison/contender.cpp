// SPDX-License-Identifier: MIT
#include "app/comparison/contender.h"

#include "engine/body/body_step.h"
#include "engine/core/stopwatch.h"

#include <utility>

namespace limber::app {
namespace {

Index contact_points_of(const Character& character) {
    return character.contact_points ? character.contact_points->count() : 0;
}

// The leader's controls for a body of another subspace.
Controls controls_for(const Character& character, const LeaderStep& leader) {
    Controls controls = leader.controls;
    controls.contact.points = character.contact_points;
    controls.handles.clear();
    for (const PointHandle& handle : leader.handles) {
        controls.handles.push_back(
            {body_point(character, handle.vertices, handle.barycentric), handle.stiffness, handle.target});
    }
    controls.forces.clear();
    for (const AppliedForce& applied : leader.forces) {
        controls.forces.push_back({body_point(character, applied.vertices, applied.barycentric), applied.force});
    }
    if (controls.activation.size() != muscle_count(character)) {
        controls.activation = Vector::Zero(muscle_count(character));
    }
    return controls;
}

} // namespace

Result<Done> done_unless_failed(const StepReport& report) {
    if (report.status == StepStatus::not_finite) {
        return Error{
            ErrorKind::not_converged, "a step is not finite; use a smaller time step or a realistic material", {}};
    }
    return Done{};
}

CharacterContender::CharacterContender(CharacterPtr character, const State& start, InstructionSet instruction_set)
    : character_(std::move(character)),
      workspace_(*character_, handles_max, instruction_set, contact_points_of(*character_)), state_(start) {}

State CharacterContender::nearest(const State& full) const {
    State state = full;
    state.Z = nearest_coordinates(*character_, full.Z, full.P);
    state.Zdot = nearest_coordinates(*character_, full.Zdot, full.P);
    state.previous.Z = nearest_coordinates(*character_, full.previous.Z, full.previous.P);
    state.previous.Zdot = nearest_coordinates(*character_, full.previous.Zdot, full.previous.P);
    if (state.contact_force.rows() != contact_points_of(*character_)) {
        state.contact_force = Points::Zero(contact_points_of(*character_), 3);
    }
    return state;
}

void CharacterContender::start_from(const State& full) {
    state_ = nearest(full);
}

Result<Done> CharacterContender::step(const LeaderStep& leader) {
    const Controls controls = controls_for(*character_, leader);
    const Stopwatch watch;
    const StepReport report = limber::step(*character_, controls, state_, workspace_);
    if (is_reconstructed(*character_)) {
        limber::positions(*character_, state_); // the time of the reconstruction is part of the step's
    }
    step_seconds_ = watch.seconds();
    return done_unless_failed(report);
}

Result<Done> CharacterContender::step_from(const State& full, const LeaderStep& leader) {
    one_step_ = nearest(full);
    return done_unless_failed(limber::step(*character_, controls_for(*character_, leader), one_step_, workspace_));
}

Points CharacterContender::positions() const {
    return limber::positions(*character_, state_);
}

Points CharacterContender::one_step_positions() const {
    return limber::positions(*character_, one_step_);
}

} // namespace limber::app
