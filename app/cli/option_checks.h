// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/choices.h"
#include "app/document/number_limits.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

/// Checks of option values. Each function returns an empty string for a valid text, and otherwise the end of a sentence
/// that begins with the option's name: "must be ...".
namespace limber::app {

/// The range of a number; `unit` is appended to it in the sentence.
struct NumberRange {
    double low = 0;
    double high = 0;
    bool above_low = false;  // the range excludes low
    bool below_high = false; // the range excludes high
    std::string unit;
};

std::string fault_in_number(const std::string& text, const NumberRange& range);
/// A whole number from `low` to `high`.
std::string fault_in_count(const std::string& text, long long low, long long high);
/// The same as callables for the parser.
using Check = std::function<std::string(const std::string&)>;
Check number_check(NumberRange range);
Check count_check(long long low, long long high);
Check range_check(const Range& range, std::string unit);
Check name_check(std::string what);
Check ending_check(std::string one, std::string other = "");
/// One of these words.
template <std::size_t count>
Check choice_check(const std::array<const char*, count>& names) {
    return [names](const std::string& text) {
        const bool is_known = std::ranges::find(names, std::string_view(text)) != names.end();
        return is_known ? std::string() : "must be " + alternatives(names);
    };
}
/// A kind of subspace; a title of the window is named with what the command line calls it.
std::string fault_in_kind(const std::string& text);
/// ", where \"substructured\" is what the window calls Domains": after a list of kinds; empty: the text is no title.
std::string name_in_window(const std::string& text);
/// The number in a text that passed such a check.
double parsed_number(const std::string& text);
std::string fault_in_seed(const std::string& text);
/// WIDTHxHEIGHT [pixels].
std::string fault_in_size(const std::string& text);
std::string fault_in_turn(const std::string& text);
/// "clusters", or "mode:N" with N from 1.
std::string fault_in_paint(const std::string& text);
std::string fault_in_name(const std::string& text, const std::string& what);
/// A file whose name ends in one of the two, ".png" for example.
std::string fault_in_ending(const std::string& text, const std::string& one, const std::string& other = "");
/// An array of numbers. A recording says how to get one.
std::string fault_in_subspace_file(const std::string& text);

} // namespace limber::app
