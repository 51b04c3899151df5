#pragma once

#include "app/interaction/driver.h"
#include "app/scene/gait_fader.h"

#include <map>
#include <optional>
#include <vector>

/// What the muscles of the characters are told: their own gaits, or those that the keys and the stick ask of the one
/// that is driven; another gait than before fades in.
namespace limber::app {

class Reins {
public:
    /// While somebody is driven: keeps what drives, and gives back the rest.
    std::vector<InputEvent> take(const std::vector<InputEvent>& events, const GaitLibrary& gaits);
    /// Every key is let go, and whoever was driven plays its own gait again.
    void let_go();
    /// Whoever drives asked for something: its own gait is not what plays any more.
    bool are_used() const {
        return driver_.has_been_used();
    }
    DriveCommand command() const {
        return driver_.command();
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
    Driver driver_;
    std::optional<GaitRole> unknown_;
    std::map<int, GaitFader> faders_;
    bool fades_ = false;
};

} // namespace limber::app
