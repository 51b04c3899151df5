// SPDX-License-Identifier: MIT
#include "app/interaction/scene_bounds.h"

#include "app/character_skin/ground_height.h"
#include "app/character_skin/skin.h"
#include "app/character_skin/travelling.h"
#include "app/document/free_place.h"
#include "engine/body/body_step.h"
#include "engine/mesh/boxes.h"

#include <algorithm>

namespace limber::app {
namespace {

constexpr double sharp_share = 0.6; // of the camera's distance: characters this close to its target are drawn sharply

bool overlap(const BoundingBox& a, const BoundingBox& b) {
    return (a.low.array() <= b.high.array()).all() && (b.low.array() <= a.high.array()).all();
}

} // namespace

bool moves_by_itself(const Snapshot& snapshot) {
    return moves_by_itself(*snapshot.character);
}

BoundingBox rig_box(const Snapshot& snapshot) {
    return snapshot.character->skin->outline.box(snapshot.state.P);
}

BoundingBox starting_box(const Character& character, const CharacterControls& controls) {
    const Skeleton& skeleton = character.rig.skeleton;
    const int clip = controls.clip;
    const bool plays = clip >= 0 && clip < static_cast<int>(character.clips.size());
    Pose pose = plays ? character.clips[static_cast<std::size_t>(clip)].keys.front() : rest_pose(skeleton);
    for (Affine& world : pose) {
        world = compose(controls.rig_offset, world);
    }
    std::vector<double> weights(character.rig.targets.size(), 0.0);
    if (plays) {
        const auto of_clip = character.clips[static_cast<std::size_t>(clip)].weights_of_frame(0);
        std::ranges::copy(of_clip, weights.begin());
    }
    return character.skin->outline.box(rig_maps(character.rig, pose, weights));
}

// The drawn displacement of a body that moves by itself, relative to its rest position.
Vec3 SceneBounds::offset(const Snapshot& snapshot) const {
    if (!motion_.secondary || !moves_by_itself(snapshot)) {
        return Vec3::Zero();
    }
    State beside_rig = snapshot.state;
    beside_rig.P.setZero();
    const Points moved = contact_positions(*snapshot.character, *snapshot.character->contact_points, beside_rig);
    return motion_.exaggeration * moved.colwise().mean().transpose();
}

BoundingBox SceneBounds::box(const Snapshot& snapshot) const {
    const BoundingBox rig = rig_box(snapshot);
    const Vec3 moved = offset(snapshot);
    return {rig.low + moved, rig.high + moved};
}

BoundingBox SceneBounds::box_of_all() const {
    BoundingBox all = snapshots_.empty() ? BoundingBox{} : box(snapshots_.front());
    for (const Snapshot& snapshot : snapshots_) {
        all = united(all, box(snapshot));
    }
    return all;
}

BoundingBox SceneBounds::rig_box_of_all() const {
    BoundingBox all = snapshots_.empty() ? BoundingBox{} : rig_box(snapshots_.front());
    for (const Snapshot& snapshot : snapshots_) {
        all = united(all, rig_box(snapshot));
    }
    return all;
}

std::vector<BoundingBox> SceneBounds::boxes_in_the_scene() const {
    const double start = ground();
    std::vector<BoundingBox> all;
    std::vector<BoundingBox> inside;
    for (const Snapshot& snapshot : snapshots_) {
        const BoundingBox here = box(snapshot);
        const auto& obstacles = snapshot.obstacles ? snapshot.obstacles : snapshot.character->obstacles;
        all.push_back(here);
        if (!has_fallen_out(here, obstacles ? *obstacles : Obstacles{}, start, up_)) {
            inside.push_back(here);
        }
    }
    return inside.empty() ? all : inside;
}

double SceneBounds::ground() const {
    std::vector<PlacedOutline> placed;
    for (const Snapshot& snapshot : snapshots_) {
        if (!snapshot.is_enabled) {
            continue; // it is not drawn
        }
        const CharacterInstance* instance = scene_.instance(snapshot.id);
        placed.push_back(
            {&snapshot.character->skin->outline, snapshot.clip, instance ? instance->home : identity_affine()});
    }
    return ground_height(placed, up_);
}

BoundingBox SceneBounds::sharp_box(const OrbitCamera& camera, const Snapshot& selected) const {
    const Vec3 reach = Vec3::Constant(sharp_share * camera.distance);
    const BoundingBox near_target{camera.target - reach, camera.target + reach};
    std::optional<BoundingBox> sharp;
    for (const Snapshot& snapshot : snapshots_) {
        const BoundingBox here = box(snapshot);
        if (overlap(here, near_target)) {
            sharp = sharp ? united(*sharp, here) : here;
        }
    }
    return sharp.value_or(box(selected));
}

CameraTargets SceneBounds::camera_targets(const Snapshot& selected) const {
    const SkinOutline& outline = selected.character->skin->outline;
    CameraTargets targets;
    targets.selected = selected.id;
    targets.count = snapshots_.size();
    targets.selected_box = box(selected);
    targets.scene_box = box_of_all();
    targets.size = outline.reach(-1).diagonal();
    targets.goes = leaves_its_place(*selected.character, &outline, clip_, snapshots_.size() == 1);
    targets.is_compared =
        std::ranges::any_of(scene_.instances, [](const CharacterInstance& instance) { return instance.is_helper(); });
    return targets;
}

} // namespace limber::app
