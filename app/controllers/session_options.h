// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/cached_build.h"

#include <filesystem>
#include <optional>

namespace limber::app {

struct SessionOptions {
    std::filesystem::path record; // records the user's input from the opening of the first scene; empty: disabled
    std::optional<Cache> cache;   // nullopt: every stage is computed
    bool is_playing = true;
};

} // namespace limber::app
