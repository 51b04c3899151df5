// SPDX-License-Identifier: MIT
#include "app/creatures/makers/anatomy.h"
#include "app/creatures/makers/sea.h"

#include <array>
#include <cmath>

namespace limber::makers {
namespace dolphin_parts {

enum Paint { skin, belly, white, black, blush };
enum Material { flesh, melon, fin, face, core };

struct Bones {
    int chest, head;
    std::vector<int> tail; // the last bone carries the flukes
    std::array<int, 2> flippers;
};

const Ellipsoid head_shape = {{0.42, 0.03, 0.0}, {0.24, 0.215, 0.20}};
const Ellipsoid beak = {{0.70, -0.05, 0.0}, {0.19, 0.068, 0.085}};

Bones add_bones(Figure& dolphin) {
    Bones b{};
    b.chest = dolphin.add_bone("chest", -1, {0.22, 0, 0}, {-0.14, 0, 0});
    b.head = dolphin.add_bone("head", b.chest, {0.26, 0.01, 0}, {0.70, -0.02, 0});
    b.tail = add_chain(dolphin, "tail", b.chest, {{-0.14, 0, 0}, {-0.45, 0.01, 0}, {-0.74, 0.04, 0}, {-0.98, 0.05, 0}});
    for (std::size_t k = 0; k < 2; ++k) {
        b.flippers[k] =
            dolphin.add_bone(k == 0 ? "flipper.left" : "flipper.right", b.chest,
                             mirrored({0.22, -0.12, 0.14}, sides[k]), mirrored({0.12, -0.22, 0.27}, sides[k]));
    }
    return b;
}

void add_body(Figure& dolphin, const Bones& b) {
    dolphin.add({head_shape, {b.head}, 0.1, skin, melon});
    add_tube(dolphin, {{0.34, 0.01, 0}, {0.10, 0.0, 0}, {-0.14, 0.0, 0}}, {0.20, 0.245, 0.235},
             {{}, {b.chest, b.head}, 0.1, skin, flesh});
    add_tube(dolphin, {{-0.14, 0.0, 0}, {-0.45, 0.01, 0}, {-0.76, 0.04, 0}}, {0.235, 0.15, 0.06},
             {{}, {b.tail[0], b.tail[1]}, 0.1, skin, flesh});
    dolphin.add({beak, {b.head}, 0.05, skin, face});
    for (const double side : sides) { // swept back, in two pieces
        dolphin.add({blade({0.05, 0.14, 0}, {-0.20, 0.46 + 0.01 * side, 0}, Vec3::UnitZ(), 0.17, 0.075),
                     {b.chest},
                     0.05,
                     skin,
                     fin,
                     0.85});
    }
}

void add_fins(Figure& dolphin, const Bones& b) {
    for (std::size_t k = 0; k < 2; ++k) {
        const double s = sides[k];
        dolphin.add({blade(mirrored({-0.74, 0.04, 0.0}, s), mirrored({-1.0, 0.06, 0.33}, s), Vec3::UnitY(), 0.19, 0.07),
                     {b.tail[2]},
                     0.05,
                     skin,
                     fin,
                     0.85});
        dolphin.add({blade(mirrored({0.28, -0.08, 0.12}, s), mirrored({0.02, -0.33, 0.38}, s),
                           Vec3(0.2, 1.0, s * 0.8).normalized(), 0.17, 0.07),
                     {b.flippers[k]},
                     0.05,
                     skin,
                     fin,
                     0.85});
    }
}

void add_face(Figure& dolphin, const Bones& b) {
    add_eyes(dolphin, {surface_at(head_shape, {0.50, 0.05, 0.85}) - Vec3(0, 0, 0.02),
                       {0.4, 0.1, 1},
                       0.05,
                       b.head,
                       white,
                       black,
                       face,
                       0.8});
    add_line(dolphin, smile_on(beak, -0.012, 0.03, 92.0), 0.010, b.head, black, face);
    for (const double s : sides) {
        dolphin.add({Ellipsoid{mirrored(surface_at(head_shape, {0.62, -0.38, 0.72}), s), {0.042, 0.026, 0.024}},
                     {b.head},
                     0.02,
                     blush,
                     melon,
                     0.7});
    }
}

int painted(const Vec3& x, int paint) {
    if (paint != skin) {
        return paint;
    }
    const double edge = -0.06 + 0.025 * std::sin(5.0 * x.x());
    return x.y() < edge && x.x() > -0.62 && std::abs(x.z()) < 0.25 ? belly : skin;
}

// Leaps in arcs.
void swim(const Bones& b, double phase, Motion& motion) {
    motion_of(motion, b.chest).turn.z() = 15.0 * cosine_wave(phase);
    motion_of(motion, b.chest).shift.y() = 0.13 * sine_wave(phase);
    motion_of(motion, b.head).turn.z() = -9.0 * cosine_wave(phase - 0.06);
    undulate(motion, b.tail, Vec3::UnitZ(), 30.0, 0.13, 2.0 * phase);
    for (std::size_t k = 0; k < 2; ++k) {
        motion_of(motion, b.flippers[k]).turn = Vec3(-sides[k] * 22.0 * sine_wave(2.0 * phase - 0.2), 0, 0);
    }
}

} // namespace dolphin_parts

Figure dolphin() {
    using namespace dolphin_parts;
    Figure dolphin;
    dolphin.name = "dolphin";
    dolphin.title = "Dora the dolphin";
    dolphin.about = "a dolphin that leaps";
    dolphin.palette = {"#6f9fb8", "#f2f6f3", "#ffffff", "#1d2433", "#f2a7a0"};
    dolphin.regions = {
        {"flesh", 1.0, 1.0}, {"melon", 0.8, 1.0}, {"fin", 1.1, 1.0}, {"face", 4.0, 1.0}, {"core", 4.0, 1.1}};
    dolphin.core_radius = 0.04;
    dolphin.painter = painted;
    const Bones bones = add_bones(dolphin);
    dolphin.coreless_bones = {bones.tail[2], bones.flippers[0], bones.flippers[1]};
    add_body(dolphin, bones);
    add_fins(dolphin, bones);
    add_face(dolphin, bones);
    dolphin.clips = {looping_clip(dolphin.skeleton, "swim", 2.4, [=](double t, Motion& m) { swim(bones, t, m); })};
    dolphin.vertices = 12000;
    dolphin.edge_length = 0.0331;
    dolphin.size = 1.15;
    dolphin.young = 900;
    dolphin.view = {{1.9, 0.5, 2.6}, {-0.08, 0.03, 0}, 34.0};
    return dolphin;
}

} // namespace limber::makers
