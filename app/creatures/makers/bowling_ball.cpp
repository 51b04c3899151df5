// SPDX-License-Identifier: MIT
#include "app/creatures/makers/creatures.h"

#include <cmath>

namespace limber::makers {
namespace bowling_ball_parts {

enum Paint { blue, light };

constexpr double radius = 0.27; // [m] before the scale; the ball lies on y = 0

// Bands that wind around the ball, by which it is seen to roll.
int painted(const Vec3& x, int paint) {
    const double height = (x.y() - radius) / radius;
    const double around = std::atan2(x.x(), x.z());
    return std::sin(3.0 * around + 4.0 * height) > 0.55 ? light : paint;
}

} // namespace bowling_ball_parts

Figure bowling_ball() {
    using namespace bowling_ball_parts;
    Figure ball;
    ball.name = "bowling_ball";
    ball.title = "Bruno the ball";
    ball.about = "a soft bowling ball, for a rigid body to carry";
    ball.vertices = 1800;
    ball.size = 0.4;
    ball.palette = {"#2f5fae", "#a9cdf2"};
    const int handle = ball.add_bone("handle", -1, {0, 0.05, 0}, {0, 0.45, 0});
    ball.add({Ellipsoid{{0, radius, 0}, Vec3::Constant(radius)}, {handle}, 0.0, blue});
    ball.painter = painted;
    ball.young = 6e4;
    ball.gravity = {0, -9.81, 0};
    ball.modes = 10;
    ball.clusters = 40;
    ball.view = {{0.9, 0.8, 1.8}, {0, 0.25, 0}, 32.0};
    return ball;
}

} // namespace limber::makers
