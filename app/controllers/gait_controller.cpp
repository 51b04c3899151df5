#include "app/controllers/gait_controller.h"

#include "app/motion/gait_blend.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limber::app {
namespace {

constexpr double longest_jump = 4.0; // [s]: upper bound for a released key

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
    const NamedGait* kept = gaits.playing(role);
    if (!kept) {
        return is_at_home(role) ? blend : 0.0;
    }
    return blend + (role == GaitRole::jump ? std::min(period_of(kept->gait), longest_jump) : 0.0);
}

// No waveforms: there is none.
Gait gait_for(GaitRole role, const Gait& own, const GaitLibrary& gaits) {
    const NamedGait* kept = gaits.playing(role);
    return kept ? kept->gait : role == GaitRole::forward ? own : Gait{};
}

// Who knows only one of the two that make a curve does that one.
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
    return playing ? words_for_keys(gaits) : "Paused: Space plays, the arrow keys step through time";
}

std::vector<InputEvent> GaitController::take(const std::vector<InputEvent>& events, const GaitLibrary& gaits,
                                             double time, double blend) {
    const DriveCommand before = command_;
    const bool was_used = driver_.has_been_used();
    std::vector<InputEvent> others = driver_.take(events, gaits.playing(GaitRole::jump) != nullptr);
    const GaitRole pressed = driver_.pressed();
    const bool jumps = tap_.plays_on(time) && tap_.role == GaitRole::jump;
    if (pressed != GaitRole::none && (!jumps || pressed == GaitRole::jump)) {
        tap_ = {pressed, time, least_seconds(pressed, gaits, blend)};
    }
    command_ = read_input(time);
    // How far the stick is deflected acts at once, also on a gait that fades in: it is no other gait.
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

// What is held, and without it what was tapped; a jump ends before anything else begins. A tap whose time is over, or
// was turned back, is forgotten.
DriveCommand GaitController::read_input(double time) {
    const DriveCommand held = driver_.command();
    if (!tap_.plays_on(time)) {
        tap_ = {};
        return held;
    }
    const bool goes_first = tap_.role == GaitRole::jump || held.role == GaitRole::none;
    return goes_first ? DriveCommand{tap_.role, 1.0} : held;
}

std::vector<InputEvent> GaitController::wait(const std::vector<InputEvent>& events, double time) {
    const DriveCommand before = command_;
    std::vector<InputEvent> others = driver_.wait(events);
    unknown_.reset();
    command_ = read_input(time);
    fades_ = fades_ || !command_.is_for_the_same_as(before);
    return others;
}

void GaitController::release_keys() {
    fades_ = fades_ || driver_.has_been_used();
    unknown_.reset();
    driver_.rest();
    command_ = {};
    tap_ = {};
}

MuscleControls GaitController::driven(MuscleControls own, const GaitLibrary& gaits) const {
    if (!driver_.has_been_used()) {
        return own;
    }
    Gait gait = asked_gait(command_, own.gait, gaits);
    gait.limit = gait.waveforms.empty() ? own.gait.limit : gait.limit;
    own.gait = std::move(gait);
    own.playing = true;
    return own;
}

const MuscleControls& GaitController::play(int id, MuscleControls wanted, double time, double blend) {
    return faders_[id].play(std::move(wanted), time, fades_ ? std::optional(blend) : std::nullopt);
}

} // namespace limber::app
