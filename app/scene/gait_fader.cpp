#include "app/scene/gait_fader.h"

#include <utility>

namespace limber::app {

const MuscleControls& GaitFader::play(MuscleControls wanted, double time, std::optional<double> seconds) {
    if (told_ && seconds && wanted.gait != told_->gait && wanted.playing) {
        wanted.handover = handed_over(*told_, wanted.gait, time, *seconds).handover;
    } else if (told_ && told_->handover.share_of_next(time) < 1.0) {
        wanted.handover = std::move(told_->handover);
    }
    return told_.emplace(std::move(wanted));
}

} // namespace limber::app
