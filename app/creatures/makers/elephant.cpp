// SPDX-License-Identifier: MIT
#include "app/creatures/makers/anatomy.h"
#include "app/creatures/makers/creatures.h"
#include "app/creatures/makers/stance.h"

#include <cmath>

namespace limber::makers {
namespace elephant_parts {

enum Paint { grey, pink, ivory, black, nail };
enum Material { flesh, ear, tusk };

constexpr double ground = 0.04; // below which the feet stay where they are [m]

const Vec3 trunk_tip(0, 0.20, 0.63);
const Vec3 ear_edge(0.36, 0.70, 0.22);
const Vec3 tail_tip(0, 0.27, -0.47);

void add_body(Figure& elephant) {
    elephant.add({Ellipsoid{{0, 0.50, -0.05}, {0.24, 0.23, 0.34}}, {}, 0.0, grey, flesh});
    elephant.add({Ellipsoid{{0, 0.68, 0.33}, {0.17, 0.17, 0.16}}, {}, 0.08, grey, flesh});
    add_tube(elephant, {{0, 0.52, -0.36}, {0, 0.41, -0.45}, tail_tip}, {0.034, 0.024, 0.030},
             {{}, {}, 0.03, grey, flesh, 0.7});
}

void add_legs(Figure& elephant) {
    add_limbs(elephant, {{0.13, 0.40, 0.16}, {0.14, 0.22, 0.17}, {0.14, 0.05, 0.17}}, {0.10, 0.088, 0.09},
              {{}, {}, 0.05, grey, flesh});
    add_limbs(elephant, {{0.13, 0.40, -0.24}, {0.14, 0.22, -0.25}, {0.14, 0.05, -0.25}}, {0.11, 0.092, 0.09},
              {{}, {}, 0.05, grey, flesh});
    for (const double z : {0.255, -0.165}) {
        add_pair(elephant, {Ellipsoid{{0.14, 0.035, z}, {0.045, 0.03, 0.018}}, {}, 0.005, nail, flesh, 0.7});
    }
    elephant.carve(RoundBox{{0, -0.25, 0}, {1, 0.25, 1}, 0.01}, 0.01);
}

void add_head(Figure& elephant) {
    add_tube(elephant, {{0, 0.64, 0.44}, {0, 0.50, 0.56}, {0, 0.34, 0.58}, trunk_tip}, {0.080, 0.062, 0.050, 0.042},
             {{}, {}, 0.05, grey, flesh, 0.8});
    add_pair(elephant, {Ellipsoid{{0.25, 0.70, 0.27}, {0.15, 0.17, 0.032}, rotation_about(Vec3::UnitY(), 25)},
                        {},
                        0.03,
                        grey,
                        ear,
                        0.8});
    add_pair(elephant, {RoundCone{{0.080, 0.58, 0.44}, {0.115, 0.46, 0.58}, 0.026, 0.014}, {}, 0.01, ivory, tusk, 0.6});
    add_pair(elephant, {Ellipsoid{{0.085, 0.735, 0.455}, {0.020, 0.026, 0.018}}, {}, 0.004, black, flesh, 0.45});
}

int painted(const Vec3& x, int paint) {
    const Vec3 from_ear = Vec3(std::abs(x.x()), x.y(), x.z()) - Vec3(0.27, 0.69, 0.29);
    return paint == grey && from_ear.cwiseQuotient(Vec3(0.10, 0.12, 0.05)).norm() < 1.0 ? pink : paint;
}

} // namespace elephant_parts

/// An elephant on four feet that stay, with one subspace for all the places where it is pulled, after figure 2 of
/// [Force-Dual Modes].
Figure elephant() {
    using namespace elephant_parts;
    Figure elephant = walker("elephant", "Ella the elephant", "an elephant that is pulled at many places",
                             {"#9aa3b2", "#e6b3b3", "#f7f0dc", "#24242c", "#d8d4cc"});
    elephant.vertices = 10000;
    elephant.regions = {{"flesh", 1.0, 1.0}, {"ear", 0.6, 1.0}, {"tusk", 100.0, 1.0}};
    add_body(elephant);
    add_legs(elephant);
    add_head(elephant);
    elephant.painter = painted;
    elephant.young = 3e4;
    elephant.gravity.setZero();
    elephant.walk->muscles = 0;
    elephant.walk->has_floor = false;
    elephant.walk->is_pinned = [](const Vec3& x) {
        return x.y() < ground;
    };
    elephant.subspace = {"force-dual-skinning",
                         {{"Trunk", "region", trunk_tip, 0.06, 60},
                          {"Head", "region", {0, 0.82, 0.34}, 0.08, 60},
                          {"Left ear", "region", ear_edge, 0.08, 60},
                          {"Right ear", "region", mirrored_in_x(ear_edge), 0.08, 60},
                          {"Back", "region", {0, 0.70, -0.05}, 0.10, 40},
                          {"Tail", "region", tail_tip, 0.05, 60}}};
    elephant.modes = 24;
    elephant.clusters = 150;
    elephant.view = {{1.45, 1.0, 2.2}, {0, 0.46, 0.05}, 32.0};
    return elephant;
}

} // namespace limber::makers
