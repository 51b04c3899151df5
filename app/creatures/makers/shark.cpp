// SPDX-License-Identifier: MIT
#include "app/creatures/makers/anatomy.h"
#include "app/creatures/makers/sea.h"

#include <array>
#include <cmath>

namespace limber::makers {
namespace shark_parts {

enum Paint { skin, belly, white, black, mouth };
enum Material { flesh, soft_belly, fin, face, core };

struct Bones {
    int chest, head;
    std::vector<int> tail; // the last bone carries the fin
    std::array<int, 2> fins;
};

const Ellipsoid head_shape = {{0.44, 0.0, 0.0}, {0.33, 0.22, 0.22}};

Bones add_bones(Figure& shark) {
    Bones b{};
    b.chest = shark.add_bone("chest", -1, {0.24, 0, 0}, {-0.12, 0, 0});
    b.head = shark.add_bone("head", b.chest, {0.26, 0, 0}, {0.72, 0, 0});
    b.tail = add_chain(shark, "tail", b.chest, {{-0.12, 0, 0}, {-0.42, 0.0, 0}, {-0.72, 0.02, 0}, {-1.02, 0.08, 0}});
    for (std::size_t k = 0; k < 2; ++k) {
        b.fins[k] = shark.add_bone(k == 0 ? "fin.left" : "fin.right", b.chest, mirrored({0.16, -0.10, 0.18}, sides[k]),
                                   mirrored({0.08, -0.16, 0.32}, sides[k]));
    }
    return b;
}

void add_body(Figure& shark, const Bones& b) {
    shark.add({head_shape, {b.head}, 0.1, skin, flesh});
    add_tube(shark, {{0.32, 0.0, 0}, {0.10, 0.0, 0}, {-0.12, 0.0, 0}}, {0.215, 0.25, 0.225},
             {{}, {b.chest, b.head}, 0.1, skin, soft_belly});
    add_tube(shark, {{-0.12, 0.0, 0}, {-0.42, 0.0, 0}, {-0.76, 0.02, 0}}, {0.225, 0.145, 0.06},
             {{}, {b.tail[0], b.tail[1]}, 0.1, skin, flesh});
}

void add_fins(Figure& shark, const Bones& b) {
    shark.add({blade({0.08, 0.14, 0}, {-0.10, 0.52, 0}, Vec3::UnitZ(), 0.26, 0.075), {b.chest}, 0.05, skin, fin, 0.85});
    shark.add(
        {blade({-0.44, 0.08, 0}, {-0.56, 0.22, 0}, Vec3::UnitZ(), 0.10, 0.06), {b.tail[1]}, 0.04, skin, fin, 0.8});
    shark.add(
        {blade({-0.70, 0.0, 0}, {-1.06, 0.40, 0}, Vec3::UnitZ(), 0.19, 0.07), {b.tail[2]}, 0.05, skin, fin, 0.85});
    shark.add(
        {blade({-0.72, 0.03, 0}, {-0.96, -0.22, 0}, Vec3::UnitZ(), 0.16, 0.07), {b.tail[2]}, 0.05, skin, fin, 0.85});
    for (std::size_t k = 0; k < 2; ++k) {
        const double s = sides[k];
        shark.add({blade(mirrored({0.20, -0.08, 0.15}, s), mirrored({-0.10, -0.24, 0.56}, s),
                         Vec3(0.1, 1.0, s * 0.35).normalized(), 0.22, 0.07),
                   {b.fins[k]},
                   0.05,
                   skin,
                   fin,
                   0.85});
    }
}

// A mouth with a row of teeth above it.
void add_mouth(Figure& shark, const Bones& b) {
    const auto grin = smile_on(head_shape, -0.10, 0.055, 58.0);
    add_line(shark, grin, 0.017, b.head, mouth, face);
    for (std::size_t i = 2; i + 2 < grin.size(); ++i) {
        const Vec3 out = Vec3(grin[i].x() - head_shape.centre.x(), 0, grin[i].z()).normalized();
        const Vec3 root = grin[i] + 0.012 * Vec3::UnitY() + 0.004 * out;
        shark.add({RoundCone{root, root - 0.032 * Vec3::UnitY() + 0.006 * out, 0.016, 0.006},
                   {b.head},
                   0.0,
                   white,
                   face,
                   0.45});
    }
}

void add_face(Figure& shark, const Bones& b) {
    add_eyes(shark, {surface_at(head_shape, {0.55, 0.30, 0.78}) - Vec3(0, 0, 0.02),
                     {0.55, 0.2, 1},
                     0.066,
                     b.head,
                     white,
                     black,
                     face,
                     0.66});
    add_mouth(shark, b);
    for (const double s : sides) {
        for (const double back : {0.0, 0.055, 0.11}) {
            const Vec3 top = mirrored({0.26 - back, 0.07, 0.212 + 0.1 * back}, s);
            const Vec3 low = mirrored({0.235 - back, -0.05, 0.224 + 0.1 * back}, s);
            add_line(shark, {top, low}, 0.010, b.head, black, flesh);
        }
    }
}

int painted(const Vec3& x, int paint) {
    if (paint != skin) {
        return paint;
    }
    return x.y() < -0.055 && x.x() > -0.66 && std::abs(x.z()) < 0.24 ? belly : skin;
}

// A wave runs down the back and swings the tail from side to side.
void swim(const Bones& b, double phase, Motion& motion) {
    motion_of(motion, b.chest).turn = Vec3(4.0 * sine_wave(phase), 6.0 * sine_wave(phase), 0);
    motion_of(motion, b.chest).shift.z() = 0.03 * cosine_wave(phase);
    motion_of(motion, b.head).turn.y() = -9.0 * sine_wave(phase + 0.06);
    undulate(motion, b.tail, Vec3::UnitY(), 32.0, 0.12, phase);
    for (std::size_t k = 0; k < 2; ++k) {
        motion_of(motion, b.fins[k]).turn.x() = -sides[k] * 9.0 * sine_wave(phase);
    }
}

} // namespace shark_parts

Figure shark() {
    using namespace shark_parts;
    Figure shark;
    shark.name = "shark";
    shark.title = "Sidney the shark";
    shark.about = "a friendly shark that sweeps its tail";
    shark.palette = {"#7d8fa3", "#f4f3ec", "#ffffff", "#20262f", "#7a2f3a"};
    shark.regions = {
        {"flesh", 1.0, 1.0}, {"belly", 0.6, 1.0}, {"fin", 1.0, 1.0}, {"face", 4.0, 1.0}, {"core", 4.0, 1.1}};
    shark.core_radius = 0.04;
    shark.painter = painted;
    const Bones bones = add_bones(shark);
    shark.coreless_bones = {bones.tail[2], bones.fins[0], bones.fins[1]};
    add_body(shark, bones);
    add_fins(shark, bones);
    add_face(shark, bones);
    shark.clips = {looping_clip(shark.skeleton, "swim", 1.8, [=](double t, Motion& m) { swim(bones, t, m); })};
    shark.vertices = 14000;
    shark.edge_length = 0.0319;
    shark.size = 1.35;
    shark.young = 1000;
    shark.view = {{1.9, 0.5, 2.5}, {-0.14, 0.06, 0}, 32.0};
    return shark;
}

} // namespace limber::makers
