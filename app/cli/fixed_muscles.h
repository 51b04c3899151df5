#pragma once

#include "app/cli/option_checks.h"
#include "engine/control/gait_space.h"

#include <optional>
#include <string>
#include <vector>

/// What `limber gait` leaves no choice about, muscle by muscle (style control, engine/control/gait_space.h). Muscles
/// count from 1, harmonics from the first one: "3=0.4,0.1" fixes a number of the first two harmonics of muscle 3.
namespace limber::app {

struct FixedNumbers {
    std::optional<double> FixedSinusoid::*which = nullptr;
    Index muscle = 1;
    std::vector<double> values{}; // one a harmonic
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
/// Of a text that the option's check lets pass.
FixedNumbers fixed_numbers_in(const std::string& text, std::optional<double> FixedSinusoid::*which);

/// Writes it into a space that knows how many muscles there are. Fails where a muscle is not there, or is fixed to two
/// things at once.
std::optional<Error> fix(const FixedMuscles& fixed, GaitSpace& space);

} // namespace limber::app
