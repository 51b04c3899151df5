// SPDX-License-Identifier: MIT
#include "app/creatures/makers/behaving.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

namespace limber::makers {
namespace flat_parts {

// A picture in squares, from the top; a space is empty.
using Picture = std::vector<std::string>;

struct Layout {
    std::vector<Vec3> points; // the picture's middle is at x = 0, its lower edge at y = 0
    std::vector<std::array<int, 3>> triangles;
};

// Squares of two triangles, whose diagonals are mirrored at the middle, so that the body moves to both sides alike.
Layout layout_of(const Picture& picture, double square) {
    Layout layout;
    std::map<std::pair<int, int>, int> numbers;
    const auto height = static_cast<int>(picture.size());
    const auto width = static_cast<int>(picture.front().size());
    const auto point = [&](int column, int row) {
        const auto [at, is_new] = numbers.try_emplace({column, row}, static_cast<int>(layout.points.size()));
        if (is_new) {
            layout.points.emplace_back(square * (column - 0.5 * width), square * (height - row), 0.0);
        }
        return at->second;
    };
    for (int row = 0; row < height; ++row) {
        for (int column = 0; column < width; ++column) {
            if (picture[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] == ' ') {
                continue;
            }
            const int a = point(column, row + 1);
            const int b = point(column + 1, row + 1);
            const int c = point(column + 1, row);
            const int d = point(column, row);
            if (2 * column + 1 < width) {
                layout.triangles.push_back({a, b, c});
                layout.triangles.push_back({a, c, d});
            } else {
                layout.triangles.push_back({a, b, d});
                layout.triangles.push_back({b, c, d});
            }
        }
    }
    return layout;
}

struct Look {
    const char* name;
    const char* title;
    const char* about;
    const char* colour;
};

constexpr double height_of_letters = 0.9; // [m]

Figure flat_figure(const Look& look, const Picture& picture, double height = height_of_letters) {
    Layout layout = layout_of(picture, height / static_cast<double>(picture.size()));
    Figure figure;
    figure.name = look.name;
    figure.title = look.title;
    figure.about = look.about;
    figure.palette = {look.colour};
    figure.sheet = Sheet{std::move(layout.points), std::move(layout.triangles), 0.2, {}};
    figure.sheet->is_planar = true;
    figure.sheet->muscles.strength = 4.0;
    figure.young = 3e5;
    figure.poisson = 0.3;
    figure.time_step = 1.0 / 60.0;
    figure.damping = 0.5;
    figure.gravity = Vec3(0.0, -9.81, 0.0);
    figure.view = {{0.5, 0.7, 4.2}, {0.5, 0.5, 0.0}, 34.0};
    return figure;
}

Figure hopping_flat(Figure figure) {
    figure.sheet->muscles.cage_cells = 6;
    figure.sheet->muscles.behaviour = {"hop", 0.15, 2.0, 0.5};
    return figure;
}

Figure walking_flat(Figure figure) {
    figure.sheet->muscles.cage_cells = 16;
    figure.sheet->muscles.behaviour = {"walk", 0.2, 2.0, 0.5};
    return figure;
}

const Picture capital_a = {"  ###  ", " ##### ", " ## ## ", " ## ## ", "#######", "#######", "##   ##", "##   ##"};
const Picture capital_g = {" ######", "#######", "##     ", "##  ###", "##  ###", "##   ##", "#######", "#######"};
const Picture capital_h = {"##   ##", "##   ##", "##   ##", "#######", "#######", "##   ##", "##   ##", "##   ##"};
const Picture capital_i = {"####", " ## ", " ## ", " ## ", " ## ", " ## ", "####"};
const Picture capital_p = {"##### ", "######", "##  ##", "######", "##### ", "##    ", "####  ", "####  "};
const Picture capital_r = {"###### ", "#######", "##   ##", "#######", "###### ", "## ### ", "##  ###", "##   ##"};
const Picture capital_s = {" ######", "#######", "##     ", "###### ", " ######", "     ##", "#######", "#######"};
const Picture castle_of_squares = {"# # # # #", "#########", "#########", "#########",
                                   "###   ###", "##     ##", "##     ##", "##     ##"};
const Picture pirate_of_squares = {"  ####  ", " ###### ", "########", "  ####  ", "  ####  ", " ###### ", "########",
                                   "########", " ###### ", " ##  ## ", " ##  ## ", " ##  ## ", " ### ###"};

// Figure 3 of the paper: any vertex, a cage, bent to either side, pressed and stretched.
Figure flat_i(const Look& look) {
    return flat_figure(look, capital_i);
}

Figure flat_i_of_vertices() {
    Figure figure =
        flat_i({"flat_i", "Ines the flat letter",
                "a capital I in a plane that hops, the rest place of each of its vertices chosen anew", "#b08a2e"});
    figure.sheet->muscles.vertices = true;
    figure.sheet->muscles.behaviour = {"hop", 0.15, 2.0, 0.5};
    return figure;
}

Figure flat_i_of_a_cage() {
    return hopping_flat(
        flat_i({"flat_i_cage", "Irma the flat letter", "a capital I in a plane that hops by a cage", "#9b5d2e"}));
}

ExampleShape bent_flat(const char* name, double aside) {
    return {name, [aside](const Vec3& x) {
                return Vec3(x.x() + aside * x.y() * x.y(), x.y(), x.z());
            }};
}

ExampleShape tall_flat(const char* name, double by) {
    return {name, [by](const Vec3& x) {
                return Vec3(x.x() / by, by * x.y(), x.z());
            }};
}

Figure flat_i_that_bends() {
    Figure figure = flat_i({"flat_i_bends", "Ilka the flat letter",
                            "a capital I in a plane that hops by bending to either side", "#7d8a2e"});
    figure.sheet->muscles.examples = {bent_flat("Right", 0.7), bent_flat("Left", -0.7)};
    figure.sheet->muscles.behaviour = {"hop", 0.05, 0.0, 0.5};
    return figure;
}

Figure flat_i_that_is_pressed() {
    Figure figure = flat_i({"flat_i_pressed", "Imke the flat letter",
                            "a capital I in a plane that hops by crouching and stretching", "#5f6f8f"});
    figure.sheet->muscles.examples = {tall_flat("Pressed", 0.6), tall_flat("Tall", 1.4)};
    figure.sheet->muscles.behaviour = {"hop", 0.15, 0.0, 0.5};
    return figure;
}

// What one leg of the pirate does, below its hip and fading to it; each pair is a group of its own.
struct Leg {
    std::string name;
    double side = 1.0; // of x
};

constexpr double pirate_height = 1.3;
constexpr double square_of_pirate = pirate_height / 13.0;
constexpr double hip = 4.0 * square_of_pirate; // [m] above the soles

// 0 at the hip and above, or on the other leg; 1 at the sole.
double share_of_leg(const Leg& leg, const Vec3& x) {
    return leg.side * x.x() > 0.0 ? std::clamp((hip - x.y()) / hip, 0.0, 1.0) : 0.0;
}

double middle_of_leg(const Leg& leg) {
    return leg.side * 2.0 * square_of_pirate;
}

// In the plane, by an angle [radians].
Vec3 turned_about(const Vec3& hinge, double angle, const Vec3& x) {
    const Vec3 arm = x - hinge;
    return hinge + Vec3(std::cos(angle) * arm.x() - std::sin(angle) * arm.y(),
                        std::sin(angle) * arm.x() + std::cos(angle) * arm.y(), arm.z());
}

ExampleShape leg_length(const Leg& leg, const char* what, double by) {
    return {what + (" " + leg.name),
            [leg, by](const Vec3& x) { return Vec3(x.x(), x.y() - by * hip * share_of_leg(leg, x), x.z()); },
            leg.name + " length"};
}

ExampleShape leg_swing(const Leg& leg, const char* what, double angle) {
    return {what + (" " + leg.name),
            [leg, angle](const Vec3& x) {
                const double turn = angle * std::min(1.0, 2.0 * share_of_leg(leg, x));
                return turned_about(Vec3(middle_of_leg(leg), hip, 0.0), turn, x);
            },
            leg.name + " hip"};
}

// The foot alone, about its ankle.
ExampleShape foot_turn(const Leg& leg, const char* what, double angle) {
    return {what + (" " + leg.name),
            [leg, angle](const Vec3& x) {
                const double share = share_of_leg(leg, x) > 0.0
                                         ? std::clamp((1.5 * square_of_pirate - x.y()) / square_of_pirate, 0.0, 1.0)
                                         : 0.0;
                return turned_about(Vec3(middle_of_leg(leg), square_of_pirate, 0.0), angle * share, x);
            },
            leg.name + " foot"};
}

std::vector<ExampleShape> poses_of_legs() {
    std::vector<ExampleShape> poses;
    for (const Leg& leg : {Leg{"rear leg", -1.0}, Leg{"front leg", 1.0}}) {
        for (ExampleShape& pose : std::vector<ExampleShape>{
                 leg_length(leg, "Stretch", 0.35), leg_length(leg, "Lift", -0.35), leg_swing(leg, "Forward", 0.6),
                 leg_swing(leg, "Backward", -0.6), foot_turn(leg, "Toe up", 0.5), foot_turn(leg, "Toe down", -0.5)}) {
            poses.push_back(std::move(pose));
        }
    }
    return poses;
}

Figure flat_pirate() {
    Figure figure = flat_figure({"flat_pirate", "Paco the pirate",
                                 "a pirate in a plane that walks by twelve poses of its legs in groups", "#3b4a63"},
                                pirate_of_squares, pirate_height);
    figure.sheet->muscles.strength = 6.0;
    figure.sheet->muscles.examples = poses_of_legs();
    figure.sheet->muscles.behaviour = {"walk", 0.2, 2.0, 0.6};
    figure.view = {{0.6, 0.9, 5.0}, {0.6, 0.65, 0.0}, 34.0};
    return figure;
}

} // namespace flat_parts

std::vector<Figure> flat_figures() {
    using namespace flat_parts;
    return {flat_i_of_vertices(),
            flat_i_of_a_cage(),
            flat_i_that_bends(),
            flat_i_that_is_pressed(),
            hopping_flat(flat_figure({"flat_g", "Gina the flat letter", "a capital G in a plane that hops", "#3f8f6b"},
                                     capital_g)),
            hopping_flat(flat_figure({"flat_p", "Petra the flat letter", "a capital P in a plane that hops", "#c9872b"},
                                     capital_p)),
            hopping_flat(flat_figure({"flat_s", "Sina the flat letter", "a capital S in a plane that hops", "#9b3f7a"},
                                     capital_s)),
            walking_flat(flat_figure({"flat_a", "Anna the flat letter", "a capital A in a plane that walks", "#b5485a"},
                                     capital_a)),
            walking_flat(flat_figure(
                {"flat_h", "Hilda the flat letter", "a capital H in a plane that walks", "#6a5a9c"}, capital_h)),
            walking_flat(flat_figure({"flat_r", "Rita the flat letter", "a capital R in a plane that walks", "#2f7f9e"},
                                     capital_r)),
            walking_flat(flat_figure({"flat_castle", "Carlo the castle", "a castle in a plane that walks", "#8a8577"},
                                     castle_of_squares)),
            flat_pirate()};
}

} // namespace limber::makers
