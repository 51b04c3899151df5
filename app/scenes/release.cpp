// SPDX-License-Identifier: MIT
#include "app/scenes/release.h"

#include "app/character_build/character_muscles.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace limber::app {
namespace {

bool is_bound(const MuscleRegion& region) {
    return !region.bones.empty() && region.label < 0 && !region.painted.is_there();
}

// The paint level per surface vertex from these bones' weights.
PaintedRegion painted_as_held(const std::vector<std::string>& bones, const Character& character) {
    const Vector held = weights_of_bones(bones, character.rig);
    PaintLevels levels;
    for (const int v : character.boundary_vertices) {
        levels.push_back(static_cast<std::uint8_t>(std::lround(255.0 * std::clamp(held(v), 0.0, 1.0))));
    }
    return PaintedRegion(std::move(levels));
}

} // namespace

bool has_bound_regions(const MuscleDescription& muscles) {
    return std::ranges::any_of(muscles.regions, is_bound);
}

void paint_bound_regions(MuscleDescription& muscles, const Character& character) {
    paint_regions_of_other_bones(muscles, character, {});
}

void paint_regions_of_other_bones(MuscleDescription& muscles, const Character& character,
                                  const std::vector<std::string>& bones) {
    for (MuscleRegion& region : muscles.regions) {
        const bool has_all = std::ranges::all_of(
            region.bones, [&](const std::string& bone) { return std::ranges::find(bones, bone) != bones.end(); });
        if (is_bound(region) && !has_all) {
            region.painted = painted_as_held(region.bones, character);
            region.bones.clear();
        }
    }
}

CharacterDescription released(CharacterDescription scene, const Character& character) {
    paint_bound_regions(scene.muscles, character);
    scene.rig_kind = RigKind::none;
    scene.rig.clear();
    scene.pins = {};
    scene.clips.clear();
    scene.retargeting.clear();
    scene.active_clip = -1;
    scene.contact.floor = scene.contact.floor || !has_contact(scene.contact, scene.environment);
    return scene;
}

} // namespace limber::app
