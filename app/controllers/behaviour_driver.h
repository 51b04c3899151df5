// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/behaviour_controls.h"
#include "app/interaction/drive_input.h"
#include "app/interaction/orbit_camera.h"

#include <optional>
#include <vector>

/// Turns arrow keys, space bar and a gamepad into a behaviour: the arrows let the body walk away from the viewer,
/// towards them, to the left and to the right, as the camera shows it, and Space lets it hop once. After the first
/// input the body stands when there is none, until its own behaviour is changed.
namespace limber::app {

/// What the driver reads of the body.
struct DrivenBody {
    Vec3 front = Vec3::UnitZ(); // unit, at rest
    Vec3 up = Vec3::UnitY();    // unit
    double time = 0.0;          // [s] of the motion
    bool has_hopped = false;    // its last hop is over
};

class BehaviourDriver {
public:
    /// Uses the driving input and returns the other events.
    std::vector<InputEvent> take(const std::vector<InputEvent>& events, double time);
    /// Releases every key. The body plays its own behaviour again.
    void release_keys();

    /// The behaviour that the input asks for; before the first input, and after the own one has changed, the own one.
    BehaviourControls driven(const BehaviourControls& own, const OrbitCamera& camera, const DrivenBody& body);
    DriveCommand command() const {
        return input_.command();
    }

private:
    bool is_hopping(const DrivenBody& body);

    DriveInput input_;
    std::optional<BehaviourControls> own_; // when the input began
    std::optional<double> hop_since_;      // [s] of the motion
};

} // namespace limber::app
