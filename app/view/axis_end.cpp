// SPDX-License-Identifier: MIT
#include "app/view/axis_end.h"

#include <cmath>
#include <initializer_list>

namespace limber::app {

float axis_end(float value) {
    if (!(value > 0.0F) || !std::isfinite(value)) {
        return 1.0F;
    }
    const float decade = std::pow(10.0F, std::floor(std::log10(value)));
    for (const float step : {1.0F, 2.0F, 5.0F}) {
        if (value <= step * decade * 1.0001F) {
            return step * decade;
        }
    }
    return 10.0F * decade;
}

} // namespace limber::app
