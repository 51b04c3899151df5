// SPDX-License-Identifier: MIT
#include "app/creatures/makers/creatures.h"
#include "app/creatures/makers/stance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace limber::makers {
namespace gripper_parts {

enum Paint { rubber, strip, plate, knob };
enum Material { soft, stiff, hard };

constexpr int finger_count = 3;
constexpr double ring = 0.26;           // from the axis to the middle of a finger [m]
constexpr double chamber_shift = 0.012; // outwards from the middle of a finger [m]
constexpr double strip_depth = 0.05;    // from the middle of a finger to its stiff side, which faces the axis [m]
constexpr double band_period = 0.05;    // from one stiff band around a finger to the next [m]
constexpr double band_width = 0.02;     // [m]
constexpr double bands_below = 0.80;    // the height of the palm's lower side [m]

// Horizontal, from the axis to a finger.
Vec3 direction_of(int finger) {
    const double angle = 2.0 * std::numbers::pi * finger / finger_count;
    return {std::sin(angle), 0.0, std::cos(angle)};
}

Vec3 chamber_end(int finger, double height) {
    return (ring + chamber_shift) * direction_of(finger) + Vec3(0, height, 0);
}

void add_palm(Figure& gripper) {
    gripper.add({RoundBox{{0, 0.90, 0}, {0.36, 0.045, 0.36}, 0.035}, {}, 0.0, plate, hard});
    gripper.add({RoundCone{{0, 0.93, 0}, {0, 1.05, 0}, 0.10, 0.09}, {}, 0.02, knob, hard});
}

void add_fingers(Figure& gripper) {
    for (int finger = 0; finger < finger_count; ++finger) {
        const Vec3 root = ring * direction_of(finger) + Vec3(0, 0.88, 0);
        const Vec3 tip = ring * direction_of(finger) + Vec3(0, 0.28, 0);
        gripper.add({RoundCone{root, tip, 0.09, 0.076}, {}, 0.02, rubber, soft, 0.8});
    }
    for (int finger = 0; finger < finger_count; ++finger) {
        gripper.carve(RoundCone{chamber_end(finger, 0.76), chamber_end(finger, 0.34), 0.055, 0.047}, 0.0);
    }
}

// Whether a place of a finger is on its side that faces the axis.
bool faces_the_axis(const Vec3& x) {
    double along = 0.0; // the finger whose direction is nearest to that of the place
    for (int finger = 0; finger < finger_count; ++finger) {
        along = std::max(along, x.dot(direction_of(finger)));
    }
    return along < ring - strip_depth;
}

// Between the bands a finger becomes longer where it is soft, and with them not thicker, so that it bends.
bool is_in_a_band(const Vec3& x) {
    return x.y() < bands_below && std::fmod(x.y(), band_period) < band_width;
}

int painted(const Vec3& x, int paint) {
    return paint == rubber && (faces_the_axis(x) || is_in_a_band(x)) ? strip : paint;
}

int stiffened(const Vec3& x, int material) {
    return material == soft && (faces_the_axis(x) || is_in_a_band(x)) ? stiff : material;
}

SubspaceChoice subspace() {
    SubspaceChoice choice{"force-dual-skinning", {}};
    for (int finger = 0; finger < finger_count; ++finger) {
        const std::string number = std::to_string(finger + 1);
        choice.loads.push_back({"Chamber " + number, "pocket", chamber_end(finger, 0.55), 0.05, 100});
        choice.loads.push_back(
            {"Tip " + number, "region", (ring - 0.06) * direction_of(finger) + Vec3(0, 0.32, 0), 0.06, 60});
    }
    return choice;
}

} // namespace gripper_parts

/// Three fingers with a chamber each, which bend inwards by a third of their length when a gas inflates them, because
/// their inner sides are stiff and bands around them keep them slender: after figure 9 of [Force-Dual Modes].
Figure gripper() {
    using namespace gripper_parts;
    Figure gripper = walker("gripper", "Greta the gripper", "three fingers that bend inwards when they are inflated",
                            {"#e88438", "#39404f", "#a7b0bd", "#6b7482"});
    gripper.vertices = 10000;
    gripper.regions = {{"rubber", 1.0, 0.8}, {"strip", 12.0, 0.8}, {"plate", 50.0, 0.8}};
    add_palm(gripper);
    add_fingers(gripper);
    gripper.painter = painted;
    gripper.material_at = stiffened;
    gripper.young = 2e5;
    Walk& walk = *gripper.walk;
    walk.pockets = finger_count;
    walk.peak_strain = 2.0;
    walk.has_floor = false;
    walk.balls = {{{0, 0.34, 0}, 0.13}}; // what they close on
    walk.points = 90;
    walk.contact_density = [](const Vec3& x) {
        return x.y() < 0.6 && faces_the_axis(x) ? 1.0 : 0.0;
    };
    walk.is_pinned = [](const Vec3& x) {
        return x.y() > 0.93;
    };
    gripper.subspace = gripper_parts::subspace();
    gripper.modes = 24;
    gripper.clusters = 120;
    gripper.view = {{2.1, 0.85, 1.22}, {0, 0.6, 0}, 32.0}; // between two fingers, so that the ball shows
    return gripper;
}

} // namespace limber::makers
