#pragma once

#include "app/document/gait_library.h"
#include "app/window/input_events.h"

#include <string>
#include <vector>

/// Drives a character: what arrow keys, the space bar and a gamepad's left stick and lowest button ask for, as one
/// command. Ahead or back together with a side is a curve, by as much of each as their ways have of a unit circle. Of
/// two keys against each other the one that was pressed last counts, and once it is let go the other; jumping goes
/// before all, and keys before the stick. A tap is heard too, however short: it may be over when it is first looked at.
namespace limber::app {

struct DriveCommand {
    GaitRole role = GaitRole::none;  // none: stand still
    double share = 1.0;              // of the gait's amplitudes, by how far the stick is deflected
    GaitRole aside = GaitRole::none; // left or right, while the role is ahead or back
    double share_aside = 0.0;        // of that gait's amplitudes

    /// What is asked for in words: "forward", "forward left".
    std::string words() const;
    /// As another one, but for how much of it.
    bool is_for_the_same_as(const DriveCommand& other) const {
        return role == other.role && aside == other.aside;
    }
    bool operator==(const DriveCommand&) const = default;
};

class DriveInput {
public:
    /// Keeps what drives, and gives back the rest. The space bar drives only where there is something to jump with; it
    /// was asked for all the same.
    std::vector<InputEvent> take(const std::vector<InputEvent>& events, bool can_jump);
    DriveCommand command() const;
    /// What was pressed last among the events of the last `take`, though it may be let go again; none: nothing was.
    GaitRole pressed() const {
        return asked_;
    }
    /// While there is nothing to drive: every key is let go, and only the stick's place is heard of.
    std::vector<InputEvent> wait(const std::vector<InputEvent>& events);
    /// Since it was taken up: until then nobody asked for anything, not even to stand still.
    bool has_been_used() const {
        return used_;
    }
    /// Everything is let go.
    void rest() {
        *this = {};
    }

private:
    bool takes(const KeyChanged& key, bool can_jump);
    bool takes(const GamepadMoved& gamepad);

    void ask(GaitRole role);

    std::vector<GaitRole> pressed_; // the last one counts
    GaitRole asked_ = GaitRole::none;
    GamepadMoved gamepad_;
    bool used_ = false;
};

} // namespace limber::app
