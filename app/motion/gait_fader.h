// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/muscle_controls.h"

#include <optional>

/// Computes the muscle controls for the simulation: a different gait fades in, while changed numbers act at once. The
/// fade is not an undoable edit; recordings hold the faded controls.
namespace limber::app {

class GaitFader {
public:
    /// Returns the controls at this time [s] of the motion. `seconds`: how long a new gait takes to fade in; nullopt:
    /// no fade.
    const MuscleControls& play(MuscleControls target, double time, std::optional<double> seconds);

private:
    std::optional<MuscleControls> current_;
};

} // namespace limber::app
