// SPDX-License-Identifier: MIT
#include "app/creatures/makers/anatomy.h"
#include "app/creatures/makers/sea.h"

#include <Eigen/Geometry>

#include <array>
#include <cmath>
#include <numbers>

namespace limber::makers {
namespace squid_parts {

enum Paint { skin, spot, pale, white, black, blush };
enum Material { flesh, fin, arm, face };

constexpr int arm_count = 8;

struct Bones {
    int mantle, head;
    std::array<int, 2> fins;
    std::array<int, arm_count> arms;
};

// Swims tail first: the point of the mantle is in front, the arms are behind.
Vec3 around(int arm, double radius, double x) {
    const double angle = (arm + 0.5) * 2.0 * std::numbers::pi / arm_count;
    return {x, radius * std::cos(angle), radius * std::sin(angle)};
}

Bones add_bones(Figure& squid) {
    Bones b{};
    b.mantle = squid.add_bone("mantle", -1, {0.05, 0, 0}, {0.55, 0, 0});
    b.head = squid.add_bone("head", b.mantle, {0.0, 0, 0}, {-0.20, 0, 0});
    for (std::size_t k = 0; k < 2; ++k) {
        b.fins[k] = squid.add_bone(k == 0 ? "fin.left" : "fin.right", b.mantle, mirrored({0.60, 0, 0.10}, sides[k]),
                                   mirrored({0.56, 0, 0.24}, sides[k]));
    }
    for (int arm_index = 0; arm_index < arm_count; ++arm_index) {
        b.arms[static_cast<std::size_t>(arm_index)] =
            squid.add_bone("arm" + std::to_string(arm_index + 1), b.head, around(arm_index, 0.09, -0.22),
                           around(arm_index, 0.14, -0.42));
    }
    return b;
}

void add_body(Figure& squid, const Bones& b) {
    add_tube(squid, {{-0.02, 0, 0}, {0.20, 0, 0}, {0.50, 0, 0}, {0.80, 0, 0}}, {0.20, 0.235, 0.175, 0.05},
             {{}, {b.mantle}, 0.06, skin, flesh});
    squid.add({Ellipsoid{{-0.13, 0, 0}, {0.17, 0.17, 0.185}}, {b.head, b.mantle}, 0.05, skin, face});
    for (std::size_t k = 0; k < 2; ++k) {
        squid.add(
            {blade(mirrored({0.72, 0, 0.0}, sides[k]), mirrored({0.44, 0, 0.40}, sides[k]), {0, 1, 0}, 0.30, 0.07),
             {b.fins[k], b.mantle},
             0.05,
             pale,
             fin,
             0.85});
    }
}

void add_arms(Figure& squid, const Bones& b) {
    for (int k = 0; k < arm_count; ++k) {
        const bool is_long = k == 2 || k == 5; // the two tentacles
        const double length = is_long ? 1.35 : 0.82;
        const int bone = b.arms[static_cast<std::size_t>(k)];
        const auto point = [&](double along, double radius) {
            return around(k, radius, -0.20 - along * length);
        };
        add_tube(squid, {point(0.0, 0.085), point(0.3, 0.15), point(0.65, 0.17), point(1.0, is_long ? 0.26 : 0.23)},
                 {0.07, 0.056, is_long ? 0.036 : 0.044, 0.03}, {{}, {bone}, 0.03, skin, arm, 0.9});
        if (is_long) {
            squid.add({Ellipsoid{point(1.03, 0.27), {0.11, 0.045, 0.055}}, {bone}, 0.03, pale, arm, 0.85});
        }
    }
}

void add_face(Figure& squid, const Bones& b) {
    add_eyes(squid, {{-0.13, 0.045, 0.165}, {-0.1, 0.12, 1}, 0.085, b.head, white, black, face, 0.74});
    for (const double s : sides) {
        squid.add(
            {Ellipsoid{mirrored({-0.06, -0.065, 0.178}, s), {0.04, 0.028, 0.02}}, {b.head}, 0.015, blush, face, 0.7});
        add_line(squid,
                 {mirrored({-0.17, -0.065, 0.172}, s), mirrored({-0.145, -0.085, 0.168}, s),
                  mirrored({-0.115, -0.075, 0.174}, s)},
                 0.0095, b.head, black, face);
    }
}

// Freckles on the mantle.
int painted(const Vec3& x, int paint) {
    if (paint != skin || x.x() < 0.02) {
        return paint;
    }
    const double turn = std::atan2(x.z(), x.y()) / std::numbers::pi + 1.0;
    const double row = std::floor(x.x() / 0.13);
    const double along = x.x() / 0.13 - row - 0.5;
    const double round = std::fmod(turn * 3.0 + 0.5 * row, 1.0) - 0.5;
    return std::hypot(along, 1.5 * round) < 0.28 ? spot : skin;
}

// The mantle contracts, the body shoots forward, and the arms close behind it.
void dart(const Bones& b, double phase, Motion& motion) {
    const double squeeze = sine_wave(phase + 0.08 * sine_wave(phase));
    motion_of(motion, b.mantle).shift.x() = 0.14 * sine_wave(phase - 0.16);
    motion_of(motion, b.mantle).turn = Vec3(5.0 * cosine_wave(phase), 0, 4.0 * sine_wave(phase));
    const double tall = 1.0 + 0.07 * squeeze;
    motion_of(motion, b.mantle).stretch = Vec3(1.0 / std::sqrt(tall), tall, 1.0 / std::sqrt(tall));
    for (std::size_t k = 0; k < 2; ++k) {
        motion_of(motion, b.fins[k]).turn.x() = -sides[k] * 30.0 * sine_wave(2.0 * phase);
    }
    for (int k = 0; k < arm_count; ++k) {
        const Vec3 out = around(k, 1.0, 0.0);
        motion_of(motion, b.arms[static_cast<std::size_t>(k)]).turn =
            (-9.0 + 20.0 * sine_wave(phase - 0.1)) * out.cross(Vec3::UnitX());
    }
}

} // namespace squid_parts

Figure squid() {
    using namespace squid_parts;
    Figure squid;
    squid.name = "squid";
    squid.title = "Quill the squid";
    squid.about = "a squid with ten arms that darts";
    squid.palette = {"#e2725b", "#b94a48", "#f6b8a0", "#ffffff", "#2b1b22", "#f7a1a1"};
    squid.regions = {{"flesh", 1.0, 1.0}, {"fin", 0.7, 1.0}, {"arm", 2.2, 1.0}, {"face", 4.0, 1.0}};
    squid.painter = painted;
    const Bones bones = add_bones(squid);
    add_body(squid, bones);
    add_arms(squid, bones);
    add_face(squid, bones);
    squid.clips = {looping_clip(squid.skeleton, "dart", 2.2, [=](double t, Motion& m) { dart(bones, t, m); })};
    squid.vertices = 12000;
    squid.edge_length = 0.0352;
    squid.size = 0.9;
    squid.young = 500;
    squid.modes = 20;
    squid.view = {{1.3, 0.9, 2.7}, {-0.3, 0.0, 0}, 36.0};
    return squid;
}

} // namespace limber::makers
