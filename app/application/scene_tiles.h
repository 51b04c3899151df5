// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_context.h"
#include "app/rendering/renderer.h"

#include <filesystem>
#include <vector>

namespace limber::app {

/// The scenes with the pictures that `limber render` drew: assets/pictures/scenes/NAME.png.
std::vector<SceneTile> tiles_of(const std::vector<std::filesystem::path>& scenes, Renderer& renderer);

} // namespace limber::app
