// SPDX-License-Identifier: MIT
#pragma once

#include "app/comparison/leader_step.h"
#include "engine/general_basis/general_step.h"

#include <memory>
#include <string>

/// What is compared with full space: each steps a body of its own, and beside it once from the state of full space.
/// States of full space have displacements of all vertices, n x 3 [m].
namespace limber::app {

class Contender {
public:
    virtual ~Contender() = default;

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
};

/// The subspace of a character, with the product's own step.
class SkinningContender : public Contender {
public:
    /// `start`: the state of this character.
    SkinningContender(CharacterPtr character, const State& start, InstructionSet instruction_set);

    void start_from(const State& full) override;
    Result<Done> step(const LeaderStep& leader) override;
    Result<Done> step_from(const State& full, const LeaderStep& leader) override;
    Points positions() const override;
    Points one_step_positions() const override;
    double step_seconds() const override {
        return step_seconds_;
    }

private:
    State nearest(const State& full) const;
    Points positions_of(const State& state) const;
    Result<Done> advance(const LeaderStep& leader, State& state);

    CharacterPtr character_;
    Matrix basis_; // n x k
    Workspace workspace_;
    State state_;
    State one_step_;
    double step_seconds_ = 0.0;
};

/// Any linear subspace of displacements.
class LinearContender : public Contender {
public:
    /// `basis`: 3n x m, vertex by vertex. Starts at rest in the rig's pose P. Fails as general_model.
    static Result<std::unique_ptr<Contender>> of(CharacterPtr character, const Matrix& basis, const AffineStack& P,
                                                 InstructionSet instruction_set);

    void start_from(const State& full) override;
    Result<Done> step(const LeaderStep& leader) override;
    Result<Done> step_from(const State& full, const LeaderStep& leader) override;
    Points positions() const override;
    Points one_step_positions() const override;
    double step_seconds() const override {
        return step_seconds_;
    }

private:
    LinearContender(CharacterPtr character, GeneralModel model, const AffineStack& P, InstructionSet instruction_set);

    State nearest(const State& full) const;
    Result<Done> advance(const LeaderStep& leader, State& state);

    CharacterPtr character_;
    GeneralModel model_;
    GeneralWorkspace workspace_;
    State state_;
    State one_step_;
    double step_seconds_ = 0.0;
};

} // namespace limber::app
