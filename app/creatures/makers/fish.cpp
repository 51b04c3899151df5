// SPDX-License-Identifier: MIT
#include "app/creatures/makers/gallery.h"
#include "app/creatures/makers/motion.h"

#include <cmath>

namespace limber::makers {
namespace fish_parts {

enum Paint { skin, belly, fin, white, black };
enum Material { flesh, membrane, face, spine };

struct Bones {
    int chest, head, waist, hips, tail, tail_fin, left_fin, right_fin;
};

// Swims towards +x, y up.
Bones add_bones(Figure& fish) {
    Bones b{};
    b.chest = fish.add_bone("chest", -1, {0.10, 0, 0}, {-0.08, 0, 0});
    b.head = fish.add_bone("head", b.chest, {0.10, 0, 0}, {0.36, 0.0, 0});
    b.waist = fish.add_bone("waist", b.chest, {-0.08, 0, 0}, {-0.24, 0, 0});
    b.hips = fish.add_bone("hips", b.waist, {-0.24, 0, 0}, {-0.38, 0, 0});
    b.tail = fish.add_bone("tail", b.hips, {-0.38, 0, 0}, {-0.50, 0, 0});
    b.tail_fin = fish.add_bone("tail_fin", b.tail, {-0.50, 0, 0}, {-0.74, 0, 0});
    b.left_fin = fish.add_bone("fin.left", b.chest, {0.10, -0.10, 0.20}, {-0.04, -0.19, 0.40});
    b.right_fin = fish.add_bone("fin.right", b.chest, {0.10, -0.10, -0.20}, {-0.04, -0.19, -0.40});
    return b;
}

void add_body(Figure& fish, const Bones& b) {
    const std::vector<int> spine = {b.head, b.chest, b.waist, b.hips, b.tail};
    fish.add({Ellipsoid{{0.12, 0.0, 0}, {0.30, 0.27, 0.23}}, {b.head, b.chest, b.waist}, 0.10, skin, flesh});
    fish.add({Ellipsoid{{-0.10, -0.01, 0}, {0.32, 0.22, 0.17}}, spine, 0.12, skin, flesh});
    fish.add({RoundCone{{-0.20, 0, 0}, {-0.50, 0.0, 0}, 0.12, 0.05}, {b.waist, b.hips, b.tail}, 0.12, skin, flesh});
}

void add_tail_fin(Figure& fish, const Bones& b) {
    for (const double side : {1.0, -1.0}) {
        const Mat3 sweep = rotation_about(Vec3::UnitZ(), -side * 34.0);
        fish.add({Ellipsoid{{-0.62, side * 0.13, 0}, {0.20, 0.085, 0.032}, sweep},
                  {b.tail, b.tail_fin},
                  0.05,
                  fin,
                  membrane,
                  0.8});
    }
}

void add_fins(Figure& fish, const Bones& b) {
    fish.add({Ellipsoid{{-0.02, 0.26, 0}, {0.19, 0.12, 0.034}, rotation_about(Vec3::UnitZ(), 18)},
              {b.chest, b.waist},
              0.05,
              fin,
              membrane,
              0.8});
    fish.add({Ellipsoid{{-0.22, -0.20, 0}, {0.11, 0.075, 0.032}, rotation_about(Vec3::UnitZ(), 35)},
              {b.waist, b.hips},
              0.05,
              fin,
              membrane,
              0.8});
    for (const double side : {1.0, -1.0}) {
        const int bone = side > 0 ? b.left_fin : b.right_fin;
        const Mat3 frame = rotation_about(Vec3::UnitY(), side * 55.0) * rotation_about(Vec3::UnitX(), side * -62.0) *
                           rotation_about(Vec3::UnitZ(), 10);
        fish.add({Ellipsoid{{0.02, -0.14, side * 0.29}, {0.17, 0.09, 0.032}, frame}, {bone}, 0.05, fin, membrane, 0.8});
    }
}

void add_face(Figure& fish, const Bones& b) {
    for (const double side : {1.0, -1.0}) {
        fish.add({Ellipsoid{{0.25, 0.09, side * 0.155}, {0.092, 0.098, 0.078}}, {b.head}, 0.015, white, face, 0.5});
        fish.add(
            {Ellipsoid{{0.285, 0.10, side * 0.212}, {0.052, 0.058, 0.034}, rotation_about(Vec3::UnitY(), -side * 25)},
             {b.head},
             0.008,
             black,
             face,
             0.4});
    }
    fish.add({Ellipsoid{{0.405, -0.045, 0}, {0.05, 0.034, 0.085}}, {b.head}, 0.03, fin, flesh, 0.6});
    fish.add({Ellipsoid{{0.385, -0.105, 0}, {0.045, 0.030, 0.065}}, {b.head}, 0.03, fin, flesh, 0.6});
}

// A light belly with a soft edge, and two bands round the body.
int painted(const Vec3& x, int paint) {
    if (paint != skin) {
        return paint;
    }
    const bool is_band = std::abs(x.x() - 0.02) < 0.045 || std::abs(x.x() + 0.26) < 0.04;
    return x.y() < -0.085 - 0.1 * x.x() ? belly : is_band ? belly : skin;
}

// A wave runs down the spine and grows; the head turns the other way.
void swim(const Bones& b, double phase, Motion& motion) {
    const auto yaw = [&](int bone, double degrees, double lag) {
        motion[static_cast<std::size_t>(bone)].turn.y() = degrees * sine_wave(phase - lag);
    };
    yaw(b.chest, 5.0, 0.0);
    yaw(b.head, -8.0, 0.05);
    yaw(b.waist, 12.0, 0.10);
    yaw(b.hips, 18.0, 0.20);
    yaw(b.tail, 22.0, 0.30);
    yaw(b.tail_fin, 26.0, 0.42);
    motion[static_cast<std::size_t>(b.chest)].shift =
        Vec3(0.015 * sine_wave(2 * phase), 0.02 * sine_wave(phase), 0.03 * cosine_wave(phase));
    for (const double side : {1.0, -1.0}) {
        auto& fin_motion = motion[static_cast<std::size_t>(side > 0 ? b.left_fin : b.right_fin)];
        fin_motion.turn = Vec3(side * 22.0 * sine_wave(2 * phase), side * 14.0 * cosine_wave(2 * phase), 0);
    }
}

// Nose up, nose down, and a turn to both sides.
void nod(const Bones& b, double phase, Motion& motion) {
    motion[static_cast<std::size_t>(b.chest)].turn =
        Vec3(12.0 * sine_wave(phase), 10.0 * sine_wave(phase), 14.0 * sine_wave(2 * phase));
    motion[static_cast<std::size_t>(b.chest)].shift.y() = 0.10 + 0.07 * sine_wave(2 * phase - 0.1);
    motion[static_cast<std::size_t>(b.head)].turn = Vec3(0, 14.0 * sine_wave(phase), 12.0 * sine_wave(2 * phase));
    motion[static_cast<std::size_t>(b.tail)].turn.y() = 20.0 * sine_wave(3 * phase);
    motion[static_cast<std::size_t>(b.tail_fin)].turn.y() = 24.0 * sine_wave(3 * phase - 0.15);
}

} // namespace fish_parts

Figure fish() {
    using namespace fish_parts;
    Figure fish;
    fish.name = "fish";
    fish.title = "Bubbles the fish";
    fish.about = "a plump reef fish that swims";
    fish.vertices = 3000;
    fish.palette = {"#f47c3c", "#ffd9a0", "#ffb347", "#fbf7ee", "#22252e"};
    fish.regions = {{"flesh", 1.0, 1.0}, {"membrane", 0.4, 1.0}, {"face", 12.0, 1.0}, {"spine", 6.0, 1.1}};
    fish.core_radius = 0.035;
    fish.painter = painted;
    const Bones bones = add_bones(fish);
    fish.coreless_bones = {bones.tail, bones.tail_fin, bones.left_fin, bones.right_fin};
    add_body(fish, bones);
    add_tail_fin(fish, bones);
    add_fins(fish, bones);
    add_face(fish, bones);
    fish.clips = {looping_clip(fish.skeleton, "swim", 1.6, [=](double t, Motion& m) { swim(bones, t, m); }),
                  looping_clip(fish.skeleton, "nod", 3.0, [=](double t, Motion& m) { nod(bones, t, m); })};
    fish.young = 2800;
    fish.modes = 24;
    fish.view = {{1.25, 0.45, 2.1}, {-0.1, 0.0, 0}, 32.0};
    return fish;
}

} // namespace limber::makers
