// SPDX-License-Identifier: MIT
#pragma once

#include "app/creatures/makers/figure.h"

#include <vector>

/// The characters that are too large for the repository and are made on first use: the sea creatures, the walkers, the
/// dragon and the pudding.
namespace limber::makers {

Figure dragon();
Figure pudding();

std::vector<Figure> creatures();

} // namespace limber::makers
