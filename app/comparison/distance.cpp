// SPDX-License-Identifier: MIT
#include "app/comparison/distance.h"

#include <cmath>

namespace limber::app {

Distance::Distance(const Character& character)
    : mass_(character.mass), diagonal_(bounding_box(character.mesh.X).diagonal()) {}

double Distance::mean(const Points& x, const Points& full) const {
    return std::sqrt(mass_.dot((x - full).rowwise().squaredNorm()) / mass_.sum()) / diagonal_;
}

double Distance::largest(const Points& x, const Points& full) const {
    return (x - full).rowwise().norm().maxCoeff() / diagonal_;
}

} // namespace limber::app
