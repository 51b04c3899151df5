// SPDX-License-Identifier: MIT
#pragma once

#include "app/search/gait_search_worker.h"

#include <optional>

namespace limber::app {

/// The changes of a search's status that are reported to the user.
struct GaitSearchEvents {
    std::optional<Error> fault; // why the search cannot start or continue
    bool is_restless = false;   // the body does not come to rest before the search
    bool is_better = false;     // a better gait was found
    bool has_ended = false;
};

/// Compares two polled statuses. For a search that was started in between, everything is new, even if it has already
/// ended or failed.
GaitSearchEvents events_since(const GaitSearchStatus& before, const GaitSearchStatus& now);

} // namespace limber::app
