// SPDX-License-Identifier: MIT
#include "app/creatures/makers/gallery.h"

namespace limber::makers {

std::vector<Figure> gallery() {
    return {fish(), toy_block(), puppy(), octopus()};
}

} // namespace limber::makers
