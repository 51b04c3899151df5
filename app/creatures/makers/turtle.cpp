// SPDX-License-Identifier: MIT
#include "app/creatures/makers/anatomy.h"
#include "app/creatures/makers/sea.h"

#include <array>
#include <cmath>
#include <limits>

namespace limber::makers {
namespace turtle_parts {

enum Paint { skin, shell, scute, belly, white, black, blush };
enum Material { flesh, flipper, armour, face };

struct Bones {
    int shell, neck, head, tail;
    std::array<int, 2> front, back;
};

const Ellipsoid head_shape = {{0.74, 0.10, 0.0}, {0.185, 0.165, 0.165}};

Bones add_bones(Figure& turtle) {
    Bones b{};
    b.shell = turtle.add_bone("shell", -1, {0.34, 0, 0}, {-0.34, 0, 0});
    b.neck = turtle.add_bone("neck", b.shell, {0.40, 0.02, 0}, {0.60, 0.07, 0});
    b.head = turtle.add_bone("head", b.neck, {0.60, 0.07, 0}, {0.86, 0.10, 0});
    b.tail = turtle.add_bone("tail", b.shell, {-0.46, -0.03, 0}, {-0.62, -0.05, 0});
    for (std::size_t k = 0; k < 2; ++k) {
        const double s = sides[k];
        const std::string side = k == 0 ? ".left" : ".right";
        b.front[k] = turtle.add_bone("flipper" + side, b.shell, mirrored({0.32, -0.02, 0.30}, s),
                                     mirrored({0.24, -0.04, 0.56}, s));
        b.back[k] = turtle.add_bone("foot" + side, b.shell, mirrored({-0.36, -0.04, 0.22}, s),
                                    mirrored({-0.48, -0.05, 0.36}, s));
    }
    return b;
}

void add_shell(Figure& turtle, const Bones& b) {
    turtle.add({Ellipsoid{{-0.02, 0.05, 0}, {0.50, 0.25, 0.41}}, {b.shell}, 0.05, shell, armour});
    turtle.add({Ellipsoid{{-0.02, -0.03, 0}, {0.54, 0.085, 0.45}}, {b.shell}, 0.03, shell, armour});
    turtle.add({Ellipsoid{{0.0, -0.09, 0}, {0.46, 0.085, 0.37}}, {b.shell}, 0.03, belly, flesh});
}

void add_limbs(Figure& turtle, const Bones& b) {
    for (std::size_t k = 0; k < 2; ++k) {
        const double s = sides[k];
        turtle.add({RoundCone{mirrored({0.30, -0.03, 0.26}, s), mirrored({0.33, -0.04, 0.50}, s), 0.10, 0.075},
                    {b.front[k], b.shell},
                    0.06,
                    skin,
                    flipper});
        turtle.add({blade(mirrored({0.38, -0.03, 0.40}, s), mirrored({0.02, -0.07, 0.98}, s), {0, 1, 0}, 0.22, 0.085),
                    {b.front[k]},
                    0.06,
                    skin,
                    flipper,
                    0.85});
        turtle.add({blade(mirrored({-0.28, -0.05, 0.20}, s), mirrored({-0.66, -0.08, 0.50}, s), {0, 1, 0}, 0.21, 0.09),
                    {b.back[k]},
                    0.05,
                    skin,
                    flipper,
                    0.85});
    }
    turtle.add({RoundCone{{-0.45, -0.03, 0}, {-0.64, -0.06, 0}, 0.06, 0.03}, {b.tail}, 0.04, skin, flipper, 0.8});
}

void add_head(Figure& turtle, const Bones& b) {
    turtle.add({RoundCone{{0.36, 0.0, 0}, {0.64, 0.07, 0}, 0.13, 0.115}, {b.neck, b.shell, b.head}, 0.06, skin, flesh});
    turtle.add({head_shape, {b.head}, 0.06, skin, face});
    turtle.add({Ellipsoid{{0.86, 0.065, 0}, {0.10, 0.085, 0.10}}, {b.head}, 0.06, skin, face, 0.8});
    add_eyes(turtle, {surface_at(head_shape, {0.55, 0.28, 0.8}) - Vec3(0.01, 0, 0.02),
                      {0.55, 0.1, 0.9},
                      0.062,
                      b.head,
                      white,
                      black,
                      face,
                      0.74});
    add_line(turtle, smile_on({{0.86, 0.065, 0}, {0.10, 0.085, 0.10}}, -0.028, 0.03, 68.0), 0.0095, b.head, black,
             face);
    for (const double s : sides) {
        turtle.add({Ellipsoid{mirrored(surface_at(head_shape, {0.55, -0.32, 0.76}), s), {0.038, 0.026, 0.024}},
                    {b.head},
                    0.02,
                    blush,
                    face,
                    0.7});
    }
}

// Scutes: the cells of a few points, without a band along the cell boundaries.
int painted(const Vec3& x, int paint) {
    if (paint != shell) {
        return paint;
    }
    constexpr std::array<std::array<double, 2>, 13> centres = {{{0.26, 0.0},
                                                                {0.02, 0.0},
                                                                {-0.24, 0.0},
                                                                {0.16, 0.22},
                                                                {-0.10, 0.24},
                                                                {0.16, -0.22},
                                                                {-0.10, -0.24},
                                                                {0.40, 0.14},
                                                                {0.40, -0.14},
                                                                {-0.36, 0.18},
                                                                {-0.36, -0.18},
                                                                {0.04, 0.42},
                                                                {0.04, -0.42}}};
    if (x.y() < 0.005) {
        return shell;
    }
    double nearest = std::numeric_limits<double>::max();
    double second = nearest;
    for (const auto& [cx, cz] : centres) {
        const double d = std::hypot(x.x() - cx, x.z() - cz);
        second = std::min(second, std::max(d, nearest));
        nearest = std::min(nearest, d);
    }
    return second - nearest > 0.045 ? scute : shell;
}

// The front flippers beat, the back flippers steer.
void swim(const Bones& b, double phase, Motion& motion) {
    motion_of(motion, b.shell).shift.y() = -0.05 * sine_wave(phase - 0.08);
    motion_of(motion, b.shell).turn.z() = 5.0 * cosine_wave(phase);
    motion_of(motion, b.neck).turn.z() = -5.0 * cosine_wave(phase);
    motion_of(motion, b.head).turn = Vec3(0, 10.0 * sine_wave(phase), -4.0 * cosine_wave(phase - 0.1));
    motion_of(motion, b.tail).turn.y() = 14.0 * sine_wave(2.0 * phase);
    for (std::size_t k = 0; k < 2; ++k) {
        motion_of(motion, b.front[k]).turn =
            Vec3(-sides[k] * 32.0 * sine_wave(phase), sides[k] * 12.0 * cosine_wave(phase), 0);
        motion_of(motion, b.back[k]).turn =
            Vec3(-sides[k] * 12.0 * sine_wave(phase - 0.3), sides[k] * 10.0 * sine_wave(phase - 0.3), 0);
    }
}

} // namespace turtle_parts

Figure turtle() {
    using namespace turtle_parts;
    Figure turtle;
    turtle.name = "turtle";
    turtle.title = "Tess the turtle";
    turtle.about = "a sea turtle that flies through the water";
    turtle.palette = {"#86b97a", "#4d6b4b", "#93a75a", "#f3e6b8", "#ffffff", "#1e2a25", "#ef9f95"};
    turtle.regions = {{"flesh", 1.0, 1.0}, {"flipper", 0.75, 1.0}, {"armour", 12.0, 1.1}, {"face", 4.0, 1.0}};
    turtle.painter = painted;
    const Bones bones = add_bones(turtle);
    add_shell(turtle, bones);
    add_limbs(turtle, bones);
    add_head(turtle, bones);
    turtle.clips = {looping_clip(turtle.skeleton, "swim", 2.2, [=](double t, Motion& m) { swim(bones, t, m); })};
    turtle.vertices = 14000;
    turtle.edge_length = 0.0338;
    turtle.size = 0.9;
    turtle.young = 900;
    turtle.view = {{2.1, 1.1, 2.15}, {0.1, 0.0, 0}, 32.0};
    return turtle;
}

} // namespace limber::makers
