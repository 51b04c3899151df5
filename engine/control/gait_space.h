#pragma once

#include "engine/actuation/waveform.h"

#include <optional>
#include <vector>

/// The gaits that a search chooses from, as points of the unit cube. Whatever is fixed is the style that a person wants
/// (AALM section 4, figure 9) and no coordinate; participation is one coordinate a muscle, and those with the largest
/// take part (section 4, "Co-optimizing for actuation modes", figure 10): sigma, the participation vector. Whoever is
/// fixed in or out is no coordinate of it.
///
/// Amplitude, period and phase are fixed for all muscles at once, or sinusoid by sinusoid: what is fixed of one goes
/// before what is fixed of all, and every gait has it bit for bit wherever that muscle takes part. A muscle has as many
/// harmonics as the space, and those of which something is fixed.
///
/// A search that leaves the cube is mirrored back at its faces; but a phase is a circle, on which 0 and 1 turn are the
/// same place.
///
/// amplitude_max bounds each harmonic by itself, and the gait as well (Gait::limit, which an amplitude that is fixed
/// higher raises): where several harmonics of a muscle add up to more, their sum is cut there, so that the wave has a
/// flat top and overtones that it was not given.
namespace limber {

enum class TakingPart { if_chosen, always, never };

/// What is fixed of a sinusoid; nothing: the search, or what is fixed of all, says.
struct FixedSinusoid {
    std::optional<double> amplitude{};
    std::optional<double> period{}; // [s]; also of one that would keep to the beat of the others
    std::optional<double> phase{};  // [turns]

    bool is_there() const {
        return amplitude || period || phase;
    }
    bool operator==(const FixedSinusoid&) const = default;
};

using FixedWaveform = std::vector<FixedSinusoid>; // a muscle's harmonics; those left out: nothing is fixed

struct GaitSpace {
    Index muscles = 0;
    Index harmonics = 1;
    double amplitude_max = 1.0; // of each harmonic, and of their sum
    double period_min = 0.5;    // [s] of a body about a metre long: a run rather than a tremble
    double period_max = 2.0;    // [s]
    /// All muscles to one beat, harmonic j at a j-th of its period: the gait is periodic. Else each has its own, as in
    /// the paper.
    bool one_beat = true;
    Index taking_part = 0;              // muscles; 0: all
    double ramp = 0.3;                  // [s]
    std::optional<double> amplitude{};  // fixed, of all
    std::optional<double> period{};     // likewise [s]
    std::optional<double> phase{};      // likewise [turns]
    std::vector<TakingPart> parts{};    // one a muscle; empty: the search may choose any
    std::vector<FixedWaveform> fixed{}; // one a muscle; those left out: nothing is fixed

    bool operator==(const GaitSpace&) const = default;
};

/// A range that is empty or not finite, no muscle, no harmonic, nothing left to choose; more muscles that always take
/// part than may; what is fixed of a muscle that is not there, or beyond what a gait may have.
std::optional<Error> fault_in(const GaitSpace& space);

Index dimension(const GaitSpace& space);
/// Which coordinates are circles.
std::vector<bool> circles(const GaitSpace& space);
/// u in [0, 1]^dimension.
Gait gait_at(const GaitSpace& space, const Vector& u);
/// sigma, one a muscle in [0, 1]: by how much the point wants each to take part. 1 and 0 for those that are fixed, and
/// 1 where there is nothing to choose.
Vector participation_at(const GaitSpace& space, const Vector& u);

} // namespace limber
