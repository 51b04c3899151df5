// SPDX-License-Identifier: MIT
#include "app/creatures/makers/anatomy.h"
#include "app/creatures/makers/sea.h"

#include <array>
#include <cmath>

namespace limber::makers {
namespace whale_parts {

enum Paint { skin, belly, groove, white, black, blush };
enum Material { flesh, throat, fin, face, core };

struct Bones {
    int chest, head;
    std::vector<int> tail; // the last bone carries the flukes
    std::array<int, 2> flippers;
};

const Ellipsoid body = {{0.18, 0.0, 0.0}, {0.62, 0.40, 0.40}};

Bones add_bones(Figure& whale) {
    Bones b{};
    b.chest = whale.add_bone("chest", -1, {0.20, 0, 0}, {-0.20, 0, 0});
    b.head = whale.add_bone("head", b.chest, {0.20, 0, 0}, {0.72, 0, 0});
    b.tail = add_chain(whale, "tail", b.chest, {{-0.20, 0, 0}, {-0.52, 0.04, 0}, {-0.86, 0.12, 0}, {-1.12, 0.16, 0}});
    for (std::size_t k = 0; k < 2; ++k) {
        b.flippers[k] =
            whale.add_bone(k == 0 ? "flipper.left" : "flipper.right", b.chest, mirrored({0.18, -0.22, 0.30}, sides[k]),
                           mirrored({0.02, -0.36, 0.52}, sides[k]));
    }
    return b;
}

void add_body(Figure& whale, const Bones& b) {
    whale.add({body, {b.head, b.chest}, 0.1, skin, flesh});
    whale.add({Ellipsoid{{0.26, -0.10, 0}, {0.50, 0.36, 0.37}}, {b.head, b.chest}, 0.1, skin, throat});
    add_tube(whale, {{-0.15, 0.0, 0}, {-0.52, 0.04, 0}, {-0.86, 0.12, 0}}, {0.33, 0.19, 0.085},
             {{}, {b.chest, b.tail[0], b.tail[1]}, 0.12, skin, flesh});
    whale.add(
        {blade({-0.30, 0.24, 0}, {-0.50, 0.36, 0}, Vec3::UnitZ(), 0.16, 0.08), {b.tail[0]}, 0.06, skin, fin, 0.85});
}

void add_fins(Figure& whale, const Bones& b) {
    for (std::size_t k = 0; k < 2; ++k) {
        const double s = sides[k];
        whale.add({blade(mirrored({-0.84, 0.12, 0.0}, s), mirrored({-1.14, 0.17, 0.44}, s), {0.1, 1, 0}, 0.24, 0.075),
                   {b.tail[2]},
                   0.05,
                   skin,
                   fin,
                   0.85});
        whale.add({blade(mirrored({0.26, -0.16, 0.26}, s), mirrored({-0.10, -0.50, 0.66}, s),
                         Vec3(0.3, 1.0, s * 0.8).normalized(), 0.25, 0.075),
                   {b.flippers[k]},
                   0.05,
                   skin,
                   fin,
                   0.85});
    }
}

void add_face(Figure& whale, const Bones& b) {
    add_eyes(whale, {surface_at(body, {0.62, 0.02, 0.62}) - Vec3(0.02, 0, 0.025),
                     {0.45, 0.12, 1},
                     0.062,
                     b.head,
                     white,
                     black,
                     face,
                     0.8});
    add_line(whale, smile_on(body, -0.115, 0.085, 47.0), 0.013, b.head, black, face);
    for (const double s : sides) {
        whale.add({Ellipsoid{mirrored(surface_at(body, {0.60, -0.22, 0.66}), s), {0.055, 0.032, 0.03}},
                   {b.head},
                   0.02,
                   blush,
                   flesh,
                   0.7});
    }
}

// A light belly with grooves along it.
int painted(const Vec3& x, int paint) {
    if (paint != skin) {
        return paint;
    }
    const bool is_below = x.y() < -0.125 + 0.06 * (x.x() - 0.2) && x.x() > -0.62 && std::abs(x.z()) < 0.40;
    const bool is_groove = x.x() > -0.15 && std::abs(std::fmod(std::abs(x.z()) + 0.045, 0.09) - 0.045) < 0.014;
    return is_below ? (is_groove ? groove : belly) : skin;
}

// The flukes beat up and down; the head nods the other way.
void swim(const Bones& b, double phase, Motion& motion) {
    motion_of(motion, b.chest).turn.z() = 4.0 * sine_wave(phase);
    motion_of(motion, b.chest).shift.y() = 0.05 * sine_wave(phase + 0.1);
    motion_of(motion, b.head).turn.z() = -6.0 * sine_wave(phase + 0.05);
    undulate(motion, b.tail, Vec3::UnitZ(), 26.0, 0.11, phase);
    for (std::size_t k = 0; k < 2; ++k) {
        motion_of(motion, b.flippers[k]).turn =
            Vec3(-sides[k] * 16.0 * sine_wave(phase - 0.2), 0, 8.0 * sine_wave(phase));
    }
}

} // namespace whale_parts

Figure whale() {
    using namespace whale_parts;
    Figure whale;
    whale.name = "whale";
    whale.title = "Wanda the whale";
    whale.about = "a round whale that swims with its flukes";
    whale.palette = {"#4f86c6", "#eef4f4", "#b9cfdf", "#ffffff", "#1d2433", "#f2a7a0"};
    whale.regions = {
        {"flesh", 1.0, 1.0}, {"throat", 0.5, 1.0}, {"fin", 0.9, 1.0}, {"face", 4.0, 1.0}, {"core", 4.0, 1.1}};
    whale.core_radius = 0.05;
    whale.painter = painted;
    const Bones bones = add_bones(whale);
    whale.coreless_bones = {bones.tail[2], bones.flippers[0], bones.flippers[1]};
    add_body(whale, bones);
    add_fins(whale, bones);
    add_face(whale, bones);
    whale.clips = {looping_clip(whale.skeleton, "swim", 2.6, [=](double t, Motion& m) { swim(bones, t, m); })};
    whale.vertices = 16000;
    whale.edge_length = 0.0397;
    whale.size = 2.2;
    whale.young = 900;
    whale.view = {{2.0, 0.6, 2.7}, {-0.12, -0.02, 0}, 32.0};
    return whale;
}

} // namespace limber::makers
