// SPDX-License-Identifier: MIT
#include "engine/core/member_reader.h"
#include "engine/core/json.h"

namespace limber {
namespace {

// operator[] of the members finds them by name.
const Json::object_t::value_type& nth_member(const JsonNode& object, std::size_t i) {
    return object.value().get_ref<const Json::object_t&>().begin()[static_cast<std::ptrdiff_t>(i)];
}

} // namespace

void read_value(const JsonNode& node, bool& value) {
    value = node.boolean();
}

void read_value(const JsonNode& node, double& value) {
    value = node.number();
}

void read_value(const JsonNode& node, std::string& value) {
    value = node.text();
}

MemberReader::MemberReader(const JsonNode& object) : object_(object) {
    if (object.value().is_object()) {
        taken_.resize(object.value().size());
    } else {
        object.refuse("must be an object in braces");
    }
}

MemberReader::~MemberReader() {
    for (std::size_t i = 0; i < taken_.size(); ++i) {
        if (!taken_[i]) {
            JsonNode(*object_.document_, &nth_member(object_, i).second).ignore();
        }
    }
}

std::optional<JsonNode> MemberReader::take(std::string_view name) {
    for (std::size_t i = 0; i < taken_.size(); ++i) {
        const auto& [key, value] = nth_member(object_, i);
        if (!taken_[i] && key == name) {
            taken_[i] = true;
            return JsonNode(*object_.document_, &value);
        }
    }
    return std::nullopt;
}

int MemberReader::expect_format(std::string_view format, int newest) {
    std::string found;
    int version = 0;
    read("format", found);
    read("version", version);
    if (found != format) {
        object_.refuse("must say \"format\": \"" + std::string(format) + "\"");
    } else if (newest == 1 && version != 1) {
        object_.refuse("must say \"version\": 1, the only one that this program knows");
    } else if (version < 1) {
        object_.refuse("must say \"version\", from 1 to " + std::to_string(newest));
    } else if (version > newest) {
        object_.refuse("has \"version\": " + std::to_string(version) + ", and this program knows 1 to " +
                       std::to_string(newest) + "; open it with a newer Limber");
    }
    return version;
}

} // namespace limber
