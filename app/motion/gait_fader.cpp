// SPDX-License-Identifier: MIT
#include "app/motion/gait_fader.h"

#include <utility>

namespace limber::app {

const MuscleControls& GaitFader::play(MuscleControls target, double time, std::optional<double> seconds) {
    if (current_ && seconds && target.gait != current_->gait && target.playing) {
        target.handover = handed_over(*current_, target.gait, time, *seconds).handover;
    } else if (current_ && current_->handover.share_of_next(time) < 1.0) {
        target.handover = std::move(current_->handover);
    }
    return current_.emplace(std::move(target));
}

} // namespace limber::app
