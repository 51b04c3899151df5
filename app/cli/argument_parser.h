#pragma once

#include "app/cli/arguments.h"

#include <string>
#include <variant>

namespace limber::app {

/// What to print and how to leave, when there is no command to run.
struct ExitRequest {
    int exit_code = 0;
    std::string text; // for an exit code that is not 0: one sentence without a full stop
    bool json = false;
};

std::variant<Arguments, ExitRequest> parse_arguments(int argc, const char* const* argv);

} // namespace limber::app
