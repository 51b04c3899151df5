// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/gait_library.h"
#include "app/window/input_events.h"

#include <string>
#include <vector>

/// Combines the arrow keys, the space bar and a gamepad's left stick and lowest button into one driving command.
/// Forward or back together with a side is a curve; the two shares are the components of a unit vector. Of two opposite
/// keys the one pressed last counts, and after its release the other one. Jumping has priority over directions, and
/// keys have priority over the stick. A tap counts even if it is over before the next frame.
namespace limber::app {

struct DriveCommand {
    GaitRole role = GaitRole::none;  // none: stand still
    double share = 1.0;              // of the gait's amplitudes, by how far the stick is deflected
    GaitRole aside = GaitRole::none; // left or right, while the role is forward or back
    double share_aside = 0.0;        // of that gait's amplitudes

    /// Describes the command: "forward", "forward left".
    std::string words() const;
    /// Whether both commands ask for the same gaits, with any shares.
    bool is_for_the_same_as(const DriveCommand& other) const {
        return role == other.role && aside == other.aside;
    }
    bool operator==(const DriveCommand&) const = default;
};

class DriveInput {
public:
    /// Handles the driving events and returns the rest. The space bar drives only if the character can jump, but
    /// `pressed` reports it in any case.
    std::vector<InputEvent> take(const std::vector<InputEvent>& events, bool can_jump);
    DriveCommand command() const;
    /// The last direction pressed during the last call of `take`, even if it was released since; none: no press.
    GaitRole pressed() const {
        return asked_;
    }
    /// While no character is driven: releases all keys and only updates the stick's position.
    std::vector<InputEvent> wait(const std::vector<InputEvent>& events);
    /// Whether there was any driving input since driving started. Until then, the character keeps playing its own gait.
    bool has_been_used() const {
        return used_;
    }
    /// Releases everything.
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
