// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/scene.h"
#include "app/interaction/follower.h"
#include "app/simulation/snapshot.h"
#include "app/view/drawables.h"

#include <optional>
#include <vector>

/// The bounding boxes [m] of a scene's characters in world space, for the camera, the floor and the light.
namespace limber::app {

bool moves_by_itself(const Snapshot& snapshot); // travelling.h
/// The box around the pose of the rig.
BoundingBox rig_box(const Snapshot& snapshot);
/// The box around the first pose of the clip, at the starting place.
BoundingBox starting_box(const Character& character, const CharacterControls& controls);

/// A view of the newest snapshots, for as long as they and the scene stay as they are.
class SceneBounds {
public:
    /// `clip`: that is chosen for the selected character.
    SceneBounds(const std::vector<Snapshot>& snapshots, const Scene& scene, const DrawnMotion& motion, const Vec3& up,
                int clip)
        : snapshots_(snapshots), scene_(scene), motion_(motion), up_(up), clip_(clip) {}

    /// The box of the drawn character: around the pose of its rig, moved along with a body that moves by itself.
    BoundingBox box(const Snapshot& snapshot) const;
    /// Around all characters.
    BoundingBox box_of_all() const;
    BoundingBox rig_box_of_all() const;
    /// Of the characters that have not fallen out of the scene; of all if all have.
    std::vector<BoundingBox> boxes_in_the_scene() const;
    /// The height [m, along up] on which the characters stand where they came in (ground_height.h), in the clips of the
    /// shown moment: until the first step after another one is chosen, all stay in the pose and on the ground of
    /// before.
    double ground() const;
    /// Around the characters that stand near the camera's target; around the selected one if none does.
    BoundingBox sharp_box(const OrbitCamera& camera, const Snapshot& selected) const;
    /// What the camera follows. The caller says whether the selected one is held.
    CameraTargets camera_targets(const Snapshot& selected) const;

private:
    Vec3 offset(const Snapshot& snapshot) const;

    const std::vector<Snapshot>& snapshots_;
    const Scene& scene_;
    DrawnMotion motion_;
    Vec3 up_;
    int clip_;
};

} // namespace limber::app
