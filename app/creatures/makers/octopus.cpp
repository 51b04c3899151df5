// SPDX-License-Identifier: MIT
#include "app/creatures/makers/gallery.h"
#include "app/creatures/makers/motion.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace limber::makers {
namespace octopus_parts {

enum Paint { skin, sucker, spot, white, black, blush };
enum Material { flesh, arm_flesh, arm_tip, face, core };

constexpr int arm_count = 8;
constexpr int joint_count = 4;
constexpr int bone_count = 2; // in each arm; few and long, so that secondary motion bends the arm

struct Bones {
    int mantle, head;
    std::array<std::array<int, bone_count>, arm_count> arms;
};

double arm_angle(int arm) {
    return (arm + 0.5) * 2.0 * std::numbers::pi / arm_count;
}

Vec3 outwards(int arm) {
    return {std::cos(arm_angle(arm)), 0.0, std::sin(arm_angle(arm))};
}

// Out, down, and up again to a curled tip; every second arm is a little lower.
Vec3 arm_point(int arm, int joint) {
    constexpr std::array<double, joint_count + 1> reach = {0.13, 0.33, 0.53, 0.70, 0.74};
    constexpr std::array<double, joint_count + 1> height = {0.02, -0.09, -0.15, -0.08, 0.08};
    const auto at = static_cast<std::size_t>(joint);
    const double lower = arm % 2 == 0 ? 0.0 : 0.045 * joint;
    return reach[at] * outwards(arm) + (height[at] - lower) * Vec3::UnitY();
}

double arm_radius(int joint) {
    constexpr std::array<double, joint_count + 1> radii = {0.11, 0.09, 0.072, 0.058, 0.044};
    return radii[static_cast<std::size_t>(joint)];
}

struct ArmPlace {
    Vec3 at;
    Vec3 up; // away from the suckers
    double radius;
};

// A point on a smooth curve through the joints [Catmull and Rom 1974]; `along` is in [0, joint_count].
ArmPlace arm_place(int arm, double along) {
    const int joint = std::min(static_cast<int>(along), joint_count - 1);
    const double t = along - joint;
    const auto clamped = [&](int j) {
        return arm_point(arm, std::clamp(j, 0, joint_count));
    };
    const Vec3 from = clamped(joint);
    const Vec3 to = clamped(joint + 1);
    const Vec3 speed_from = 0.5 * (to - clamped(joint - 1));
    const Vec3 speed_to = 0.5 * (clamped(joint + 2) - from);
    const Vec3 bend = 3.0 * (to - from) - 2.0 * speed_from - speed_to;
    const Vec3 twist = speed_from + speed_to - 2.0 * (to - from);
    const Vec3 tangent = (speed_from + 2.0 * t * bend + 3.0 * t * t * twist).normalized();
    const Vec3 sideways = outwards(arm).cross(Vec3::UnitY());
    return {from + t * speed_from + t * t * bend + t * t * t * twist, sideways.cross(tangent).normalized(),
            arm_radius(joint) + t * (arm_radius(joint + 1) - arm_radius(joint))};
}

Bones add_bones(Figure& octopus) {
    Bones b{};
    b.mantle = octopus.add_bone("mantle", -1, {0, 0.0, 0}, {0, 0.24, 0});
    b.head = octopus.add_bone("head", b.mantle, {0, 0.24, 0}, {0, 0.70, -0.05});
    for (int arm = 0; arm < arm_count; ++arm) {
        int parent = b.mantle;
        for (int k = 0; k < bone_count; ++k) {
            const std::string name = "arm" + std::to_string(arm + 1) + "." + std::to_string(k + 1);
            parent = octopus.add_bone(name, parent, arm_point(arm, k), arm_point(arm, k + 1));
            b.arms[static_cast<std::size_t>(arm)][static_cast<std::size_t>(k)] = parent;
        }
    }
    return b;
}

void add_body(Figure& octopus, const Bones& b) {
    octopus.add({Ellipsoid{{0, 0.46, -0.04}, {0.31, 0.34, 0.31}, rotation_about(Vec3::UnitX(), -10)},
                 {b.head, b.mantle},
                 0.1,
                 skin,
                 flesh});
    octopus.add({Ellipsoid{{0, 0.12, 0}, {0.25, 0.17, 0.25}}, {b.mantle}, 0.14, skin, flesh});
}

void add_arm(Figure& octopus, const Bones& b, int arm) {
    constexpr int pieces = 2; // between two joints
    for (int piece = 0; piece < pieces * joint_count; ++piece) {
        const auto from = arm_place(arm, static_cast<double>(piece) / pieces);
        const auto to = arm_place(arm, static_cast<double>(piece + 1) / pieces);
        const auto& [root, tip] = b.arms[static_cast<std::size_t>(arm)];
        const auto bones = piece < pieces ? std::vector<int>{root, tip, b.mantle} : std::vector<int>{tip, root};
        const int material = piece < pieces * joint_count / 2 ? arm_flesh : arm_tip;
        octopus.add({RoundCone{from.at, to.at, from.radius, to.radius}, bones, 0.05, skin, material, 0.85,
                     piece < 1 ? -1 : arm});
    }
}

void add_face(Figure& octopus, const Bones& b) {
    for (const double side : {1.0, -1.0}) {
        octopus.add(
            {Ellipsoid{{side * 0.135, 0.36, 0.235}, {0.088, 0.10, 0.07}, rotation_about(Vec3::UnitY(), side * 25)},
             {b.head},
             0.02,
             white,
             face,
             0.5});
        octopus.add(
            {Ellipsoid{{side * 0.142, 0.36, 0.288}, {0.052, 0.064, 0.034}, rotation_about(Vec3::UnitY(), side * 20)},
             {b.head},
             0.0,
             black,
             face,
             0.35});
        octopus.add(
            {Ellipsoid{{side * 0.142 + 0.016, 0.385, 0.314}, {0.019, 0.021, 0.014}}, {b.head}, 0.0, white, face, 0.25});
        octopus.add(
            {Ellipsoid{{side * 0.178, 0.25, 0.168}, {0.05, 0.034, 0.03}, rotation_about(Vec3::UnitY(), side * 45)},
             {b.head, b.mantle},
             0.02,
             blush,
             flesh,
             0.6});
    }
    octopus.add({Ellipsoid{{0, 0.215, 0.262}, {0.036, 0.03, 0.028}}, {b.head, b.mantle}, 0.01, black, face, 0.4});
}

bool is_freckle(const Vec3& x) {
    constexpr std::array<std::array<double, 4>, 6> freckles = {{{0.12, 0.74, 0.08, 0.05},
                                                                {-0.1, 0.72, -0.12, 0.065},
                                                                {0.05, 0.66, 0.2, 0.035},
                                                                {0.28, 0.55, -0.1, 0.05},
                                                                {-0.27, 0.6, 0.0, 0.045},
                                                                {0.0, 0.6, -0.33, 0.06}}};
    for (const auto& [cx, cy, cz, radius] : freckles) {
        if ((x - Vec3(cx, cy, cz)).norm() < radius + 0.015) {
            return true;
        }
    }
    return false;
}

// Whether x is on the lower side of the arm in its sector, where the suckers are.
bool is_below_arm(const Vec3& x) {
    const double angle = std::atan2(x.z(), x.x()) + 2.0 * std::numbers::pi;
    const int arm = static_cast<int>(angle / (2.0 * std::numbers::pi / arm_count)) % arm_count;
    ArmPlace nearest = arm_place(arm, 0.0);
    for (int step = 1; step <= 16; ++step) {
        const ArmPlace place = arm_place(arm, 0.25 * step);
        nearest = (x - place.at).norm() < (x - nearest.at).norm() ? place : nearest;
    }
    return (x - nearest.at).dot(nearest.up) < -0.3 * nearest.radius;
}

// Light undersides of the arms, and freckles on the dome.
int painted(const Vec3& x, int paint) {
    if (paint != skin) {
        return paint;
    }
    const bool is_sucker = x.y() < 0.12 && std::hypot(x.x(), x.z()) > 0.1 && is_below_arm(x);
    return is_sucker ? sucker : is_freckle(x) ? spot : skin;
}

// The rotation of an arm's joint that lifts its tip and swings it sideways [degrees].
Vec3 arm_turn(int arm, double lift, double swing) {
    return lift * outwards(arm).cross(Vec3::UnitY()) + swing * Vec3::UnitY();
}

BoneMotion& bone_of(const Bones& b, int arm, int k, Motion& motion) {
    return motion[static_cast<std::size_t>(b.arms[static_cast<std::size_t>(arm)][static_cast<std::size_t>(k)])];
}

// The arms close and open like a bell; the body rises with each stroke.
void drift(const Bones& b, double phase, Motion& motion) {
    motion[static_cast<std::size_t>(b.mantle)].shift.y() = 0.24 + 0.08 * sine_wave(phase - 0.1);
    motion[static_cast<std::size_t>(b.mantle)].turn =
        Vec3(3.0 * sine_wave(phase), 6.0 * sine_wave(phase), 4.0 * cosine_wave(phase));
    const double squeeze = 1.0 + 0.06 * sine_wave(phase - 0.2);
    motion[static_cast<std::size_t>(b.head)].stretch = Vec3(1.0 / squeeze, squeeze, 1.0 / squeeze);
    motion[static_cast<std::size_t>(b.head)].turn =
        Vec3(6.0 * sine_wave(phase - 0.2), 0, 5.0 * cosine_wave(phase - 0.1));
    for (int arm = 0; arm < arm_count; ++arm) {
        for (int k = 0; k < bone_count; ++k) {
            const double lag = 0.16 * k + 0.06 * (arm % 2);
            const double lift = 4.0 + (20.0 + 6.0 * k) * sine_wave(phase - lag);
            const double swing = 8.0 * sine_wave(phase - lag + 0.125 * arm);
            bone_of(b, arm, k, motion).turn = arm_turn(arm, lift, swing);
        }
    }
}

// A wave runs around the arms while the head turns left and right.
void mexican_wave(const Bones& b, double phase, Motion& motion) {
    motion[static_cast<std::size_t>(b.mantle)].turn.y() = 12.0 * sine_wave(phase);
    motion[static_cast<std::size_t>(b.head)].turn =
        Vec3(5.0 * sine_wave(2 * phase), 16.0 * sine_wave(phase), 9.0 * sine_wave(2 * phase));
    for (int arm = 0; arm < arm_count; ++arm) {
        for (int k = 0; k < bone_count; ++k) {
            const double here = sine_wave(phase - static_cast<double>(arm) / arm_count - 0.08 * k);
            bone_of(b, arm, k, motion).turn =
                arm_turn(arm, 30.0 * std::max(0.0, here) * std::max(0.0, here), 8.0 * here);
        }
    }
}

} // namespace octopus_parts

