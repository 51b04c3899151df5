#include "app/scene/scene_paths.h"

#include <system_error>

namespace limber::app {

std::filesystem::path resolved(const std::string& text, const std::filesystem::path& folder) {
    std::error_code trouble;
    return text.empty() ? std::filesystem::path()
                        : std::filesystem::absolute(folder / text, trouble).lexically_normal();
}

std::string relative_text(const std::filesystem::path& path, const std::filesystem::path& folder) {
    if (path.empty()) {
        return {};
    }
    std::error_code trouble;
    const std::filesystem::path from = std::filesystem::absolute(folder, trouble).lexically_normal();
    return std::filesystem::absolute(path, trouble).lexically_normal().lexically_proximate(from).generic_string();
}

} // namespace limber::app
