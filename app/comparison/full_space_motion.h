// SPDX-License-Identifier: MIT
#pragma once

#include "app/comparison/leader_step.h"
#include "engine/full_space/full_space_step.h"

#include <memory>
#include <optional>
#include <string>

/// A character in full space.
namespace limber::app {

struct FullSpaceOptions {
    Threads threads = {};
    std::optional<ElasticEnergy> energy = {}; // that of the character if there is none
};

class FullSpaceMotion {
public:
    /// Starts from the leader's state. The first step factorises its matrix. Fails as full_space_model.
    static Result<FullSpaceMotion> of(const Character& character, const State& leader, const FullSpaceOptions& options,
                                      Progress* progress);

    /// Takes the material of this step for `energy`, without a step.
    void take_material(const LeaderStep& leader);
    /// Continues from a state with displacements of all vertices, less what the rig could make of them.
    void start_from(const State& full);
    /// Fails with not_converged when the step is not finite, or Newton's method does not converge, and with cancelled,
    /// after which the state is unchanged (full_space_step.h). A step of another energy that has used up its iterations
    /// is not at the minimum: in a crushed body, elements turn over, and their energy has kinks.
    Result<StepReport> step(const LeaderStep& leader, Progress* progress);
    /// Also fails with not_converged when the step is not at the minimum, as where others are compared with full space.
    Result<Done> step_to_minimum(const LeaderStep& leader, Progress* progress);

    const State& state() const {
        return state_;
    }
    const FullSpaceModel& model() const {
        return *model_;
    }
    /// n x 3 [m]
    Points positions() const;
    /// Of these positions (n x 3); see inverted_tets.h.
    Index inverted_tets(const Points& x) const;
    /// Elastic energy [J] of these positions (n x 3) in the material of the last step or of the last one that was
    /// taken.
    double energy(const Points& x) const;
    /// Wall time of the last step [s].
    double step_seconds() const {
        return step_seconds_;
    }

private:
    FullSpaceMotion(FullSpaceModel model, const AffineStack& P, std::shared_ptr<const ContactPoints> points,
                    Threads threads);

    std::unique_ptr<const FullSpaceModel> model_;
    std::shared_ptr<const ContactPoints> points_; // null: no obstacles
    std::unique_ptr<FullSpaceWorkspace> workspace_;
    State state_;
    Controls controls_; // of the last step
    double step_seconds_ = 0.0;
};

/// "12 tets inside out"
std::string inverted_tets_in_words(Index count);

} // namespace limber::app
