// SPDX-License-Identifier: MIT
#include "app/creatures/makers/anatomy.h"
#include "app/creatures/makers/stance.h"
#include "app/creatures/makers/walkers.h"

#include <cmath>
#include <numbers>

namespace limber::makers {
namespace creepy_tree_parts {

enum Paint { bark, dark, glow };
enum Material { root, wood };

constexpr int root_count = 6;

// The roots are the feet: out of the trunk, over a knee, down to a toe. They have muscles of their own, because the
// softest modes of the whole tree move only its branches.
void add_roots(Figure& tree) {
    for (int k = 0; k < root_count; ++k) {
        const double angle = (k + 0.5) * 2.0 * std::numbers::pi / root_count;
        const double reach = k % 2 == 0 ? 1.0 : 0.9;
        const Vec3 out = reach * Vec3(std::sin(angle), 0, std::cos(angle));
        const Vec3 up = Vec3::UnitY();
        add_tube(tree,
                 {0.05 * out + 0.30 * up, 0.19 * out + 0.225 * up, 0.33 * out + 0.095 * up, 0.45 * out + 0.035 * up},
                 {0.10, 0.075, 0.056, 0.035}, {{}, {}, 0.06, bark, root, 1.0, k});
        tree.walk->limbs.push_back("Root " + std::to_string(k + 1));
    }
}

void add_trunk(Figure& tree) {
    add_tube(tree, {{0, 0.22, 0}, {0.012, 0.42, 0.0}, {-0.015, 0.62, 0.0}, {0.0, 0.76, -0.01}},
             {0.155, 0.135, 0.125, 0.10}, {{}, {}, 0.08, bark, wood});
}

// Two arms with fingers, and a crown of dead branches.
void add_branches(Figure& tree) {
    const BodyPart branch = {{}, {}, 0.045, bark, wood, 0.85};
    add_tube(tree, {{0.05, 0.56, 0.0}, {0.22, 0.66, 0.05}, {0.34, 0.63, 0.13}, {0.42, 0.70, 0.20}},
             {0.065, 0.05, 0.04, 0.026}, branch);
    add_tube(tree, {{0.33, 0.63, 0.12}, {0.40, 0.57, 0.19}, {0.43, 0.55, 0.26}}, {0.036, 0.030, 0.022}, branch);
    add_tube(tree, {{-0.05, 0.58, 0.0}, {-0.21, 0.70, 0.03}, {-0.33, 0.69, 0.10}, {-0.42, 0.78, 0.14}},
             {0.065, 0.05, 0.04, 0.026}, branch);
    add_tube(tree, {{-0.32, 0.69, 0.10}, {-0.40, 0.63, 0.17}, {-0.42, 0.61, 0.25}}, {0.036, 0.030, 0.022}, branch);
    add_tube(tree, {{0.02, 0.74, 0}, {0.11, 0.88, -0.04}, {0.10, 1.0, -0.05}, {0.17, 1.10, -0.04}},
             {0.07, 0.05, 0.04, 0.024}, branch);
    add_tube(tree, {{0.11, 0.90, -0.04}, {0.21, 0.94, 0.0}, {0.25, 1.02, 0.02}}, {0.040, 0.032, 0.022}, branch);
    add_tube(tree, {{-0.02, 0.74, 0}, {-0.10, 0.89, -0.02}, {-0.19, 0.97, 0.0}, {-0.21, 1.09, 0.0}},
             {0.07, 0.05, 0.04, 0.024}, branch);
}

// Hollow glowing eyes and a crooked mouth.
void add_face(Figure& tree) {
    tree.carve(Ellipsoid{{0.062, 0.60, 0.125}, {0.042, 0.034, 0.06}, rotation_about({0, 0, 1}, 25)}, 0.012);
    tree.carve(Ellipsoid{{-0.068, 0.60, 0.125}, {0.042, 0.034, 0.06}, rotation_about({0, 0, 1}, -25)}, 0.012);
    tree.carve(Ellipsoid{{0.0, 0.46, 0.145}, {0.078, 0.034, 0.05}, rotation_about({0, 0, 1}, -8)}, 0.012);
    add_pair(tree, {Ellipsoid{{0.064, 0.597, 0.088}, Vec3::Constant(0.024)}, {}, 0.0, glow, wood, 0.6});
    tree.add({Ellipsoid{{0.004, 0.527, 0.126}, {0.020, 0.045, 0.026}, rotation_about({1, 0, 0}, 14)},
              {},
              0.02,
              bark,
              wood,
              0.8});
}

int painted(const Vec3& x, int paint) {
    const bool is_mouth = std::abs(x.x()) < 0.075 && std::abs(x.y() - 0.46) < 0.030 && x.z() > 0.07 && x.z() < 0.122;
    const bool is_socket =
        std::abs(std::abs(x.x()) - 0.065) < 0.038 && std::abs(x.y() - 0.60) < 0.03 && x.z() > 0.05 && x.z() < 0.105;
    return paint == bark && (is_mouth || is_socket) ? dark : paint;
}

} // namespace creepy_tree_parts

Figure creepy_tree() {
    using namespace creepy_tree_parts;
    Figure tree = walker("creepy_tree", "Gnarl the creepy tree", "a dead tree whose roots are its feet",
                         {"#7a6350", "#33261f", "#f2c84b"});
    tree.vertices = 8000;
    tree.painter = painted;
    tree.regions = {{"root", 1.0, 1.0}, {"wood", 10.0, 0.6}}; // stiff above the ground, so that the roots bend
    tree.modes = 8;                                           // few enough that each root can still move alone
    tree.clusters = 16;
    tree.walk->muscles = 0;
    add_trunk(tree);
    add_roots(tree);
    add_branches(tree);
    add_face(tree);
    tree.view = {{1.5, 1.15, 3.1}, {0, 0.52, 0}, 30.0};
    return tree;
}

} // namespace limber::makers
