#pragma once

#include <string_view>

/// Some editors and exporters begin every text with the byte order mark of UTF-8, which says nothing in a text whose
/// bytes have no order. Readers of text pass over it.
namespace limber {

inline std::string_view without_byte_order_mark(std::string_view bytes) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    return bytes.starts_with(mark) ? bytes.substr(mark.size()) : bytes;
}

} // namespace limber
