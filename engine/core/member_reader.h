// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/json_document.h"

#include <concepts>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Reads the members of a JSON object into values that hold their defaults.
namespace limber {

/// Reads a value of a type. Other modules add overloads for their own types.
void read_value(const JsonNode& node, bool& value);
void read_value(const JsonNode& node, double& value);
void read_value(const JsonNode& node, std::string& value);
template <std::integral Whole>
void read_value(const JsonNode& node, Whole& value) {
    using Limits = std::numeric_limits<Whole>;
    if constexpr (std::unsigned_integral<Whole>) {
        value = static_cast<Whole>(node.natural(Limits::max()));
    } else {
        value = static_cast<Whole>(node.whole(Limits::min(), Limits::max()));
    }
}

/// Reads each member at most once; sets a fault for a wrong type, and warns about members that were not read. Must not
/// outlive the document.
class MemberReader {
public:
    explicit MemberReader(const JsonNode& object);
    ~MemberReader();
    MemberReader(const MemberReader&) = delete;
    MemberReader& operator=(const MemberReader&) = delete;

    const JsonNode& object() const {
        return object_;
    }
    std::optional<JsonNode> take(std::string_view name);
    /// Returns false and leaves the value unchanged when there is no such member or the document has a fault.
    template <typename T>
    bool read(std::string_view name, T& value) {
        const auto node = take(name);
        if (!node) {
            return false;
        }
        T found = value;
        read_value(*node, found);
        if (node->is_sound()) {
            value = found;
        }
        return node->is_sound();
    }
    /// Sets a fault unless the object has {"format": format, "version": V} with V from 1 to `newest`. Returns V.
    int expect_format(std::string_view format, int newest = 1);

private:
    JsonNode object_;
    std::vector<bool> taken_; // one a member
};

/// Calls the reader for each value of a list; does nothing when there is no such member.
template <typename Reader>
void read_list(MemberReader& members, std::string_view name, Reader reader) {
    if (const auto list = members.take(name)) {
        const std::size_t count = list->size();
        for (std::size_t i = 0; i < count; ++i) {
            reader((*list)[i]);
        }
    }
}

} // namespace limber
