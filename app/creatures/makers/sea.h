// SPDX-License-Identifier: MIT
#pragma once

#include "app/creatures/makers/figure.h"

#include <vector>

/// The creatures of the sea, one function and one file each.
namespace limber::makers {

Figure whale();
Figure dolphin();
Figure shark();
Figure ray();
Figure turtle();
Figure jellyfish();
Figure seahorse();
Figure eel();
Figure squid();
Figure starfish();
Figure crab();
Figure puffer();
Figure angler();

std::vector<Figure> sea();

} // namespace limber::makers
