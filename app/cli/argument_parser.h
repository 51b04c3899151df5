// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/arguments.h"

#include <string>
#include <variant>

namespace limber::app {

/// Text and exit code of a command line that runs no command.
struct ExitRequest {
    int exit_code = 0;
    std::string text; // for an exit code that is not 0: one sentence without a full stop
    bool json = false;
};

std::variant<Arguments, ExitRequest> parse_arguments(int argc, const char* const* argv);

} // namespace limber::app
