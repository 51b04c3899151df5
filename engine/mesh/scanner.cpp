// SPDX-License-Identifier: MIT
#include "engine/mesh/scanner.h"

#include "engine/core/lower_case.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace limber {
namespace {

constexpr std::string_view truncated = "the file ends too early, it is truncated: export or download it again";

bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

// from_chars does not accept a leading plus.
std::string_view without_plus(std::string_view word) {
    return word.size() > 1 && word[0] == '+' && word[1] != '-' ? word.substr(1) : word;
}

// 1e-400 underflows to zero, which is accepted; 1e400 is an error.
bool underflows(std::string_view word) {
    const auto exponent = word.find_first_of("eE");
    const auto digit = word.find_first_of("123456789.");
    return exponent == std::string_view::npos ? digit == std::string_view::npos || word[digit] == '.'
                                              : word.substr(exponent + 1).starts_with('-');
}

} // namespace

std::size_t byte_count(NumberType type) {
    switch (type) {
    case NumberType::int8:
    case NumberType::uint8:
        return 1;
    case NumberType::int16:
    case NumberType::uint16:
        return 2;
    case NumberType::int32:
    case NumberType::uint32:
    case NumberType::float32:
        return 4;
    case NumberType::int64:
    case NumberType::uint64:
    case NumberType::float64:
        break;
    }
    return 8;
}

std::string in_quotes(std::string_view word) {
    constexpr std::size_t length_max = 24;
    std::string text = "'" + std::string(word.substr(0, length_max)) + (word.size() > length_max ? "...'" : "'");
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return text;
}

Scanner::Scanner(std::string_view bytes, std::string_view where, char comment)
    : bytes_(bytes), where_(where), comment_(comment) {}

void Scanner::skip_space() {
    while (position_ < bytes_.size()) {
        if (is_space(bytes_[position_])) {
            ++position_;
        } else if (comment_ != '\0' && bytes_[position_] == comment_) {
            position_ = std::min(bytes_.find('\n', position_), bytes_.size());
        } else {
            return;
        }
    }
}

std::string_view Scanner::next_word() {
    if (failed()) {
        return {};
    }
    skip_space();
    std::size_t end = position_;
    while (end < bytes_.size() && !is_space(bytes_[end]) && (comment_ == '\0' || bytes_[end] != comment_)) {
        ++end;
    }
    return bytes_.substr(position_, end - position_);
}

std::string_view Scanner::word() {
    const std::string_view next = next_word();
    position_ += next.size();
    return next;
}

void Scanner::expect_word(std::string_view expected) {
    const std::string_view found = next_word();
    if (!failed() && lower(found) != expected) {
        fail(found.empty() ? std::string(truncated)
                           : in_quotes(found) + " stands where '" + std::string(expected) +
                                 "' should: correct it or export the file again");
    }
    word();
}

bool Scanner::is_line_end() {
    while (position_ < bytes_.size() && is_space(bytes_[position_]) && bytes_[position_] != '\n') {
        ++position_;
    }
    return failed() || position_ == bytes_.size() || bytes_[position_] == '\n' ||
           (comment_ != '\0' && bytes_[position_] == comment_);
}

std::string_view Scanner::rest_of_line() {
    if (failed()) {
        return {};
    }
    const std::size_t begin = position_;
    const std::size_t end = std::min(bytes_.find('\n', begin), bytes_.size());
    position_ = std::min(end + 1, bytes_.size());
    std::string_view line = bytes_.substr(begin, end - begin);
    if (line.ends_with('\r')) {
        line.remove_suffix(1);
    }
    return line;
}

void Scanner::skip_past(std::string_view mark) {
    if (failed()) {
        return;
    }
    const std::size_t found = bytes_.find(mark, position_);
    if (found == std::string_view::npos) {
        fail("there is no " + in_quotes(mark) + " from here on; the file is truncated: export or download it again");
        return;
    }
    position_ = found + mark.size();
}

void Scanner::skip_bytes(std::size_t count) {
    if (count > bytes_left()) {
        fail(std::string(truncated));
    }
    if (!failed()) {
        position_ += count;
    }
}

template <typename T>
T Scanner::raw() {
    if (sizeof(T) > bytes_left()) {
        fail(std::string(truncated));
    }
    if (failed()) {
        return T{};
    }
    char bytes[sizeof(T)];
    std::memcpy(bytes, bytes_.data() + position_, sizeof(T));
    if ((encoding_ == Encoding::big_endian) == (std::endian::native == std::endian::little)) {
        std::reverse(bytes, bytes + sizeof(T));
    }
    position_ += sizeof(T);
    T number;
    std::memcpy(&number, bytes, sizeof(T));
    return number;
}

