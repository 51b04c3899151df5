// SPDX-License-Identifier: MIT
#pragma once

#include "app/comparison/parameter_overrides.h"

#include <string>
#include <vector>

namespace limber::app {

/// One of the names after `limber compare --kinds`, with the parameters of its own that follow it:
/// "skinning:young=2e5:clusters=50", "force-dual:loads=mixture.json:switched",
/// "displacement:material=stable-neo-hookean:points=200".
struct ComparedColumn {
    std::string kind;
    ParameterOverrides parameters = {};
    bool operator==(const ComparedColumn&) const = default;
};

/// Empty for a valid text, otherwise the end of a sentence (option_checks.h).
std::string fault_in_column(const std::string& text);
/// The first that is named twice with the same parameters; empty: none. Precondition: the texts are valid.
std::string repeated_column(const std::vector<std::string>& texts);
/// Precondition: the text is valid.
ComparedColumn parsed_column(const std::string& text);

} // namespace limber::app
