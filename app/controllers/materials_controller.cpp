// SPDX-License-Identifier: MIT
#include "app/controllers/materials_controller.h"

#include "app/character/character_loads.h"
#include "app/character/region_parts.h"
#include "app/character_files/file_paint.h"
#include "app/character_skin/skin.h"
#include "app/document/material_presets.h"
#include "app/document/painted_field.h"
#include "engine/core/json.h"

#include <algorithm>
#include <utility>

namespace limber::app {
namespace {

Commands words_about(const std::string& text, Message::Kind kind = Message::Kind::notice) {
    return {ShowMessage{{kind, text, kind == Message::Kind::error ? Message::Topic::materials : Message::Topic::none}}};
}

PaintedRegion carried(const PaintedRegion& painted, const Character& from, const Character& to) {
    PaintLevels levels = painted.is_there() ? carried_paint(painted.levels(), from, to) : PaintLevels();
    return levels.empty() ? PaintedRegion() : PaintedRegion(std::move(levels));
}

CopiedPaint carried(CopiedPaint paint, const Character& from, const Character& to) {
    for (MaterialPart& part : paint.parts) {
        part.painted = carried(part.painted, from, to);
    }
    paint.loads = carried_loads(std::move(paint.loads), from, to);
    for (BodyLoad& load : paint.loads) {
        load.painted = carried(load.painted, from, to);
    }
    for (PaintedWeight& weight : paint.weights) {
        weight.painted = carried(weight.painted, from, to);
    }
    paint.pins = carried(paint.pins, from, to);
    paint.leak = carried(paint.leak, from, to);
    paint.contact = carried(paint.contact, from, to);
    return paint;
}

// Whether regions of labelled tets were lost: inside of the body, where no paint reaches, or too many.
enum class Regions { all_taken, left_out };

// The paint of a character, with its regions of labelled tets as further parts where `to` has other tets.
std::pair<CopiedPaint, Regions> paint_with_regions(const CopiedSettings& settings, const Character& from,
                                                   const Character& to) {
    CopiedPaint paint = paint_of(settings.description);
    const bool has_regions = !settings.description.material.labels.empty() && !from.material_labels.empty();
    if (!has_regions || have_same_tets(settings.description, to.description)) {
        return {std::move(paint), Regions::all_taken};
    }
    const auto parts = parts_of_regions(from);
    if (!parts || paint.parts.size() + parts->size() > material_parts_max) {
        return {std::move(paint), Regions::left_out};
    }
    paint.parts.insert(paint.parts.end(), parts->begin(), parts->end());
    return {std::move(paint), Regions::all_taken};
}

std::string words_about_pasted(const std::string& title, const std::string& from, Regions regions) {
    return "Gave " + title + " the settings of " + from +
           (regions == Regions::left_out
                ? ", without its regions of other stiffness: they lie inside of the body or are "
                  "too many for paint"
                : "") +
           "; Ctrl+Z takes them back.";
}

// The newest model has the regions of the document, and its surface is the one that is painted.
bool can_paint_regions(const SessionState& state) {
    const CharacterInstance* instance = state.editor.instance();
    return instance && state.built() && !state.editor.description().material.labels.empty() &&
           !state.models.is_outdated(state.editor.scene(), instance->model);
}

} // namespace

MaterialsController::MaterialsController() : file_(user_materials_path()) {
    lists_.submit([file = file_]() -> Result<SavedList> {
        auto read = read_user_materials(file);
        return read ? Result<SavedList>(SavedList{std::move(read).value(), ""}) : read.error();
    });
}

Commands MaterialsController::carry_out(const SaveMaterial& command, const SessionState& state) {
    if (std::ranges::any_of(material_presets, [&](const MaterialPreset& one) { return command.name == one.name; })) {
        return words_about(command.name + " is the name of a preset that comes with the program: choose another name.");
    }
    const CharacterControls& controls = state.editor.controls();
    const UserMaterial material{command.name, controls.young, controls.density, controls.damping};
    lists_.submit([file = file_, material]() -> Result<SavedList> {
        auto saved = save_user_material(file, material);
        return saved ? Result<SavedList>(
                           SavedList{std::move(saved).value(), "Kept " + material.name + " among the presets."})
                     : saved.error();
    });
    return {};
}

Commands MaterialsController::carry_out(const RemoveMaterial& command, const SessionState&) {
    lists_.submit([file = file_, name = command.name]() -> Result<SavedList> {
        auto saved = remove_user_material(file, name);
        return saved ? Result<SavedList>(SavedList{std::move(saved).value(), "Removed " + name + " from the presets."})
                     : saved.error();
    });
    return {};
}

Commands MaterialsController::carry_out(const CopySettings&, const SessionState& state) {
    const CharacterInstance* instance = state.editor.instance();
    if (!instance || !state.built()) {
        return {};
    }
    const std::string title = title_of(state.editor.scene(), instance->id);
    copied_ = Copied{{title, state.editor.description(), instance->controls}, state.built()};
    return words_about("Copied the settings of " + title + ".");
}

Commands MaterialsController::carry_out(const PasteSettings&, const SessionState& state) {
    const CharacterInstance* instance = state.editor.instance();
    const CharacterPtr to = state.built();
    if (!copied_ || !instance || !to) {
        return {};
    }
    prepare("Giving " + title_of(state.editor.scene(), instance->id) + " the settings of " + copied_->settings.from,
            [copied = *copied_, to, id = instance->id,
             title = title_of(state.editor.scene(), instance->id)]() -> Result<Commands> {
                auto [own, regions] = paint_with_regions(copied.settings, *copied.character, *to);
                const CopiedPaint paint = carried(std::move(own), *copied.character, *to);
                const Index modes = std::min(copied.settings.description.modes, modes_allowed(to->vertex_count()));
                CopiedSettings settings = copied.settings;
                settings.description.modes = modes;
                return Commands{EditDocument{[settings, paint, id](Document& document) {
                                                 paste(settings, paint, id, document.scene);
                                             },
                                             "Paste settings"},
                                RebuildOutdated{},
                                ShowMessage{{Message::Kind::notice, words_about_pasted(title, settings.from, regions),
                                             Message::Topic::undo}}};
            });
    return {};
}

Commands MaterialsController::carry_out(const AddPaintFromFile& command, const SessionState& state) {
    const CharacterInstance* instance = state.editor.instance();
    const CharacterPtr character = state.built();
    if (!instance || !character) {
        return {};
    }
    const BrushOptions& brush = state.view.brush;
    const PaintedField field{brush.target, static_cast<std::size_t>(std::max(brush.region, 0))};
    prepare("Reading " + command.path.filename().string(),
            [path = command.path, character, field, model = instance->model]() -> Result<Commands> {
                const FileSurface* surface = character->skin ? character->skin->file_surface.get() : nullptr;
                auto levels = paint_in_npy(path, *character, surface);
                if (!levels) {
                    return levels.error();
                }
                return Commands{EditDocument{[field, model, added = std::move(levels).value()](Document& document) {
                                                 const auto found = document.scene.models.find(model);
                                                 if (found != document.scene.models.end()) {
                                                     add_paint(added, field, found->second);
                                                 }
                                             },
                                             "Add paint from a file"},
                                RebuildOutdated{}};
            });
    return {};
}

Commands MaterialsController::carry_out(const MakePaintOfRegions&, const SessionState& state) {
    if (!can_paint_regions(state)) {
        return {};
    }
    const ModelDescription& description = state.editor.description();
    const auto parts = parts_of_regions(*state.built());
    if (!parts) {
        return words_about("A region of " + description.name +
                           " lies inside of the body, where the brush does not reach: the regions stay as they are.");
    }
    if (description.material.parts.size() + parts->size() > material_parts_max) {
        return words_about("A body has at most " + std::to_string(material_parts_max) +
                           " painted parts: delete some, then make paint of the regions.");
    }
    const auto make_paint = [parts = *parts, model = state.editor.instance()->model](Document& document) {
        MaterialDescription& material = document.scene.models.at(model).material;
        material.labels.clear();
        material.regions.clear();
        material.parts.insert(material.parts.end(), parts.begin(), parts.end());
    };
    return {EditDocument{make_paint, "Make paint of regions"}, EditView{[](ViewOptions& view) {
                view.paint = PaintKind::materials;
            }},
            RebuildOutdated{}};
}

Commands MaterialsController::carry_out(const CancelBuild&, const SessionState&) {
    edits_.cancel();
    coming_.clear();
    return {};
}

void MaterialsController::prepare(std::string what, Edits edits) {
    coming_.push_back(std::move(what));
    edits_.submit(std::move(edits));
}

Commands MaterialsController::update(const SessionState&) {
    Commands commands;
    while (auto list = lists_.poll()) {
        if (!*list) {
            append(commands, words_about(sentence(list->error()) + ".", Message::Kind::error));
            continue;
        }
        commands.emplace_back(RemoveMessages{Message::Topic::materials});
        materials_ = list->value().materials;
        if (!list->value().words.empty()) {
            append(commands, words_about(list->value().words));
        }
    }
    while (auto edits = edits_.poll()) {
        coming_.erase(coming_.begin());
        if (!*edits) {
            append(commands, words_about(sentence(edits->error()) + ".", Message::Kind::error));
            continue;
        }
        commands.emplace_back(RemoveMessages{Message::Topic::materials});
        append(commands, std::move(*edits).value());
    }
    return commands;
}

void MaterialsController::add_to(UiState& ui, const SessionState& state) const {
    ui.materials.own = &materials_;
    ui.materials.copied_from = copied_ ? copied_->settings.from : "";
    ui.materials.can_paint_regions = can_paint_regions(state);
    if (!coming_.empty()) {
        ui.build.is_running = true;
        ui.build.what = coming_.front();
    }
}

void MaterialsController::report(Json& report, const SessionState& state) const {
    Json::array_t names;
    for (const UserMaterial& material : materials_) {
        names.emplace_back(material.name);
    }
    report.emplace("own_materials", std::move(names));
    report.emplace("copied_from", copied_ ? copied_->settings.from : "");
    if (state.shown.selected.character) {
        const CharacterControls& controls = state.editor.controls();
        report.emplace("density", controls.density);
        report.emplace("damping", controls.damping);
    }
}

} // namespace limber::app
