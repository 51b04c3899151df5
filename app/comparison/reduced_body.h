// SPDX-License-Identifier: MIT
#pragma once

#include "app/comparison/leader_step.h"
#include "app/motion/body_stepper.h"

#include <memory>
#include <optional>
#include <string>

/// What is compared with full space: each steps a body of its own, and beside it once from the state of full space.
/// States of full space have displacements of all vertices, n x 3 [m].
namespace limber::app {

class ReducedBody {
public:
    virtual ~ReducedBody() = default;

    /// Continues from the nearest state that the subspace has.
    virtual void start_from(const State& full) = 0;
    /// Fails with not_converged.
    virtual Result<Done> step(const LeaderStep& leader) = 0;
    /// A step from the nearest state that the subspace has. Does not change the body's own motion.
    virtual Result<Done> step_from(const State& full, const LeaderStep& leader) = 0;
    /// n x 3 [m], after the step.
    virtual Points positions() const = 0;
    /// Of the last `step_from`.
    virtual Points one_step_positions() const = 0;
    /// Wall time of the last `step` [s].
    virtual double step_seconds() const = 0;
    /// The numbers that a step solves for.
    virtual Index coordinates() const = 0;
};

/// A character of the same body with a subspace of its own, and the product's own step.
class ReducedCharacter : public ReducedBody {
public:
    /// `start`: the state of this character.
    ReducedCharacter(CharacterPtr character, const State& start, InstructionSet instruction_set);

    void start_from(const State& full) override;
    Result<Done> step(const LeaderStep& leader) override;
    Result<Done> step_from(const State& full, const LeaderStep& leader) override;
    Points positions() const override;
    Points one_step_positions() const override;
    double step_seconds() const override {
        return step_seconds_;
    }
    Index coordinates() const override;
    /// Of a character that switches between loads; nullopt: it has one subspace.
    const std::optional<LoadSwitches>& switches() const {
        return stepper_.switches();
    }

private:
    State nearest(const State& full) const;

    CharacterPtr character_;
    BodyStepper stepper_;
    State state_;
    State one_step_;
    double step_seconds_ = 0.0;
};

/// The numbers that a step of it solves for; of one that switches, in one of its subspaces.
Index coordinate_count(const Character& character);

/// Fails with not_converged if the step is not finite.
Result<Done> done_unless_failed(const StepReport& report);

} // namespace limber::app
