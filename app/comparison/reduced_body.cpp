// SPDX-License-Identifier: MIT
#include "app/comparison/reduced_body.h"

#include "app/character/switched_loads.h"
#include "app/comparison/other_subspace.h"
#include "engine/body/body_step.h"
#include "engine/body/linear_subspace.h"
#include "engine/core/stopwatch.h"

#include <utility>

namespace limber::app {
namespace {

// The last columns may be zero, so that there are three for each row of State.Z; their numbers never change.
Index moving_columns(const Matrix& B) {
    return (B.colwise().squaredNorm().array() > 0.0).count();
}

} // namespace

Result<Done> done_unless_failed(const StepReport& report) {
    if (report.status == StepStatus::not_finite) {
        return Error{
            ErrorKind::not_converged, "a step is not finite; use a smaller time step or a realistic material", {}};
    }
    return Done{};
}

ReducedCharacter::ReducedCharacter(CharacterPtr character, const State& start, InstructionSet instruction_set)
    : character_(std::move(character)), stepper_(character_, instruction_set), state_(start) {}

Index coordinate_count(const Character& character) {
    const Character& one = character.switched ? *character.switched->components.front().character : character;
    return one.linear ? moving_columns(one.linear->model.B) : 3 * coordinate_rows(one);
}

Index ReducedCharacter::coordinates() const {
    return coordinate_count(*character_);
}

State ReducedCharacter::nearest(const State& full) const {
    return nearest_state(*character_, full);
}

void ReducedCharacter::start_from(const State& full) {
    state_ = nearest(full);
    stepper_.set_memory({});
}

Result<Done> ReducedCharacter::step(const LeaderStep& leader) {
    const Controls controls = followed_controls(*character_, leader);
    const Stopwatch watch;
    const StepReport report = stepper_.step(controls, pulls_of(leader), state_);
    if (is_reconstructed(*character_)) {
        limber::positions(*character_, state_); // the time of the reconstruction is part of the step's
    }
    step_seconds_ = watch.seconds();
    return done_unless_failed(report);
}

Result<Done> ReducedCharacter::step_from(const State& full, const LeaderStep& leader) {
    one_step_ = nearest(full);
    return done_unless_failed(
        stepper_.step_beside(followed_controls(*character_, leader), pulls_of(leader), one_step_));
}

Points ReducedCharacter::positions() const {
    return limber::positions(*character_, state_);
}

Points ReducedCharacter::one_step_positions() const {
    return limber::positions(*character_, one_step_);
}

} // namespace limber::app
