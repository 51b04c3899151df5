#include "app/application/reins.h"

#include <algorithm>
#include <utility>

namespace limber::app {
namespace {

constexpr double longest_jump = 4.0; // [s]: nobody waits longer for a key that was let go

// [s] of the slowest sinusoid.
double period_of(const Gait& gait) {
    double period = 0.0;
    for (const Waveform& waveform : gait.waveforms) {
        for (const Sinusoid& sinusoid : waveform) {
            period = std::max(period, sinusoid.period);
        }
    }
    return period;
}

// Stands, or plays its own.
bool is_at_home(GaitRole role) {
    return role == GaitRole::none || role == GaitRole::forward;
}

// [s]
double least_seconds(GaitRole role, const GaitLibrary& gaits, double blend) {
    const KeptGait* kept = gaits.playing(role);
    if (!kept) {
        return is_at_home(role) ? blend : 0.0;
    }
    return blend + (role == GaitRole::jump ? std::min(period_of(kept->gait), longest_jump) : 0.0);
}

} // namespace

std::string words_for_keys(const GaitLibrary& gaits) {
    const bool steers = gaits.playing(GaitRole::left) && gaits.playing(GaitRole::right);
    return std::string(steers ? "The arrow keys steer" : "The up key walks") + ", Space " +
           (gaits.playing(GaitRole::jump) ? "jumps" : "pauses") + ", D hands the keys back";
}

std::string hint_for_keys(const GaitLibrary& gaits, bool drives, bool playing) {
    if (!drives) {
        return gaits.is_empty() ? "" : "D: drive it with the arrow keys";
    }
    return playing ? words_for_keys(gaits) : "Paused: Space plays, the arrow keys step through time";
}

std::vector<InputEvent> Reins::take(const std::vector<InputEvent>& events, const GaitLibrary& gaits, double time,
                                    double blend) {
    const GaitRole before = command_.role;
    const bool was_used = driver_.has_been_used();
    std::vector<InputEvent> others = driver_.take(events, gaits.playing(GaitRole::jump) != nullptr);
    const GaitRole pressed = driver_.pressed();
    const bool jumps = tap_.plays_on(time) && tap_.role == GaitRole::jump;
    if (pressed != GaitRole::none && (!jumps || pressed == GaitRole::jump)) {
        tap_ = {pressed, time, least_seconds(pressed, gaits, blend)};
    }
    command_ = heard(time);
    // How far the stick is deflected acts at once, also on a gait that fades in: it is no other gait.
    const bool is_another = command_.role != before || was_used != driver_.has_been_used();
    fades_ = fades_ || is_another;
    const GaitRole wanted = pressed != GaitRole::none ? pressed : is_another ? command_.role : GaitRole::none;
    unknown_.reset();
    if (!is_at_home(wanted) && !gaits.playing(wanted)) {
        unknown_ = wanted;
    }
    return others;
}

// What is held, and without it what was tapped; a jump ends before anything else begins. A tap whose time is over, or
// was turned back, is forgotten.
DriveCommand Reins::heard(double time) {
    const DriveCommand held = driver_.command();
    if (!tap_.plays_on(time)) {
        tap_ = {};
        return held;
    }
    const bool goes_first = tap_.role == GaitRole::jump || held.role == GaitRole::none;
    return goes_first ? DriveCommand{tap_.role, 1.0} : held;
}

std::vector<InputEvent> Reins::wait(const std::vector<InputEvent>& events, double time) {
    const GaitRole before = command_.role;
    std::vector<InputEvent> others = driver_.wait(events);
    unknown_.reset();
    command_ = heard(time);
    fades_ = fades_ || command_.role != before;
    return others;
}

void Reins::let_go() {
    fades_ = fades_ || driver_.has_been_used();
    unknown_.reset();
    driver_.rest();
    command_ = {};
    tap_ = {};
}

MuscleControls Reins::driven(MuscleControls own, const GaitLibrary& gaits) const {
    if (!driver_.has_been_used()) {
        return own;
    }
    const DriveCommand command = command_;
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
