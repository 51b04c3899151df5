// SPDX-License-Identifier: MIT
#include "app/creatures/makers/anatomy.h"
#include "app/creatures/makers/sea.h"

#include <array>
#include <cmath>

namespace limber::makers {
namespace angler_parts {

enum Paint { skin, belly, fin, light, white, black, mouth };
enum Material { flesh, membrane, rod, face, lamp };

struct Bones {
    int chest, jaw, rod;
    std::vector<int> tail;
    std::array<int, 2> fins;
};

const Ellipsoid head_shape = {{0.16, 0.0, 0.0}, {0.42, 0.37, 0.34}};

Bones add_bones(Figure& angler) {
    Bones b{};
    b.chest = angler.add_bone("chest", -1, {0.10, 0, 0}, {-0.16, 0, 0});
    b.jaw = angler.add_bone("jaw", b.chest, {0.16, -0.16, 0}, {0.52, -0.20, 0});
    b.tail = add_chain(angler, "tail", b.chest, {{-0.16, 0, 0}, {-0.44, 0, 0}, {-0.68, 0, 0}});
    b.rod = angler.add_bone("rod", b.chest, {0.20, 0.34, 0}, {0.22, 0.46, 0});
    for (std::size_t k = 0; k < 2; ++k) {
        b.fins[k] = angler.add_bone(k == 0 ? "fin.left" : "fin.right", b.chest,
                                    mirrored({-0.04, -0.06, 0.28}, sides[k]), mirrored({-0.12, -0.08, 0.40}, sides[k]));
    }
    return b;
}

void add_body(Figure& angler, const Bones& b) {
    angler.add({head_shape, {b.chest}, 0.08, skin, flesh});
    add_tube(angler, {{-0.10, 0, 0}, {-0.36, 0, 0}, {-0.62, 0.0, 0}}, {0.29, 0.18, 0.075},
             {{}, {b.tail[0], b.chest}, 0.1, skin, flesh});
    angler.add({Ellipsoid{{0.30, -0.20, 0}, {0.27, 0.14, 0.28}}, {b.jaw, b.chest}, 0.05, belly, flesh});
    angler.add(
        {blade({-0.58, 0, 0}, {-0.94, 0.02, 0}, Vec3::UnitZ(), 0.36, 0.07), {b.tail[1]}, 0.05, fin, membrane, 0.85});
    angler.add(
        {blade({-0.16, 0.22, 0}, {-0.40, 0.36, 0}, Vec3::UnitZ(), 0.20, 0.07), {b.tail[0]}, 0.05, fin, membrane, 0.85});
    angler.add({blade({-0.22, -0.20, 0}, {-0.42, -0.32, 0}, Vec3::UnitZ(), 0.16, 0.07),
                {b.tail[0]},
                0.05,
                fin,
                membrane,
                0.85});
    for (std::size_t k = 0; k < 2; ++k) {
        angler.add({blade(mirrored({0.0, -0.05, 0.25}, sides[k]), mirrored({-0.24, -0.10, 0.54}, sides[k]),
                          Vec3(0.5, 0.7, sides[k] * 0.5).normalized(), 0.20, 0.065),
                    {b.fins[k]},
                    0.04,
                    fin,
                    membrane,
                    0.85});
    }
}

// The rig moves only the rod's root, so that the lamp swings by secondary motion.
void add_lamp(Figure& angler, const Bones& b) {
    add_tube(angler, {{0.17, 0.30, 0}, {0.20, 0.46, 0}, {0.34, 0.62, 0}, {0.54, 0.62, 0}, {0.64, 0.50, 0}},
             {0.062, 0.048, 0.04, 0.036, 0.034}, {{}, {b.rod, b.chest}, 0.03, skin, rod, 0.85});
    angler.add({Ellipsoid{{0.665, 0.44, 0}, Vec3::Constant(0.088)}, {b.chest}, 0.02, light, lamp, 0.85});
}

void add_face(Figure& angler, const Bones& b) {
    add_eyes(angler, {surface_at(head_shape, {0.72, 0.40, 0.56}) - Vec3(0.02, 0, 0.02),
                      {0.8, 0.2, 0.6},
                      0.095,
                      b.chest,
                      white,
                      black,
                      face,
                      0.66});
    const Ellipsoid lip = {{0.30, -0.135, 0}, {0.285, 0.10, 0.29}};
    const auto grin = smile_on(lip, 0.02, 0.04, 74.0);
    add_line(angler, grin, 0.021, b.jaw, mouth, face);
    for (std::size_t i = 1; i + 1 < grin.size(); ++i) {
        const double height = i % 2 == 0 ? 0.085 : 0.06;
        angler.add(
            {RoundCone{grin[i], grin[i] + height * Vec3::UnitY(), 0.023, 0.008}, {b.jaw}, 0.0, white, face, 0.55});
    }
}

int painted(const Vec3& x, int paint) {
    return paint == skin && x.y() < -0.20 ? belly : paint;
}

// Hovers and peers around; the jaw chews.
void lurk(const Bones& b, double phase, Motion& motion) {
    motion_of(motion, b.chest).shift = Vec3(0.03 * cosine_wave(phase), 0.06 * sine_wave(phase), 0);
    motion_of(motion, b.chest).turn =
        Vec3(4.0 * sine_wave(phase), 16.0 * sine_wave(phase), 8.0 * sine_wave(2.0 * phase));
    motion_of(motion, b.jaw).turn.z() = -7.0 - 7.0 * sine_wave(2.0 * phase - 0.1);
    undulate(motion, b.tail, Vec3::UnitY(), 28.0, 0.14, 2.0 * phase);
    motion_of(motion, b.rod).turn = Vec3(14.0 * sine_wave(phase - 0.2), 0, 12.0 * sine_wave(2.0 * phase - 0.2));
    for (std::size_t k = 0; k < 2; ++k) {
        motion_of(motion, b.fins[k]).turn.y() = -sides[k] * 24.0 * sine_wave(4.0 * phase);
    }
}

} // namespace angler_parts

Figure angler() {
    using namespace angler_parts;
    Figure angler;
    angler.name = "angler";
    angler.title = "Angus the angler fish";
    angler.about = "an angler fish whose lamp swings";
    angler.palette = {"#5c4b8a", "#8f7bb8", "#8a5aa5", "#ffe88a", "#ffffff", "#1b1626", "#3a1f3d"};
    angler.regions = {
        {"flesh", 1.0, 1.0}, {"membrane", 0.8, 1.0}, {"rod", 0.8, 1.0}, {"face", 4.0, 1.0}, {"lamp", 3.0, 1.0}};
    angler.painter = painted;
    const Bones bones = add_bones(angler);
    add_body(angler, bones);
    add_lamp(angler, bones);
    add_face(angler, bones);
    angler.clips = {looping_clip(angler.skeleton, "lurk", 2.6, [=](double t, Motion& m) { lurk(bones, t, m); })};
    angler.vertices = 13000;
    angler.edge_length = 0.0353;
    angler.size = 0.85;
    angler.young = 700;
    angler.view = {{2.0, 0.6, 2.0}, {-0.06, 0.06, 0}, 34.0};
    return angler;
}

} // namespace limber::makers
