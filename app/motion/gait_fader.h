#pragma once

#include "app/document/muscle_controls.h"

#include <optional>

/// Stands between what is wanted of a character's muscles and what the simulation is told: another gait fades in, while
/// numbers that are turned act at once. Nothing of it is an edit to be undone; recordings hold what was told.
namespace limber::app {

class GaitFader {
public:
    /// What is told at this time [s] of the motion. `seconds`: over which another gait than before fades in; none: it
    /// comes at once.
    const MuscleControls& play(MuscleControls wanted, double time, std::optional<double> seconds);

private:
    std::optional<MuscleControls> printed_;
};

} // namespace limber::app
