// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/drive_input.h"
#include "app/motion/gait_fader.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

/// Selects the gaits of the characters: their own ones, or for the driven character the gaits that keys and stick ask
/// for. A curve plays two gaits at once (motion/gait_blend.h). A gait that differs from the previous one fades in.
///
/// A tap is shorter than any stride, and may be shorter than a frame. So the gait of a key plays on after release: a
/// jump for one whole period after it has faded in, whatever its phase, because a jumping body pushes off once a
/// period; a direction until it has faded in.
namespace limber::app {

/// Describes the keys that drive a character with these gaits. Has no full stop.
std::string words_for_keys(const GaitLibrary& gaits);
/// The same text for a permanent line, which is also visible without a driven character and while paused. Empty if no
/// gait can be driven.
std::string hint_for_keys(const GaitLibrary& gaits, bool drives, bool playing);

class GaitDriver {
public:
    /// While a character is driven: uses the driving input and returns the other events. `time` [s] is the time of the
    /// motion, `blend` [s] the fade-in duration, as in `play`.
    std::vector<InputEvent> take(const std::vector<InputEvent>& events, const GaitLibrary& gaits, double time,
                                 double blend);
    /// While paused: no character is driven, and the keys keep their other meaning. A tapped gait continues after the
    /// pause.
    std::vector<InputEvent> wait(const std::vector<InputEvent>& events, double time);
    /// Releases every key. The driven character plays its own gait again.
    void release_keys();
    /// The driving input asked for a gait, so the character's own gait no longer plays.
    bool are_used() const {
        return driver_.has_been_used();
    }
    DriveCommand command() const {
        return command_;
    }
    /// The gait role that the last `take` asked for first and that these gaits do not have.
    std::optional<GaitRole> unknown() const {
        return unknown_;
    }
    /// The gait that the driving input asks for; without one the character stands still. Its own gait plays until the
    /// first input.
    MuscleControls driven(MuscleControls own, const GaitLibrary& gaits) const;

    /// The next gait is a different one and fades in.
    void request_fade() {
        fades_ = true;
    }
    /// The gait of an instance at this time [s] of its motion; `blend` [s] is the fade-in duration of another gait.
    const MuscleControls& play(int id, MuscleControls wanted, double time, double blend);
    /// Call it after all instances have received their gaits.
    void end_fade_request() {
        fades_ = false;
    }
    /// Call it when the characters were replaced.
    void remove_faders() {
        faders_.clear();
    }

private:
    /// The gait that continues after its key was released.
    struct Tap {
        GaitRole role = GaitRole::none;
        double since = 0.0; // [s] of the motion
        double seconds = 0.0;
        bool plays_on(double time) const {
            return time >= since && time < since + seconds;
        }
    };

    DriveCommand read_input(double time);

    DriveInput driver_;
    Tap tap_;
    DriveCommand command_;
    std::optional<GaitRole> unknown_;
    std::map<int, GaitFader> faders_;
    bool fades_ = false;
};

} // namespace limber::app
