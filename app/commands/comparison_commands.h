// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command_list.h"
#include "app/comparison/live_comparison.h"
#include "engine/core/result.h"

#include <memory>

namespace limber::app {

/// Prepares those of the document's compared subspaces again that are not shown.
struct TryComparingAgain {};

/// Makes the compared bodies again that are made from the selected character's motion, from what it was since.
struct LearnComparedAgain {};

/// The bodies that move beside the selected character cannot be shown: they end until others are compared, or it is
/// tried again.
struct EndComparison {
    Error error;
};

/// From the next step on, the character's steps lead the comparison; null: none.
struct LeadComparison {
    int id = 0; // of the character
    std::shared_ptr<LiveComparison> comparison;
};

/// Measures the error of the selected character's kind of subspace over the number of modes, for the clip that plays.
struct MeasureModeErrors {};
struct StopMeasuringModes {};

using ComparisonCommands = CommandList<TryComparingAgain, LearnComparedAgain, EndComparison, LeadComparison,
                                       MeasureModeErrors, StopMeasuringModes>;

} // namespace limber::app
