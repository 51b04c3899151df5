// SPDX-License-Identifier: MIT
#include "app/creatures/makers/behaving.h"
#include "app/creatures/makers/stance.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limber::makers {
namespace crust_parts {

enum Paint { crumb, crust, white, black };

// The heel of a loaf on two feet: a flat front, and a round back and top.
void add_loaf(Figure& figure) {
    figure.add({RoundBox{{0, 0.46, 0}, {0.30, 0.30, 0.17}, 0.12}, {}, 0.0, crumb});
    figure.add({Ellipsoid{{0, 0.66, -0.01}, {0.33, 0.20, 0.19}}, {}, 0.06, crumb});
    add_pair(figure, {RoundBox{{0.17, 0.10, 0.02}, {0.115, 0.10, 0.2}, 0.06}, {}, 0.05, crust});
}

void add_face(Figure& figure) {
    add_front_eyes(figure, {{0.10, 0.58, 0.175}, {0.1, 0.05, 1}, 0.06, white, black, 0.65});
    for (const auto& piece :
         stroke({{-0.09, 0.41, 0.18}, {-0.03, 0.38, 0.185}, {0.03, 0.38, 0.185}, {0.09, 0.41, 0.18}}, 0.014)) {
        figure.add({piece, {}, 0.0, black, 0, 0.6});
    }
}

// The rim and the back are baked.
int painted(const Vec3& x, int paint) {
    const bool is_rim = std::abs(x.x()) > 0.26 || x.y() > 0.80 || x.z() < 0.10;
    return paint == crumb && is_rim ? crust : paint;
}

// Twists about the upright axis, steps, bends to the sides, and the height of a hop.
std::vector<ExampleShape> twists() {
    const auto twist = [](double degrees) {
        return [degrees](const Vec3& x) {
            return Vec3(rotation_about(Vec3::UnitY(), degrees * (0.9 - x.y()) / 0.9) * x);
        };
    };
    const auto tall = [](double by) {
        return [by](const Vec3& x) {
            return Vec3(x.x() / std::sqrt(by), by * x.y(), x.z() / std::sqrt(by));
        };
    };
    const auto bent = [](const Vec3& aside) {
        return [aside](const Vec3& x) {
            return Vec3(x + x.y() * x.y() * aside);
        };
    };
    // Of the foot on one side, with what is above it.
    const auto foot = [](double side, const Vec3& by) {
        return [side, by](const Vec3& x) {
            const double share = std::clamp(side * x.x() / 0.17, 0.0, 1.0) * std::max(0.0, 0.5 - x.y()) / 0.5;
            return Vec3(x + share * by);
        };
    };
    const Vec3 up(0.0, 0.15, 0.0);
    const Vec3 ahead(0.0, 0.0, 0.2);
    return {{"Twist left", twist(30.0)},    {"Twist right", twist(-30.0)},    {"Lift left", foot(1.0, up)},
            {"Lift right", foot(-1.0, up)}, {"Left ahead", foot(1.0, ahead)}, {"Right ahead", foot(-1.0, ahead)},
            {"Forward", bent({0, 0, 0.5})}, {"Backward", bent({0, 0, -0.5})}, {"Left", bent({0.5, 0, 0})},
            {"Right", bent({-0.5, 0, 0})},  {"Pressed", tall(0.55)},          {"Tall", tall(1.45)}};
}

Figure loaf(const char* name, const char* title, const char* about, const char* colour) {
    Figure figure = behaving_figure(name, title, about, {"#ecd9a8", colour, "#ffffff", "#2a1c12"});
    add_loaf(figure);
    add_face(figure);
    figure.painter = painted;
    return figure;
}

} // namespace crust_parts

/// The dark one of the paper's race, which sways by a cage.
Figure swaying_crust() {
    Figure crust = crust_parts::loaf("crust", "Rye the crust", "a heel of bread that sways along by a cage", "#5d3a22");
    crust.walk->cage_cells = 8;
    crust.walk->behaviour = {"walk", 0.12, 3.0, 0.5};
    return crust;
}

/// The other one, which twists by example poses; these alone do not take it along.
Figure twisting_crust() {
    Figure crust =
        crust_parts::loaf("crust_of_poses", "Spelt the crust",
                          "a heel of bread that twists along by twelve example poses and a small cage", "#a5713a");
    crust.walk->examples = crust_parts::twists();
    crust.walk->cage_cells = 2;
    crust.walk->behaviour = {"walk", 0.1, 3.0, 0.5};
    return crust;
}

} // namespace limber::makers
