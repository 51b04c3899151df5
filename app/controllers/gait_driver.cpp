// SPDX-License-Identifier: MIT
#include "app/controllers/gait_driver.h"

#include "app/motion/gait_blend.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limber::app {
namespace {

constexpr double longest_jump = 4.0; // [s]: upper bound for a released key

// [s] The largest period of all sinusoids.
double period_of(const Gait& gait) {
    double period = 0.0;
    for (const Waveform& waveform : gait.waveforms) {
        for (const Sinusoid& sinusoid : waveform) {
            period = std::max(period, sinusoid.period);
        }
    }
    return period;
}

// Whether the character stands or plays its own gait.
bool is_at_home(GaitRole role) {
    return role == GaitRole::none || role == GaitRole::forward;
}

// [s] The time for which the gait of a tapped key plays.
double least_seconds(GaitRole role, const GaitLibrary& gaits, double blend) {
    const NamedGait* named = gaits.playing(role);
    if (!named) {
        return is_at_home(role) ? blend : 0.0;
    }
    return blend + (role == GaitRole::jump ? std::min(period_of(named->gait), longest_jump) : 0.0);
}

// A gait without waveforms means that there is none.
Gait gait_for(GaitRole role, const Gait& own, const GaitLibrary& gaits) {
    const NamedGait* named = gaits.playing(role);
    return named ? named->gait : role == GaitRole::forward ? own : Gait{};
}

// If only one of the two gaits of a curve exists, it plays alone.
Gait asked_gait(const DriveCommand& command, const Gait& own, const GaitLibrary& gaits) {
    Gait along = gait_for(command.role, own, gaits);
    Gait aside = gait_for(command.aside, own, gaits);
    if (along.waveforms.empty() || aside.waveforms.empty()) {
        Gait& known = aside.waveforms.empty() ? along : aside;
        scale_amplitudes(known, std::hypot(command.share, command.share_aside));
        return known;
    }
    scale_amplitudes(along, command.share);
    scale_amplitudes(aside, command.share_aside);
    return blended(along, aside);
}

} // namespace

std::string words_for_keys(const GaitLibrary& gaits) {
    const bool steers = gaits.playing(GaitRole::left) && gaits.playing(GaitRole::right);
    return std::string(steers ? "The arrow keys steer" : "The up key walks") + ", Space " +
           (gaits.playing(GaitRole::jump) ? "jumps" : "pauses") + ", D stops driving";
}

std::string hint_for_keys(const GaitLibrary& gaits, bool drives, bool playing) {
    if (!drives) {
        return gaits.is_empty() ? "" : "D: drive it with the arrow keys";
    }
    return playing ? words_for_keys(gaits) : "Paused: Space plays, left and right step through time";
}

std::vector<InputEvent> GaitDriver::take(const std::vector<InputEvent>& events, const GaitLibrary& gaits, double time,
                                         double blend) {
    const DriveCommand before = command_;
    const bool was_used = driver_.has_been_used();
    std::vector<InputEvent> others = driver_.take(events, gaits.playing(GaitRole::jump) != nullptr);
    const GaitRole pressed = driver_.pressed();
    const bool jumps = tap_.plays_on(time) && tap_.role == GaitRole::jump;
    if (pressed != GaitRole::none && (!jumps || pressed == GaitRole::jump)) {
        tap_ = {pressed, time, least_seconds(pressed, gaits, blend)};
    }
    command_ = read_input(time);
    // A change of the stick's deflection acts at once, also during a fade: it is not a different gait.
    const bool is_another = !command_.is_for_the_same_as(before) || was_used != driver_.has_been_used();
    fades_ = fades_ || is_another;
    const GaitRole wanted = pressed != GaitRole::none ? pressed : is_another ? command_.role : GaitRole::none;
    const auto misses = [&gaits](GaitRole role) {
        return !is_at_home(role) && !gaits.playing(role);
    };
    unknown_.reset();
    if (misses(wanted)) {
        unknown_ = wanted;
    } else if (is_another && misses(command_.aside)) {
        unknown_ = command_.aside;
    }
    return others;
}

// A held key has priority over a tapped one, but a jump ends first. A tap is dropped when its time is over, or after
// rewinding to a time before it.
DriveCommand GaitDriver::read_input(double time) {
    const DriveCommand held = driver_.command();
    if (!tap_.plays_on(time)) {
        tap_ = {};
        return held;
    }
    const bool goes_first = tap_.role == GaitRole::jump || held.role == GaitRole::none;
    return goes_first ? DriveCommand{tap_.role, 1.0} : held;
}

std::vector<InputEvent> GaitDriver::wait(const std::vector<InputEvent>& events, double time) {
    const DriveCommand before = command_;
    std::vector<InputEvent> others = driver_.wait(events);
    unknown_.reset();
    command_ = read_input(time);
    fades_ = fades_ || !command_.is_for_the_same_as(before);
    return others;
}

void GaitDriver::release_keys() {
    fades_ = fades_ || driver_.has_been_used();
    unknown_.reset();
    driver_.rest();
    command_ = {};
    tap_ = {};
}

MuscleControls GaitDriver::driven(MuscleControls own, const GaitLibrary& gaits) const {
    if (!driver_.has_been_used()) {
        return own;
    }
    Gait gait = asked_gait(command_, own.gait, gaits);
    gait.limit = gait.waveforms.empty() ? own.gait.limit : gait.limit;
    own.gait = std::move(gait);
    own.playing = true;
    return own;
}

const MuscleControls& GaitDriver::play(int id, MuscleControls wanted, double time, double blend) {
    return faders_[id].play(std::move(wanted), time, fades_ ? std::optional(blend) : std::nullopt);
}

} // namespace limber::app
