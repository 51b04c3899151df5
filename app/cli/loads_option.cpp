// SPDX-License-Identifier: MIT
#include "app/cli/loads_option.h"

#include "engine/loads/load_file.h"

#include <algorithm>
#include <sstream>
#include <string_view>

namespace limber::app {

std::vector<LoadSource> load_sources_in(const std::string& text) {
    std::vector<LoadSource> sources;
    std::istringstream words(text + "+"); // so that what follows the last one counts, even if it is empty
    for (std::string word; std::getline(words, word, '+');) {
        const auto found = std::ranges::find(load_source_names, std::string_view(word));
        const auto source = static_cast<LoadSource>(found - load_source_names.begin());
        if (found == load_source_names.end() || source == LoadSource::user) {
            return {};
        }
        sources.push_back(source);
    }
    return sources;
}

std::filesystem::path loads_file_in(const std::string& text) {
    return text == "mass" || !load_sources_in(text).empty() ? std::filesystem::path() : loads_file_of(text);
}

} // namespace limber::app
