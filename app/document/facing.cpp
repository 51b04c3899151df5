// SPDX-License-Identifier: MIT
#include "app/document/facing.h"

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>

namespace limber::app {

Facing::Facing(const Mat3& turn, const ModelDescription& scene) : up(up_of(scene)) {
    front = turn * front_of(scene);
    const Vec3 level = front - front.dot(up) * up;
    front = level.norm() > 1e-6 ? Vec3(level.normalized()) : front;
}

Vec3 Facing::left() const {
    return up.cross(front);
}

Vec3 Facing::direction(double turns) const {
    return Eigen::AngleAxisd(2.0 * std::numbers::pi * turns, up) * front;
}

double Facing::turns(const Vec3& direction) const {
    return std::atan2(direction.dot(left()), direction.dot(front)) / (2.0 * std::numbers::pi);
}

std::string words_for_direction(double turns) {
    const int degrees = static_cast<int>(std::lround(360.0 * std::abs(turns)));
    const std::string side = turns < 0.0 ? "right" : "left";
    return degrees == 0     ? "forward"
           : degrees == 90  ? side
           : degrees == 180 ? "back"
                            : std::to_string(degrees) + "\u00b0 to the " + side;
}

} // namespace limber::app
