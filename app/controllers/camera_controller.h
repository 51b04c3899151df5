// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/controllers/scene_opened.h"
#include "app/controllers/session_state.h"
#include "app/interaction/camera_tool.h"
#include "app/interaction/follower.h"
#include "engine/core/json_fwd.h"

#include <optional>

/// The camera: moved by the mouse, placed for an opened scene, framed, and carried along with a walking character.
namespace limber::app {

class CameraController {
public:
    static Commands act(Action action, const SessionState& state);
    Commands carry_out(const FrameCharacter& command, const SessionState& state);
    Commands carry_out(const FrameAll& command, const SessionState& state);
    Commands update(const SessionState& state);
    Commands scene_opened(const SceneOpened& scene, const SessionState& state);

    Tools tools() {
        return {&tool_};
    }
    /// Adds the feature's values to the state report.
    void report(Json& report, const SessionState& state) const;
    const GlidingCamera& camera() const {
        return tool_.camera;
    }
    /// The distance by which the camera has followed since the scene was opened, relative to the rig [m].
    Vec3 followed(const SessionState& state) const;

private:
    /// Places the camera for an opened scene: at the described place, or such that all characters are visible, a little
    /// from above and from the side.
    void place_camera(const std::optional<CameraDescription>& described, const SessionState& state);
    void follow(const SessionState& state);
    void keep_in_view(const Layout& before, const SessionState& state);

    /// How a narrower view has moved the camera.
    struct MovedBack {
        ViewArea area_before;
        double distance_before = 0.0;
        double distance = 0.0;     // since
        Vec3 shift = Vec3::Zero(); // of the target
    };

    CameraTool tool_;
    std::optional<MovedBack> moved_back_; // nullopt: the view was not made narrower
    Follower follower_;
    bool frames_all_ = false; // as soon as the simulation shows all characters
    Layout layout_;           // of the last frame
};

} // namespace limber::app
