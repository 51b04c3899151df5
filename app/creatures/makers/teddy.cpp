// SPDX-License-Identifier: MIT
#include "app/creatures/makers/creatures.h"
#include "app/creatures/makers/stance.h"

namespace limber::makers {
namespace teddy_parts {

enum Paint { plush, cream, dark, bow };
enum Material { stuffing, button };

const Ellipsoid head = {{0, 0.53, 0.02}, {0.165, 0.15, 0.145}};

void add_body(Figure& teddy) {
    teddy.add({Ellipsoid{{0, 0.22, 0}, {0.18, 0.21, 0.155}}, {}, 0.0, plush, stuffing});
    teddy.add({head, {}, 0.04, plush, stuffing});
    add_pair(teddy, {Ellipsoid{{0.125, 0.65, 0.0}, {0.06, 0.06, 0.035}}, {}, 0.025, plush, stuffing, 0.9});
    add_pair(teddy, {Ellipsoid{{0.128, 0.65, 0.028}, {0.036, 0.036, 0.016}}, {}, 0.006, cream, stuffing, 0.8});
}

void add_arms_and_legs(Figure& teddy) {
    add_limbs(teddy, {{0.14, 0.36, 0.02}, {0.21, 0.29, 0.09}, {0.25, 0.21, 0.17}}, {0.062, 0.06, 0.062},
              {{}, {}, 0.035, plush, stuffing});
    add_limbs(teddy, {{0.10, 0.095, 0.05}, {0.15, 0.085, 0.17}, {0.19, 0.085, 0.28}}, {0.085, 0.08, 0.075},
              {{}, {}, 0.04, plush, stuffing});
    add_pair(teddy, {Ellipsoid{{0.202, 0.088, 0.342}, {0.05, 0.056, 0.02}, rotation_about(Vec3::UnitY(), 14)},
                     {},
                     0.008,
                     cream,
                     stuffing,
                     0.8});
    teddy.carve(RoundBox{{0, -0.25, 0}, {1, 0.265, 1}, 0.01}, 0.01); // it sits on a flat bottom
}

void add_face(Figure& teddy) {
    teddy.add({Ellipsoid{{0, 0.49, 0.145}, {0.075, 0.058, 0.055}}, {}, 0.012, cream, stuffing, 0.8});
    teddy.add({Ellipsoid{{0, 0.522, 0.196}, {0.026, 0.019, 0.015}}, {}, 0.003, dark, button, 0.45});
    add_pair(teddy, {Ellipsoid{{0.062, 0.575, 0.140}, {0.021, 0.024, 0.016}}, {}, 0.003, dark, button, 0.45});
    for (const auto& piece : stroke(
             {{-0.034, 0.470, 0.194}, {-0.014, 0.458, 0.200}, {0.014, 0.458, 0.200}, {0.034, 0.470, 0.194}}, 0.006)) {
        teddy.add({piece, {}, 0.0, dark, stuffing, 0.45});
    }
}

void add_bow(Figure& teddy) {
    add_pair(teddy, {Ellipsoid{{0.062, 0.385, 0.100}, {0.055, 0.036, 0.022}, rotation_about(Vec3::UnitZ(), 16)},
                     {},
                     0.008,
                     bow,
                     stuffing,
                     0.6});
    teddy.add({Ellipsoid{{0, 0.383, 0.112}, {0.024, 0.026, 0.024}}, {}, 0.004, bow, stuffing, 0.6});
}

int painted(const Vec3& x, int paint) {
    const Vec3 belly = (x - Vec3(0, 0.22, 0.15)).cwiseQuotient(Vec3(0.115, 0.125, 0.10));
    return paint == plush && belly.norm() < 1.0 ? cream : paint;
}

// The ball meets its front, and it sits on its bottom.
double met_by_the_ball(const Vec3& x) {
    return x.z() > 0.06 && x.y() > 0.05 ? 1.0 : x.y() < 0.03 ? 0.5 : 0.05;
}

} // namespace teddy_parts

/// Sits in the way of a ball (creatures/ball_game.h), which meets its front.
Figure teddy() {
    using namespace teddy_parts;
    Figure teddy = walker("teddy", "Theo the teddy bear", "a teddy bear that is hit by a ball",
                          {"#c08a4e", "#f0dcb8", "#33261f", "#c5383d"});
    teddy.vertices = 7000;
    teddy.regions = {{"stuffing", 1.0, 0.2}, {"button", 10.0, 0.2}};
    add_body(teddy);
    add_arms_and_legs(teddy);
    add_face(teddy);
    add_bow(teddy);
    teddy.painter = painted;
    teddy.young = 1.2e4;
    teddy.walk->muscles = 0;
    teddy.walk->points = 200;
    teddy.walk->contact_density = met_by_the_ball;
    teddy.subspace = {"force-dual-skinning",
                      {{"Belly", "pressing", {0, 0.25, 0.15}, 0.1, 60},
                       {"Head", "pressing", {0, 0.53, 0.14}, 0.1, 60},
                       {"Left arm", "region", {0.25, 0.21, 0.17}, 0.06, 120},
                       {"Right arm", "region", {-0.25, 0.21, 0.17}, 0.06, 120},
                       {"Left leg", "region", {0.19, 0.085, 0.3}, 0.06, 120},
                       {"Right leg", "region", {-0.19, 0.085, 0.3}, 0.06, 120}}};
    teddy.modes = 20;
    teddy.clusters = 100;
    teddy.view = {{0.75, 0.7, 1.75}, {0, 0.33, 0.05}, 30.0};
    return teddy;
}

} // namespace limber::makers
