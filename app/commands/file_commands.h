#pragma once

#include "engine/core/result.h"

#include <filesystem>
#include <functional>
#include <string>

namespace limber::app {

/// Writes a file in the background, at a free place in the working folder that is called after `name`. A message
/// follows.
struct WriteFile {
    std::string name;
    std::string ending;
    std::function<Result<Done>(const std::filesystem::path&)> write;
};

} // namespace limber::app
