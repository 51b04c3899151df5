// SPDX-License-Identifier: MIT
#include "app/search/gait_search_events.h"

namespace limber::app {

GaitSearchEvents events_since(const GaitSearchStatus& before, const GaitSearchStatus& now) {
    const GaitSearchStatus none;
    const GaitSearchStatus& then = now.search == before.search ? before : none;
    const bool was_begun = now.request != before.request; // started or resumed
    GaitSearchEvents news;
    if (now.fault && !then.fault) {
        news.fault = now.fault;
    }
    news.is_restless = now.stopped_at > 0.0 && !(then.stopped_at > 0.0);
    news.is_better = is_better(now, then);
    news.has_ended = now.character && !now.is_running && (then.is_running || was_begun);
    return news;
}

} // namespace limber::app
