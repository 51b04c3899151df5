// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command_list.h"
#include "app/comparison/live_comparison.h"

#include <memory>
#include <vector>

namespace limber::app {

/// Shows these subspaces beside the selected character; none: ends the comparison.
struct CompareSubspaces {
    std::vector<ComparedSubspace> subspaces;
};

/// From the next step on, the character's steps lead the comparison; null: none.
struct LeadComparison {
    int id = 0; // of the character
    std::shared_ptr<LiveComparison> comparison;
};

/// Measures the error of the selected character's kind of subspace over the number of modes, for the clip that plays.
struct MeasureModeErrors {};
struct StopMeasuringModes {};

using ComparisonCommands = CommandList<CompareSubspaces, LeadComparison, MeasureModeErrors, StopMeasuringModes>;

} // namespace limber::app
