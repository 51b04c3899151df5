// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/scene_description.h"

#include <filesystem>
#include <optional>

/// The scenes that come with the program: their places are in creatures/sea.h, bowling.h, bedtime.h, ball_game.h and
/// dragon_springs.h.
namespace limber::app {

/// The scene that a path such as "creature:sea" names; nullopt: it names none of them.
std::optional<SceneDescription> built_in_scene(const std::filesystem::path& path);

} // namespace limber::app
