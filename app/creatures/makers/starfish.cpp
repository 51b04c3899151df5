// SPDX-License-Identifier: MIT
#include "app/creatures/makers/anatomy.h"
#include "app/creatures/makers/sea.h"

#include <Eigen/Geometry>

#include <array>
#include <cmath>
#include <numbers>

namespace limber::makers {
namespace starfish_parts {

enum Paint { skin, wart, sole, white, black, blush };
enum Material { flesh, arm, face };

constexpr int arm_count = 5;

struct Bones {
    int body;
    std::array<int, arm_count> arms;
};

const Ellipsoid body = {{0, 0.06, 0}, {0.33, 0.20, 0.33}};

// The first arm points back, so that the face is between two arms and faces +x.
Vec3 outwards(int arm) {
    const double angle = std::numbers::pi + arm * 2.0 * std::numbers::pi / arm_count;
    return {std::cos(angle), 0.0, std::sin(angle)};
}

Bones add_bones(Figure& starfish) {
    Bones b{};
    b.body = starfish.add_bone("body", -1, {0, 0, 0}, {0, 0.2, 0});
    for (int k = 0; k < arm_count; ++k) {
        const auto at = static_cast<std::size_t>(k);
        b.arms[at] = starfish.add_bone("arm" + std::to_string(k + 1), b.body, 0.26 * outwards(k), 0.52 * outwards(k));
    }
    return b;
}

void add_arms(Figure& starfish, const Bones& b) {
    for (int k = 0; k < arm_count; ++k) {
        const int bone = b.arms[static_cast<std::size_t>(k)];
        const Vec3 out = outwards(k);
        add_tube(starfish,
                 {0.12 * out + 0.04 * Vec3::UnitY(), 0.40 * out + 0.0 * Vec3::UnitY(), 0.68 * out,
                  0.84 * out + 0.03 * Vec3::UnitY()},
                 {0.19, 0.145, 0.10, 0.062}, {{}, {bone, b.body}, 0.09, skin, arm});
        for (int i = 0; i < 4; ++i) {
            const double along = 0.36 + 0.14 * i;
            const double height = 0.135 - 0.024 * i;
            starfish.add({Ellipsoid{along * out + height * Vec3::UnitY(), Vec3::Constant(0.036 - 0.004 * i)},
                          {bone, b.body},
                          0.02,
                          wart,
                          arm,
                          0.75});
        }
    }
}

void add_face(Figure& starfish, const Bones& b) {
    add_eyes(starfish, {surface_at(body, {0.62, 0.72, 0.42}) - Vec3(0.01, 0.02, 0),
                        {0.9, 0.62, 0.18},
                        0.072,
                        b.body,
                        white,
                        black,
                        face,
                        0.74});
    add_line(starfish, smile_on(body, 0.055, 0.03, 17.0), 0.012, b.body, black, face);
    for (const double s : sides) {
        starfish.add({Ellipsoid{mirrored(surface_at(body, {0.78, 0.42, 0.5}), s), {0.03, 0.028, 0.04}},
                      {b.body},
                      0.02,
                      blush,
                      flesh,
                      0.7});
    }
}

int painted(const Vec3& x, int paint) {
    return paint == skin && x.y() < -0.055 ? sole : paint;
}

// Stands on the tips of its arms and waves them one after the other.
void wave_arms(const Bones& b, double phase, Motion& motion) {
    motion_of(motion, b.body).turn.y() = 10.0 * sine_wave(phase);
    motion_of(motion, b.body).shift.y() = 0.03 + 0.03 * sine_wave(2.0 * phase);
    for (int k = 0; k < arm_count; ++k) {
        const double here = sine_wave(phase - static_cast<double>(k) / arm_count);
        const Vec3 up = outwards(k).cross(Vec3::UnitY());
        motion_of(motion, b.arms[static_cast<std::size_t>(k)]).turn =
            44.0 * std::max(0.0, here) * here * up + 8.0 * sine_wave(2.0 * phase) * Vec3::UnitY();
    }
}

} // namespace starfish_parts

Figure starfish() {
    using namespace starfish_parts;
    Figure starfish;
    starfish.name = "starfish";
    starfish.title = "Stella the starfish";
    starfish.about = "a starfish that waves its arms";
    starfish.palette = {"#f0785a", "#f9c784", "#f7d9b5", "#ffffff", "#2c1d20", "#e64f6b"};
    starfish.regions = {{"flesh", 1.0, 1.0}, {"arm", 1.3, 1.0}, {"face", 4.0, 1.0}};
    starfish.painter = painted;
    const Bones bones = add_bones(starfish);
    starfish.add({body, {bones.body}, 0.08, skin, flesh});
    add_arms(starfish, bones);
    add_face(starfish, bones);
    starfish.clips = {
        looping_clip(starfish.skeleton, "wave", 2.4, [=](double t, Motion& m) { wave_arms(bones, t, m); })};
    starfish.vertices = 12000;
    starfish.edge_length = 0.0368;
    starfish.size = 0.55;
    starfish.young = 1000;
    starfish.view = {{2.5, 1.6, 0.8}, {0, 0.10, 0}, 34.0};
    return starfish;
}

} // namespace limber::makers
