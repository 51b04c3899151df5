// SPDX-License-Identifier: MIT
#include "app/creatures/makers/anatomy.h"
#include "app/creatures/makers/creatures.h"
#include "app/creatures/makers/stance.h"

#include <cmath>

namespace limber::makers {
namespace bridge_parts {

enum Paint { plank, gap, beam, stone };
enum Material { timber, masonry };

constexpr double half_span = 1.15;    // [m]
constexpr double deck_top = 0.505;    // [m]
constexpr double plank_width = 0.115; // [m]
constexpr double rib_at = 0.17;       // to the sides of the middle [m]
constexpr double rail_at = 0.215;     // [m]

double height_of_rib(double x) {
    return 0.10 + 0.31 * (1.0 - x * x / (half_span * half_span));
}

void add_deck(Figure& bridge) {
    bridge.add({RoundBox{{0, deck_top - 0.045, 0}, {half_span + 0.1, 0.045, 0.25}, 0.02}, {}, 0.0, plank, timber});
}

void add_ribs(Figure& bridge, double side) {
    std::vector<Vec3> rib;
    for (int i = -4; i <= 4; ++i) {
        const double x = half_span * i / 4.0;
        rib.emplace_back(x, height_of_rib(x), side * rib_at);
    }
    add_tube(bridge, rib, std::vector<double>(rib.size(), 0.045), {{}, {}, 0.02, beam, timber, 0.8});
    for (const double x : {-0.85, -0.58, 0.58, 0.85}) {
        bridge.add({RoundCone{{x, height_of_rib(x), side * rib_at}, {x, deck_top - 0.05, side * rib_at}, 0.03, 0.03},
                    {},
                    0.02,
                    beam,
                    timber,
                    0.7});
    }
}

void add_railing(Figure& bridge, double side) {
    const double z = side * rail_at;
    bridge.add({RoundCone{{-half_span, 0.68, z}, {half_span, 0.68, z}, 0.028, 0.028}, {}, 0.0, beam, timber, 0.7});
    for (int i = -3; i <= 3; ++i) {
        const double x = half_span * i / 3.2;
        bridge.add({RoundCone{{x, deck_top - 0.03, z}, {x, 0.68, z}, 0.026, 0.024}, {}, 0.015, beam, timber, 0.7});
    }
}

void add_abutments(Figure& bridge) {
    for (const double side : {1.0, -1.0}) {
        bridge.add(
            {RoundBox{{side * (half_span + 0.16), 0.26, 0}, {0.15, 0.27, 0.30}, 0.03}, {}, 0.01, stone, masonry});
    }
}

int painted(const Vec3& x, int paint) {
    return paint == plank && std::abs(std::remainder(x.x(), plank_width)) < 0.012 ? gap : paint;
}

} // namespace bridge_parts

/// A soft bridge between two stones, with a subspace for loads on each third of it, after figure 3 of [Force-Dual
/// Modes].
Figure bridge() {
    using namespace bridge_parts;
    Figure bridge = walker("bridge", "Bridget the bridge", "a soft bridge that bends where it is loaded",
                           {"#d3a36a", "#8f6538", "#a9743f", "#8d9299"});
    bridge.vertices = 10000;
    bridge.regions = {{"timber", 1.0, 0.5}, {"masonry", 50.0, 1.0}};
    add_deck(bridge);
    for (const double side : {1.0, -1.0}) {
        add_ribs(bridge, side);
        add_railing(bridge, side);
    }
    add_abutments(bridge);
    bridge.painter = painted;
    bridge.young = 4e5;
    bridge.walk->muscles = 0;
    bridge.walk->has_floor = false;
    bridge.walk->balls = {{{-0.45, deck_top + 0.2, 0}, 0.13}};
    bridge.walk->points = 70;
    bridge.walk->contact_density = [](const Vec3& x) {
        const bool is_on_deck = std::abs(x.y() - deck_top) < 0.02 && std::abs(x.z()) < 0.19;
        return is_on_deck && std::abs(x.x()) < half_span ? 1.0 : 0.0;
    };
    bridge.walk->is_pinned = [](const Vec3& x) {
        return std::abs(x.x()) > half_span + 0.02;
    };
    bridge.subspace = {"force-dual-skinning",
                       {{"Left third", "pressing", {-0.62, deck_top, 0}, 0.2, 30},
                        {"Middle", "pressing", {0, deck_top, 0}, 0.2, 30},
                        {"Right third", "pressing", {0.62, deck_top, 0}, 0.2, 30}},
                       true};
    bridge.modes = 6;
    bridge.clusters = 100;
    bridge.view = {{1.5, 1.15, 3.8}, {0, 0.36, 0}, 32.0};
    return bridge;
}

} // namespace limber::makers
