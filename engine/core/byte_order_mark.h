// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

/// Some editors and exporters start text files with the UTF-8 byte order mark, which has no meaning in UTF-8. Text
/// readers skip it.
namespace limber {

inline std::string_view without_byte_order_mark(std::string_view bytes) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    return bytes.starts_with(mark) ? bytes.substr(mark.size()) : bytes;
}

} // namespace limber
