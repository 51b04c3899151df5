// SPDX-License-Identifier: MIT
#include "tests/support/rolling_ball.h"

#include <array>
#include <cmath>
#include <cstdio>

/// The distance that a ball of one metre radius rolls down ten degrees in a second, over its stiffness and the
/// iterations, plain and with momentum. A rigid round ball rolls 5/14 g sin(10 degrees); the edges of our ball's facets
/// resist.
namespace limber::testing {
namespace {

constexpr std::array stiffnesses{1e5, 1e6, 1e7, 1e8}; // [Pa]
constexpr std::array iteration_counts{5, 10, 20, 40, 100};

void roll(double young) {
    const FreeBody ball = ball_on(normal_of_slope(gentle_slope), young);
    for (const int memory : {0, 5}) {
        std::printf("%.0e Pa, %s:", young, memory == 0 ? "plain" : "ours ");
        for (const int iterations : iteration_counts) {
            std::printf("  %d: %.3f m", iterations, rolled(ball, iterations, memory));
        }
        std::printf("\n");
    }
}

} // namespace
} // namespace limber::testing

int main() {
    std::printf("rigid and round: %.3f m\n", 5.0 / 14.0 * 9.81 * std::sin(limber::testing::gentle_slope));
    for (const double young : limber::testing::stiffnesses) {
        limber::testing::roll(young);
    }
    return 0;
}
