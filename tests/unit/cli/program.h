#pragma once

#include <string>

/// The program itself, run as a person runs it.
namespace limber::testing {

struct Outcome {
    int exit_code = -1;
    std::string out;
    std::string error;

    /// What follows "key": in the JSON that was printed, up to the end of its line or member.
    std::string value(const std::string& key) const;
    double number(const std::string& key) const;
};

/// `arguments` as one would type them behind `limber`, and `launcher` before it.
Outcome limber(const std::string& arguments, const std::string& launcher = "");

} // namespace limber::testing
