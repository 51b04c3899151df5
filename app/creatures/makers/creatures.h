// SPDX-License-Identifier: MIT
#pragma once

#include "app/creatures/makers/figure.h"

#include <vector>

/// The characters that are too large for the repository and are made on first use: the sea creatures, the walkers, the
/// dragon, the pudding, the letter, the pins and the ball of the bowling lane, and the alien.
namespace limber::makers {

Figure dragon();
Figure pudding();
Figure letter();
Figure pin();
Figure bowling_ball();
Figure alien();

std::vector<Figure> creatures();

} // namespace limber::makers
