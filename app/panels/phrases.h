// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/character_description.h"

#include <filesystem>
#include <string>

/// Numbers as text for the user.
namespace limber::app {

/// "12 345": groups of three digits.
std::string grouped(long long count);
/// "1 bone", "6 587 vertices".
std::string counted(long long count, const char* one, const char* many);
/// What moves a body: "2 bones", "one handle", "no rig".
std::string rig_phrase(RigKind kind, long long bones);
/// Three significant digits, and the unit behind: "1.25 m".
std::string measured(double value, const char* unit);
/// "0.8 s", "2 min 5 s"; "a moment" for an unknown duration.
std::string lasting(double seconds);
/// The last parts of a path that fit on a line.
std::string short_path(const std::filesystem::path& path, std::size_t length_max = 44);

} // namespace limber::app
