// SPDX-License-Identifier: MIT
#pragma once

#include "app/character_build/cached_build.h"
#include "app/document/clip_overrides.h"
#include "engine/linalg/types.h"

#include <filesystem>
#include <optional>

namespace limber::app {

struct SessionOptions {
    std::filesystem::path record; // records the user's input from the opening of the first scene; empty: disabled
    std::optional<Cache> cache;   // nullopt: every stage is computed
    bool is_playing = true;
    ClipOverrides clips = {};   // of the first scene that opens
    Index surface_vertices = 0; // of the tets in surfaces that are opened without a scene; 0: the default number
};

} // namespace limber::app
