// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

/// Texts in UTF-8. A letter is a code point here: an accent that is written after its letter counts as one more.
namespace limber {

std::size_t letter_count(std::string_view text);

/// The start of the text, cut between letters so that it has at most so many bytes.
std::string_view first_bytes(std::string_view text, std::size_t bytes_max);

/// The end of the text, with at most so many letters.
std::string_view last_letters(std::string_view text, std::size_t count_max);

} // namespace limber
