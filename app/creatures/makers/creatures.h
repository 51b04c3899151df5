// SPDX-License-Identifier: MIT
#pragma once

#include "app/creatures/makers/figure.h"

#include <vector>

/// The characters that are too large for the repository and are made on first use: the sea creatures, the walkers, the
/// dragon, the drake, the pudding, the letter, the pins and the ball of the bowling lane, the alien, bodies that show
/// subspaces for the loads that they meet (a mattress and its visitor, a bridge, a teddy bear, a gripper, a
/// winged horse, an elephant, a chicken wing and an arm), a rope bridge of rods, and the behaving figures.
namespace limber::makers {

Figure dragon();
Figure drake();
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
Figure elephant();
Figure chicken_wing();
Figure flexing_arm();
Figure fibre_arm();

std::vector<Figure> creatures();

} // namespace limber::makers
