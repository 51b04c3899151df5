#pragma once

#include "engine/core/result.h"
#include "engine/linalg/types.h"

#include <optional>
#include <string>
#include <vector>

/// What muscles do over time: most animals move in periods, so the activation of each muscle is a sum of sinusoids
/// [Benchekroun et al. 2024, Actuators A La Mode, equation 6],
///
///     a_i(t) = sum_j A_ij sin(2 pi (t / T_ij + theta_ij))
///
/// an amplitude, a period and a phase for each muscle i and harmonic j. All of them together are a gait, which a hand
/// sets, a search finds and a file keeps.
namespace limber {

struct Sinusoid {
    double amplitude = 0.0; // A; 1 is the muscle's stated peak strain
    double period = 1.0;    // T [s]
    double phase = 0.0;     // theta [turns]

    bool operator==(const Sinusoid&) const = default;
};

using Waveform = std::vector<Sinusoid>; // its harmonics; none: the muscle rests

/// [-]: the sum of the sinusoids, before any ramp or limit.
double value_at(const Waveform& waveform, double time);

struct Gait {
    std::string name{};
    std::string character{};           // whose muscles it moves: the scene's name
    std::vector<Waveform> waveforms{}; // one a muscle, in their order
    double ramp = 0.0;                 // [s] over which the amplitudes rise smoothly from nothing
    double limit = 1.0;                // no activation is larger, either way

    bool operator==(const Gait&) const = default;
};

/// Far more than any animal does, and far less than would overflow.
inline constexpr double activation_max = 1e3; // of an amplitude, and of a limit
inline constexpr double period_min = 1e-4;    // [s]
inline constexpr double period_max = 1e6;     // [s], of a ramp too
inline constexpr double phase_max = 1e6;      // [turns], either way

/// The first number that is out of range, with its muscle.
std::optional<Error> fault_in(const Gait& gait);

/// The share of their amplitudes that the muscles have reached, in [0, 1].
double ramp_at(const Gait& gait, double time);

/// Fills `activation`, as long as there are muscles; those without a waveform rest, waveforms without a muscle are
/// left out. Allocates nothing. `time` [s] counts from the start of the gait.
void activate(const Gait& gait, double time, Eigen::Ref<Vector> activation);
/// Adds so much of it, of 1, to what is there: of several gaits of which one fades into another.
void add_activation(const Gait& gait, double time, double share, Eigen::Ref<Vector> activation);

} // namespace limber
