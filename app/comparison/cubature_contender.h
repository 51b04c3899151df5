// SPDX-License-Identifier: MIT
#pragma once

#include "app/comparison/contender.h"
#include "engine/cubature/cubature_step.h"

#include <memory>
#include <optional>

namespace limber::app {

/// What a body with cubature points has besides a motion.
struct ComparedCubature {
    Index points = 0;
    double training_error = 0.0; // cubature.h
    double seconds = 0.0;        // wall time of the training and the choice
};

/// How a body gets its cubature points.
struct CubatureChoice {
    ElasticEnergy energy = ElasticEnergy::stable_neo_hookean;
    std::optional<Index> points = std::nullopt;          // nullopt: the default; as many as tets: all of them
    std::optional<double> training_error = std::nullopt; // that they must reach, with fewer if these are enough
    Threads threads = {};
};

/// A character's subspace with another elastic energy, stepped by Newton's method on cubature points.
class CubatureContender : public Contender {
public:
    /// `start`: the state of the character. The points are trained with the material of the description, and for the
    /// loads of the character. Fails with bad_input for a character with muscles, obstacles, a switch between loads or
    /// a reconstructed kind, which such a step does not have, and as trained_cubature.
    static Result<std::unique_ptr<CubatureContender>> of(const CharacterPtr& character, const State& start,
                                                         const CubatureChoice& choice, Progress* progress);

    void start_from(const State& full) override;
    Result<Done> step(const LeaderStep& leader) override;
    Result<Done> step_from(const State& full, const LeaderStep& leader) override;
    Points positions() const override;
    Points one_step_positions() const override;
    double step_seconds() const override {
        return step_seconds_;
    }
    const ComparedCubature& cubature() const {
        return cubature_;
    }

private:
    CubatureContender(CubatureModel model, Vector mass, double seconds);
    State nearest(const State& full) const;
    Result<Done> advance(const LeaderStep& leader, State& state);

    std::unique_ptr<const CubatureModel> model_;
    Vector mass_;
    ComparedCubature cubature_;
    CubatureWorkspace workspace_;
    State state_;
    State one_step_;
    double step_seconds_ = 0.0; // of the last step of either state
};

} // namespace limber::app
