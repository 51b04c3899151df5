#include "app/application/reins.h"

#include <utility>

namespace limber::app {

std::vector<InputEvent> Reins::take(const std::vector<InputEvent>& events, const GaitLibrary& gaits) {
    const DriveCommand before = driver_.command();
    const bool was_used = driver_.has_been_used();
    std::vector<InputEvent> others = driver_.take(events, gaits.playing(GaitRole::jump) != nullptr);
    const DriveCommand now = driver_.command();
    unknown_.reset();
    // How far the stick is deflected acts at once, also on a gait that fades in: it is no other gait.
    if (now.role == before.role && was_used == driver_.has_been_used()) {
        return others;
    }
    fades_ = true;
    const bool is_at_home = now.role == GaitRole::none || now.role == GaitRole::forward; // stands, or plays its own
    if (!is_at_home && !gaits.playing(now.role)) {
        unknown_ = now.role;
    }
    return others;
}

void Reins::let_go() {
    fades_ = fades_ || driver_.has_been_used();
    unknown_.reset();
    driver_.rest();
}

MuscleControls Reins::driven(MuscleControls own, const GaitLibrary& gaits) const {
    if (!driver_.has_been_used()) {
        return own;
    }
    const DriveCommand command = driver_.command();
    const KeptGait* kept = gaits.playing(command.role);
    Gait gait = kept ? kept->gait : command.role == GaitRole::forward ? own.gait : Gait{};
    gait.limit = gait.waveforms.empty() ? own.gait.limit : gait.limit;
    scale_amplitudes(gait, command.share);
    own.gait = std::move(gait);
    own.playing = true;
    return own;
}

const MuscleControls& Reins::tell(int actor, MuscleControls wanted, double time, double blend) {
    return faders_[actor].play(std::move(wanted), time, fades_ ? std::optional(blend) : std::nullopt);
}

} // namespace limber::app
