// SPDX-License-Identifier: MIT
#include "app/creatures/makers/behaving.h"

#include <cmath>

namespace limber::makers {
namespace ball_parts {

enum Paint { red, cream, black };

constexpr double radius = 0.35; // [m]; the ball lies on y = 0

// Six wedges, of which every second is cream, and two eyes, so that it is seen to roll.
int painted(const Vec3& x, int) {
    const Vec3 out = (x - Vec3(0, radius, 0)).normalized();
    for (const double side : {1.0, -1.0}) {
        if ((out - Vec3(0.3 * side, 0.25, 0.92).normalized()).norm() < 0.15) {
            return black;
        }
    }
    return std::sin(3.0 * std::atan2(out.y(), out.z())) > 0.0 ? red : cream;
}

} // namespace ball_parts

/// The sphere of the paper's table, which rolls.
Figure rolling_ball() {
    using namespace ball_parts;
    Figure ball = behaving_figure("ball", "Betty the ball", "a ball that rolls by changing its rest shape",
                                  {"#c8473d", "#f3e7cf", "#221c1c"});
    ball.vertices = 1500;
    ball.add({Ellipsoid{{0, radius, 0}, Vec3::Constant(radius)}, {}, 0.0, red});
    ball.painter = painted;
    ball.young = 1e5;
    ball.walk->points = 60;
    ball.walk->cage_cells = 2;
    ball.walk->behaviour = {"roll", 0.2, 5.0, 1.0};
    return ball;
}

} // namespace limber::makers
