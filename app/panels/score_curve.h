#pragma once

#include "app/panels/plot.h"
#include "app/search/gait_search_worker.h"

namespace limber::app {

/// What the evolution has come to, generation by generation: -J of the best gait so far, which rises. It begins with
/// the first gait whose numbers stayed finite; there is no value before.
ProgressCurve score_curve(const GaitSearchStatus& search_status);

} // namespace limber::app
