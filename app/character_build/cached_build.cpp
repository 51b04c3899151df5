// SPDX-License-Identifier: MIT
#include "app/character_build/cached_build.h"

#include "app/platform_paths/caches.h"

namespace limber::app {

using Path = std::filesystem::path;

std::optional<Cache> cache_of_the_user() {
    if (is_caching_off()) {
        return std::nullopt;
    }
    if (const auto named = named_cache_folder()) {
        return Cache(*named);
    }
    const auto usual = usual_cache_folder();
    return usual ? std::optional<Cache>(*usual / "prepared") : std::nullopt;
}

std::optional<Path> users_folder(const std::string& name) {
    const auto usual = usual_cache_folder();
    return is_caching_off() || !usual ? std::nullopt : std::optional<Path>(*usual / name);
}

} // namespace limber::app
