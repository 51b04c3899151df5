// SPDX-License-Identifier: MIT
#include "app/creatures/makers/behaving.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace limber::makers {
namespace ace_parts {

enum Paint { paper, red };

constexpr int columns = 7;         // points across
constexpr int rows = 11;           // and upwards
constexpr double width = 0.56;     // [m] along the arc
constexpr double height = 0.78;    // [m]
constexpr double arc = 150.0;      // [degrees] by which the card is bent around an upright axis, so that it can stand
constexpr double thickness = 0.02; // [m]; half of it is below the lowest points

double share(int i, int count) {
    return static_cast<double>(i) / (count - 1);
}

// Bent towards the front, around its own middle.
Vec3 place(int column, int row) {
    const double span = arc * std::numbers::pi / 180.0;
    const double radius = width / span;
    const double angle = (share(column, columns) - 0.5) * span;
    const double middle = radius * std::sin(0.5 * span) / (0.5 * span); // of the arc
    return {radius * std::sin(angle), 0.5 * thickness + share(row, rows) * height, middle - radius * std::cos(angle)};
}

std::vector<Vec3> points() {
    std::vector<Vec3> all;
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            all.push_back(place(column, row));
        }
    }
    return all;
}

// The diagonals turn with the column, so that the card bends to either side alike.
std::vector<std::array<int, 3>> triangles() {
    std::vector<std::array<int, 3>> all;
    for (int row = 0; row + 1 < rows; ++row) {
        for (int column = 0; column + 1 < columns; ++column) {
            const int a = row * columns + column;
            const int b = a + 1;
            const int c = b + columns;
            const int d = a + columns;
            if (column < columns / 2) {
                all.push_back({a, b, c});
                all.push_back({a, c, d});
            } else {
                all.push_back({a, b, d});
                all.push_back({b, c, d});
            }
        }
    }
    return all;
}

// A diamond in the middle, and a pip in two corners.
int painted(const Vec3& x, int) {
    const double span = arc * std::numbers::pi / 180.0;
    const double radius = width / span;
    const double across = radius * std::asin(std::clamp(x.x() / radius, -1.0, 1.0)); // [m] along the arc
    const double up = x.y() - 0.5 * height;
    const bool is_diamond = std::abs(across) / 0.13 + std::abs(up) / 0.2 < 1.0;
    const bool is_corner =
        std::abs(std::abs(across) - 0.5 * width) < 0.02 && across * up < 0.0 && std::abs(std::abs(up) - 0.33) < 0.06;
    return is_diamond || is_corner ? red : paper;
}

// Leans either way, crouches and stretches.
std::vector<ExampleShape> poses() {
    const auto bow = [](double by) {
        return [by](const Vec3& x) {
            const double at = x.y() / height;
            return Vec3(x.x(), x.y(), x.z() + by * at * at);
        };
    };
    const auto tall = [](double by) {
        return [by](const Vec3& x) {
            return Vec3(x.x() / std::sqrt(by), by * x.y(), x.z() / std::sqrt(by));
        };
    };
    return {{"Bow", bow(0.25)}, {"Lean back", bow(-0.25)}, {"Crouch", tall(0.65)}, {"Tall", tall(1.5)}};
}

Figure card(const std::string& name, const std::string& title, const std::string& about) {
    Figure ace;
    ace.name = name;
    ace.title = title;
    ace.about = about;
    ace.palette = {"#f7f3e8", "#c2262e"};
    ace.painter = painted;
    ace.sheet = Sheet{points(), triangles(), thickness, {}};
    ace.young = 1e6;
    ace.poisson = 0.3;
    ace.time_step = 1.0 / 60.0;
    ace.damping = 0.5;
    ace.gravity = Vec3(0.0, -9.81, 0.0);
    ace.view = {{1.9, 1.1, 2.9}, {0.0, 0.4, 0.3}, 34.0};
    return ace;
}

} // namespace ace_parts

/// The shell of the paper's table, by a cage.
Figure ace() {
    Figure ace = ace_parts::card("ace", "Alma the ace", "a playing card that hops, a shell");
    ace.sheet->muscles.cage_cells = 2;
    ace.sheet->muscles.behaviour = {"hop", 0.15, 2.0, 0.5};
    return ace;
}

/// The same by four example poses.
Figure bowing_ace() {
    Figure ace = ace_parts::card("ace_of_poses", "Bela the ace", "a playing card that hops by its four example poses");
    ace.palette[1] = "#22252b";
    ace.sheet->muscles.examples = ace_parts::poses();
    ace.sheet->muscles.behaviour = {"hop", 0.1, 0.0, 0.5};
    return ace;
}

} // namespace limber::makers
