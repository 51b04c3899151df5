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

    /// Applies events of one frame, oldest first. `scene`: what they can touch.
    Commands take(const std::vector<InputEvent>& events, const Touchable& scene, const SessionState& state,
                  double seconds);
    /// The other character that an event presses.
    std::optional<int> pressed_body(const InputEvent& event, const Touchable& scene, const SessionState& state) const;
    /// The press that is held has selected a character: as a click it selects no bone besides.
    void leave_bones_alone() {
        interaction_.leave_bones_alone();
    }
    void clear_hover() {
        interaction_.clear_hover();
    }
    /// Another character is there: ends what is held and selected.
    void forget() {
        interaction_.forget();
    }
    void select(const Selection& selection) {
        interaction_.selection = selection;
    }

    /// Places the camera for a scene that was opened: where the scene says, or such that all characters are seen a
    /// little from above and the side.
    void place_camera(const std::optional<CameraDescription>& described, const SessionState& state);
    /// Once a frame: the camera follows the selected character.
    void follow(const SessionState& state);
    /// Keeps what was seen as a whole in view after the view became narrower.
    void keep_in_view(const ViewArea& before, const SessionState& state);

    /// Adds what tests read of this feature.
    void report(Json::Object& report, const SessionState& state) const;
    const Interaction& interaction() const {
        return interaction_;
    }
    const GlidingCamera& camera() const {
        return interaction_.camera;
    }
    /// How far the camera has followed since the scene was opened, relative to the place of the rig [m].
    Vec3 followed(const SessionState& state) const;

private:
    Interaction interaction_;
    Follower follower_;
    bool frames_all_ = false; // as soon as the simulation shows all
};

/// What can be touched in the view.
Touchable touchable(const SessionState& state);
/// While gaits are compared and elsewhere: where a label of a body is drawn; nullopt: outside of the view.
std::optional<Pixel> place_of_label(const Snapshot& snapshot, const SessionState& state);

} // namespace limber::app
