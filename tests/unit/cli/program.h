// SPDX-License-Identifier: MIT
#pragma once

#include <string>

/// Runs the program in a process of its own.
namespace limber::testing {

struct Outcome {
    int exit_code = -1;
    std::string out;
    std::string error;

    /// The text after "key": in the printed JSON, up to the end of its line or member.
    std::string value(const std::string& key) const;
    double number(const std::string& key) const;
};

/// Runs `launcher limber arguments`.
Outcome limber(const std::string& arguments, const std::string& launcher = "");

} // namespace limber::testing
