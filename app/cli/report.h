#pragma once

#include "app/character/character.h"
#include "app/cli/arguments.h"
#include "engine/core/json.h"

#include <string>
#include <vector>

/// What a command has to say, as text for people and as JSON for programs, from one list of facts.
namespace limber::app {

class Report {
public:
    /// A number, text or list under a stable key; `unit` follows it in the text.
    void add(const std::string& key, Json value, const std::string& unit = "");
    void warn(const std::vector<std::string>& warnings);

    /// Text: one fact a line on stdout, warnings on stderr. JSON: one object on stdout, warnings in it.
    void print(bool json) const;

private:
    struct Fact {
        std::string key;
        Json value;
        std::string unit;
    };
    std::vector<Fact> facts_;
    std::vector<std::string> warnings_;
};

/// One sentence on stderr, and as {"error": ...} on stdout where JSON was asked for, with more members if there are
/// any.
void say_fault(std::string text, bool json, const Json::Object& more = {});

/// Says what went wrong, and returns the exit code that belongs to it.
int fail(const Error& error, bool json, const Json::Object& more = {});

Json list_of(const std::vector<std::string>& words);
/// Of at least one value, how they are spread: their median, and what nine in ten are below.
Json spread_json(const std::vector<double>& values);
Json seconds_json(const PhaseSeconds& seconds);

} // namespace limber::app
