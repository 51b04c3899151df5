// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/option_checks.h"

#include <variant>

namespace limber::app {

/// An option with one number: its target, its check and its help text.
struct NumberOption {
    const char* name;
    std::variant<double*, std::optional<double>*, int*, Index*> value;
    Check check;
    const char* what;
};

/// The options of `limber gait` that are numbers.
std::vector<NumberOption> gait_options(GaitArguments& gait);

} // namespace limber::app
