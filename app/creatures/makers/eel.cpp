// SPDX-License-Identifier: MIT
#include "app/creatures/makers/anatomy.h"
#include "app/creatures/makers/sea.h"

#include <cmath>

namespace limber::makers {
namespace eel_parts {

enum Paint { skin, belly, spot, fin, white, black };
enum Material { flesh, membrane, face, core };

struct Bones {
    int neck, head;
    std::vector<int> tail;
};

const Ellipsoid head_shape = {{0.80, 0.05, 0.0}, {0.21, 0.15, 0.145}};

// The rest pose is a wave, so that the eel is recognisable at rest.
double bend(double x) {
    return 0.11 * std::sin(4.4 * x);
}

Vec3 spine(double x, double up = 0.0) {
    return {x, up, bend(x)};
}

Bones add_bones(Figure& eel) {
    Bones b{};
    b.neck = eel.add_bone("neck", -1, spine(0.62), spine(0.34));
    b.head = eel.add_bone("head", b.neck, spine(0.62), {0.98, 0.04, bend(0.8)});
    b.tail = add_chain(eel, "tail", b.neck, {spine(0.34), spine(0.0), spine(-0.34), spine(-0.68), spine(-1.02)});
    return b;
}

void add_body(Figure& eel, const Bones& b) {
    std::vector<Vec3> points;
    std::vector<double> radii;
    for (int i = 0; i <= 6; ++i) {
        const double x = 0.70 - 0.32 * i;
        points.push_back(spine(x));
        radii.push_back(i < 2 ? 0.135 : 0.15 - 0.017 * i);
    }
    std::vector<int> bones = b.tail;
    bones.push_back(b.neck);
    add_tube(eel, points, radii, {{}, bones, 0.05, skin, flesh});
    eel.add({blade(spine(-1.06), {-1.44, 0.02, bend(-1.2)}, Vec3::UnitZ(), 0.19, 0.065),
             {b.tail[3]},
             0.05,
             fin,
             membrane,
             0.85});
}

// A ribbon along the back.
void add_ribbon(Figure& eel, const Bones& b) {
    for (int i = 0; i < 8; ++i) {
        const double x = 0.40 - 0.19 * i;
        const auto carrier = static_cast<std::size_t>(std::min(i / 2, 3));
        eel.add({blade(spine(x + 0.13, 0.125), spine(x - 0.13, 0.125), Vec3::UnitZ(), 0.16, 0.062),
                 {b.tail[carrier]},
                 0.04,
                 fin,
                 membrane,
                 0.85});
    }
}

void add_face(Figure& eel, const Bones& b) {
    Ellipsoid skull = head_shape;
    skull.centre.z() = 0.0;
    const double middle = bend(0.8);
    Figure face_only;
    Ellipsoid at_rest = head_shape;
    at_rest.centre.z() = middle;
    eel.add({at_rest, {b.head, b.neck}, 0.06, skin, face});
    eel.add({Ellipsoid{{0.93, 0.0, middle}, {0.13, 0.085, 0.115}}, {b.head}, 0.06, skin, face, 0.85});
    add_eyes(face_only, {surface_at(skull, {0.45, 0.50, 0.72}) - Vec3(0, 0.01, 0.015),
                         {0.5, 0.35, 1},
                         0.056,
                         b.head,
                         white,
                         black,
                         face,
                         0.72});
    add_line(face_only, smile_on({{0.93, 0.0, 0}, {0.13, 0.085, 0.115}}, -0.018, 0.035, 80.0), 0.0105, b.head, black,
             face);
    for (BodyPart& part : face_only.parts) {
        std::visit(
            [&](auto& shape) {
                if constexpr (requires { shape.centre; }) {
                    shape.centre.z() += middle;
                } else {
                    shape.from.z() += middle;
                    shape.to.z() += middle;
                }
            },
            part.shape);
        eel.add(part);
    }
}

// Rows of spots down both sides.
int painted(const Vec3& x, int paint) {
    if (paint != skin) {
        return paint;
    }
    if (x.y() < -0.05) {
        return belly;
    }
    const double row = std::fmod(x.x() + 4.0, 0.17) - 0.085;
    return x.x() < 0.62 && std::hypot(row, x.y() - 0.03) < 0.045 ? spot : skin;
}

// Waves run from head to tail.
void swim(const Bones& b, double phase, Motion& motion) {
    motion_of(motion, b.neck).turn.y() = 12.0 * sine_wave(phase);
    motion_of(motion, b.neck).shift = Vec3(0, 0.02 * sine_wave(2.0 * phase), 0.04 * cosine_wave(phase));
    motion_of(motion, b.head).turn.y() = -14.0 * sine_wave(phase + 0.08);
    for (std::size_t i = 0; i < b.tail.size(); ++i) {
        motion_of(motion, b.tail[i]).turn.y() = 31.0 * sine_wave(phase - 0.2 * static_cast<double>(i + 1));
    }
}

} // namespace eel_parts

Figure eel() {
    using namespace eel_parts;
    Figure eel;
    eel.name = "eel";
    eel.title = "Elmo the eel";
    eel.about = "a spotted eel that winds through the water";
    eel.palette = {"#3f8f7c", "#d9edc2", "#f0d05c", "#2c6b66", "#ffffff", "#182724"};
    eel.regions = {{"flesh", 1.0, 1.0}, {"membrane", 1.0, 1.0}, {"face", 4.0, 1.0}, {"core", 3.0, 1.0}};
    eel.core_radius = 0.03;
    eel.painter = painted;
    const Bones bones = add_bones(eel);
    eel.coreless_bones = {bones.tail[2], bones.tail[3]};
    add_body(eel, bones);
    add_ribbon(eel, bones);
    add_face(eel, bones);
    eel.clips = {looping_clip(eel.skeleton, "swim", 1.8, [=](double t, Motion& m) { swim(bones, t, m); })};
    eel.vertices = 12000;
    eel.edge_length = 0.0273;
    eel.size = 0.9;
    eel.young = 420;
    eel.view = {{2.1, 1.15, 2.3}, {-0.2, 0.0, 0}, 36.0};
    return eel;
}

} // namespace limber::makers
