// SPDX-License-Identifier: MIT
#include "app/creatures/manifest_lines.h"

#include <algorithm>

namespace limber::app {
namespace {

// The text up to the separator; removes both from the rest.
std::string_view take_until(char separator, std::string_view& rest) {
    const std::size_t end = std::min(rest.find(separator), rest.size());
    const std::string_view taken = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return taken;
}

bool is_hash(std::string_view text) {
    return text.size() == 16 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool lies_below(const std::filesystem::path& path) {
    return !path.empty() && path.is_relative() && std::ranges::find(path, "..") == path.end() &&
           path.native().find('\0') == std::string::npos;
}

} // namespace

std::optional<std::vector<ManifestLine>> manifest_lines(std::string_view manifest) {
    std::vector<ManifestLine> lines;
    while (!manifest.empty()) {
        std::string_view line = take_until('\n', manifest);
        const std::filesystem::path path = take_until('\t', line);
        const std::string_view hash = take_until('\t', line);
        if (!lies_below(path) || !is_hash(hash)) {
            return std::nullopt;
        }
        lines.push_back({path, std::string(hash)});
    }
    return lines;
}

} // namespace limber::app
