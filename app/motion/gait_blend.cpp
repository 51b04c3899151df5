// SPDX-License-Identifier: MIT
#include "app/motion/gait_blend.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace limber::app {
namespace {

constexpr int shifts = 256;          // number of compared shifts in a beat
constexpr double same_period = 1e-9; // of a period
constexpr double full_turn = 2.0 * std::numbers::pi;

double beat_of(const Gait& gait) {
    double beat = 0.0;
    for (const Waveform& waveform : gait.waveforms) {
        for (const Sinusoid& one : waveform) {
            beat = std::max(beat, one.amplitude != 0.0 ? one.period : 0.0);
        }
    }
    return beat > 0.0 ? beat : 1.0;
}

// The correlation of two sinusoids with the same period, after a shift by s beats: A B cos(2 pi (angle - order s)).
struct Common {
    double weight = 0.0;
    double angle = 0.0; // [turns]
    double order = 1.0; // periods per beat
};

// Both gaits must have this beat. Sinusoids with different periods are uncorrelated.
std::vector<Common> in_common(const Gait& one, const Gait& other, double beat) {
    std::vector<Common> pairs;
    for (std::size_t i = 0; i < std::min(one.waveforms.size(), other.waveforms.size()); ++i) {
        for (const Sinusoid& a : one.waveforms[i]) {
            for (const Sinusoid& b : other.waveforms[i]) {
                if (std::abs(a.period - b.period) < same_period * a.period) {
                    pairs.push_back({a.amplitude * b.amplitude, a.phase - b.phase, beat / a.period});
                }
            }
        }
    }
    return pairs;
}

// The shift [beats] with the largest correlation.
double best_shift(const std::vector<Common>& pairs) {
    double best = -1.0;
    double shift = 0.0;
    for (int k = 0; k < shifts; ++k) {
        const double s = static_cast<double>(k) / shifts;
        double likeness = 0.0;
        for (const Common& pair : pairs) {
            likeness += pair.weight * std::cos(full_turn * (pair.angle - pair.order * s));
        }
        if (k == 0 || likeness > best) {
            best = likeness;
            shift = s;
        }
    }
    return shift;
}

} // namespace

Gait blended(const Gait& ahead, const Gait& turning) {
    const double beat = beat_of(ahead);
    const double factor = beat / beat_of(turning);
    Gait guest = turning;
    for (Waveform& waveform : guest.waveforms) {
        for (Sinusoid& one : waveform) {
            one.period *= factor;
        }
    }
    const double shift = best_shift(in_common(ahead, guest, beat));
    Gait both = ahead;
    both.limit = std::max(ahead.limit, turning.limit);
    both.waveforms.resize(std::max(ahead.waveforms.size(), guest.waveforms.size()));
    for (std::size_t i = 0; i < guest.waveforms.size(); ++i) {
        for (Sinusoid one : guest.waveforms[i]) {
            one.phase += shift * beat / one.period;
            one.phase -= std::floor(one.phase);
            both.waveforms[i].push_back(one);
        }
    }
    return both;
}

} // namespace limber::app
