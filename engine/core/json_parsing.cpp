// SPDX-License-Identifier: MIT
#include "engine/core/byte_order_mark.h"
#include "engine/core/json.h"
#include "engine/core/json_bytes.h"
#include "engine/core/json_outline.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace limber {
namespace {

constexpr std::size_t depth_max = 64;

enum class Extent { all, outline };

/// Builds a value during parsing; stops at depth_max. nlohmann's own builder keeps the last of repeated members, and no
/// bytes that are not UTF-8.
class Builder final : public nlohmann::json_sax<Json> {
public:
    explicit Builder(Extent extent) : stored_depth_(extent == Extent::all ? depth_max : 1) {}

    bool null() override {
        return add(nullptr);
    }
    bool boolean(bool value) override {
        return add(value);
    }
    bool number_integer(number_integer_t value) override {
        return add(value);
    }
    bool number_unsigned(number_unsigned_t value) override {
        return add(value);
    }
    bool number_float(number_float_t value, const string_t&) override {
        return add(value);
    }
    bool string(string_t& value) override {
        return add(unescaped_bytes(value));
    }
    bool binary(binary_t&) override {
        return false;
    }
    bool key(string_t& name) override {
        keys_.back() = unescaped_bytes(name);
        return true;
    }
    bool start_object(std::size_t) override {
        return open(Json::object());
    }
    bool start_array(std::size_t) override {
        return open(Json::array());
    }
    bool end_object() override {
        return close();
    }
    bool end_array() override {
        return close();
    }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
        position_ = position;
        return false;
    }

    Json take() {
        return std::move(root_);
    }
    std::size_t position() const {
        return position_;
    }
    bool is_too_deep() const {
        return too_deep_;
    }

private:
    bool add(Json value) {
        if (open_.empty()) {
            root_ = std::move(value);
        } else if (open_.size() > stored_depth_) {
            return true;
        } else if (open_.back().is_array()) {
            open_.back().push_back(std::move(value));
        } else {
            open_.back().get_ref<Json::object_t&>().emplace_back(keys_.back(), std::move(value));
        }
        return true;
    }
    bool open(Json value) {
        too_deep_ = open_.size() >= depth_max;
        if (too_deep_) {
            return false;
        }
        open_.push_back(std::move(value));
        keys_.emplace_back();
        return true;
    }
    bool close() {
        Json value = std::move(open_.back());
        open_.pop_back();
        keys_.pop_back();
        return add(std::move(value));
    }

    std::size_t stored_depth_;
    Json root_;
    std::vector<Json> open_;
    std::vector<std::string> keys_;
    std::size_t position_ = 0;
    bool too_deep_ = false;
};

bool is_letter(char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

// Whether the word at that place is one of those that some programs write for such numbers.
bool is_not_finite(std::string_view text, std::size_t place) {
    while (place > 0 && is_letter(text[place - 1])) {
        --place;
    }
    constexpr std::array words{"NaN", "nan", "Inf", "inf"};
    return std::ranges::any_of(words, [&](const char* word) { return text.substr(place).starts_with(word); });
}

/// The error at the position after `read` bytes.
Error not_json(std::string_view text, std::size_t read, std::string_view where) {
    const std::string_view before = text.substr(0, std::clamp<std::size_t>(read, 1, text.size()) - 1);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t column = before.size() - (before.rfind('\n') + 1) + 1; // npos + 1 is 0
    return Error{ErrorKind::bad_input,
                 is_not_finite(text, before.size())
                     ? "a number is not finite, which JSON cannot hold; export the file again"
                     : "this is not valid JSON; look at this place and just before it",
                 std::string(where) + ":" + std::to_string(line) + ":" + std::to_string(column)};
}

Result<Json> parsed(std::string_view bytes, std::string_view where, Extent extent) {
    const std::string_view text = without_byte_order_mark(bytes);
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        return Error{ErrorKind::bad_input, "the file is empty", std::string(where)};
    }
    Builder builder(extent);
    if (Json::sax_parse(text.begin(), text.end(), &builder)) {
        return builder.take();
    }
    if (builder.is_too_deep()) {
        return Error{ErrorKind::bad_input, "the JSON is nested too deeply", std::string(where)};
    }
    return not_json(text, builder.position(), where);
}

} // namespace

Result<Json> parse_json(std::string_view bytes, std::string_view where) {
    return parsed(bytes, where, Extent::all);
}

Result<Json> parse_json_outline(std::string_view bytes, std::string_view where) {
    return parsed(bytes, where, Extent::outline);
}

} // namespace limber
