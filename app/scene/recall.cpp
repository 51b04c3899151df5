#include "app/scene/recall.h"

#include <cstdlib>
#include <filesystem>

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

std::optional<Path> usual_folder() {
#if defined(_WIN32)
    return named_by("LOCALAPPDATA");
#elif defined(__APPLE__)
    return below(named_by("HOME"), "Library/Caches");
#else
    const auto named = named_by("XDG_CACHE_HOME");
    return named && named->is_absolute() ? named : below(named_by("HOME"), ".cache");
#endif
}

} // namespace

std::optional<Cache> cache_of_the_user() {
    const auto named = named_by("LIMBER_CACHE");
    if (named == Path("off")) {
        return std::nullopt;
    }
    const auto folder = named ? named : below(usual_folder(), Path("limber") / "prepared");
    return folder ? std::optional<Cache>(*folder) : std::nullopt;
}

std::optional<Path> users_folder(const std::string& name) {
    return named_by("LIMBER_CACHE") == Path("off") ? std::nullopt : below(usual_folder(), Path("limber") / name);
}

} // namespace limber::app
