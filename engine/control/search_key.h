#pragma once

#include "engine/control/gait_search.h"

namespace limber {

/// All that decides what a search finds.
struct SearchWhole {
    const Walker& walker;
    const Trace& middle; // of the gait in the middle of the space: stands for the model's arrays
    const GaitSpace& space;
    const Objective& objective;
    const GaitSearchOptions& options;
};

std::uint64_t search_key(const SearchWhole& search);

} // namespace limber
