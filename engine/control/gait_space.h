// SPDX-License-Identifier: MIT
#pragma once

#include "engine/actuation/waveform.h"

#include <optional>
#include <vector>

/// The gaits that a search chooses from, as points of the unit cube. Fixed values are the style that the user wants
/// (AALM section 4, figure 9) and have no coordinate. Participation is one coordinate a muscle, and the muscles with
/// the largest values take part (section 4, "Co-optimizing for actuation modes", figure 10): sigma, the participation
/// vector. A muscle that is fixed in or out has no such coordinate.
///
/// Amplitude, period and phase are fixed for all muscles at once or for single sinusoids. A value fixed for one
/// sinusoid takes precedence, and every gait in which that muscle takes part has it, bit for bit. A muscle has as many
/// harmonics as the space, or more if values of higher ones are fixed.
///
/// A search that leaves the cube is reflected at its faces, except in phases, which are periodic: 0 and 1 turn are the
/// same.
///
/// amplitude_max bounds each harmonic by itself, and also the gait (Gait::limit, which a larger fixed amplitude
/// raises): where the sum of a muscle's harmonics exceeds it, the sum is clipped, which flattens the wave and adds
/// overtones.
namespace limber {

enum class Participation { if_chosen, always, never };

/// The fixed values of a sinusoid; an empty one is fixed for all muscles or chosen by the search.
struct FixedSinusoid {
    std::optional<double> amplitude{};
    std::optional<double> period{}; // [s]; also of a sinusoid that would otherwise follow the common period
    std::optional<double> phase{};  // [turns]

    bool is_there() const {
        return amplitude || period || phase;
    }
    bool operator==(const FixedSinusoid&) const = default;
};

using FixedWaveform = std::vector<FixedSinusoid>; // a muscle's harmonics; missing ones have no fixed values

struct GaitSpace {
    Index muscles = 0;
    Index harmonics = 1;
    double amplitude_max = 1.0; // of each harmonic, and of their sum
    double period_min = 0.5;    // [s] of a body about a metre long: slower than a tremble
    double period_max = 2.0;    // [s]
    /// All muscles share one period, harmonic j has a j-th of it: the gait is periodic. Otherwise each sinusoid has its
    /// own period, as in the paper.
    bool common_period = true;
    Index taking_part = 0;              // number of muscles; 0: all
    double ramp = 0.3;                  // [s]
    std::optional<double> amplitude{};  // fixed for all
    std::optional<double> period{};     // fixed for all [s]
    std::optional<double> phase{};      // fixed for all [turns]
    std::vector<Participation> parts{}; // one a muscle; empty: the search may choose any
    std::vector<FixedWaveform> fixed{}; // one a muscle; missing ones have no fixed values

    bool operator==(const GaitSpace&) const = default;
};

/// Returns an error for an empty or infinite range, no muscle, no harmonic, nothing left to choose, more muscles that
/// always take part than allowed, or values fixed for a muscle that does not exist or beyond what a gait may have.
std::optional<Error> fault_in(const GaitSpace& space);

Index dimension(const GaitSpace& space);
/// Which coordinates are periodic.
std::vector<bool> periodic_coordinates(const GaitSpace& space);
/// u in [0, 1]^dimension.
Gait gait_at(const GaitSpace& space, const Vector& u);
/// sigma, one a muscle in [0, 1]: the point's participation value of each. 1 or 0 for those that are fixed, and 1 where
/// nothing is chosen.
Vector participation_at(const GaitSpace& space, const Vector& u);

} // namespace limber
