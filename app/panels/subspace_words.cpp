// SPDX-License-Identifier: MIT
#include "app/panels/subspace_words.h"

#include "app/comparison/fewer_columns.h"
#include "app/document/subspace_titles.h"
#include "app/panels/phrases.h"
#include "engine/body/body_step.h"

namespace limber::app {

const std::vector<std::string>& shown_kinds() {
    static const std::vector<std::string> names(subspace_titles.begin(), subspace_titles.end());
    return names;
}

std::string subspace_words(const Character& character) {
    return character.linear ? counted(mode_count(character), "displacement", "displacements")
                            : counted(mode_count(character), "mode", "modes");
}

std::string words_about_fewer_columns(const Character& character) {
    const auto fewer = fewer_columns(character);
    if (!fewer) {
        return "";
    }
    std::string words = words_of_source(*fewer);
    words.front() = 'T';
    return words + ".";
}

std::string words_about_loads(const ModelDescription& description) {
    const auto& loads = description.loads;
    const auto& file = description.subspace_file;
    const std::string own = loads.empty() ? "" : counted(static_cast<long long>(loads.size()), "load", "loads");
    if (file.empty()) {
        return own.empty() ? "everywhere" : own;
    }
    return (own.empty() ? "" : own + ", ") + short_path(file, 24);
}

} // namespace limber::app
