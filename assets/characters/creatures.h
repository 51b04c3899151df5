#pragma once

#include "assets/characters/figure.h"

#include <vector>

/// Those that are too large to keep in the repository, and are made where they are first asked for: the sea's, the
/// land's, the dragon and the pudding.
namespace limber::assets {

Figure dragon();
Figure pudding();

std::vector<Figure> creatures();

} // namespace limber::assets
