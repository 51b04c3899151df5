// SPDX-License-Identifier: MIT
#include "app/character/rig_paint.h"

#include "engine/rig/loose_ends.h"

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

constexpr double stiffer = 4.0;
constexpr double softer = 0.1;

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

} // namespace limber::app
