// SPDX-License-Identifier: MIT
#include "app/creatures/makers/anatomy.h"
#include "app/creatures/makers/sea.h"

#include <array>
#include <cmath>
#include <numbers>

namespace limber::makers {
namespace puffer_parts {

enum Paint { skin, belly, spot, spine, fin, white, black };
enum Material { flesh, soft_belly, membrane, face, thorn };

constexpr int thorn_count = 46;

struct Bones {
    int body, face, tail;
    std::array<int, 2> fins;
};

const Ellipsoid ball = {{0, 0, 0}, {0.46, 0.43, 0.43}};

Bones add_bones(Figure& puffer) {
    Bones b{};
    b.body = puffer.add_bone("body", -1, {0, -0.1, 0}, {0, 0.2, 0});
    b.face = puffer.add_bone("face", b.body, {0.34, 0.05, 0}, {0.5, 0.05, 0});
    b.tail = puffer.add_bone("tail", b.body, {-0.42, 0.02, 0}, {-0.58, 0.03, 0});
    for (std::size_t k = 0; k < 2; ++k) {
        b.fins[k] = puffer.add_bone(k == 0 ? "fin.left" : "fin.right", b.body, mirrored({0.06, 0.0, 0.41}, sides[k]),
                                    mirrored({-0.02, 0.0, 0.52}, sides[k]));
    }
    return b;
}

// Spread evenly over the ball [Vogel 1979], except on the face and at the fins.
void add_thorns(Figure& puffer, const Bones& b) {
    const double golden_angle = std::numbers::pi * (3.0 - std::sqrt(5.0));
    for (int k = 0; k < thorn_count; ++k) {
        const double y = 1.0 - 2.0 * (k + 0.5) / thorn_count;
        const double round = std::sqrt(1.0 - y * y);
        const Vec3 out(round * std::cos(golden_angle * k), y, round * std::sin(golden_angle * k));
        const bool is_face = out.x() > 0.55 && std::abs(out.y()) < 0.75;
        const bool is_fin = std::abs(out.y()) < 0.35 && (std::abs(out.z()) > 0.86 || out.x() < -0.86);
        if (is_face || is_fin) {
            continue;
        }
        const Vec3 root = surface_at(ball, out);
        puffer.add({RoundCone{root - 0.02 * out, root + 0.085 * out, 0.04, 0.014}, {b.body}, 0.03, spine, thorn, 0.75});
    }
}

void add_fins(Figure& puffer, const Bones& b) {
    for (std::size_t k = 0; k < 2; ++k) {
        puffer.add({blade(mirrored({0.10, 0.0, 0.38}, sides[k]), mirrored({-0.14, 0.03, 0.66}, sides[k]),
                          Vec3(0.75, 0.25, sides[k] * 0.62).normalized(), 0.24, 0.065),
                    {b.fins[k]},
                    0.04,
                    fin,
                    membrane,
                    0.8});
    }
    puffer.add({RoundCone{{-0.36, 0.02, 0}, {-0.54, 0.03, 0}, 0.15, 0.075}, {b.tail, b.body}, 0.08, skin, flesh});
    puffer.add(
        {blade({-0.50, 0.03, 0}, {-0.80, 0.04, 0}, Vec3::UnitZ(), 0.32, 0.07), {b.tail}, 0.04, fin, membrane, 0.8});
    puffer.add(
        {blade({-0.22, 0.34, 0}, {-0.40, 0.52, 0}, Vec3::UnitZ(), 0.17, 0.065), {b.body}, 0.04, fin, membrane, 0.8});
}

void add_face(Figure& puffer, const Bones& b) {
    add_eyes(puffer, {surface_at(ball, {0.72, 0.34, 0.62}) - Vec3(0.03, 0.01, 0.025),
                      {0.75, 0.15, 0.65},
                      0.105,
                      b.face,
                      white,
                      black,
                      face,
                      0.74});
    puffer.add({Ellipsoid{{0.455, -0.03, 0}, {0.055, 0.055, 0.085}}, {b.face}, 0.03, belly, face, 0.7});
    add_line(puffer, smile_on({{0.455, -0.03, 0}, {0.058, 0.055, 0.087}}, -0.006, 0.012, 80.0), 0.0115, b.face, black,
             face);
}

int painted(const Vec3& x, int paint) {
    if (paint != skin) {
        return paint;
    }
    if (x.y() < -0.07) {
        return belly;
    }
    const double row = std::floor((x.y() + 1.0) / 0.13);
    const double up = (x.y() + 1.0) / 0.13 - row - 0.5;
    const double turn = std::fmod((std::atan2(x.z(), x.x()) / std::numbers::pi + 1.0) * 5.0 + 0.5 * row, 1.0) - 0.5;
    return x.x() < 0.30 && std::hypot(up, 1.3 * turn) < 0.26 ? spot : skin;
}

// Inflates and deflates.
void puff(const Bones& b, double phase, Motion& motion) {
    const double size = 1.0 + 0.10 * sine_wave(phase + 0.08 * sine_wave(phase));
    motion_of(motion, b.body).stretch = Vec3(size, size, size);
    motion_of(motion, b.body).shift = Vec3(0.03 * sine_wave(2.0 * phase), 0.07 * sine_wave(phase - 0.2), 0);
    motion_of(motion, b.body).turn =
        Vec3(6.0 * sine_wave(phase), 12.0 * sine_wave(phase - 0.1), 5.0 * cosine_wave(phase));
    motion_of(motion, b.tail).turn.y() = 30.0 * sine_wave(4.0 * phase);
    for (std::size_t k = 0; k < 2; ++k) {
        motion_of(motion, b.fins[k]).turn.y() = -sides[k] * 26.0 * sine_wave(6.0 * phase);
    }
}

} // namespace puffer_parts

Figure puffer() {
    using namespace puffer_parts;
    Figure puffer;
    puffer.name = "puffer";
    puffer.title = "Pascal the puffer fish";
    puffer.about = "a puffer fish with thorns that blows itself up";
    puffer.palette = {"#e9c46a", "#fff6df", "#b9853d", "#f3e3b3", "#f4a261", "#ffffff", "#2a2622"};
    puffer.regions = {
        {"flesh", 1.0, 1.0}, {"belly", 0.35, 1.0}, {"membrane", 0.8, 1.0}, {"face", 4.0, 1.0}, {"thorn", 6.0, 1.0}};
    puffer.painter = painted;
    puffer.material_at = [](const Vec3& x, int material) {
        return material == flesh && x.y() < -0.02 ? static_cast<int>(soft_belly) : material;
    };
    const Bones bones = add_bones(puffer);
    puffer.add({ball, {bones.body, bones.face}, 0.05, skin, flesh});
    add_thorns(puffer, bones);
    add_fins(puffer, bones);
    add_face(puffer, bones);
    puffer.clips = {looping_clip(puffer.skeleton, "puff", 2.4, [=](double t, Motion& m) { puff(bones, t, m); })};
    puffer.vertices = 13000;
    puffer.edge_length = 0.0402;
    puffer.size = 0.65;
    puffer.young = 700;
    puffer.view = {{1.9, 0.5, 1.6}, {-0.06, 0.0, 0}, 34.0};
    return puffer;
}

} // namespace limber::makers
