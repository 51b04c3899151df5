#pragma once

#include <string>
#include <string_view>

/// Any bytes as UTF-8, and back. A file name may hold any bytes, and JSON holds nothing but UTF-8: a byte from 0x80 on
/// that is no part of valid UTF-8 becomes the character U+EF80 + (byte - 0x80), of a private range. Characters that are
/// U+EF80 to U+EFFF from the start are escaped the same way, byte by byte, so that every text comes back as it was.
/// Other programs read valid JSON. The JSON writer and parser apply both functions to every text.
namespace limber {

/// Valid UTF-8; a text that is so already, without characters of the range, stays as it is.
std::string escaped_bytes(std::string_view bytes);
/// The bytes of a text that escaped_bytes gave.
std::string unescaped_bytes(std::string_view text);

} // namespace limber