std::int64_t Scanner::raw_integer(NumberType type) {
    switch (type) {
    case NumberType::int8:
        return raw<std::int8_t>();
    case NumberType::uint8:
        return raw<std::uint8_t>();
    case NumberType::int16:
        return raw<std::int16_t>();
    case NumberType::uint16:
        return raw<std::uint16_t>();
    case NumberType::int32:
        return raw<std::int32_t>();
    case NumberType::uint32:
        return raw<std::uint32_t>();
    case NumberType::int64:
    case NumberType::uint64: // above 2^63 it becomes negative, which is invalid for counts and indices
        return raw<std::int64_t>();
    case NumberType::float32:
    case NumberType::float64:
        break;
    }
    fail("an integer is expected here, but the file declares a floating-point number: export it with integers");
    return 0;
}

std::int64_t Scanner::text_integer() {
    const std::string_view text = next_word();
    const std::string_view digits = without_plus(text);
    std::int64_t number = 0;
    const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (failed() || text.empty()) {
        fail(std::string(truncated));
        return 0;
    }
    if (status != std::errc{} || end != digits.data() + digits.size()) {
        fail(in_quotes(text) + " stands where an integer is expected: correct it or export the file again");
        return 0;
    }
    position_ += text.size();
    return number;
}

double Scanner::text_real() {
    const std::string_view text = next_word();
    const std::string_view digits = without_plus(text);
    double number = 0.0;
    const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (failed() || text.empty()) {
        fail(std::string(truncated));
        return 0.0;
    }
    const bool is_tiny = status == std::errc::result_out_of_range && underflows(digits);
    if ((status != std::errc{} && !is_tiny) || end != digits.data() + digits.size()) {
        fail(in_quotes(text) + " stands where a number is expected: correct it or export the file again");
        return 0.0;
    }
    if (!std::isfinite(number)) {
        fail(in_quotes(text) + " is not a finite number: correct it or export the file again");
        return 0.0;
    }
    position_ += text.size();
    return is_tiny ? 0.0 : number;
}

std::int64_t Scanner::integer(NumberType type) {
    return encoding_ == Encoding::text ? text_integer() : raw_integer(type);
}

double Scanner::real(NumberType type) {
    if (encoding_ == Encoding::text) {
        return text_real();
    }
    if (type != NumberType::float32 && type != NumberType::float64) {
        return static_cast<double>(raw_integer(type));
    }
    const std::size_t begin = position_;
    const double number = type == NumberType::float64 ? raw<double>() : static_cast<double>(raw<float>());
    if (!std::isfinite(number)) {
        position_ = begin;
        fail("there is a number that is not finite: export the file again without NaN or infinity");
        return 0.0;
    }
    return number;
}

std::size_t Scanner::least_bytes(std::size_t numbers, NumberType type) const {
    return encoding_ == Encoding::text ? 2 * numbers : numbers * byte_count(type);
}

Index Scanner::count(NumberType type, std::string_view what, std::size_t bytes_each) {
    const std::int64_t announced = integer(type);
    expect_room(announced, what, bytes_each);
    return failed() ? 0 : static_cast<Index>(announced);
}

void Scanner::expect_room(std::int64_t count, std::string_view what, std::size_t bytes_each) {
    // The last number of a file needs no space after it.
    const std::size_t room = bytes_each == 0 ? bytes_left() + 1 : (bytes_left() + 1) / bytes_each;
    const bool is_a_count = count >= 0 && count <= std::numeric_limits<int>::max();
    if (!failed() && (!is_a_count || static_cast<std::size_t>(count) > room)) {
        fail(std::to_string(count) + " " + std::string(what) + " are announced, but only " +
             std::to_string(bytes_left()) +
             " bytes follow; the file is truncated or the count is wrong: export it again");
    }
}

NumberType Scanner::type_of(std::initializer_list<std::pair<std::string_view, NumberType>> names) {
    const std::string name = lower(word());
    const auto found = std::find_if(names.begin(), names.end(), [&](const auto& named) { return named.first == name; });
    if (found == names.end()) {
        fail(in_quotes(name) + " is no type of number that is known here: export with float or double");
        return NumberType::float64;
    }
    return found->second;
}

int Scanner::index(NumberType type, std::int64_t base, Index size) {
    const std::int64_t number = integer(type);
    if (!failed() && (number < base || number - base >= size)) {
        const std::string range =
            size == 0 ? "there are no vertices before it"
                      : "the vertices are " + std::to_string(base) + " to " + std::to_string(base + size - 1);
        fail("vertex " + std::to_string(number) + " is named, but " + range + ": correct it or export the file again");
    }
    return failed() ? 0 : static_cast<int>(number - base);
}

std::string Scanner::place() const {
    if (encoding_ != Encoding::text) {
        return where_ + ", byte " + std::to_string(position_);
    }
    const auto line = 1 + std::count(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(position_), '\n');
    return where_ + ":" + std::to_string(line);
}

void Scanner::fail(std::string message) {
    if (!failed()) {
        fault_ = Error{ErrorKind::bad_input, std::move(message), place()};
    }
}

} // namespace limber
