// SPDX-License-Identifier: MIT
#include "app/cli/run_warnings.h"

#include "app/comparison/fewer_columns.h"

#include <algorithm>

namespace limber::app {
namespace {

std::vector<std::string> notes_on_mesh(const Character& character) {
    const auto of_mesh = character.warnings_of.find(Stage::mesh);
    std::vector<std::string> notes;
    if (of_mesh != character.warnings_of.end()) {
        notes = of_mesh->second;
    }
    const std::string file = character.description.mesh.filename().string();
    std::erase_if(notes, [&file](const std::string& note) { return note.starts_with(file); });
    return notes;
}

// Another character may have the same note.
void erase_first(std::vector<std::string>& warnings, const std::string& note) {
    if (const auto first = std::ranges::find(warnings, note); first != warnings.end()) {
        warnings.erase(first);
    }
}

} // namespace

std::vector<std::string> shortened(std::vector<std::string> warnings, const std::vector<CharacterPtr>& models,
                                   const std::string& file) {
    for (const CharacterPtr& model : models) {
        const std::vector<std::string> notes = notes_on_mesh(*model);
        if (notes.size() < 2) {
            continue;
        }
        for (const std::string& note : notes) {
            erase_first(warnings, note);
        }
        warnings.push_back(model->description.name + ": " + std::to_string(notes.size()) +
                           " notes on its mesh, such as repairs, are listed by limber check " + file);
    }
    return warnings;
}

std::vector<std::string> warnings_of_fewer_columns(const std::vector<CharacterPtr>& models) {
    std::vector<std::string> warnings;
    for (const CharacterPtr& model : models) {
        if (const auto fewer = fewer_columns(*model)) {
            warnings.push_back(warning_of(*fewer, model->description.name + ": " + name_of(model->subspace)));
        }
    }
    return warnings;
}

} // namespace limber::app
