#include "app/motion/gait_fader.h"

#include <utility>

namespace limber::app {

const MuscleControls& GaitFader::play(MuscleControls wanted, double time, std::optional<double> seconds) {
    if (printed_ && seconds && wanted.gait != printed_->gait && wanted.playing) {
        wanted.handover = handed_over(*printed_, wanted.gait, time, *seconds).handover;
    } else if (printed_ && printed_->handover.share_of_next(time) < 1.0) {
        wanted.handover = std::move(printed_->handover);
    }
    return printed_.emplace(std::move(wanted));
}

} // namespace limber::app
