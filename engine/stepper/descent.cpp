// SPDX-License-Identifier: MIT
#include "engine/stepper/descent.h"

#include <cmath>

namespace limber {

double relative_change(const Coordinates& next, const Coordinates& now) {
    const double change = std::sqrt((next - now).squaredNorm());
    return change == 0.0 ? 0.0 : change / std::sqrt(next.squaredNorm());
}

} // namespace limber