Figure octopus() {
    using namespace octopus_parts;
    Figure octopus;
    octopus.name = "octopus";
    octopus.title = "Olive the octopus";
    octopus.about = "an octopus with eight arms that drifts";
    octopus.vertices = 8000;
    octopus.palette = {"#b565c9", "#f3c6e2", "#8e49a8", "#fdfbff", "#241c33", "#f08aa8"};
    octopus.regions = {
        {"flesh", 0.7, 1.0}, {"arm", 0.6, 1.0}, {"tip", 0.7, 1.0}, {"face", 12.0, 1.0}, {"core", 3.0, 1.0}};
    octopus.core_radius = 0.02;
    octopus.painter = painted;
    const Bones bones = add_bones(octopus);
    octopus.coreless_bones = {bones.head};
    for (const auto& arm : bones.arms) {
        octopus.coreless_bones.insert(octopus.coreless_bones.end(), arm.begin() + 1, arm.end());
    }
    add_body(octopus, bones);
    for (int arm = 0; arm < arm_count; ++arm) {
        add_arm(octopus, bones, arm);
    }
    add_face(octopus, bones);
    octopus.clips = {
        looping_clip(octopus.skeleton, "drift", 2.8, [=](double t, Motion& m) { drift(bones, t, m); }),
        looping_clip(octopus.skeleton, "wave", 3.2, [=](double t, Motion& m) { mexican_wave(bones, t, m); })};
    octopus.young = 450;
    octopus.modes = 44;
    octopus.clusters = 150;
    octopus.view = {{0.84, 0.90, 3.32}, {0.01, 0.19, 0.02}, 34.0};
    return octopus;
}

} // namespace limber::makers
