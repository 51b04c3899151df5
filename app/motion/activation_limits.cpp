// SPDX-License-Identifier: MIT
#include "app/motion/activation_limits.h"

#include <limits>

namespace limber::app {

ActivationLimits activation_limits(const Musculature& musculature) {
    const Vector& strains = musculature.example_strains;
    if (strains.size() == 0) {
        return {};
    }
    const auto count = static_cast<Index>(musculature.count());
    const double unlimited = std::numeric_limits<double>::infinity();
    ActivationLimits limits{Vector::Constant(count, -unlimited), Vector::Constant(count, unlimited)};
    limits.low.tail(strains.size()).setZero();
    limits.high.tail(strains.size()) = strains;
    return limits;
}

} // namespace limber::app
