// SPDX-License-Identifier: MIT
#include "app/creatures/makers/behaving.h"
#include "app/creatures/makers/stance.h"

#include <cmath>
#include <utility>

namespace limber::makers {
namespace letters_parts {

enum Paint { ink, white, black };

// Strokes are rounded boxes that blend into each other.
void add_stroke(Figure& letter, const Vec3& centre, const Vec3& half, double lean = 0.0) {
    letter.add({RoundBox{centre, half, 0.06, rotation_about(Vec3::UnitZ(), lean)}, {}, 0.05, ink});
}

void add_strokes(Figure& letter, const Vec3& centre, const Vec3& half, double lean = 0.0) {
    add_pair(letter, {RoundBox{centre, half, 0.06, rotation_about(Vec3::UnitZ(), lean)}, {}, 0.05, ink});
}

void add_eyes(Figure& letter, double height, double aside, double front, double middle = 0.0) {
    for (const double side : {1.0, -1.0}) {
        const Vec3 at(middle + side * aside, height, front);
        letter.add({Ellipsoid{at, Vec3::Constant(0.055)}, {}, 0.01, white, 0, 0.7});
        letter.add({Ellipsoid{at + Vec3(0, 0, 0.027), Vec3::Constant(0.037)}, {}, 0.0, black, 0, 0.6});
    }
}

Figure blank(const char* name, const char* title, const char* about, const char* colour) {
    return behaving_figure(name, title, about, {colour, "#ffffff", "#1b1f2a"});
}

Figure hopping(Figure letter) {
    letter.walk->cage_cells = 3;
    letter.walk->behaviour = {"hop", 0.2, 2.0, 0.5};
    return letter;
}

Figure letter_a() {
    Figure letter = blank("letter_a", "Ada the letter", "a capital A that hops on its two legs", "#b5485a");
    add_strokes(letter, {0.19, 0.475, 0}, {0.115, 0.46, 0.18}, 16);
    add_stroke(letter, {0, 0.40, 0}, {0.2, 0.08, 0.15});
    add_stroke(letter, {0, 0.86, 0}, {0.16, 0.09, 0.18});
    add_strokes(letter, {0.31, 0.09, 0.02}, {0.15, 0.09, 0.25});
    add_eyes(letter, 0.82, 0.07, 0.165);
    return hopping(std::move(letter));
}

Figure letter_g() {
    Figure letter = blank("letter_g", "Gloria the letter", "a capital G that hops", "#3f8f6b");
    add_stroke(letter, {0, 0.11, 0}, {0.36, 0.11, 0.28});
    add_stroke(letter, {0, 0.83, 0}, {0.30, 0.09, 0.20});
    add_stroke(letter, {-0.24, 0.47, 0}, {0.11, 0.44, 0.20});
    add_stroke(letter, {0.24, 0.28, 0}, {0.10, 0.24, 0.20});
    add_stroke(letter, {0.14, 0.46, 0}, {0.18, 0.08, 0.19});
    add_eyes(letter, 0.82, 0.08, 0.185);
    return hopping(std::move(letter));
}

Figure letter_h() {
    Figure letter = blank("letter_h", "Henry the letter", "a capital H that hops on its two legs", "#6a5a9c");
    add_strokes(letter, {0.26, 0.45, 0}, {0.12, 0.45, 0.19});
    add_stroke(letter, {0, 0.47, 0}, {0.3, 0.10, 0.16});
    add_strokes(letter, {0.27, 0.09, 0.02}, {0.16, 0.09, 0.25});
    add_eyes(letter, 0.49, 0.08, 0.145);
    return hopping(std::move(letter));
}

// Bent and pressed, as in figure 3 of the paper; an example is never mirrored, so that each side has its own.
std::vector<ExampleShape> bent_and_pressed() {
    const auto bent = [](const Vec3& aside) {
        return [aside](const Vec3& x) {
            return Vec3(x + x.y() * x.y() * aside);
        };
    };
    const auto tall = [](double by) {
        return [by](const Vec3& x) {
            return Vec3(x.x() / std::sqrt(by), by * x.y(), x.z() / std::sqrt(by));
        };
    };
    return {{"Forward", bent({0, 0, 0.5})}, {"Backward", bent({0, 0, -0.5})}, {"Left", bent({0.5, 0, 0})},
            {"Right", bent({-0.5, 0, 0})},  {"Pressed", tall(0.55)},          {"Tall", tall(1.45)}};
}

Figure letter_i() {
    Figure letter = blank("letter_i", "Ida the letter", "a capital I that hops by its six example poses", "#b08a2e");
    add_stroke(letter, {0, 0.45, 0}, {0.21, 0.40, 0.20});
    add_stroke(letter, {0, 0.11, 0}, {0.36, 0.11, 0.28});
    add_stroke(letter, {0, 0.79, 0}, {0.31, 0.09, 0.24});
    add_eyes(letter, 0.57, 0.085, 0.185);
    letter.walk->examples = bent_and_pressed();
    letter.walk->behaviour = {"hop", 0.1, 0.0, 0.5};
    return letter;
}

Figure letter_p() {
    Figure letter = blank("letter_p", "Pola the letter", "a capital P that hops", "#c9872b");
    add_stroke(letter, {0, 0.10, 0}, {0.34, 0.10, 0.27});
    add_stroke(letter, {-0.08, 0.45, 0}, {0.15, 0.44, 0.19});
    add_stroke(letter, {0.10, 0.82, 0}, {0.26, 0.09, 0.18});
    add_stroke(letter, {0.10, 0.50, 0}, {0.26, 0.09, 0.18});
    add_stroke(letter, {0.26, 0.66, 0}, {0.10, 0.24, 0.18});
    add_eyes(letter, 0.81, 0.08, 0.165, 0.04);
    return hopping(std::move(letter));
}

Figure letter_r() {
    Figure letter = blank("letter_r", "Rosa the letter", "a capital R that hops on its two legs", "#2f7f9e");
    add_stroke(letter, {-0.24, 0.45, 0}, {0.12, 0.45, 0.19});
    add_stroke(letter, {0, 0.82, 0}, {0.25, 0.09, 0.18});
    add_stroke(letter, {0, 0.47, 0}, {0.25, 0.09, 0.18});
    add_stroke(letter, {0.22, 0.64, 0}, {0.10, 0.24, 0.18});
    add_stroke(letter, {0.16, 0.31, 0}, {0.11, 0.28, 0.17}, 18);
    add_stroke(letter, {-0.26, 0.09, 0.02}, {0.15, 0.09, 0.25});
    add_stroke(letter, {0.26, 0.09, 0.02}, {0.15, 0.09, 0.25});
    add_eyes(letter, 0.81, 0.08, 0.165);
    return hopping(std::move(letter));
}

Figure letter_s() {
    Figure letter = blank("letter_s", "Sven the letter", "a capital S that hops", "#9b3f7a");
    add_stroke(letter, {0, 0.11, 0}, {0.36, 0.11, 0.28});
    add_stroke(letter, {0, 0.47, 0}, {0.30, 0.09, 0.20});
    add_stroke(letter, {0, 0.83, 0}, {0.30, 0.09, 0.20});
    add_stroke(letter, {0.22, 0.30, 0}, {0.10, 0.26, 0.20});
    add_stroke(letter, {-0.22, 0.65, 0}, {0.10, 0.26, 0.20});
    add_eyes(letter, 0.82, 0.08, 0.185);
    return hopping(std::move(letter));
}

} // namespace letters_parts

std::vector<Figure> letters() {
    using namespace letters_parts;
    return {letter_a(), letter_g(), letter_h(), letter_i(), letter_p(), letter_r(), letter_s()};
}

} // namespace limber::makers
