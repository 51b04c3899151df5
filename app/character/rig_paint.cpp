// SPDX-License-Identifier: MIT
#include "app/character/rig_paint.h"

#include "engine/rig/loose_ends.h"

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

constexpr double stiffer = 4.0;
constexpr double softer = 0.1;
constexpr double softest_spring = 0.02; // factor of Young's modulus for a spring without stiffness
constexpr double stiffest_spring = 4.0; // the stiffness from which the factor is one
constexpr double steps_a_unit = 4.0;    // numbers of springs that differ by less are one part
constexpr std::size_t groups_max = 16;

struct SpringGroup {
    std::string name; // of its first bone
    double stiffness = 0.0;
    double gravity = 0.0;
    Vector bones; // 1 for those of the group
};

double young_factor_of(double stiffness) {
    return softest_spring * std::pow(1.0 / softest_spring, std::min(stiffness / stiffest_spring, 1.0));
}

// The group with these numbers, rounded; a new one, or the last one when there are many.
SpringGroup& group_of(const SpringBone& spring, Index bone_count, std::vector<SpringGroup>& groups) {
    const double stiffness = std::round(steps_a_unit * std::min(spring.stiffness, stiffest_spring)) / steps_a_unit;
    const double gravity = std::round(steps_a_unit * std::min(spring.gravity, 8.0)) / steps_a_unit;
    const auto same = std::ranges::find_if(
        groups, [&](const SpringGroup& group) { return group.stiffness == stiffness && group.gravity == gravity; });
    if (same != groups.end()) {
        return *same;
    }
    if (groups.size() == groups_max) {
        return groups.back();
    }
    groups.push_back({spring.bone, stiffness, gravity, Vector::Zero(bone_count)});
    return groups.back();
}

} // namespace

PaintLevels paint_of_bones(const Character& character, const Vector& values) {
    const Vector held = character.rig.W * values;
    PaintLevels levels;
    for (const int vertex : character.boundary_vertices) {
        levels.push_back(static_cast<std::uint8_t>(std::lround(255.0 * std::clamp(held(vertex), 0.0, 1.0))));
    }
    return levels;
}

PaintLevels paint_of_bone(const Character& character, int bone) {
    return paint_of_bones(character, Vector::Unit(character.rig.W.cols(), bone));
}

std::vector<MaterialPart> softness_by_rig(const Character& character) {
    const LooseEnds ends = loose_ends(character.rig.skeleton);
    if (!(ends.looseness.maxCoeff() > 0.0)) {
        return {};
    }
    Vector firm = Vector::Zero(ends.looseness.size());
    for (const int bone : ends.firm) {
        firm(bone) = 1.0;
    }
    return {{"Trunk and limbs", PaintedRegion(paint_of_bones(character, firm)), stiffer, 1.0},
            {"Loose ends", PaintedRegion(paint_of_bones(character, ends.looseness)), softer, 1.0}};
}

std::vector<MaterialPart> softness_by_springs(const Character& character) {
    const auto& bones = character.rig.skeleton.bones;
    Vector firm = Vector::Ones(character.rig.W.cols());
    std::vector<SpringGroup> groups;
    for (const SpringBone& spring : character.springs) {
        const auto bone = std::ranges::find(bones, spring.bone, &Bone::name);
        if (bone == bones.end()) {
            continue;
        }
        firm(bone - bones.begin()) = 0.0;
        group_of(spring, firm.size(), groups).bones(bone - bones.begin()) = 1.0;
    }
    std::vector<MaterialPart> parts;
    if (groups.empty()) {
        return parts;
    }
    parts.push_back({"What no spring swings", PaintedRegion(paint_of_bones(character, firm)), stiffer, 1.0});
    for (const SpringGroup& group : groups) {
        parts.push_back({"Spring: " + group.name, PaintedRegion(paint_of_bones(character, group.bones)),
                         young_factor_of(group.stiffness), std::clamp(0.5 * (1.0 + group.gravity), 0.25, 4.0)});
    }
    return parts;
}

void add_suggested(std::vector<MaterialPart>& parts, const std::vector<MaterialPart>& suggested) {
    for (const MaterialPart& part : suggested) {
        std::erase_if(parts, [&](const MaterialPart& earlier) { return earlier.name == part.name; });
        parts.push_back(part);
    }
}

} // namespace limber::app
