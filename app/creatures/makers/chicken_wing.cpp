// SPDX-License-Identifier: MIT
#include "app/creatures/makers/creatures.h"
#include "app/creatures/makers/stance.h"

#include <algorithm>
#include <array>

namespace limber::makers {
namespace chicken_wing_parts {

enum Paint { skin, crisp, ivory };
enum Material { flesh, stick };

constexpr double held_end = -0.47; // left of which the bare end of the bone stays where it is [m]

const Vec3 bare_end(-0.50, 0.58, 0);
const Vec3 elbow(-0.08, 0.30, 0);
const Vec3 wrist(0.28, 0.54, 0);
const Vec3 tip(0.52, 0.36, 0);

// From one joint towards the next, without the ends, so that the flesh between two bones bends.
RoundCone bone_between(const Vec3& from, const Vec3& to, double radius) {
    const Vec3 along = 0.075 * (to - from).normalized();
    return {from + along, to - along, radius, radius};
}

std::array<RoundCone, 3> bones() {
    return {bone_between(bare_end, elbow, 0.036), bone_between(elbow, wrist, 0.030), bone_between(wrist, tip, 0.022)};
}

int stiffened(const Vec3& x, int material) {
    const auto bones_here = bones();
    const bool is_in_bone =
        std::ranges::any_of(bones_here, [&](const RoundCone& bone) { return distance(bone, x) < 0.0; });
    return is_in_bone ? int{stick} : material;
}

int painted(const Vec3& x, int paint) {
    return paint == skin && x.y() > 0.40 && x.x() > 0.1 ? crisp : paint;
}

} // namespace chicken_wing_parts

/// Three bones in soft flesh, held at the bare end of the first, after figure 5 of [Force-Dual Modes].
Figure chicken_wing() {
    using namespace chicken_wing_parts;
    Figure wing = walker("chicken_wing", "Winnie the chicken wing", "a chicken wing that bends between its bones",
                         {"#e0a458", "#c67c34", "#f5efdf"});
    wing.vertices = 10000;
    wing.regions = {{"flesh", 1.0, 1.0}, {"bone", 200.0, 1.5}};
    wing.add({RoundCone{bare_end, {-0.30, 0.447, 0}, 0.048, 0.042}, {}, 0.0, ivory, stick, 0.8});
    wing.add({RoundCone{{-0.34, 0.473, 0}, elbow, 0.095, 0.105}, {}, 0.01, skin, flesh});
    wing.add({RoundCone{elbow, wrist, 0.105, 0.080}, {}, 0.03, skin, flesh, 0.9});
    wing.add({RoundCone{wrist, tip, 0.078, 0.048}, {}, 0.03, skin, flesh, 0.8});
    wing.painter = painted;
    wing.material_at = stiffened;
    wing.young = 2e4;
    wing.gravity.setZero();
    wing.walk->muscles = 0;
    wing.walk->has_floor = false;
    wing.walk->is_pinned = [](const Vec3& x) {
        return x.x() < held_end;
    };
    wing.subspace = {
        "force-dual-skinning",
        {{"Elbow", "region", elbow, 0.08, 60}, {"Wrist", "region", wrist, 0.07, 60}, {"Tip", "region", tip, 0.05, 80}}};
    wing.modes = 8;
    wing.clusters = 120;
    wing.view = {{0.42, 0.68, 1.75}, {0, 0.43, 0}, 32.0};
    return wing;
}

} // namespace limber::makers
