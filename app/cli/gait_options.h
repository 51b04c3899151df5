#pragma once

#include "app/cli/arguments.h"
#include "app/cli/option_checks.h"

#include <variant>

namespace limber::app {

/// An option that is one number, with where it goes and what it may be.
struct NumberOption {
    const char* name;
    std::variant<double*, std::optional<double>*, int*, Index*> value;
    Check check;
    const char* what;
};

/// What `limber gait` searches for and how, as far as numbers say it.
std::vector<NumberOption> gait_options(GaitArguments& gait);

} // namespace limber::app
