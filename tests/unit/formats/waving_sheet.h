// SPDX-License-Identifier: MIT
#pragma once

#include "engine/formats/baked_motion.h"

#include <cmath>
#include <string>

namespace limber::testing {

/// A strip of 2 x `columns` vertices in `frames` frames, in a motion of rank `rank`.
inline BakedSurface waving_strip(const std::string& name, Index columns, int frames, int rank) {
    BakedSurface surface;
    surface.name = name;
    surface.rest.resize(2 * columns, 3);
    for (Index i = 0; i < 2 * columns; ++i) {
        surface.rest.row(i) << static_cast<float>(i / 2), 0.0F, static_cast<float>(i % 2);
    }
    surface.F.resize(2 * (columns - 1), 3);
    for (int i = 0; i + 1 < static_cast<int>(columns); ++i) {
        surface.F.row(2 * i) << 2 * i, 2 * i + 1, 2 * i + 2;
        surface.F.row(2 * i + 1) << 2 * i + 1, 2 * i + 3, 2 * i + 2;
    }
    for (int frame = 0; frame < frames; ++frame) {
        FloatPoints x = surface.rest;
        for (int k = 1; k <= rank; ++k) {
            const double weight = std::sin(0.7 * k * frame + k) / k;
            for (Index i = 0; i < x.rows(); ++i) {
                const double along = static_cast<double>(x(i, 0));
                x(i, 1) += static_cast<float>(weight * std::cos(0.3 * k * along));
                x(i, 2) += static_cast<float>(0.2 * weight * std::sin(0.2 * k * along));
            }
        }
        surface.frames.push_back(x);
    }
    return surface;
}

} // namespace limber::testing
