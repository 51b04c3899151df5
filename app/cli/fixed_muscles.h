// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/option_checks.h"
#include "engine/control/gait_space.h"

#include <optional>
#include <string>
#include <vector>

/// Parameters of single muscles that `limber gait` does not search (style control, engine/control/gait_space.h).
/// Muscles are counted from 1; values are for the first harmonics: "3=0.4,0.1" fixes those of the first two of
/// muscle 3.
namespace limber::app {

struct FixedNumbers {
    std::optional<double> FixedSinusoid::*which = nullptr;
    Index muscle = 1;
    std::vector<double> values{}; // one for each harmonic
};

struct FixedMuscles {
    std::vector<Index> in{}; // takes part
    std::vector<Index> out{};
    std::vector<FixedNumbers> numbers{};
};

/// An option that may be given several times.
struct FixingOption {
    const char* name;
    std::optional<double> FixedSinusoid::*which;
    Check check; // MUSCLE=VALUE, and more values after commas
    const char* what;
};

std::vector<FixingOption> fixing_options();
/// Parses a text that passed the option's check.
FixedNumbers fixed_numbers_in(const std::string& text, std::optional<double> FixedSinusoid::*which);

/// Applies the fixed parameters to a space whose number of muscles is set. Fails when a muscle does not exist, or is
/// fixed to two values.
std::optional<Error> fix(const FixedMuscles& fixed, GaitSpace& space);

} // namespace limber::app
