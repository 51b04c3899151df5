// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/cached_build.h"
#include "engine/linalg/types.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace limber::app {

struct SessionOptions {
    std::filesystem::path record; // records the user's input from the opening of the first scene; empty: disabled
    std::optional<Cache> cache;   // nullopt: every stage is computed
    bool is_playing = true;
    std::vector<std::filesystem::path> clips = {}; // of the first scene that opens, in place of its own; empty: its own
    Index surface_vertices = 0; // of the tets in surfaces that are opened without a scene; 0: the default number
};

} // namespace limber::app
