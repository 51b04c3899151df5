// SPDX-License-Identifier: MIT
#include "app/panels/paint_sources.h"

#include "app/character/rig_paint.h"
#include "app/character_skin/skin.h"
#include "app/panels/numbers.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace limber::app {
namespace {

// The index of the name that was chosen in this frame.
std::optional<std::size_t> chosen_of(const char* row, const char* explanation, std::vector<std::string> names) {
    names.insert(names.begin(), "Choose...");
    int chosen = 0;
    return edit(row, explanation, names, chosen) && chosen > 0 ? std::optional(static_cast<std::size_t>(chosen) - 1)
                                                               : std::nullopt;
}

std::optional<PaintLevels> chosen_bone(const Character& character) {
    if (character.rig.skeleton.bone_count() < 2) {
        return std::nullopt;
    }
    std::vector<std::string> names;
    for (const Bone& bone : character.rig.skeleton.bones) {
        names.push_back(bone.name.empty() ? "Bone " + std::to_string(names.size() + 1) : bone.name);
    }
    const auto bone = chosen_of("Add a bone", "Paints what a bone holds, as strongly as it holds it", std::move(names));
    return bone ? std::optional(paint_of_bone(character, static_cast<int>(*bone))) : std::nullopt;
}

std::optional<PaintLevels> chosen_colour(const Character& character) {
    if (!character.skin || character.skin->paint_in_file.empty()) {
        return std::nullopt;
    }
    std::vector<std::string> names;
    for (const NamedPaint& paint : character.skin->paint_in_file) {
        names.push_back(paint.name);
    }
    const auto chosen =
        chosen_of("Add from colours",
                  "Paints where the file's vertices have this colour, or another number from 0 to 1", std::move(names));
    return chosen ? std::optional(character.skin->paint_in_file[*chosen].levels) : std::nullopt;
}

} // namespace

void paint_sources(PanelContext& context, const PaintedField& field, Stage stage) {
    const Character& character = *context.ui_state.character;
    const auto bone = chosen_bone(character);
    const auto colour = chosen_colour(character);
    const CharacterInstance* selected = context.document.scene.instance(context.ui_state.selected.id);
    if ((bone || colour) && selected) {
        const auto add = [levels = bone ? *bone : *colour, field, model = selected->model](Document& document) {
            add_paint(levels, field, document.scene.models.at(model));
        };
        context.request(EditDocument{add, bone ? "Add paint of a bone" : "Add paint from colours"});
        context.need(stage);
    }
    if (button("Add from a file...", "Paints by numbers from 0 to 1 in a .npy file, one for each vertex of the tets' "
                                     "surface, of all tets, or of the file's surface")) {
        context.request(AskForFile{FilePurpose::paint});
    }
}

} // namespace limber::app
