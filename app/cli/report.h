// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/cli/arguments.h"
#include "app/cli/interruption.h"
#include "engine/core/json.h"

#include <string>
#include <vector>

/// The results of a command, printed as text or as JSON from one list of values.
namespace limber::app {

class Report {
public:
    /// Adds a number, text or list under a stable key; the text output appends `unit`.
    void add(const std::string& key, Json value, const std::string& unit = "");
    /// The text output has these lines in place of the value.
    void add_table(const std::string& key, Json value, std::vector<std::string> lines);
    void warn(const std::vector<std::string>& warnings);

    /// Text: one value a line on stdout, warnings on stderr. JSON: one object on stdout, with the warnings.
    void print(bool json) const;

private:
    struct Fact {
        std::string key;
        Json value;
        std::string unit;
        std::vector<std::string> lines = {}; // of a table
    };
    std::vector<Fact> facts_;
    std::vector<std::string> warnings_;
};

/// Prints one sentence on stderr, and with `json` also {"error": ...} on stdout, with the members of `more`.
void print_error(std::string text, bool json, const Json::object_t& more = {});

/// The same for a command that Ctrl+C has stopped before it wrote anything.
int fail(const Interruption& interruption, bool json);
/// Prints the error and returns its exit code: 1 for bad_input, else 3.
int fail(const Error& error, bool json, const Json::object_t& more = {});

Json list_of(const std::vector<std::string>& words);
/// Precondition: at least one value.
double median(const std::vector<double>& values);
/// Median and 90th percentile. Precondition: at least one value.
Json spread_json(const std::vector<double>& values);
Json seconds_json(const PhaseSeconds& seconds);
PhaseSeconds sum_of_seconds(const std::vector<CharacterPtr>& models);

} // namespace limber::app
