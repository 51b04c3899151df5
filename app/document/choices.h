// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/member_reader.h"

#include <algorithm>
#include <array>
#include <string>

/// Settings with a few named values, in files and on the command line.
namespace limber::app {

/// "a", "b" or "c", with the quotation marks.
template <std::size_t count>
std::string alternatives(const std::array<const char*, count>& names) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        const char* joint = i == 0 ? "" : i + 1 < count ? ", " : " or ";
        text += std::string(joint) + "\"" + names[i] + "\"";
    }
    return text;
}

/// Reads the enumerator with that name; `names` are in the order of the enumerators. Refuses other names.
template <std::size_t count, typename Choice>
void read_choice(MemberReader& members, const char* member, const std::array<const char*, count>& names,
                 Choice& value) {
    const auto node = members.take(member);
    if (!node) {
        return;
    }
    const auto found = std::ranges::find_if(names, [&](const char* name) { return node->is_text(name); });
    if (found == names.end()) {
        node->refuse("must be " + alternatives(names));
        return;
    }
    value = static_cast<Choice>(found - names.begin());
}

} // namespace limber::app
