// SPDX-License-Identifier: MIT
#include "app/creatures/makers/creatures.h"
#include "app/creatures/makers/stance.h"

#include <cmath>

namespace limber::makers {
namespace mattress_parts {

enum Paint { linen, stripe, wood, pillow };
enum Material { foam, frame };

constexpr double foot_height = 0.05;   // below which the legs stay where they are [m]
constexpr double foam_height = 0.44;   // above which visitors lie [m]
constexpr double stripe_period = 0.23; // [m]
constexpr double stripe_width = 0.07;  // [m]

void add_foam(Figure& mattress) {
    mattress.add({RoundBox{{0, 0.40, 0}, {0.93, 0.12, 0.56}, 0.06}, {}, 0.0, linen, foam});
    mattress.add({RoundBox{{-0.66, 0.545, 0}, {0.20, 0.065, 0.37}, 0.06}, {}, 0.03, pillow, foam, 0.9});
}

void add_frame(Figure& mattress) {
    mattress.add({RoundBox{{0, 0.23, 0}, {0.98, 0.06, 0.60}, 0.02}, {}, 0.01, wood, frame});
    mattress.add({RoundBox{{-1.0, 0.50, 0}, {0.05, 0.40, 0.60}, 0.035}, {}, 0.02, wood, frame});
    mattress.add({RoundBox{{1.0, 0.34, 0}, {0.05, 0.22, 0.60}, 0.035}, {}, 0.02, wood, frame});
    for (const double x : {0.93, -0.93}) {
        for (const double z : {0.53, -0.53}) {
            mattress.add({RoundCone{{x, 0.02, z}, {x, 0.23, z}, 0.055, 0.06}, {}, 0.02, wood, frame, 0.8});
        }
    }
    mattress.carve(RoundBox{{0, -0.3, 0}, {2, 0.3, 2}, 0.01}, 0.01);
}

// On the foam, twice as densely where visitors sit.
double touched(const Vec3& x) {
    const bool is_on_foam = x.y() > foam_height && std::abs(x.x()) < 0.94;
    const bool is_in_the_middle = std::hypot(x.x() - 0.1, x.z()) < 0.45;
    return !is_on_foam ? 0.0 : is_in_the_middle ? 1.0 : 0.5;
}

int painted(const Vec3& x, int paint) {
    const bool is_in_stripe = std::abs(std::remainder(x.x(), stripe_period)) < 0.5 * stripe_width;
    return paint == linen && is_in_stripe ? stripe : paint;
}

} // namespace mattress_parts

/// Soft foam on a stiff frame, whose feet stand still, for a heavy visitor (creatures/bedtime.h).
Figure mattress() {
    using namespace mattress_parts;
    Figure mattress = walker("mattress", "Mona the mattress", "a bed of soft foam on a stiff frame",
                             {"#f4efe4", "#7fa3c7", "#8a5a34", "#ffffff"});
    mattress.vertices = 9000;
    mattress.regions = {{"foam", 1.0, 0.15}, {"frame", 300.0, 0.6}};
    add_foam(mattress);
    add_frame(mattress);
    mattress.painter = painted;
    mattress.young = 1.5e4;
    mattress.walk->muscles = 0;
    mattress.walk->points = 140;
    mattress.walk->contact_density = touched;
    mattress.walk->is_pinned = [](const Vec3& x) {
        return x.y() < foot_height;
    };
    mattress.subspace = {"force-dual-skinning",
                         {{"Middle", "pressing", {0, 0.52, 0}, 0.3, 20},
                          {"Edge", "region", {0.5, 0.5, 0.42}, 0.12, 60},
                          {"Pillow", "region", {-0.66, 0.58, 0}, 0.15, 60}}};
    mattress.modes = 20;
    mattress.clusters = 120;
    mattress.view = {{1.7, 1.55, 2.7}, {0, 0.36, 0}, 32.0};
    return mattress;
}

} // namespace limber::makers
