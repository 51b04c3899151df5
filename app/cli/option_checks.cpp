// SPDX-License-Identifier: MIT
#include "app/cli/option_checks.h"

#include "app/cli/overrides.h"
#include "app/document/character_description.h"
#include "app/document/subspace_titles.h"
#include "engine/core/contract.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <utility>

namespace limber::app {
namespace {

constexpr int pixels_max = 16384; // the largest image of common graphics cards

// Parses the whole text as one number; a leading plus sign is accepted.
template <typename Number>
std::optional<Number> number_in(const std::string& text) {
    const char* first = text.data() + (text.size() > 1 && text[0] == '+' && text[1] != '-' ? 1 : 0);
    const char* last = text.data() + text.size();
    Number number{};
    const auto read = std::from_chars(first, last, number);
    return read.ec == std::errc() && read.ptr == last ? std::optional<Number>(number) : std::nullopt;
}

std::string readable(double number) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%g", number);
    return buffer;
}

std::string but_is(const std::string& text) {
    return text.empty() ? ", and not empty" : ", not \"" + text + "\"";
}

std::string range_text(const NumberRange& range) {
    std::string words = range.above_low ? "above " : "at least ";
    words += readable(range.low);
    if (std::isfinite(range.high)) {
        words += range.below_high ? " and below " : " and at most ";
        words += readable(range.high);
    }
    return words + (range.unit.empty() ? "" : " " + range.unit);
}

} // namespace

std::string fault_in_number(const std::string& text, const NumberRange& range) {
    const auto number = number_in<double>(text);
    const bool sound = number && std::isfinite(*number) &&
                       (range.above_low ? *number > range.low : *number >= range.low) &&
                       (range.below_high ? *number < range.high : *number <= range.high);
    return sound ? std::string() : "must be a number " + range_text(range) + but_is(text);
}

std::string fault_in_count(const std::string& text, long long low, long long high) {
    const auto number = number_in<long long>(text);
    if (number && *number >= low && *number <= high) {
        return {};
    }
    return "must be a whole number from " + std::to_string(low) + " to " + std::to_string(high) + but_is(text);
}

std::string name_in_window(const std::string& text) {
    const char* name = subspace_name_titled(text);
    return name ? ", where \"" + std::string(name) + "\" is what the window calls " + text : "";
}

std::string fault_in_kind(const std::string& text) {
    return subspace_named(text) ? "" : "must be " + alternatives(subspace_names) + name_in_window(text);
}

Check number_check(NumberRange range) {
    return [range = std::move(range)](const std::string& text) {
        return fault_in_number(text, range);
    };
}

Check count_check(long long low, long long high) {
    return [=](const std::string& text) {
        return fault_in_count(text, low, high);
    };
}

Check range_check(const Range& range, std::string unit) {
    return number_check({.low = range.low, .high = range.high, .unit = std::move(unit)});
}

Check name_check(std::string what) {
    return [what = std::move(what)](const std::string& text) {
        return fault_in_name(text, what);
    };
}

Check ending_check(std::string one, std::string other) {
    return [one = std::move(one), other = std::move(other)](const std::string& text) {
        return fault_in_ending(text, one, other);
    };
}

double parsed_number(const std::string& text) {
    const auto number = number_in<double>(text);
    EXPECTS(number.has_value());
    return *number;
}

std::string fault_in_seed(const std::string& text) {
    return number_in<std::uint64_t>(text) ? std::string()
                                          : "must be a whole number from 0 to 18446744073709551615" + but_is(text);
}

std::string fault_in_size(const std::string& text) {
    const auto cross = text.find('x');
    if (cross != std::string::npos && fault_in_count(text.substr(0, cross), 1, pixels_max).empty() &&
        fault_in_count(text.substr(cross + 1), 1, pixels_max).empty()) {
        return {};
    }
    return "must be WIDTHxHEIGHT in pixels, each from 1 to " + std::to_string(pixels_max) + ", for example 1280x720" +
           but_is(text);
}

std::string fault_in_turn(const std::string& text) {
    const auto turn = parse_turn(text);
    return turn ? std::string() : turn.error().message + but_is(text);
}

std::string fault_in_paint(const std::string& text) {
    const std::string start = "mode:";
    const bool is_mode = text.starts_with(start) && fault_in_count(text.substr(start.size()), 1, modes_max).empty();
    return is_mode || text == "clusters"
               ? std::string()
               : "must be clusters, or mode:N with a number N from 1 to " + std::to_string(modes_max) + but_is(text);
}

std::string fault_in_name(const std::string& text, const std::string& what) {
    return text.empty() ? "must name " + what + ", and not be empty" : std::string();
}

std::string fault_in_ending(const std::string& text, const std::string& one, const std::string& other) {
    const std::string ending = std::filesystem::path(text).extension().string();
    if (!ending.empty() && (ending == one || ending == other)) {
        return {};
    }
    return "must name a file that ends in " + one + (other.empty() ? "" : " or " + other) + but_is(text);
}

std::string fault_in_subspace_file(const std::string& text) {
    if (std::filesystem::path(text).extension() == ".json") {
        return "must name numbers, .npy or .pc2, and not what they come from: write the motion of a recording with "
               "limber replay RECORDING --out MOTION.npy, and name that";
    }
    return fault_in_ending(text, ".npy", ".pc2");
}

} // namespace limber::app
