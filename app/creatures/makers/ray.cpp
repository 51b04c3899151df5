// SPDX-License-Identifier: MIT
#include "app/creatures/makers/anatomy.h"
#include "app/creatures/makers/sea.h"

#include <array>
#include <cmath>

namespace limber::makers {
namespace ray_parts {

enum Paint { skin, belly, spot, white, black, rim };
enum Material { flesh, wing, face, core };

struct Bones {
    int body, tail;
    std::array<std::vector<int>, 2> wings;
};

const Ellipsoid body = {{0.06, 0.0, 0.0}, {0.42, 0.125, 0.27}};

Bones add_bones(Figure& ray) {
    Bones b{};
    b.body = ray.add_bone("body", -1, {0.38, 0, 0}, {-0.24, 0, 0});
    b.tail = ray.add_bone("tail", b.body, {-0.28, 0, 0}, {-0.5, 0, 0});
    for (std::size_t k = 0; k < 2; ++k) {
        const double s = sides[k];
        b.wings[k] =
            add_chain(ray, k == 0 ? "wing.left" : "wing.right", b.body,
                      {mirrored({0.05, 0, 0.18}, s), mirrored({0.02, 0, 0.46}, s), mirrored({-0.08, 0, 0.74}, s)});
    }
    return b;
}

void add_wings(Figure& ray, const Bones& b) {
    for (std::size_t k = 0; k < 2; ++k) {
        const double s = sides[k];
        const auto& wing_bones = b.wings[k];
        const auto plate = [&](const Vec3& root, const Vec3& tip, double width, double thickness,
                               const std::vector<int>& bones) {
            ray.add({blade(mirrored(root, s), mirrored(tip, s), Vec3::UnitY(), width, thickness), bones, 0.07, skin,
                     wing, 0.9});
        };
        plate({0.14, 0, -0.05}, {0.06, 0, 0.56}, 0.56, 0.13, {wing_bones[0], wing_bones[1], b.body});
        plate({0.10, 0, 0.20}, {-0.06, 0, 0.78}, 0.36, 0.085, {wing_bones[1], wing_bones[0]});
        plate({0.02, 0, 0.50}, {-0.20, 0.0, 0.96}, 0.18, 0.065, {wing_bones[1]});
        plate({-0.10, 0, 0.0}, {-0.16, 0, 0.42}, 0.26, 0.08, {wing_bones[0], b.body});
        ray.add({RoundCone{mirrored({0.40, -0.01, 0.13}, s), mirrored({0.56, -0.035, 0.15}, s), 0.052, 0.036},
                 {b.body},
                 0.05,
                 rim,
                 flesh,
                 0.8});
    }
}

void add_body(Figure& ray, const Bones& b) {
    ray.add({body, {b.body}, 0.08, skin, flesh});
    add_tube(ray, {{-0.24, 0, 0}, {-0.5, 0.0, 0}, {-0.8, 0.03, 0}, {-1.08, 0.09, 0}}, {0.085, 0.05, 0.037, 0.03},
             {{}, {b.tail}, 0.06, skin, wing, 0.85});
    ray.add({blade({-0.34, 0.02, 0}, {-0.44, 0.13, 0}, Vec3::UnitZ(), 0.09, 0.06), {b.tail}, 0.03, rim, wing, 0.8});
}

void add_face(Figure& ray, const Bones& b) {
    add_eyes(ray, {{0.33, 0.10, 0.165}, {0.5, 0.35, 0.9}, 0.062, b.body, white, black, face, 0.72});
    add_line(ray, smile_on(body, -0.02, 0.028, 26.0), 0.012, b.body, black, face);
}

// A light underside, and freckles on the back.
int painted(const Vec3& x, int paint) {
    if (paint != skin) {
        return paint;
    }
    constexpr std::array<std::array<double, 3>, 9> spots = {{{0.12, 0.0, 0.055},
                                                             {-0.04, 0.12, 0.04},
                                                             {-0.04, -0.12, 0.04},
                                                             {0.10, 0.27, 0.05},
                                                             {0.10, -0.27, 0.05},
                                                             {-0.02, 0.44, 0.038},
                                                             {-0.02, -0.44, 0.038},
                                                             {-0.15, 0.0, 0.035},
                                                             {0.0, 0.0, 0.0}}};
    if (x.y() < -0.012) {
        return belly;
    }
    for (const auto& [cx, cz, radius] : spots) {
        if (std::hypot(x.x() - cx, x.z() - cz) < radius) {
            return spot;
        }
    }
    return skin;
}

// The wings beat slowly; their tips lag.
void swim(const Bones& b, double phase, Motion& motion) {
    motion_of(motion, b.body).shift.y() = -0.06 * sine_wave(phase - 0.05);
    motion_of(motion, b.body).turn.z() = 3.0 * cosine_wave(phase);
    for (std::size_t k = 0; k < 2; ++k) {
        for (std::size_t joint = 0; joint < 2; ++joint) {
            const double lag = 0.14 * static_cast<double>(joint);
            motion_of(motion, b.wings[k][joint]).turn =
                Vec3(-sides[k] * 27.0 * sine_wave(phase - lag), 0, 6.0 * cosine_wave(phase - lag));
        }
    }
    motion_of(motion, b.tail).turn = Vec3(0, 8.0 * sine_wave(phase), -9.0 * sine_wave(phase - 0.2));
}

} // namespace ray_parts

Figure ray() {
    using namespace ray_parts;
    Figure ray;
    ray.name = "ray";
    ray.title = "Raymond the manta";
    ray.about = "a manta ray that beats its wings";
    ray.palette = {"#3d5a80", "#f1f4ee", "#98c1d9", "#ffffff", "#161d2b", "#2f4768"};
    ray.regions = {{"flesh", 1.0, 1.0}, {"wing", 0.7, 1.0}, {"face", 4.0, 1.0}, {"core", 4.0, 1.1}};
    ray.core_radius = 0.03;
    ray.painter = painted;
    const Bones bones = add_bones(ray);
    ray.coreless_bones = {bones.tail, bones.wings[0][0], bones.wings[0][1], bones.wings[1][0], bones.wings[1][1]};
    add_body(ray, bones);
    add_wings(ray, bones);
    add_face(ray, bones);
    ray.clips = {looping_clip(ray.skeleton, "glide", 2.4, [=](double t, Motion& m) { swim(bones, t, m); })};
    ray.vertices = 13000;
    ray.edge_length = 0.0291;
    ray.size = 1.2;
    ray.young = 700;
    ray.view = {{1.9, 1.35, 1.7}, {-0.18, 0.0, 0}, 34.0};
    return ray;
}

} // namespace limber::makers
