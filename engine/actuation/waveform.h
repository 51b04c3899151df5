// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/linalg/types.h"

#include <optional>
#include <string>
#include <vector>

/// Activations over time: most animals move periodically, so the activation of each muscle is a sum of sinusoids
/// [Benchekroun et al. 2024, Actuators A La Mode, equation 6],
///
///     a_i(t) = sum_j A_ij sin(2 pi (t / T_ij + theta_ij))
///
/// with an amplitude, a period and a phase for each muscle i and harmonic j. The waveforms of all muscles are a gait,
/// which is edited by hand, found by a search or read from a file.
namespace limber {

struct Sinusoid {
    double amplitude = 0.0; // A; 1 is the muscle's stated peak strain
    double period = 1.0;    // T [s]
    double phase = 0.0;     // theta [turns]

    bool operator==(const Sinusoid&) const = default;
};

using Waveform = std::vector<Sinusoid>; // its harmonics; none: at rest

/// [-]: the sum of the sinusoids, before any ramp or limit.
double value_at(const Waveform& waveform, double time);

struct Gait {
    std::string name{};
    std::string character{};           // the scene name of the character that the gait is for
    std::vector<Waveform> waveforms{}; // one a muscle, in their order
    double ramp = 0.0;                 // [s] over which the amplitudes rise smoothly from zero
    double limit = 1.0;                // bound of the absolute activation

    bool operator==(const Gait&) const = default;
};

/// Far more than any animal needs, and far less than would overflow.
inline constexpr double activation_max = 1e3; // of an amplitude, and of a limit
inline constexpr double period_min = 1e-4;    // [s]
inline constexpr double period_max = 1e6;     // [s], of a ramp too
inline constexpr double phase_max = 1e6;      // [turns], either way

/// Returns an error for the first number that is out of range, with its muscle.
std::optional<Error> fault_in(const Gait& gait);

/// The ramp's factor at a time, in [0, 1].
double ramp_at(const Gait& gait, double time);

/// Overwrites `activation`; muscles without a waveform are at rest, waveforms without a muscle are ignored. Does not
/// allocate. `time` [s] counts from the start of the gait.
void activate(const Gait& gait, double time, Eigen::Ref<Vector> activation);
/// Adds the activation times `share` in [0, 1], to blend several gaits.
void add_activation(const Gait& gait, double time, double share, Eigen::Ref<Vector> activation);

} // namespace limber
