// SPDX-License-Identifier: MIT
#include "app/creatures/makers/anatomy.h"
#include "app/creatures/makers/creatures.h"
#include "app/creatures/makers/motion.h"

#include <array>
#include <cmath>

namespace limber::makers {
namespace dragon_parts {

enum Paint { scales, belly, stripe, spike, white, black, wing, blush };
enum Material { flesh, soft_belly, floppy, ear, tail_flesh, skull, horn, bone };

constexpr std::size_t tail_count = 2; // bones; few and long, so that secondary motion bends the tail
constexpr std::size_t tail_pieces = 4;

struct Bones {
    int hips, chest, head;
    std::array<int, tail_count> tail;
    std::array<int, 2> arms, legs, ears, wings; // left, right
};

constexpr std::array<double, 2> sides = {1.0, -1.0};

Vec3 tail_point(std::size_t joint) {
    const std::array<Vec3, tail_pieces + 1> points = {Vec3(0, 0.20, -0.20), Vec3(0.04, 0.12, -0.42),
                                                      Vec3(0.14, 0.11, -0.58), Vec3(0.30, 0.16, -0.66),
                                                      Vec3(0.42, 0.29, -0.64)};
    return points[joint];
}

// Stands upright and faces +z.
Bones add_bones(Figure& dragon) {
    Bones b{};
    b.hips = dragon.add_bone("hips", -1, {0, 0.20, 0}, {0, 0.45, -0.02});
    b.chest = dragon.add_bone("chest", b.hips, {0, 0.45, -0.02}, {0, 0.74, 0});
    b.head = dragon.add_bone("head", b.chest, {0, 0.76, 0}, {0, 1.10, 0.04});
    int parent = b.hips;
    for (std::size_t joint = 0; joint < tail_count; ++joint) {
        parent = b.tail[joint] =
            dragon.add_bone("tail." + std::to_string(joint + 1), parent, tail_point(joint), tail_point(3 * joint + 1));
    }
    const std::array<std::string, 2> names = {".left", ".right"};
    for (std::size_t k = 0; k < 2; ++k) {
        const double s = sides[k];
        b.arms[k] = dragon.add_bone("arm" + names[k], b.chest, {s * 0.22, 0.60, 0.08}, {s * 0.36, 0.47, 0.20});
        b.legs[k] = dragon.add_bone("leg" + names[k], b.hips, {s * 0.16, 0.20, 0.02}, {s * 0.19, 0.04, 0.10});
        b.ears[k] = dragon.add_bone("ear" + names[k], b.head, {s * 0.19, 1.05, -0.02}, {s * 0.28, 1.07, -0.04});
        b.wings[k] = dragon.add_bone("wing" + names[k], b.chest, {s * 0.10, 0.66, -0.19}, {s * 0.40, 0.86, -0.32});
    }
    return b;
}

void add_body(Figure& dragon, const Bones& b) {
    dragon.add({Ellipsoid{{0, 0.37, 0.0}, {0.315, 0.31, 0.29}}, {b.hips, b.chest}, 0.1, scales, soft_belly});
    dragon.add({Ellipsoid{{0, 0.36, 0.10}, {0.26, 0.26, 0.25}}, {b.hips, b.chest}, 0.1, scales, soft_belly});
    dragon.add({Ellipsoid{{0, 0.63, 0.0}, {0.225, 0.20, 0.20}}, {b.chest, b.hips}, 0.14, scales, flesh});
}

void add_tail(Figure& dragon, const Bones& b) {
    constexpr std::array<double, tail_pieces + 1> radii = {0.16, 0.115, 0.085, 0.06, 0.035};
    for (std::size_t joint = 0; joint < tail_pieces; ++joint) {
        const auto bones = joint == 0 ? std::vector<int>{b.hips, b.tail[0], b.tail[1]} : std::vector<int>{b.tail[1]};
        dragon.add({RoundCone{tail_point(joint), tail_point(joint + 1), radii[joint], radii[joint + 1]}, bones, 0.08,
                    scales, tail_flesh});
    }
    dragon.add({Ellipsoid{tail_point(tail_pieces) + Vec3(0.02, 0.05, 0),
                          {0.085, 0.10, 0.036},
                          rotation_about(Vec3::UnitZ(), -25)},
                {b.tail.back()},
                0.03,
                spike,
                tail_flesh,
                0.8});
}

void add_limbs(Figure& dragon, const Bones& b) {
    for (std::size_t k = 0; k < 2; ++k) {
        const double s = sides[k];
        dragon.add({RoundCone{{s * 0.20, 0.60, 0.06}, {s * 0.345, 0.48, 0.19}, 0.088, 0.07},
                    {b.arms[k]},
                    0.06,
                    scales,
                    flesh});
        dragon.add({Ellipsoid{{s * 0.365, 0.465, 0.215}, {0.075, 0.07, 0.075}}, {b.arms[k]}, 0.03, scales, flesh, 0.9});
        dragon.add({RoundCone{{s * 0.16, 0.20, 0.0}, {s * 0.19, 0.09, 0.06}, 0.14, 0.10},
                    {b.legs[k], b.hips},
                    0.07,
                    scales,
                    flesh});
        dragon.add({Ellipsoid{{s * 0.195, 0.062, 0.145}, {0.115, 0.068, 0.165}, rotation_about(Vec3::UnitY(), s * 14)},
                    {b.legs[k]},
                    0.04,
                    scales,
                    flesh});
        for (const double toe : {-0.068, 0.0, 0.068}) {
            dragon.add({Ellipsoid{{s * 0.225 + toe, 0.052, 0.30 - 4.0 * toe * toe}, {0.028, 0.03, 0.036}},
                        {b.legs[k]},
                        0.01,
                        spike,
                        horn,
                        0.7});
        }
    }
}

void add_wings(Figure& dragon, const Bones& b) {
    for (std::size_t k = 0; k < 2; ++k) {
        const double s = sides[k];
        const std::vector<int> bones = {b.wings[k]};
        const Mat3 plane = rotation_about(Vec3::UnitY(), s * 28);
        dragon.add(
            {Ellipsoid{{s * 0.27, 0.80, -0.27}, {0.20, 0.065, 0.033}, plane * rotation_about(Vec3::UnitZ(), s * 42)},
             bones, 0.04, wing, floppy, 0.8});
        dragon.add(
            {Ellipsoid{{s * 0.29, 0.72, -0.27}, {0.18, 0.06, 0.031}, plane * rotation_about(Vec3::UnitZ(), s * 14)},
             bones, 0.04, wing, floppy, 0.8});
        dragon.add(
            {Ellipsoid{{s * 0.25, 0.65, -0.25}, {0.13, 0.055, 0.031}, plane * rotation_about(Vec3::UnitZ(), s * -12)},
             bones, 0.04, wing, floppy, 0.8});
    }
}

void add_eyes(Figure& dragon, const Bones& b) {
    for (const double s : sides) {
        dragon.add({Ellipsoid{{s * 0.125, 1.02, 0.215}, {0.078, 0.092, 0.05}, rotation_about(Vec3::UnitY(), s * 24)},
                    {b.head},
                    0.012,
                    white,
                    horn,
                    0.5});
        dragon.add({Ellipsoid{{s * 0.122, 1.015, 0.255}, {0.05, 0.064, 0.028}, rotation_about(Vec3::UnitY(), s * 20)},
                    {b.head},
                    0.0,
                    black,
                    horn,
                    0.4});
        dragon.add(
            {Ellipsoid{{s * 0.122 + 0.016, 1.042, 0.278}, {0.018, 0.02, 0.012}}, {b.head}, 0.0, white, horn, 0.3});
    }
}

void add_head(Figure& dragon, const Bones& b) {
    dragon.add({Ellipsoid{{0, 0.97, 0.02}, {0.275, 0.235, 0.235}}, {b.head}, 0.08, scales, skull});
    dragon.add({Ellipsoid{{0, 0.875, 0.20}, {0.175, 0.105, 0.145}}, {b.head}, 0.07, scales, skull});
    for (std::size_t k = 0; k < 2; ++k) {
        const double s = sides[k];
        dragon.add({RoundCone{{s * 0.11, 1.16, -0.02}, {s * 0.145, 1.30, -0.08}, 0.05, 0.02},
                    {b.head},
                    0.02,
                    spike,
                    horn,
                    0.7});
        dragon.add({Ellipsoid{{s * 0.235, 1.055, -0.02}, {0.07, 0.06, 0.05}}, {b.ears[k]}, 0.05, scales, ear, 0.9});
        dragon.add({Ellipsoid{{s * 0.335, 1.085, -0.05},
                              {0.155, 0.07, 0.036},
                              rotation_about(Vec3::UnitZ(), s * 18) * rotation_about(Vec3::UnitX(), 20)},
                    {b.head},
                    0.04,
                    scales,
                    ear,
                    0.8});
        dragon.add({Ellipsoid{{s * 0.06, 0.925, 0.328}, {0.022, 0.018, 0.014}}, {b.head}, 0.008, black, skull, 0.5});
        dragon.add({Ellipsoid{{s * 0.192, 0.90, 0.155}, {0.045, 0.034, 0.03}, rotation_about(Vec3::UnitY(), s * 50)},
                    {b.head},
                    0.02,
                    blush,
                    flesh,
                    0.7});
    }
    add_eyes(dragon, b);
}

// Along the lower half of the snout, with its corners up.
void add_smile(Figure& dragon, const Bones& b) {
    std::vector<Vec3> points;
    for (int step = -4; step <= 4; ++step) {
        const double round = 0.27 * step;
        const double down = 0.52 - 0.030 * step * step;
        points.emplace_back(0.176 * std::sin(round) * std::cos(down), 0.872 - 0.106 * std::sin(down),
                            0.20 + 0.147 * std::cos(round) * std::cos(down));
    }
    for (const auto& piece : stroke(points, 0.0105)) {
        dragon.add({piece, {b.head}, 0.0, black, skull, 0.45});
    }
}

// From the forehead down the back to the tail.
void add_spikes(Figure& dragon, const Bones& b) {
    struct Spike {
        Vec3 at, tip;
        int bone;
    };
    const std::array<Spike, 6> row = {
        Spike{{0, 1.18, -0.03}, {0, 1.29, -0.09}, b.head},  Spike{{0, 1.08, -0.18}, {0, 1.16, -0.29}, b.head},
        Spike{{0, 0.70, -0.18}, {0, 0.74, -0.30}, b.chest}, Spike{{0, 0.53, -0.25}, {0, 0.56, -0.37}, b.chest},
        Spike{{0, 0.36, -0.28}, {0, 0.40, -0.40}, b.hips},  Spike{{0.03, 0.21, -0.38}, {0.03, 0.31, -0.45}, b.tail[0]}};
    for (const auto& [at, tip, carrier] : row) {
        dragon.add({RoundCone{at, tip, 0.055, 0.018}, {carrier}, 0.02, spike, horn, 0.7});
    }
}

// A light belly with stripes across it, and a light chin.
int painted(const Vec3& x, int paint) {
    if (paint != scales) {
        return paint;
    }
    const bool is_belly = x.z() > 0.08 && std::hypot(x.x() / 0.19, (x.y() - 0.40) / 0.29) < 1.0;
    const bool is_chin = x.z() > 0.16 && x.y() < 0.855 && x.y() > 0.74;
    if (is_belly) {
        return std::abs(std::fmod(x.y() + 0.02 * std::abs(x.x()), 0.09) - 0.045) < 0.008 ? stripe : belly;
    }
    return is_chin ? belly : scales;
}

void swing_tail(const Bones& b, double phase, double degrees, Motion& motion) {
    for (std::size_t joint = 0; joint < tail_count; ++joint) {
        motion_of(motion, b.tail[joint]).turn =
            Vec3(0, degrees * sine_wave(phase - 0.15 * static_cast<double>(joint)), 0);
    }
}

void flap(const Bones& b, double phase, double degrees, Motion& motion) {
    for (std::size_t k = 0; k < 2; ++k) {
        motion_of(motion, b.wings[k]).turn =
            Vec3(0, sides[k] * 0.5 * degrees * cosine_wave(phase), sides[k] * degrees * sine_wave(phase));
        motion_of(motion, b.ears[k]).turn.z() = sides[k] * 0.6 * degrees * sine_wave(phase - 0.2);
    }
}

// Two hops in a loop, from one foot to the other, belly first.
void dance(const Bones& b, double loop, Motion& motion) {
    const double hop = std::pow(sine_wave(loop), 2);
    motion_of(motion, b.hips).shift = Vec3(0.09 * cosine_wave(loop), 0.16 * hop - 0.02, 0);
    motion_of(motion, b.hips).turn = Vec3(0, 14.0 * cosine_wave(loop), -9.0 * cosine_wave(loop));
    const double tall = 1.0 + 0.07 * (2.0 * hop - 1.0);
    motion_of(motion, b.hips).stretch = Vec3(1.0 / std::sqrt(tall), tall, 1.0 / std::sqrt(tall));
    motion_of(motion, b.chest).turn =
        Vec3(4.0 * sine_wave(2 * loop), -8.0 * cosine_wave(loop), 8.0 * cosine_wave(loop));
    motion_of(motion, b.head).turn = Vec3(7.0 * sine_wave(2 * loop - 0.1), 0, 12.0 * cosine_wave(loop - 0.05));
    for (std::size_t k = 0; k < 2; ++k) {
        motion_of(motion, b.arms[k]).turn = Vec3(-14.0, 0, sides[k] * (24.0 + 22.0 * sine_wave(2 * loop)));
        motion_of(motion, b.legs[k]).turn.x() = -20.0 * std::max(0.0, sides[k] * sine_wave(loop - 0.25)) * hop;
    }
    swing_tail(b, loop, 26.0, motion);
    flap(b, 2 * loop, 22.0, motion);
}

// Two nods, then a shake of the head.
void nod(const Bones& b, double phase, Motion& motion) {
    const double yes = std::pow(std::max(0.0, sine_wave(phase)), 2);
    const double no = std::pow(std::max(0.0, -sine_wave(phase)), 2);
    motion_of(motion, b.hips).turn.x() = 4.0 * sine_wave(2 * phase);
    motion_of(motion, b.chest).turn = Vec3(6.0 * yes * sine_wave(6 * phase), 8.0 * no * sine_wave(5 * phase), 0);
    motion_of(motion, b.head).turn =
        Vec3(15.0 * yes * sine_wave(6 * phase), 20.0 * no * sine_wave(5 * phase), 6.0 * sine_wave(phase));
    swing_tail(b, 2 * phase, 24.0, motion);
    flap(b, 3 * phase, 14.0, motion);
}

} // namespace dragon_parts

Figure dragon() {
    using namespace dragon_parts;
    Figure dragon;
    dragon.name = "dragon";
    dragon.title = "Ember the little dragon";
    dragon.about = "a plump upright dragon with a big belly, ears, wings and a tail that dances";
    dragon.vertices = 30500;
    dragon.palette = {"#6cbf72", "#f6eec2", "#e3d79c", "#f59f4c", "#ffffff", "#1f2a2b", "#f2b45f", "#f08f86"};
    dragon.regions = {{"flesh", 1.0, 1.0}, {"belly", 0.8, 1.1}, {"floppy", 3.0, 0.9}, {"ear", 1.45, 0.9},
                      {"tail", 1.4, 1.0},  {"skull", 6.0, 1.0}, {"horn", 15.0, 1.1},  {"bone", 8.0, 1.2}};
    dragon.core_radius = 0.03;
    dragon.painter = painted;
    const Bones bones = add_bones(dragon);
    dragon.coreless_bones = {bones.ears[0], bones.ears[1], bones.wings[0], bones.wings[1], bones.tail[1]};
    add_body(dragon, bones);
    add_tail(dragon, bones);
    add_limbs(dragon, bones);
    add_wings(dragon, bones);
    add_head(dragon, bones);
    add_smile(dragon, bones);
    add_spikes(dragon, bones);
    dragon.clips = {looping_clip(dragon.skeleton, "dance", 1.8, [=](double t, Motion& m) { dance(bones, t, m); }),
                    looping_clip(dragon.skeleton, "nod", 3.6, [=](double t, Motion& m) { nod(bones, t, m); })};
    dragon.young = 400;
    dragon.modes = 40;
    dragon.clusters = 200;
    dragon.view = {{1.08, 1.13, 3.55}, {0, 0.74, -0.03}, 30.0};
    return dragon;
}

} // namespace limber::makers
