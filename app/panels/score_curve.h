// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/plot.h"
#include "app/search/gait_search_worker.h"

namespace limber::app {

/// The score of the best gait so far (-J) per generation, ascending. Starts with the first gait with finite results.
ProgressCurve score_curve(const GaitSearchStatus& search_status);

} // namespace limber::app
