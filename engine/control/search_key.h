// SPDX-License-Identifier: MIT
#pragma once

#include "engine/control/gait_search_options.h"

namespace limber {

/// Everything that determines the result of a search.
struct SearchKeyInput {
    const Walker& walker;
    const Trace& middle; // of the gait in the middle of the space: represents the model's arrays
    const GaitSpace& space;
    const Objective& objective;
    const GaitSearchOptions& options;
};

std::uint64_t search_key(const SearchKeyInput& search);

} // namespace limber
