// SPDX-License-Identifier: MIT
#include "app/creatures/makers/behaving.h"
#include "app/creatures/makers/stance.h"

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

// Feet swing by a twist about the upright axis, and the body stretches and presses.
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
    const auto lift = [](double side) {
        return [side](const Vec3& x) {
            const double share = std::max(0.0, side * x.x()) / 0.3 * std::max(0.0, 0.5 - x.y()) / 0.5;
            return Vec3(x.x(), x.y() + 0.2 * share, x.z());
        };
    };
    const auto lean = [](double by) {
        return [by](const Vec3& x) {
            return Vec3(x.x(), x.y(), x.z() + by * x.y());
        };
    };
    return {{"Twist left", twist(40.0)}, {"Twist right", twist(-40.0)}, {"Lift left", lift(1.0)},
            {"Lift right", lift(-1.0)},  {"Forward", lean(0.3)},        {"Backward", lean(-0.3)},
            {"Tall", tall(1.3)},         {"Pressed", tall(0.7)}};
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
    Figure crust = crust_parts::loaf("crust", "Rye the crust", "a heel of bread that sways along on two feet, by a cage",
                                     "#5d3a22");
    crust.walk->cage_cells = 8;
    crust.walk->behaviour = {"walk", 0.2, 3.0, 0.3};
    return crust;
}

/// The other one, which twists by example poses.
Figure twisting_crust() {
    Figure crust = crust_parts::loaf("crust_of_poses", "Spelt the crust",
                                     "a heel of bread that twists along on two feet, by eight example poses", "#a5713a");
    crust.walk->examples = crust_parts::twists();
    crust.walk->behaviour = {"walk", 0.2, 3.0, 0.3};
    return crust;
}

} // namespace limber::makers
