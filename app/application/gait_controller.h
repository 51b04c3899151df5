#pragma once

#include "app/interaction/drive_input.h"
#include "app/motion/gait_fader.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

/// What the muscles of the characters are told: their own gaits, or those that the keys and the stick ask of the one
/// that is driven, of two that make a curve both at once (scene/gait_blend.h); another gait than before fades in.
///
/// A tap is shorter than any stride, and may be shorter than a picture. So what a key asked for plays on after it was
/// let go: a jump for one whole period after it has faded in, whatever its phase, since whoever jumps pushes off once a
/// period; a way to go until it has faded in.
namespace limber::app {

/// What the keys do while whoever knows these gaits is driven: without a full stop.
std::string words_for_keys(const GaitLibrary& gaits);
/// The same for a line that is always seen, also where nobody is driven, and where time stands still; empty where
/// there is nothing to drive with.
std::string hint_for_keys(const GaitLibrary& gaits, bool drives, bool playing);

class GaitController {
public:
    /// While somebody is driven: keeps what drives, and gives back the rest. `time` [s] of its motion, and `blend` [s]
    /// as `tell` has them.
    std::vector<InputEvent> take(const std::vector<InputEvent>& events, const GaitLibrary& gaits, double time,
                                 double blend);
    /// While time stands still, nobody can be driven, and the keys are whose they were; what was tapped goes on after
    /// it.
    std::vector<InputEvent> wait(const std::vector<InputEvent>& events, double time);
    /// Every key is let go, and whoever was driven plays its own gait again.
    void let_go();
    /// Whoever drives asked for something: its own gait is not what plays any more.
    bool are_used() const {
        return driver_.has_been_used();
    }
    DriveCommand command() const {
        return command_;
    }
    /// What `take` was first asked for just now, and these gaits have nothing for.
    std::optional<GaitRole> unknown() const {
        return unknown_;
    }
    /// The wishes of the one that is driven: the gait that was asked for, and without any it stands still. Its own
    /// until something was asked for.
    MuscleControls driven(MuscleControls own, const GaitLibrary& gaits) const;

    /// What is told next is another gait, and fades in.
    void expect_another_gait() {
        fades_ = true;
    }
    /// What an actor is told at this time [s] of its motion; `blend` [s]: how long another gait takes to fade in.
    const MuscleControls& tell(int actor, MuscleControls wanted, double time, double blend);
    /// Everybody was told.
    void all_are_told() {
        fades_ = false;
    }
    /// Others are there now.
    void forget_actors() {
        faders_.clear();
    }

private:
    /// What plays on after its key was let go.
    struct Tap {
        GaitRole role = GaitRole::none;
        double since = 0.0; // [s] of the motion
        double seconds = 0.0;
        bool plays_on(double time) const {
            return time >= since && time < since + seconds;
        }
    };

    DriveCommand heard(double time);

    DriveInput driver_;
    Tap tap_;
    DriveCommand command_;
    std::optional<GaitRole> unknown_;
    std::map<int, GaitFader> faders_;
    bool fades_ = false;
};

} // namespace limber::app
