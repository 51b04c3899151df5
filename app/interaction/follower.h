// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/orbit_camera.h"

#include <optional>

/// Moves the camera along with the characters. The camera follows the selected character, with an offset towards the
/// middle of all characters while they are near. It moves back when they spread, but only so far that the selected
/// character keeps a reasonable size; the others may leave the picture, except when they are compared. These changes
/// are undone when the other characters are removed. Horizontal motion is followed at once; vertical motion is followed
/// only when the character leaves the middle part of the picture.
namespace limber::app {

/// The characters in one frame.
struct CameraTargets {
    int selected = 0;         // id of the selected character
    std::size_t count = 0;    // number of characters
    BoundingBox selected_box; // around the selected character [m]
    BoundingBox scene_box;    // around all characters [m]
    double size = 1.0;        // of the selected character at rest [m]
    bool goes = false;        // the camera follows the selected character
    bool is_held = false;     // the user is dragging something, so the camera does not glide
    bool is_compared = false; // all characters stay in the picture at any distance
};

class Follower {
public:
    /// Starts to follow; the camera already shows these targets.
    void start(const CameraTargets& now);
    /// `seconds`: since the last call. When another walking character is selected and is small or near the edge of
    /// `area`, the camera glides to it.
    void follow(const CameraTargets& now, const Vec3& up, double seconds, const ViewArea& area, GlidingCamera& camera);
    /// The point that the camera follows [m].
    const Vec3& place() const {
        return place_;
    }

    static Vec3 place_of(const CameraTargets& camera_targets);

private:
    void turn_to(const CameraTargets& now, const ViewArea& area, GlidingCamera& camera);
    void keep_all(const CameraTargets& now, const ViewArea& area, GlidingCamera& camera) const;
    void go_along(const CameraTargets& now, double share_of_climb, const Vec3& up, GlidingCamera& camera);

    std::optional<CameraTargets> before_;
    Vec3 place_ = Vec3::Zero();
};

} // namespace limber::app
