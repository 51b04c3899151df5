// SPDX-License-Identifier: MIT
#include "app/creatures/creatures.h"

namespace limber::app {
namespace {

constexpr std::string_view prefix = "creature:";

} // namespace

std::optional<std::string> creature_named_by(const std::filesystem::path& path) {
    const std::string text = path.string();
    return text.starts_with(prefix) ? std::optional(text.substr(prefix.size())) : std::nullopt;
}

std::filesystem::path creature_path(const std::string& name) {
    return std::string(prefix) + name;
}

} // namespace limber::app
