// SPDX-License-Identifier: MIT
#include "app/creatures/makers/anatomy.h"
#include "app/creatures/makers/sea.h"

#include <array>
#include <cmath>

namespace limber::makers {
namespace seahorse_parts {

enum Paint { skin, belly, fin, white, black, blush };
enum Material { flesh, soft_belly, membrane, face, spike };

struct Bones {
    int chest, neck, head, fin;
    std::vector<int> tail;
    std::array<int, 2> ears;
};

const Ellipsoid head_shape = {{0.12, 0.62, 0.0}, {0.165, 0.145, 0.135}};

// The tail continues the belly and is curled in front.
const std::vector<Vec3> tail_points = {{-0.04, -0.06, 0}, {-0.10, -0.30, 0}, {-0.10, -0.50, 0}, {0.0, -0.66, 0},
                                       {0.15, -0.66, 0},  {0.20, -0.54, 0},  {0.10, -0.48, 0}};

Bones add_bones(Figure& seahorse) {
    Bones b{};
    b.chest = seahorse.add_bone("chest", -1, {-0.03, -0.02, 0}, {-0.02, 0.30, 0});
    b.neck = seahorse.add_bone("neck", b.chest, {-0.02, 0.30, 0}, {0.02, 0.52, 0});
    b.head = seahorse.add_bone("head", b.neck, {0.02, 0.54, 0}, {0.36, 0.58, 0});
    b.tail = add_chain(seahorse, "tail", b.chest, {tail_points[0], tail_points[2], tail_points[4]});
    b.fin = seahorse.add_bone("fin", b.chest, {-0.16, 0.14, 0}, {-0.30, 0.16, 0});
    for (std::size_t k = 0; k < 2; ++k) {
        b.ears[k] = seahorse.add_bone(k == 0 ? "ear.left" : "ear.right", b.head, mirrored({0.03, 0.62, 0.11}, sides[k]),
                                      mirrored({0.0, 0.64, 0.18}, sides[k]));
    }
    return b;
}

void add_body(Figure& seahorse, const Bones& b) {
    add_tube(seahorse, {{0.03, 0.56, 0}, {-0.03, 0.40, 0}, {-0.02, 0.20, 0}, {-0.03, -0.02, 0}},
             {0.105, 0.115, 0.19, 0.16}, {{}, {b.chest, b.neck}, 0.06, skin, flesh});
    seahorse.add({Ellipsoid{{0.07, 0.14, 0}, {0.16, 0.22, 0.17}}, {b.chest}, 0.08, belly, soft_belly});
    add_tube(seahorse, tail_points, {0.155, 0.115, 0.09, 0.075, 0.062, 0.052, 0.045},
             {{}, {b.tail[0], b.tail[1]}, 0.012, skin, flesh, 0.9});
    seahorse.add(
        {blade({-0.13, 0.15, 0}, {-0.38, 0.19, 0}, Vec3::UnitZ(), 0.34, 0.065), {b.fin}, 0.04, fin, membrane, 0.85});
    for (std::size_t k = 0; k < 2; ++k) {
        seahorse.add({blade(mirrored({0.05, 0.60, 0.09}, sides[k]), mirrored({-0.10, 0.67, 0.26}, sides[k]),
                            {0.2, 1, 0}, 0.12, 0.055),
                      {b.ears[k]},
                      0.03,
                      fin,
                      membrane,
                      0.8});
    }
}

void add_spikes(Figure& seahorse, const Bones& b) {
    const std::array<std::array<double, 4>, 5> crown = {{{0.02, 0.72, 0.0, 0.10},
                                                         {0.09, 0.75, 0.0, 0.11},
                                                         {0.16, 0.74, 0.0, 0.08},
                                                         {0.06, 0.73, 0.06, 0.07},
                                                         {0.06, 0.73, -0.06, 0.07}}};
    for (const auto& [x, y, z, length] : crown) {
        const Vec3 root(x, y, z);
        const Vec3 out = (root - head_shape.centre).normalized();
        seahorse.add({RoundCone{root, root + length * out, 0.04, 0.022}, {b.head}, 0.02, fin, spike, 0.7});
    }
    constexpr std::array<std::array<double, 2>, 4> back = {
        {{-0.13, 0.42}, {-0.19, 0.02}, {-0.20, -0.16}, {-0.20, -0.34}}};
    for (const auto& [x, y] : back) {
        seahorse.add({RoundCone{{x, y, 0}, {x - 0.06, y + 0.02, 0}, 0.04, 0.02},
                      {y > 0 ? b.chest : b.tail[0]},
                      0.02,
                      fin,
                      spike,
                      0.7});
    }
}

void add_head(Figure& seahorse, const Bones& b) {
    seahorse.add({head_shape, {b.head}, 0.06, skin, face});
    seahorse.add({RoundCone{{0.22, 0.57, 0}, {0.41, 0.52, 0}, 0.07, 0.05}, {b.head}, 0.05, skin, face, 0.85});
    seahorse.add({Ellipsoid{{0.44, 0.51, 0}, {0.032, 0.062, 0.062}, rotation_about(Vec3::UnitZ(), -15)},
                  {b.head},
                  0.015,
                  belly,
                  face,
                  0.7});
    add_eyes(seahorse, {surface_at(head_shape, {0.35, 0.12, 0.9}) - Vec3(0, 0, 0.02),
                        {0.45, 0.05, 1},
                        0.064,
                        b.head,
                        white,
                        black,
                        face,
                        0.74});
    for (const double s : sides) {
        seahorse.add(
            {Ellipsoid{mirrored({0.19, 0.54, 0.115}, s), {0.036, 0.024, 0.022}}, {b.head}, 0.015, blush, face, 0.7});
    }
}

// Rings around the belly and the tail.
int painted(const Vec3& x, int paint) {
    const bool is_ring = std::abs(std::fmod(x.y() + 2.0, 0.085) - 0.0425) < 0.008;
    if (paint == belly && x.x() < 0.30) {
        return is_ring ? skin : belly;
    }
    return paint == skin && x.y() < 0.40 && is_ring ? fin : paint;
}

// Rocks upright while the fin flutters.
void bob(const Bones& b, double phase, Motion& motion) {
    motion_of(motion, b.chest).shift = Vec3(0.04 * cosine_wave(phase), 0.09 * sine_wave(phase), 0);
    motion_of(motion, b.chest).turn =
        Vec3(5.0 * sine_wave(phase), 12.0 * sine_wave(phase - 0.1), 10.0 * cosine_wave(phase));
    motion_of(motion, b.neck).turn.z() = -5.0 * cosine_wave(phase - 0.1);
    motion_of(motion, b.head).turn = Vec3(0, 8.0 * sine_wave(phase), 9.0 * sine_wave(phase - 0.1));
    undulate(motion, b.tail, Vec3::UnitZ(), 26.0, 0.12, phase);
    motion_of(motion, b.fin).turn.y() = 20.0 * sine_wave(6.0 * phase);
    for (std::size_t k = 0; k < 2; ++k) {
        motion_of(motion, b.ears[k]).turn.y() = sides[k] * 18.0 * sine_wave(4.0 * phase);
    }
}

} // namespace seahorse_parts

Figure seahorse() {
    using namespace seahorse_parts;
    Figure seahorse;
    seahorse.name = "seahorse";
    seahorse.title = "Sunny the seahorse";
    seahorse.about = "a seahorse with a rolled tail that bobs";
    seahorse.palette = {"#f2b53c", "#fbe6a9", "#e07b39", "#ffffff", "#2a2320", "#ef8a7a"};
    seahorse.regions = {
        {"flesh", 1.0, 1.0}, {"belly", 0.35, 1.0}, {"membrane", 0.4, 1.0}, {"face", 5.0, 1.0}, {"spike", 8.0, 1.0}};
    seahorse.painter = painted;
    const Bones bones = add_bones(seahorse);
    add_body(seahorse, bones);
    add_spikes(seahorse, bones);
    add_head(seahorse, bones);
    seahorse.clips = {looping_clip(seahorse.skeleton, "bob", 2.6, [=](double t, Motion& m) { bob(bones, t, m); })};
    seahorse.vertices = 11000;
    seahorse.edge_length = 0.0301;
    seahorse.size = 0.6;
    seahorse.young = 380;
    seahorse.view = {{1.75, 0.4, 2.6}, {0.02, 0.03, 0}, 36.0};
    return seahorse;
}

} // namespace limber::makers
