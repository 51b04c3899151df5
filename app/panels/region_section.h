#pragma once

#include "app/panels/studio.h"

namespace limber::app {

/// The part of the muscles' section where regions are painted: the brush, and a row for each region.
void painted_regions(Studio& studio);

} // namespace limber::app
