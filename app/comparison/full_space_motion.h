// SPDX-License-Identifier: MIT
#pragma once

#include "app/motion/motion.h"
#include "engine/full_space/full_space_step.h"

#include <memory>

/// A character in full space under the controls of a motion.
namespace limber::app {

class FullSpaceMotion {
public:
    /// Starts at rest in the motion's pose. Fails with bad_input for a body with obstacles or muscles, which full space
    /// does not have, and as full_space_model.
    static Result<FullSpaceMotion> of(const Motion& motion, Threads threads);

    /// One step under the controls of the motion's last step, with the handles of `controls`, from which that step was
    /// made. Fails with not_converged, also when the step is not finite.
    Result<StepReport> step(const Motion& motion, const LiveControls& controls);

    const State& state() const {
        return state_;
    }
    const FullSpaceModel& model() const {
        return *model_;
    }
    /// n x 3 [m]
    Points positions() const;
    /// Elastic energy [J] of these positions (n x 3) in the material of the last step.
    double energy(const Points& x) const;
    /// Wall time of the last step [s].
    double step_seconds() const {
        return step_seconds_;
    }

private:
    FullSpaceMotion(FullSpaceModel model, const AffineStack& P, Threads threads);

    std::unique_ptr<const FullSpaceModel> model_;
    std::unique_ptr<FullSpaceWorkspace> workspace_;
    State state_;
    Controls controls_; // of the last step
    double step_seconds_ = 0.0;
};

} // namespace limber::app
