#pragma once

#include "app/rendering/renderer.h"

#include <filesystem>
#include <functional>

namespace limber::app {

/// Makes a context and a renderer without a window, lets `drawn` draw with it, and writes the picture as a .png. How many
/// calls to the driver it took.
Result<int> draw_off_screen(const std::function<Result<Image>(Renderer&)>& drawn, const std::filesystem::path& out);

} // namespace limber::app
