#include "app/platform_paths/caches.h"

#include "engine/core/temporary_file.h"

#include <cstdlib>
#include <ostream>
#include <system_error>

namespace limber::app {
namespace {

using Path = std::filesystem::path;

std::optional<Path> named_by(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0' ? std::optional<Path>(value) : std::nullopt;
}

std::optional<Path> below(const std::optional<Path>& folder, const Path& rest) {
    return folder ? std::optional<Path>(*folder / rest) : std::nullopt;
}

std::optional<Path> folder_of_all_programs() {
#if defined(_WIN32)
    return named_by("LOCALAPPDATA");
#elif defined(__APPLE__)
    return below(named_by("HOME"), "Library/Caches");
#else
    const auto named = named_by("XDG_CACHE_HOME");
    return named && named->is_absolute() ? named : below(named_by("HOME"), ".cache");
#endif
}

// Permissions, a full disk and a disk that is only read are found out alike.
bool can_be_written(const Path& folder) {
    TemporaryFile trial(folder / "trial");
    trial.stream() << "trial" << std::flush;
    return static_cast<bool>(trial.stream());
}

} // namespace

bool is_caching_off() {
    return named_by("LIMBER_CACHE") == Path("off");
}

std::optional<Path> named_cache_folder() {
    return is_caching_off() ? std::nullopt : named_by("LIMBER_CACHE");
}

std::optional<Path> usual_cache_folder() {
    return below(folder_of_all_programs(), "limber");
}

std::optional<std::string> trouble_with_cache(const Path& folder) {
    const std::string rest =
        ", so that nothing that is computed is kept for the next time; LIMBER_CACHE can name another "
        "folder, and --no-cache does without one";
    std::error_code trouble;
    std::filesystem::create_directories(folder, trouble);
    if (!std::filesystem::is_directory(folder, trouble)) {
        return folder.string() + ": the cache's folder cannot be made" + rest;
    }
    return can_be_written(folder) ? std::nullopt
                                  : std::optional(folder.string() + ": the cache's folder cannot be written" + rest);
}

} // namespace limber::app
