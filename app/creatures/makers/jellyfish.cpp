// SPDX-License-Identifier: MIT
#include "app/creatures/makers/anatomy.h"
#include "app/creatures/makers/sea.h"

#include <array>
#include <cmath>
#include <numbers>

namespace limber::makers {
namespace jellyfish_parts {

enum Paint { skin, glow, frill, white, black, blush };
enum Material { jelly, tentacle, face };

constexpr int tentacle_count = 8;
constexpr int arm_count = 4;

struct Bones {
    int bell, rim;
};

const Ellipsoid dome = {{0, 0.30, 0}, {0.44, 0.36, 0.44}};

Vec3 around(double angle, double radius, double height) {
    return {radius * std::cos(angle), height, radius * std::sin(angle)};
}

// The rim's bone carries the long, thin tentacles, so that secondary motion moves them.
Bones add_bones(Figure& jellyfish) {
    Bones b{};
    b.bell = jellyfish.add_bone("bell", -1, {0, 0.36, 0}, {0, 0.60, 0});
    b.rim = jellyfish.add_bone("rim", b.bell, {0, 0.30, 0}, {0, 0.12, 0});
    return b;
}

void add_bell(Figure& jellyfish, const Bones& b) {
    jellyfish.add({dome, {b.bell, b.rim}, 0.05, skin, jelly});
    for (int lobe = 0; lobe < 2 * tentacle_count; ++lobe) {
        const double angle = (lobe + 0.5) * std::numbers::pi / tentacle_count;
        jellyfish.add({Ellipsoid{around(angle, 0.405, 0.20), {0.075, 0.09, 0.075}}, {b.rim}, 0.03, frill, jelly, 0.85});
    }
    jellyfish.carve(Ellipsoid{{0, 0.06, 0}, {0.35, 0.27, 0.35}}, 0.05);
    jellyfish.add({Ellipsoid{{0, 0.34, 0}, {0.16, 0.14, 0.16}}, {b.bell}, 0.05, glow, jelly});
}

void add_tentacles(Figure& jellyfish, const Bones& b) {
    for (int k = 0; k < tentacle_count; ++k) {
        const double angle = k * 2.0 * std::numbers::pi / tentacle_count;
        const double sway = k % 2 == 0 ? 0.22 : -0.22;
        const double length = k % 2 == 0 ? 1.0 : 0.78;
        add_tube(jellyfish,
                 {around(angle, 0.385, 0.20), around(angle + 0.3 * sway, 0.37, -0.10 * length),
                  around(angle - 0.5 * sway, 0.34, -0.42 * length), around(angle + 0.5 * sway, 0.32, -0.74 * length)},
                 {0.046, 0.04, 0.034, 0.026}, {{}, {b.rim}, 0.02, frill, tentacle, 0.85});
    }
}

// Frilly arms hang from the middle of the bell.
void add_arms(Figure& jellyfish, const Bones& b) {
    for (int k = 0; k < arm_count; ++k) {
        const double angle = (k + 0.25) * 2.0 * std::numbers::pi / arm_count;
        add_tube(jellyfish,
                 {around(angle, 0.06, 0.42), around(angle, 0.10, 0.12), around(angle + 0.5, 0.12, -0.16),
                  around(angle - 0.4, 0.10, -0.44)},
                 {0.075, 0.07, 0.058, 0.03}, {{}, {b.bell}, 0.04, glow, tentacle, 0.95});
    }
}

void add_face(Figure& jellyfish, const Bones& b) {
    add_eyes(jellyfish, {surface_at(dome, {0.82, -0.02, 0.36}) - Vec3(0.02, 0, 0.01),
                         {1, 0, 0.42},
                         0.062,
                         b.bell,
                         white,
                         black,
                         face,
                         0.8});
    add_line(jellyfish, smile_on(dome, -0.085, 0.03, 12.0), 0.012, b.bell, black, face);
    for (const double s : sides) {
        jellyfish.add({Ellipsoid{mirrored(surface_at(dome, {0.72, -0.22, 0.55}), s), {0.03, 0.03, 0.045}},
                       {b.bell},
                       0.02,
                       blush,
                       jelly,
                       0.7});
    }
}

// Light stars on the dome.
int painted(const Vec3& x, int paint) {
    if (paint != skin) {
        return paint;
    }
    const double angle = std::atan2(x.z(), x.x());
    const double petal = 0.13 + 0.10 * std::pow(std::cos(2.0 * angle + 0.8), 2);
    return x.y() > 0.45 && std::hypot(x.x(), x.z()) < petal ? glow : skin;
}

// The bell closes fast and opens slowly, and rises when it closes.
void pulse(const Bones& b, double phase, Motion& motion) {
    const double squeeze = sine_wave(phase + 0.07 * sine_wave(phase));
    motion_of(motion, b.bell).shift.y() = 0.12 * sine_wave(phase - 0.18);
    motion_of(motion, b.bell).turn = Vec3(4.0 * sine_wave(phase), 10.0 * sine_wave(phase), 5.0 * cosine_wave(phase));
    const double tall = 1.0 + 0.09 * squeeze;
    motion_of(motion, b.bell).stretch = Vec3(1.0 / std::sqrt(tall), tall, 1.0 / std::sqrt(tall));
    const double wide = 1.0 - 0.13 * sine_wave(phase - 0.08 + 0.07 * sine_wave(phase));
    motion_of(motion, b.rim).stretch = Vec3(wide, 1.0, wide);
}

} // namespace jellyfish_parts

Figure jellyfish() {
    using namespace jellyfish_parts;
    Figure jellyfish;
    jellyfish.name = "jellyfish";
    jellyfish.title = "Jelena the jellyfish";
    jellyfish.about = "a jellyfish with trailing tentacles that pulses";
    jellyfish.palette = {"#e7a6cf", "#fde7f3", "#b77bd0", "#ffffff", "#33203a", "#ee7f9c"};
    jellyfish.regions = {{"jelly", 1.0, 1.0}, {"tentacle", 2.6, 1.0}, {"face", 5.0, 1.0}};
    jellyfish.painter = painted;
    const Bones bones = add_bones(jellyfish);
    add_bell(jellyfish, bones);
    add_tentacles(jellyfish, bones);
    add_arms(jellyfish, bones);
    add_face(jellyfish, bones);
    jellyfish.clips = {
        looping_clip(jellyfish.skeleton, "pulse", 2.2, [=](double t, Motion& m) { pulse(bones, t, m); })};
    jellyfish.vertices = 12000;
    jellyfish.edge_length = 0.0389;
    jellyfish.size = 0.85;
    jellyfish.young = 400;
    jellyfish.modes = 20;
    jellyfish.view = {{3.15, 0.35, 1.55}, {0, -0.1, 0}, 34.0};
    return jellyfish;
}

} // namespace limber::makers
