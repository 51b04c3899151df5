// SPDX-License-Identifier: MIT
#pragma once

#include "app/creatures/makers/figure.h"

#include <vector>

/// The characters, one function and one file each.
namespace limber::makers {

Figure fish();
Figure octopus();
Figure puppy();
Figure toy_block();

std::vector<Figure> gallery();

} // namespace limber::makers
