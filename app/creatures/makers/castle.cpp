// SPDX-License-Identifier: MIT
#include "app/creatures/makers/behaving.h"
#include "app/creatures/makers/stance.h"

#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace limber::makers {
namespace castle_parts {

enum Paint { stone, roof, gate, white, black };

constexpr double half_width = 0.34; // [m] from the middle to the axis of a tower
constexpr double half_depth = 0.28;

void add_towers(Figure& castle) {
    for (const double z : {half_depth, -half_depth}) {
        add_pair(castle, {RoundBox{{half_width, 0.34, z}, {0.085, 0.34, 0.085}, 0.03}, {}, 0.0, stone});
        add_pair(castle, {RoundBox{{half_width, 0.66, z}, {0.125, 0.05, 0.125}, 0.02}, {}, 0.02, stone});
        add_pair(castle, {RoundCone{{half_width, 0.73, z}, {half_width, 0.92, z}, 0.105, 0.02}, {}, 0.02, roof});
    }
}

// Walls between the towers, above the ground, with merlons.
void add_walls(Figure& castle) {
    castle.add({RoundBox{{0, 0.45, 0}, {half_width, 0.13, half_depth - 0.02}, 0.03}, {}, 0.03, stone});
    for (const double x : {-0.13, 0.0, 0.13}) {
        for (const double z : {0.2, -0.2}) {
            castle.add({RoundBox{{x, 0.59, z}, {0.045, 0.06, 0.05}, 0.015}, {}, 0.01, stone});
        }
    }
    castle.carve(RoundBox{{0, 0.30, 0.28}, {0.09, 0.11, 0.09}, 0.05}, 0.02); // the gate
}

int painted(const Vec3& x, int paint) {
    const bool is_gate = std::abs(x.x()) < 0.13 && x.y() < 0.43 && x.z() > 0.1 && x.z() < 0.25;
    return paint == stone && is_gate ? gate : paint;
}

} // namespace castle_parts

/// The castle of the paper's table as a solid.
Figure castle() {
    using namespace castle_parts;
    Figure castle = behaving_figure("castle", "Cedric the castle", "a castle that walks away on its four towers",
                                    {"#b9ada0", "#a8413a", "#4b3526", "#ffffff", "#1f1a17"});
    castle.vertices = 3000;
    add_towers(castle);
    add_walls(castle);
    add_front_eyes(castle, {{0.11, 0.50, 0.255}, {0.1, 0.1, 1}, 0.05, white, black, 0.65});
    castle.painter = painted;
    castle.walk->cage_cells = 12;
    castle.walk->behaviour = {"walk", 0.2, 3.0, 0.3};
    return castle;
}

namespace castle_rod_parts {

constexpr int tower_sides = 3;
constexpr double tower_radius = 0.09;                   // [m] of the poles around a tower's axis
constexpr std::array level_heights{0.0, 0.2, 0.4, 0.6}; // [m] above the lowest point
constexpr double spire = 0.8;                           // [m]
constexpr double rod_radius = 0.016;                    // [m]; the lowest rods lie on the ground

int add_point(RodFrame& frame, const Vec3& at) {
    frame.points.push_back(at + Vec3(0.0, rod_radius, 0.0));
    return static_cast<int>(frame.points.size()) - 1;
}

struct RodTower {
    std::array<std::array<int, tower_sides>, level_heights.size()> rings;
    int top = 0;
};

// A prism of rods with braces and a pointed roof; its first pole points outwards.
RodTower add_tower(RodFrame& frame, const Vec3& base) {
    RodTower tower;
    const double outwards = std::atan2(base.z(), base.x());
    for (std::size_t level = 0; level < level_heights.size(); ++level) {
        for (int side = 0; side < tower_sides; ++side) {
            const double angle = outwards + 2.0 * std::numbers::pi * side / tower_sides;
            tower.rings[level][static_cast<std::size_t>(side)] =
                add_point(frame, base + Vec3(tower_radius * std::cos(angle), level_heights[level],
                                             tower_radius * std::sin(angle)));
        }
    }
    tower.top = add_point(frame, base + Vec3(0.0, spire, 0.0));
    for (std::size_t side = 0; side < tower_sides; ++side) {
        const std::size_t next = (side + 1) % tower_sides;
        for (std::size_t level = 0; level < level_heights.size(); ++level) {
            frame.lines.push_back({tower.rings[level][side], tower.rings[level][next]});
        }
        for (std::size_t level = 0; level + 1 < level_heights.size(); ++level) {
            frame.lines.push_back({tower.rings[level][side], tower.rings[level + 1][side]});
            frame.lines.push_back({tower.rings[level][side], tower.rings[level + 1][next]});
        }
        frame.lines.push_back({tower.rings.back()[side], tower.top});
    }
    return tower;
}

// From every pole of one tower to the nearest of another, at the levels above the ground.
void add_wall(RodFrame& frame, const RodTower& one, const RodTower& other) {
    const auto nearest = [&](std::size_t level, const RodTower& from, const RodTower& to) {
        std::pair<int, int> best{from.rings[level][0], to.rings[level][0]};
        double least = 1e9;
        for (const int a : from.rings[level]) {
            for (const int b : to.rings[level]) {
                const double length =
                    (frame.points[static_cast<std::size_t>(a)] - frame.points[static_cast<std::size_t>(b)]).norm();
                if (length < least) {
                    least = length;
                    best = {a, b};
                }
            }
        }
        return best;
    };
    const auto low = nearest(1, one, other);
    const auto high = nearest(2, one, other);
    frame.lines.push_back({low.first, low.second});
    frame.lines.push_back({high.first, high.second});
    frame.lines.push_back({low.first, high.second});
    frame.lines.push_back({high.first, low.second});
}

RodFrame frame_of_castle() {
    RodFrame frame;
    frame.radius = rod_radius;
    const double x = castle_parts::half_width;
    const double z = castle_parts::half_depth;
    const std::array towers{add_tower(frame, {x, 0, z}), add_tower(frame, {-x, 0, z}), add_tower(frame, {-x, 0, -z}),
                            add_tower(frame, {x, 0, -z})};
    for (std::size_t i = 0; i < towers.size(); ++i) {
        add_wall(frame, towers[i], towers[(i + 1) % towers.size()]);
    }
    return frame;
}

} // namespace castle_rod_parts

/// The castle of the paper's table as rods, in space.
Figure castle_of_rods() {
    Figure castle;
    castle.name = "castle_of_rods";
    castle.title = "Wim the wire castle";
    castle.about = "a castle of elastic rods that walks away on its four towers";
    castle.palette = {"#7d6b5d"};
    castle.rods = castle_rod_parts::frame_of_castle();
    castle.rods->muscles.cage_cells = 12;
    castle.rods->muscles.behaviour = {"walk", 0.2, 2.0, 0.3};
    castle.young = 2e6;
    castle.time_step = 1.0 / 60.0;
    castle.damping = 0.5;
    castle.gravity = Vec3(0.0, -9.81, 0.0);
    castle.view = {{2.0, 1.3, 3.0}, {0.0, 0.4, 0.3}, 34.0};
    return castle;
}

} // namespace limber::makers
