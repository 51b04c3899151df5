// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "engine/stepper/state.h"

#include <vector>

/// Finds jumps of a rig: a typed place, a pose that changes at once, a clip that cuts to elsewhere. As a velocity, such
/// a change would throw the flesh about; the step takes it without one (Controls::rig_discontinuity).
///
/// A rig jumps in a step if a point that it moves goes farther than a fifth of the body's diagonal, and more than four
/// times as far as any of its points would go at the rig's velocity. For a person in steps of 1/60 s, that is 30 m/s
/// out of rest, which no limb reaches in one step, while a fast motion has a velocity before it is as fast. The limit
/// is a length, not a velocity, because the flesh lags behind by what the rig moved, in a step of any duration. The
/// velocity of a rig that jumps stays as it was, so that all steps of a cut that takes several of them are jumps. What
/// a rigid body does to a rig is no jump (LiveControls::is_rigid): a small ball may be thrown out of rest at any speed.
namespace limber::app {

class RigJumps {
public:
    RigJumps() = default;
    explicit RigJumps(const Character& character);

    /// Whether the rig jumps from the state's pose to P in a step of `time_step` seconds. Never for a free body, whose
    /// rig does not hold it. Does not allocate.
    bool is_jump(const AffineStack& P, const State& state, double time_step) const;

private:
    // A point that a bone moves, or the displacement of a target.
    struct Sample {
        Index map = 0; // of the rig's maps
        Eigen::RowVector4d X;
    };
    std::vector<Sample> samples_;
    double limit_ = 0.0; // [m] in a step
};

} // namespace limber::app
