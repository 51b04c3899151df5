// SPDX-License-Identifier: MIT
#pragma once

#include "app/view/drawables.h"

#include <span>

namespace limber::app {

/// The mean of the equivalent strain over these tets, weighted by volume (comparison/surface_strain.h).
double mean_strain(const Snapshot& snapshot, const DrawnMotion& motion, std::span<const int> tets);

} // namespace limber::app
