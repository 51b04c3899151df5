// SPDX-License-Identifier: MIT
#pragma once

#include "app/creatures/makers/figure.h"

#include <vector>

/// The characters that are too large for the repository and are made on first use: the sea creatures, the walkers, the
/// dragon, the pudding, the letter, the pins and the ball of the bowling lane, the alien, bodies that show
/// subspaces for the loads that they meet (a mattress and its visitor, a bridge, a teddy bear, a gripper and
/// a winged horse), a rope bridge of rods, and the behaving figures.
namespace limber::makers {

Figure dragon();
Figure pudding();
Figure letter();
Figure pin();
Figure bowling_ball();
Figure alien();
Figure mattress();
Figure hippo();
Figure bridge();
Figure teddy();
Figure gripper();
Figure pegasus();
Figure ropes();

std::vector<Figure> creatures();

} // namespace limber::makers
