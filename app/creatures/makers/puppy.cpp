// SPDX-License-Identifier: MIT
#include "app/creatures/makers/anatomy.h"
#include "app/creatures/makers/gallery.h"
#include "app/creatures/makers/motion.h"

#include <array>
#include <cmath>

namespace limber::makers {
namespace puppy_parts {

enum Paint { fur, cream, patch, white, black, pink };
enum Material { flesh, floppy, tail, belly, skull, face, bone };

struct Leg {
    int upper, lower;
};

struct Bones {
    int hips, chest, neck, head;
    int left_ear, right_ear;
    int tail;
    Leg front_left, front_right, back_left, back_right;
};

Vec3 tail_point(std::size_t joint) {
    constexpr std::array<std::array<double, 2>, 4> points = {
        {{0.42, -0.36}, {0.50, -0.46}, {0.61, -0.51}, {0.72, -0.48}}};
    return {0, points[joint][0], points[joint][1]};
}

Leg add_leg_bones(Figure& puppy, const std::string& name, int parent, double x, double z, double bend) {
    const Vec3 top(x, 0.32, z);
    const Vec3 knee(x * 1.05, 0.17, z + bend);
    const Vec3 paw(x * 1.05, 0.02, z + 0.01);
    const int upper = puppy.add_bone(name + ".upper", parent, top, knee);
    return {upper, puppy.add_bone(name + ".lower", upper, knee, paw)};
}

// A short bone at the ear's base, because secondary motion cannot swing what the rig carries.
int add_ear_bone(Figure& puppy, const std::string& name, int head, double side) {
    return puppy.add_bone(name, head, {side * 0.13, 0.83, 0.21}, {side * 0.23, 0.77, 0.205});
}

// Faces +z.
Bones add_bones(Figure& puppy) {
    Bones b{};
    b.hips = puppy.add_bone("hips", -1, {0, 0.36, -0.22}, {0, 0.37, -0.04});
    b.chest = puppy.add_bone("chest", b.hips, {0, 0.37, -0.04}, {0, 0.40, 0.16});
    b.neck = puppy.add_bone("neck", b.chest, {0, 0.42, 0.14}, {0, 0.58, 0.20});
    b.head = puppy.add_bone("head", b.neck, {0, 0.58, 0.20}, {0, 0.70, 0.38});
    b.left_ear = add_ear_bone(puppy, "ear.left", b.head, 1.0);
    b.right_ear = add_ear_bone(puppy, "ear.right", b.head, -1.0);
    b.tail = puppy.add_bone("tail", b.hips, tail_point(0), tail_point(1));
    b.front_left = add_leg_bones(puppy, "leg.front.left", b.chest, 0.115, 0.10, -0.015);
    b.front_right = add_leg_bones(puppy, "leg.front.right", b.chest, -0.115, 0.10, -0.015);
    b.back_left = add_leg_bones(puppy, "leg.back.left", b.hips, 0.12, -0.25, 0.03);
    b.back_right = add_leg_bones(puppy, "leg.back.right", b.hips, -0.12, -0.25, 0.03);
    return b;
}

void add_body(Figure& puppy, const Bones& b) {
    puppy.add({Ellipsoid{{0, 0.35, -0.20}, {0.175, 0.165, 0.20}}, {b.hips, b.chest}, 0.1, fur, flesh});
    puppy.add({Ellipsoid{{0, 0.365, 0.05}, {0.18, 0.175, 0.19}}, {b.chest, b.hips}, 0.12, fur, flesh});
    puppy.add({RoundCone{{0, 0.42, 0.13}, {0, 0.60, 0.20}, 0.13, 0.12}, {b.neck, b.chest, b.head}, 0.1, fur, flesh});
}

void add_leg(Figure& puppy, const Leg& leg) {
    const auto& upper = puppy.skeleton.bones[static_cast<std::size_t>(leg.upper)];
    const auto& lower = puppy.skeleton.bones[static_cast<std::size_t>(leg.lower)];
    const Vec3 knee = bone_head(lower);
    const Vec3 paw = bone_tail(lower);
    puppy.add({RoundCone{bone_head(upper), knee, 0.095, 0.072}, {leg.upper, leg.lower}, 0.07, fur, flesh});
    puppy.add({RoundCone{knee, paw + Vec3(0, 0.05, 0), 0.072, 0.068}, {leg.lower, leg.upper}, 0.05, fur, flesh});
    puppy.add({Ellipsoid{paw + Vec3(0, 0.035, 0.035), {0.082, 0.055, 0.10}}, {leg.lower}, 0.04, cream, flesh, 0.9});
}

void add_tail(Figure& puppy, const Bones& b) {
    constexpr std::array<double, 4> radii = {0.06, 0.055, 0.05, 0.04};
    for (std::size_t joint = 0; joint < 3; ++joint) {
        puppy.add({RoundCone{tail_point(joint), tail_point(joint + 1), radii[joint], radii[joint + 1]},
                   {b.tail},
                   0.05,
                   joint == 2 ? cream : fur,
                   tail,
                   0.85});
    }
}

// The ear's bone carries the base, the head's bone the flap.
void add_ear(Figure& puppy, const Bones& b, int ear, double side) {
    puppy.add({Ellipsoid{{side * 0.19, 0.80, 0.205}, {0.085, 0.055, 0.085}, rotation_about(Vec3::UnitZ(), side * -35)},
               {ear},
               0.05,
               patch,
               floppy,
               0.85});
    puppy.add({Ellipsoid{{side * 0.262, 0.66, 0.205}, {0.046, 0.155, 0.098}, rotation_about(Vec3::UnitZ(), side * 10)},
               {b.head},
               0.04,
               patch,
               floppy,
               0.85});
}

void add_head(Figure& puppy, const Bones& b) {
    puppy.add({Ellipsoid{{0, 0.70, 0.24}, {0.225, 0.20, 0.20}}, {b.head}, 0.08, fur, skull});
    puppy.add({Ellipsoid{{0, 0.625, 0.41}, {0.115, 0.085, 0.105}}, {b.head}, 0.05, cream, face, 0.8});
    puppy.add({Ellipsoid{{0, 0.672, 0.505}, {0.048, 0.036, 0.034}}, {b.head}, 0.008, black, skull, 0.45});
    puppy.add({Ellipsoid{{0, 0.545, 0.455}, {0.045, 0.02, 0.065}, rotation_about(Vec3::UnitX(), 35)},
               {b.head},
               0.01,
               pink,
               face,
               0.5});
    for (const double side : {1.0, -1.0}) {
        puppy.add(
            {Ellipsoid{{side * 0.098, 0.735, 0.405}, {0.046, 0.056, 0.034}, rotation_about(Vec3::UnitY(), side * 22)},
             {b.head},
             0.006,
             black,
             skull,
             0.38});
        puppy.add({Ellipsoid{{side * 0.098 + 0.014, 0.758, 0.434}, {0.016, 0.018, 0.012}},
                   {b.head},
                   0.0,
                   white,
                   skull,
                   0.25});
    }
}

// A cream chest and belly, a patch round one eye and one on the back.
int painted(const Vec3& x, int paint) {
    if (paint != fur) {
        return paint;
    }
    const bool is_belly = std::abs(x.x()) < 0.11 && x.y() < 0.30;
    const bool is_bib = std::abs(x.x()) < 0.10 && x.z() > 0.17 && x.y() < 0.56;
    const bool is_blaze = std::abs(x.x()) < 0.04 && x.z() > 0.30 && x.y() > 0.6;
    const bool is_eye_patch = (x - Vec3(0.11, 0.745, 0.38)).norm() < 0.105;
    const bool is_saddle = (x - Vec3(-0.04, 0.52, -0.16)).norm() < 0.15;
    return is_belly || is_bib || is_blaze ? cream : is_eye_patch || is_saddle ? patch : fur;
}

void stride(Motion& motion, const Leg& leg, double phase, double bend) {
    motion_of(motion, leg.upper).turn.x() = 26.0 * sine_wave(phase);
    motion_of(motion, leg.lower).turn.x() = bend * 30.0 * std::max(0.0, cosine_wave(phase));
}

// The belly is softer.
int softened(const Vec3& x, int material) {
    const bool is_below = material == flesh && x.y() < 0.33 && std::abs(x.x()) < 0.15 && x.z() > -0.16 && x.z() < 0.16;
    return is_below ? belly : material;
}

// Diagonal legs move together, two strides in a loop; ears and tail follow by secondary motion.
void trot(const Bones& b, double loop, Motion& motion) {
    const double phase = 2.0 * loop;
    stride(motion, b.front_left, phase, 1.0);
    stride(motion, b.back_right, phase, 1.0);
    stride(motion, b.front_right, phase + 0.5, 1.0);
    stride(motion, b.back_left, phase + 0.5, 1.0);
    motion_of(motion, b.hips).shift.y() = 0.05 * (1.0 - cosine_wave(2 * phase));
    motion_of(motion, b.hips).turn = Vec3(3.0 * sine_wave(2 * phase), 5.0 * sine_wave(phase), 3.0 * sine_wave(phase));
    motion_of(motion, b.chest).turn = Vec3(-3.0 * sine_wave(2 * phase), -6.0 * sine_wave(phase), 0);
    motion_of(motion, b.head).turn =
        Vec3(9.0 * sine_wave(2 * phase + 0.2), 4.0 * sine_wave(phase), 9.0 * sine_wave(phase));
    motion_of(motion, b.tail).turn = Vec3(0, 0, 34.0 * sine_wave(phase));
}

// Wags with the whole rear, tilts the head, and shakes it once.
void wag(const Bones& b, double phase, Motion& motion) {
    motion_of(motion, b.hips).turn = Vec3(0, 7.0 * sine_wave(5 * phase), 3.0 * sine_wave(5 * phase));
    motion_of(motion, b.chest).turn = Vec3(0, -7.0 * sine_wave(5 * phase), 0);
    motion_of(motion, b.tail).turn = Vec3(0, 0, 46.0 * sine_wave(5 * phase));
    const double shaking = std::pow(std::max(0.0, sine_wave(phase - 0.25)), 2);
    motion_of(motion, b.head).turn = Vec3(4.0 * sine_wave(2 * phase), 24.0 * shaking * sine_wave(8 * phase),
                                          16.0 * sine_wave(phase) + 8.0 * shaking * cosine_wave(8 * phase));
    motion_of(motion, b.neck).turn.z() = 6.0 * sine_wave(phase);
}

} // namespace puppy_parts

Figure puppy() {
    using namespace puppy_parts;
    Figure puppy;
    puppy.name = "puppy";
    puppy.title = "Biscuit the puppy";
    puppy.about = "a puppy with floppy ears and a tail that trots and wags";
    puppy.vertices = 6500;
    puppy.palette = {"#d99a55", "#fbe9cf", "#8a5430", "#ffffff", "#231d1f", "#ef8f92"};
    puppy.regions = {{"flesh", 1.0, 1.0}, {"floppy", 0.9, 0.9}, {"tail", 2.2, 0.9}, {"belly", 0.35, 1.1},
                     {"skull", 8.0, 1.0}, {"face", 2.0, 1.0},   {"bone", 6.0, 1.2}};
    puppy.core_radius = 0.03;
    puppy.painter = painted;
    puppy.material_at = softened;
    const Bones bones = add_bones(puppy);
    puppy.coreless_bones = {bones.left_ear, bones.right_ear, bones.tail};
    add_body(puppy, bones);
    for (const Leg& leg : {bones.front_left, bones.front_right, bones.back_left, bones.back_right}) {
        add_leg(puppy, leg);
    }
    add_tail(puppy, bones);
    add_head(puppy, bones);
    add_ear(puppy, bones, bones.left_ear, 1.0);
    add_ear(puppy, bones, bones.right_ear, -1.0);
    puppy.clips = {looping_clip(puppy.skeleton, "trot", 1.6, [=](double t, Motion& m) { trot(bones, t, m); }),
                   looping_clip(puppy.skeleton, "wag", 3.0, [=](double t, Motion& m) { wag(bones, t, m); })};
    puppy.young = 600;
    puppy.modes = 40;
    puppy.clusters = 120;
    puppy.view = {{1.18, 0.87, 1.95}, {-0.03, 0.48, 0.03}, 30.0};
    return puppy;
}

} // namespace limber::makers
