// SPDX-License-Identifier: MIT
#include "app/creatures/bowling.h"

#include <cmath>

namespace limber::app {
namespace {

constexpr double pin_spacing = 0.32; // [m]
constexpr double first_row = -2.0;   // z [m]

} // namespace

std::vector<Vec3> pin_places() {
    std::vector<Vec3> places;
    for (int row = 0; row < 4; ++row) {
        for (int place = 0; place <= row; ++place) {
            places.emplace_back((place - 0.5 * row) * pin_spacing, 0.0,
                                first_row - row * pin_spacing * std::sqrt(3.0) / 2.0);
        }
    }
    return places;
}

std::vector<LaneWall> lane_walls() {
    return {{{0.0, 0.25, -3.75}, {0.95, 0.25, 0.05}},
            {{-0.9, 0.06, -1.2}, {0.05, 0.06, 2.5}},
            {{0.9, 0.06, -1.2}, {0.05, 0.06, 2.5}}};
}

} // namespace limber::app
