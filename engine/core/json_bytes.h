// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

/// Maps any bytes to UTF-8 and back. A file name may contain any bytes, but JSON only UTF-8: a byte of 0x80 or above
/// that is not part of valid UTF-8 becomes the character U+EF80 + (byte - 0x80) of a private range. Characters U+EF80
/// to U+EFFF in the input are escaped the same way, byte by byte, so that every text round-trips. The result is valid
/// JSON for other programs. The JSON writer and parser apply both functions to every text.
namespace limber {

/// Returns valid UTF-8; valid text without characters of that range is unchanged.
std::string escaped_bytes(std::string_view bytes);
/// The inverse of escaped_bytes.
std::string unescaped_bytes(std::string_view text);

} // namespace limber
