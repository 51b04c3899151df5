// SPDX-License-Identifier: MIT
#include "app/creatures/makers/creatures.h"
#include "app/creatures/makers/stance.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

namespace limber::makers {
namespace flexing_arm_parts {

enum Paint { skin, sleeve };
enum Material { flesh, stick };

constexpr double held_height = 0.96;  // above which the shoulder stays where it is [m]
constexpr double flexion = 60.0;      // of the elbow in the example [degrees]
constexpr double joint_half = 0.07;   // of the length along the arm that bends [m]
constexpr double bone_gap = 0.105;    // from the elbow to the axis of a bone, whose end is round [m]
constexpr double bone_front = 0.04;   // in front of the bone of the upper arm, where the biceps begins [m]
constexpr double biceps_low = 0.58;   // [m]
constexpr double biceps_high = 0.86;  // [m]
constexpr double bulge_height = 0.02; // of the biceps in the example [m]

const Vec3 shoulder(0, 1.0, 0);
const Vec3 elbow(0, 0.50, 0);
const Vec3 wrist(0, 0.20, 0.26);
const Vec3 biceps(0, 0.72, 0.055);

Vec3 along_forearm() {
    return (wrist - elbow).normalized();
}

// Without their ends at the elbow, so that the flesh between them bends.
std::array<RoundCone, 2> bones() {
    return {RoundCone{shoulder, elbow + bone_gap * Vec3::UnitY(), 0.034, 0.032},
            RoundCone{elbow + bone_gap * along_forearm(), wrist, 0.030, 0.026}};
}

int stiffened(const Vec3& x, int material) {
    const auto bones_here = bones();
    const bool is_in_bone =
        std::ranges::any_of(bones_here, [&](const RoundCone& bone) { return distance(bone, x) < 0.0; });
    return is_in_bone ? int{stick} : material;
}

double smooth_step(double t) {
    const double s = std::clamp(t, 0.0, 1.0);
    return s * s * (3.0 - 2.0 * s);
}

// The forearm turned about the elbow, and the biceps thicker.
Vec3 flexed(const Vec3& x) {
    const Vec3 across = (along_forearm() - Vec3::UnitY()).normalized(); // from the upper arm to the forearm
    const double turned = smooth_step(0.5 + 0.5 * across.dot(x - elbow) / joint_half);
    const Vec3 bent = elbow + rotation_about(Vec3::UnitX(), -flexion * turned) * (x - elbow);
    const double along = (x.y() - biceps.y()) / (biceps_high - biceps.y());
    const double bulge = bulge_height * std::exp(-3.0 * along * along) * smooth_step((x.z() - bone_front) / 0.08);
    return bent + (1.0 - turned) * bulge * Vec3::UnitZ();
}

// Along the biceps; its gradient is the direction of the fibres.
double along_biceps(const Vec3& x) {
    return 0.4 + 0.6 * std::clamp((x.y() - biceps_low) / (biceps_high - biceps_low), 0.0, 1.0);
}

int painted(const Vec3& x, int paint) {
    return paint == skin && x.y() > 0.90 ? sleeve : paint;
}

void add_parts(Figure& arm) {
    const Vec3 hand = wrist + 0.10 * along_forearm();
    arm.add({RoundCone{shoulder, elbow, 0.105, 0.075}, {}, 0.0, skin, flesh});
    arm.add({Ellipsoid{biceps, {0.075, 0.15, 0.068}}, {}, 0.04, skin, flesh, 0.9});
    arm.add({RoundCone{elbow, wrist, 0.080, 0.052}, {}, 0.04, skin, flesh, 0.9});
    arm.add({Ellipsoid{hand, Vec3::Constant(0.075)}, {}, 0.03, skin, flesh, 0.9});
    arm.add(
        {RoundCone{hand + Vec3(0, 0.05, 0.02), hand + Vec3(0, 0.09, 0.09), 0.026, 0.022}, {}, 0.02, skin, flesh, 0.7});
}

// The middle of fibres that cross the elbow in front of both bones, from the shoulder to the forearm.
const std::array<Vec3, 5> fibre_path{Vec3(0, 0.86, 0.06), Vec3(0, 0.72, 0.10), Vec3(0, 0.58, 0.10), Vec3(0, 0.46, 0.13),
                                     Vec3(0, 0.40, 0.17)};

// Falls from 1 to 0.4 along the path.
double along_fibres(const Vec3& x) {
    double length = 0.0;
    double nearest = std::numeric_limits<double>::max();
    double at_nearest = 0.0;
    for (std::size_t i = 0; i + 1 < fibre_path.size(); ++i) {
        const Vec3 way = fibre_path[i + 1] - fibre_path[i];
        const double t = std::clamp((x - fibre_path[i]).dot(way) / way.squaredNorm(), 0.0, 1.0);
        const double from_path = (x - fibre_path[i] - t * way).norm();
        if (from_path < nearest) {
            nearest = from_path;
            at_nearest = length + t * way.norm();
        }
        length += way.norm();
    }
    return 1.0 - 0.6 * at_nearest / length;
}

// Without muscles.
Figure arm_called(const std::string& name, const std::string& title, const std::string& about,
                  const std::string& sleeves) {
    Figure arm = walker(name, title, about, {"#e2b093", sleeves});
    arm.vertices = 9000;
    arm.regions = {{"flesh", 1.0, 1.0}, {"bone", 100.0, 1.0}};
    add_parts(arm);
    arm.painter = painted;
    arm.material_at = stiffened;
    arm.young = 4e4;
    arm.gravity.setZero();
    arm.walk->muscles = 0;
    arm.walk->has_floor = false;
    arm.walk->is_pinned = [](const Vec3& x) {
        return x.y() > held_height;
    };
    arm.view = {{1.7, 0.85, 1.5}, {0, 0.58, 0.1}, 32.0};
    return arm;
}

} // namespace flexing_arm_parts

/// An arm whose biceps flexes it over stiff bones, after figure 11 of [Force-Dual Modes]: its muscle is an example
/// pose, and its subspace is made for fibres that contract.
Figure flexing_arm() {
    using namespace flexing_arm_parts;
    Figure arm = arm_called("flexing_arm", "Armin the arm", "an arm whose biceps flexes over stiff bones", "#3f7fbf");
    arm.walk->examples = {{"Flex", flexed}};
    const Vec3 belly = biceps + Vec3(0, 0, 0.03);
    arm.subspace = {"force-dual-skinning",
                    {{"Biceps", "muscle", belly, 0.06, 600, along_biceps},
                     {"Elbow", "region", elbow, 0.08, 60},
                     {"Hand", "region", wrist + 0.10 * along_forearm(), 0.07, 60}}};
    arm.modes = 12;
    arm.clusters = 120;
    return arm;
}

/// The same arm with fibres under tension for a muscle (engine/loads/active_stresses.h), as in that figure.
Figure fibre_arm() {
    using namespace flexing_arm_parts;
    Figure arm = arm_called("fibre_arm", "Fiona the arm", "an arm whose fibres contract over stiff bones", "#7f9f3f");
    arm.walk->fibres = {{"Biceps", "muscle", {0, 0.58, 0.10}, 0.1, 400, along_fibres}};
    arm.walk->peak_strain = 2.0;
    arm.subspace.kind = "displacement";
    arm.newton_points = 200;
    arm.modes = 6;
    return arm;
}

} // namespace limber::makers
