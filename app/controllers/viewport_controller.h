#pragma once

#include "app/commands/command.h"
#include "app/controllers/session_state.h"
#include "app/interaction/bodies.h"
#include "app/interaction/follower.h"
#include "app/interaction/interaction.h"
#include "engine/core/json.h"

#include <optional>
#include <string>
#include <vector>

/// The mouse in the view: camera, selection, handles, bones and the gizmo.
namespace limber::app {

class ViewportController {
public:
    Commands act(Action action, const SessionState& state);
    Commands carry_out(const FrameCharacter& command, const SessionState& state);
    Commands carry_out(const FrameAll& command, const SessionState& state);
    Commands carry_out(const ClearSelection& command, const SessionState& state);
    Commands carry_out(const EndDrag& command, const SessionState& state);

    /// Applies the events of one frame, oldest first. `scene`: the objects that they can pick.
    Commands take(const std::vector<InputEvent>& events, const Touchable& scene, const SessionState& state,
                  double seconds);
    /// The other character that a press of the mouse hits.
    std::optional<int> pressed_body(const InputEvent& event, const Touchable& scene, const SessionState& state) const;
    /// The current press has selected a character, so as a click it must not also select a bone.
    void leave_bones_alone() {
        interaction_.leave_bones_alone();
    }
    void clear_hover() {
        interaction_.clear_hover();
    }
    /// Call it when the character was replaced: ends the drag and clears the selection.
    void forget() {
        interaction_.forget();
    }
    void select(const Selection& selection) {
        interaction_.selection = selection;
    }

    /// Places the camera for an opened scene: at the described place, or such that all characters are visible, a little
    /// from above and from the side.
    void place_camera(const std::optional<CameraDescription>& described, const SessionState& state);
    /// Once a frame: the camera follows the selected character.
    void follow(const SessionState& state);
    /// Keeps objects that were fully visible in view after the view became narrower.
    void keep_in_view(const ViewArea& before, const SessionState& state);

    /// Adds the feature's values to the state report.
    void report(Json::Object& report, const SessionState& state) const;
    const Interaction& interaction() const {
        return interaction_;
    }
    const GlidingCamera& camera() const {
        return interaction_.camera;
    }
    /// The distance by which the camera has followed since the scene was opened, relative to the rig [m].
    Vec3 followed(const SessionState& state) const;

private:
    Interaction interaction_;
    Follower follower_;
    bool frames_all_ = false; // as soon as the simulation shows all characters
};

/// The objects that can be picked in the view.
Touchable touchable(const SessionState& state);
/// The place of a body's label, while gaits are compared and elsewhere; nullopt: outside of the view.
std::optional<Pixel> place_of_label(const Snapshot& snapshot, const SessionState& state);

} // namespace limber::app
