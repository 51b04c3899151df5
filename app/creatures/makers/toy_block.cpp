// SPDX-License-Identifier: MIT
#include "app/creatures/makers/gallery.h"
#include "app/creatures/makers/motion.h"

#include <cmath>

namespace limber::makers {
namespace toy_block_parts {

enum Paint { cloth, seam, white, black, pink };
enum Material { stuffing, ear, face };

void add_body(Figure& block, int handle) {
    block.add({RoundBox{{0, 0.36, 0}, {0.34, 0.34, 0.34}, 0.13}, {handle}, 0.0, cloth, stuffing});
    for (const double side : {1.0, -1.0}) {
        block.add({Ellipsoid{{side * 0.24, 0.745, 0}, {0.125, 0.14, 0.085}}, {handle}, 0.05, cloth, ear, 0.85});
        block.add({Ellipsoid{{side * 0.24, 0.75, 0.066}, {0.07, 0.085, 0.035}}, {handle}, 0.02, pink, ear, 0.7});
        block.add({Ellipsoid{{side * 0.17, 0.05, 0.22}, {0.12, 0.07, 0.17}}, {handle}, 0.05, seam, stuffing, 0.9});
        block.add({Ellipsoid{{side * 0.375, 0.34, 0.05}, {0.10, 0.13, 0.09}, rotation_about(Vec3::UnitZ(), side * 35)},
                   {handle},
                   0.05,
                   cloth,
                   ear,
                   0.9});
    }
    block.add({Ellipsoid{{0, 0.22, -0.37}, {0.09, 0.09, 0.09}}, {handle}, 0.03, seam, ear, 0.9});
}

void add_face(Figure& block, int handle) {
    for (const double side : {1.0, -1.0}) {
        block.add({Ellipsoid{{side * 0.14, 0.46, 0.325}, {0.062, 0.078, 0.045}}, {handle}, 0.008, black, face, 0.4});
        block.add({Ellipsoid{{side * 0.14 + 0.02, 0.492, 0.362}, {0.022, 0.024, 0.018}},
                   {handle},
                   0.0,
                   white,
                   stuffing,
                   0.3});
        block.add({Ellipsoid{{side * 0.235, 0.345, 0.325}, {0.055, 0.04, 0.025}}, {handle}, 0.02, pink, stuffing, 0.6});
    }
    block.add({Ellipsoid{{0, 0.40, 0.345}, {0.038, 0.028, 0.03}}, {handle}, 0.008, seam, face, 0.5});
}

// A smile below the nose.
void add_smile(Figure& block, int handle) {
    std::vector<Vec3> points;
    for (int step = -3; step <= 3; ++step) {
        const double angle = 0.36 * step;
        points.emplace_back(0.095 * std::sin(angle), 0.405 - 0.095 * std::cos(angle), 0.35);
    }
    for (const auto& piece : stroke(points, 0.017)) {
        block.add({piece, {handle}, 0.0, black, stuffing, 0.35});
    }
}

// Crouches, jumps, turns a little in the air, and lands.
void hop(double phase, Motion& motion) {
    const double height = std::max(0.0, sine_wave(phase - 0.15));
    const double crouch = std::max(0.0, -sine_wave(phase - 0.15));
    const double tall = 1.0 + 0.18 * height - 0.25 * crouch;
    motion[0].shift = Vec3(0, 0.42 * height - 0.09 * crouch, 0);
    motion[0].turn = Vec3(0, 22.0 * sine_wave(phase), 10.0 * cosine_wave(phase));
    motion[0].stretch = Vec3(1.0 / std::sqrt(tall), tall, 1.0 / std::sqrt(tall));
}

void shake(double phase, Motion& motion) {
    const double strength = 0.5 - 0.5 * cosine_wave(phase);
    motion[0].turn =
        Vec3(8.0 * sine_wave(phase), 34.0 * strength * sine_wave(4 * phase), 8.0 * strength * sine_wave(2 * phase));
    motion[0].shift.y() = 0.05 * strength;
}

} // namespace toy_block_parts

Figure toy_block() {
    using namespace toy_block_parts;
    Figure block;
    block.name = "toy_block";
    block.title = "Pip the cuddly block";
    block.about = "a soft toy block with ears on one affine handle";
    block.vertices = 2500;
    block.palette = {"#6fb7b0", "#3f7f86", "#fbfaf5", "#2a2d38", "#f2a49b"};
    block.regions = {{"stuffing", 1.0, 1.0}, {"ear", 0.4, 0.8}, {"face", 8.0, 1.0}};
    const int handle = block.add_bone("handle", -1, {0, 0.2, 0}, {0, 0.6, 0});
    add_body(block, handle);
    add_face(block, handle);
    add_smile(block, handle);
    block.clips = {looping_clip(block.skeleton, "hop", 1.5, hop), looping_clip(block.skeleton, "shake", 2.4, shake)};
    block.young = 1.1e4;
    block.gravity = {0, -9.81, 0};
    block.clusters = 60;
    block.view = {{1.31, 1.36, 2.87}, {-0.02, 0.64, -0.04}, 32.0};
    return block;
}

} // namespace limber::makers
