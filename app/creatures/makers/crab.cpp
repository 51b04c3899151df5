// SPDX-License-Identifier: MIT
#include "app/creatures/makers/anatomy.h"
#include "app/creatures/makers/sea.h"

#include <array>
#include <cmath>

namespace limber::makers {
namespace crab_parts {

enum Paint { skin, belly, claw, white, black, blush };
enum Material { flesh, limb, stalk, shell, face };

constexpr std::size_t leg_count = 3; // on each side

struct Bones {
    int body;
    std::array<int, 2> stalks, arms, claws;
    std::array<std::array<int, leg_count>, 2> legs;
};

const Ellipsoid body = {{0, 0.34, 0}, {0.30, 0.23, 0.40}};

struct Leg {
    Vec3 hip, knee, foot;
};

Leg leg_at(std::size_t leg) {
    const double x = 0.10 - 0.15 * static_cast<double>(leg);
    return {{x, 0.28, 0.34}, {1.3 * x, 0.33, 0.60}, {1.6 * x, 0.04, 0.74}};
}

const Vec3 shoulder = {0.22, 0.30, 0.32};
const Vec3 elbow = {0.40, 0.30, 0.56};
const Vec3 wrist = {0.52, 0.44, 0.58};

// Looks towards +x, walks sideways.
Bones add_bones(Figure& crab) {
    Bones b{};
    b.body = crab.add_bone("body", -1, {0, 0.28, 0}, {0, 0.50, 0});
    for (std::size_t k = 0; k < 2; ++k) {
        const double s = sides[k];
        const std::string side = k == 0 ? ".left" : ".right";
        b.stalks[k] =
            crab.add_bone("stalk" + side, b.body, mirrored({0.16, 0.50, 0.13}, s), mirrored({0.17, 0.58, 0.14}, s));
        b.arms[k] = crab.add_bone("arm" + side, b.body, mirrored(shoulder, s), mirrored(elbow, s));
        b.claws[k] = crab.add_bone("claw" + side, b.arms[k], mirrored(elbow, s), mirrored(wrist, s));
        for (std::size_t leg = 0; leg < leg_count; ++leg) {
            const Leg at = leg_at(leg);
            b.legs[k][leg] = crab.add_bone("leg" + std::to_string(leg + 1) + side, b.body, mirrored(at.hip, s),
                                           mirrored(at.foot, s));
        }
    }
    return b;
}

void add_limbs(Figure& crab, const Bones& b) {
    for (std::size_t k = 0; k < 2; ++k) {
        const double s = sides[k];
        const auto at = [s](const Vec3& x) {
            return mirrored(x, s);
        };
        for (std::size_t leg = 0; leg < leg_count; ++leg) {
            const Leg joint = leg_at(leg);
            const std::vector<int> bones = {b.legs[k][leg]};
            crab.add({RoundCone{at(joint.hip), at(joint.knee), 0.075, 0.062}, bones, 0.03, skin, limb, 0.9});
            crab.add({RoundCone{at(joint.knee), at(joint.foot), 0.062, 0.034}, bones, 0.03, skin, limb, 0.85});
        }
        crab.add({RoundCone{at(shoulder), at(elbow), 0.085, 0.08}, {b.arms[k]}, 0.04, skin, limb, 0.9});
        crab.add({RoundCone{at(elbow), at(wrist), 0.08, 0.10}, {b.claws[k], b.arms[k]}, 0.04, skin, limb, 0.9});
        crab.add({Ellipsoid{at({0.58, 0.58, 0.56}), {0.14, 0.19, 0.12}, rotation_about(Vec3::UnitZ(), -20)},
                  {b.claws[k]},
                  0.04,
                  claw,
                  shell});
        crab.add({RoundCone{at({0.64, 0.68, 0.60}), at({0.70, 0.86, 0.54}), 0.085, 0.035},
                  {b.claws[k]},
                  0.03,
                  claw,
                  shell,
                  0.85});
        crab.add({RoundCone{at({0.54, 0.68, 0.48}), at({0.60, 0.82, 0.38}), 0.07, 0.03},
                  {b.claws[k]},
                  0.03,
                  claw,
                  shell,
                  0.85});
    }
}

void add_face(Figure& crab, const Bones& b) {
    for (std::size_t k = 0; k < 2; ++k) {
        const double s = sides[k];
        const auto at = [s](const Vec3& x) {
            return mirrored(x, s);
        };
        crab.add({RoundCone{at({0.15, 0.50, 0.125}), at({0.19, 0.72, 0.155}), 0.052, 0.04},
                  {b.body, b.stalks[k]},
                  0.03,
                  skin,
                  stalk,
                  0.85});
    }
    add_eyes(crab, {{0.195, 0.79, 0.16}, {1, 0.08, 0.15}, 0.085, b.body, white, black, face, 0.74});
    add_line(crab, smile_on(body, -0.045, 0.055, 24.0), 0.014, b.body, black, face);
    for (const double s : sides) {
        crab.add({Ellipsoid{mirrored(surface_at(body, {0.80, 0.0, 0.62}), s), {0.035, 0.032, 0.05}},
                  {b.body},
                  0.02,
                  blush,
                  flesh,
                  0.7});
    }
}

int painted(const Vec3& x, int paint) {
    return paint == skin && x.y() < 0.24 && std::abs(x.z()) < 0.36 && std::abs(x.x()) < 0.34 ? belly : paint;
}

// Steps sideways and back, claws up.
void dance(const Bones& b, double phase, Motion& motion) {
    motion_of(motion, b.body).shift = Vec3(0, 0.05 * std::pow(sine_wave(2.0 * phase), 2), 0.12 * sine_wave(phase));
    motion_of(motion, b.body).turn =
        Vec3(-9.0 * sine_wave(phase), 6.0 * cosine_wave(phase), 4.0 * sine_wave(4.0 * phase));
    for (std::size_t k = 0; k < 2; ++k) {
        const double s = sides[k];
        motion_of(motion, b.arms[k]).turn =
            Vec3(-s * (8.0 + 12.0 * sine_wave(2.0 * phase)), 0, 14.0 * sine_wave(2.0 * phase + 0.25 * s));
        motion_of(motion, b.claws[k]).turn =
            Vec3(s * 16.0 * sine_wave(2.0 * phase), 0, 16.0 * sine_wave(2.0 * phase - 0.1));
        for (std::size_t leg = 0; leg < leg_count; ++leg) {
            const double step = 4.0 * phase + 0.5 * static_cast<double>(leg) + (k == 0 ? 0.0 : 0.25);
            motion_of(motion, b.legs[k][leg]).turn =
                Vec3(9.0 * sine_wave(phase) - s * 14.0 * std::max(0.0, sine_wave(step)), 0, 6.0 * cosine_wave(step));
        }
    }
}

} // namespace crab_parts

Figure crab() {
    using namespace crab_parts;
    Figure crab;
    crab.name = "crab";
    crab.title = "Clara the crab";
    crab.about = "a crab with eyes on stalks that dances sideways";
    crab.palette = {"#e2553f", "#f6c9a6", "#ee7455", "#ffffff", "#2b1a1c", "#f59a8c"};
    crab.regions = {
        {"flesh", 1.0, 1.0}, {"limb", 2.0, 1.0}, {"stalk", 0.7, 1.0}, {"shell", 2.5, 1.0}, {"face", 1.5, 0.7}};
    crab.painter = painted;
    const Bones bones = add_bones(crab);
    crab.add({body, {bones.body}, 0.06, skin, flesh});
    crab.add({Ellipsoid{{-0.03, 0.42, 0}, {0.27, 0.17, 0.36}}, {bones.body}, 0.05, skin, flesh});
    add_limbs(crab, bones);
    add_face(crab, bones);
    crab.clips = {looping_clip(crab.skeleton, "dance", 2.4, [=](double t, Motion& m) { dance(bones, t, m); })};
    crab.vertices = 13000;
    crab.edge_length = 0.0352;
    crab.size = 0.6;
    crab.young = 700;
    crab.view = {{2.8, 1.35, 1.0}, {0.12, 0.40, 0}, 34.0};
    return crab;
}

} // namespace limber::makers
