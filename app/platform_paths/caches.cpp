// SPDX-License-Identifier: MIT
#include "app/platform_paths/caches.h"

#include "app/platform_paths/environment.h"
#include "engine/core/temporary_file.h"

#include <ostream>
#include <system_error>

namespace limber::app {
namespace {

using Path = std::filesystem::path;

std::optional<Path> below(const std::optional<Path>& folder, const Path& rest) {
    return folder ? std::optional<Path>(*folder / rest) : std::nullopt;
}

std::optional<Path> system_cache_folder() {
#if defined(_WIN32)
    return path_in_environment("LOCALAPPDATA");
#elif defined(__APPLE__)
    return below(path_in_environment("HOME"), "Library/Caches");
#else
    const auto named = path_in_environment("XDG_CACHE_HOME");
    return named && named->is_absolute() ? named : below(path_in_environment("HOME"), ".cache");
#endif
}

// Writing a file detects missing permissions, full disks and read-only disks.
bool can_be_written(const Path& folder) {
    TemporaryFile probe(folder / "probe");
    probe.stream() << "probe" << std::flush;
    return static_cast<bool>(probe.stream());
}

} // namespace

bool is_caching_off() {
    return path_in_environment("LIMBER_CACHE") == Path("off");
}

std::optional<Path> named_cache_folder() {
    return is_caching_off() ? std::nullopt : path_in_environment("LIMBER_CACHE");
}

std::optional<Path> usual_cache_folder() {
    return below(system_cache_folder(), "limber");
}

std::optional<std::string> trouble_with_cache(const Path& folder) {
    const std::string rest = ", so results are not cached; set LIMBER_CACHE to another folder, or use --no-cache";
    std::error_code trouble;
    std::filesystem::create_directories(folder, trouble);
    if (!std::filesystem::is_directory(folder, trouble)) {
        return folder.string() + ": the cache folder cannot be created" + rest;
    }
    return can_be_written(folder) ? std::nullopt
                                  : std::optional(folder.string() + ": the cache folder cannot be written" + rest);
}

} // namespace limber::app
