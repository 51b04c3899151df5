#pragma once

#include "app/search/gait_search_worker.h"

#include <optional>

namespace limber::app {

/// What there is to be said of a search that was not to be said before.
struct GaitSearchEvents {
    std::optional<Error> fault; // why it cannot learn, or cannot go on
    bool is_restless = false;   // its body does not come to rest by itself
    bool is_better = false;     // what it found is better than all before
    bool has_ended = false;
};

/// Between two looks at a learner. Of a search that was begun in between, all is new, also where it has ended, or
/// failed, before anybody looked.
GaitSearchEvents news_since(const GaitSearchStatus& before, const GaitSearchStatus& now);

} // namespace limber::app
