#pragma once

#include <functional>
#include <string>

/// What the values of the options may be. Each function returns nothing where the text is such a value, and otherwise
/// the end of the sentence that began with the option's name: "must be ...".
namespace limber::app {

/// A number with its ends; `unit` is what the sentence says behind it.
struct NumberRange {
    double low = 0;
    double high = 0;
    bool above_low = false;  // low itself is not in the range
    bool below_high = false; // high itself is not in the range
    std::string unit;
};

std::string fault_in_number(const std::string& text, const NumberRange& range);
/// A whole number that an Index can hold.
std::string fault_in_count(const std::string& text, long long low, long long high);
/// The same, as the parser asks.
using Check = std::function<std::string(const std::string&)>;
Check number_check(NumberRange range);
Check count_check(long long low, long long high);
/// What a text that passed such a check says.
double number_of(const std::string& text);
std::string fault_in_seed(const std::string& text);
/// WIDTHxHEIGHT [pixels].
std::string fault_in_size(const std::string& text);
std::string fault_in_turn(const std::string& text);
std::string fault_in_name(const std::string& text, const std::string& what);
/// A file whose name ends in one of the two, ".png" for example.
std::string fault_in_ending(const std::string& text, const std::string& one, const std::string& other = "");

} // namespace limber::app
