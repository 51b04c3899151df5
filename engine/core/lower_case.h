// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

/// ASCII letters in lower case, whatever the locale; other bytes are unchanged.
namespace limber {

std::string lower(std::string_view text);

/// The extension of a file with its dot and in lower case: ".msh".
std::string extension_of(const std::filesystem::path& path);

} // namespace limber
