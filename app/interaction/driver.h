#pragma once

#include "app/scene/gait_library.h"
#include "app/window/input_events.h"

#include <vector>

/// Drives a character: what arrow keys, the space bar and a gamepad's left stick and lowest button ask for, as one
/// command. Of several keys the one that was pressed last counts, and once it is let go the one before it; jumping goes
/// before all, and keys before the stick.
namespace limber::app {

struct DriveCommand {
    GaitRole role = GaitRole::none; // none: stand still
    double share = 1.0;             // of the gait's amplitudes, by how far the stick is deflected
    bool operator==(const DriveCommand&) const = default;
};

class Driver {
public:
    /// Keeps what drives, and gives back the rest. The space bar drives only where there is something to jump with.
    std::vector<InputEvent> take(const std::vector<InputEvent>& events, bool can_jump);
    DriveCommand command() const;
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

    std::vector<GaitRole> pressed_; // the last one counts
    GamepadMoved gamepad_;
    bool used_ = false;
};

} // namespace limber::app
