// SPDX-License-Identifier: MIT
#include "engine/actuation/waveform.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace limber {
namespace {

std::optional<std::string> fault_in(const Sinusoid& sinusoid) {
    if (!(std::abs(sinusoid.amplitude) <= activation_max)) {
        return "an amplitude must lie between -1000 and 1000";
    }
    if (!(sinusoid.period >= period_min && sinusoid.period <= period_max)) {
        return "a period must lie between 0.0001 and a million seconds";
    }
    if (!(std::abs(sinusoid.phase) <= phase_max)) {
        return "a phase must lie within a million turns";
    }
    return std::nullopt;
}

} // namespace

// Whole turns are subtracted first, so that a gait keeps its precision for hours.
double value_at(const Waveform& waveform, double time) {
    double sum = 0.0;
    for (const Sinusoid& sinusoid : waveform) {
        const double turns = time / sinusoid.period + sinusoid.phase;
        sum += sinusoid.amplitude * std::sin(2.0 * std::numbers::pi * (turns - std::floor(turns)));
    }
    return sum;
}

std::optional<Error> fault_in(const Gait& gait) {
    if (!(gait.ramp >= 0.0 && gait.ramp <= period_max)) {
        return Error{ErrorKind::bad_input, "the ramp must be 0 to a million seconds", "ramp"};
    }
    if (!(gait.limit > 0.0 && gait.limit <= activation_max)) {
        return Error{ErrorKind::bad_input, "the limit of the activation must be positive, and at most 1000", "limit"};
    }
    for (std::size_t i = 0; i < gait.waveforms.size(); ++i) {
        for (const Sinusoid& sinusoid : gait.waveforms[i]) {
            if (const auto fault = fault_in(sinusoid)) {
                return Error{ErrorKind::bad_input, *fault, "muscle " + std::to_string(i + 1)};
            }
        }
    }
    return std::nullopt;
}

double ramp_at(const Gait& gait, double time) {
    if (!(gait.ramp > 0.0)) {
        return 1.0;
    }
    const double share = std::clamp(time / gait.ramp, 0.0, 1.0);
    return share * share * (3.0 - 2.0 * share);
}

void activate(const Gait& gait, double time, Eigen::Ref<Vector> activation) {
    activation.setZero();
    add_activation(gait, time, 1.0, activation);
}

void add_activation(const Gait& gait, double time, double share, Eigen::Ref<Vector> activation) {
    const double ramp = ramp_at(gait, time);
    const Index count = std::min(activation.size(), static_cast<Index>(gait.waveforms.size()));
    for (Index i = 0; i < count; ++i) {
        const double value = ramp * value_at(gait.waveforms[static_cast<std::size_t>(i)], time);
        activation(i) += share * std::clamp(value, -gait.limit, gait.limit);
    }
}

} // namespace limber
