// SPDX-License-Identifier: MIT
#include "app/controllers/gait_files_controller.h"

#include "app/character/character.h"
#include "app/document/gait_origin.h"

#include <algorithm>
#include <string>
#include <utility>

namespace limber::app {
namespace {

Commands error_message(const std::string& text) {
    return {ShowMessage{{Message::Kind::error, text, Message::Topic::loading_gait}}};
}

// Adds the gait under an unused name and plays it. A gait that the library has already keeps its name and key.
std::string add_to(CharacterDraft& draft, Gait gait, const std::string& wanted_name) {
    GaitLibrary& gaits = draft.description.muscles.gaits;
    const NamedGait* same = gaits.called(wanted_name);
    const std::string name = same && same_motion(same->gait, gait) ? wanted_name : gaits.free_name(wanted_name);
    gait.name = name;
    gaits.keep({name, same && name == wanted_name ? same->role : GaitRole::none, gait});
    draft.controls.muscles.gait = std::move(gait);
    draft.controls.muscles.playing = true;
    return name;
}

Commands add(const std::filesystem::path& path, Gait gait, int target, const SessionState& state) {
    if (std::ranges::all_of(gait.waveforms, [](const Waveform& waveform) { return waveform.empty(); })) {
        return error_message(path.string() + ": a gait without waveforms moves nothing.");
    }
    const Scene& scene = state.editor.scene();
    const CharacterDraft before = draft_of(scene, target);
    CharacterDraft draft = before;
    const std::string name = add_to(draft, gait, gait.name.empty() ? path.stem().string() : gait.name);
    std::size_t muscles = state.models.at(scene.instance(target)->model)->musculature.count();
    const bool needs_muscles = muscles == 0 && !draft.description.muscles.are_there();
    if (needs_muscles) {
        muscles = std::min<std::size_t>(muscles_max, gait.waveforms.size());
        draft.description.muscles.modes = static_cast<Index>(muscles);
    }
    if (!is_valid(draft, before)) {
        return error_message(path.string() + ": this gait has a value that is out of range.");
    }
    const auto misfits = misfit(gait, draft.description.name, muscles);
    Commands commands{RemoveMessages{Message::Topic::loading_gait},
                      EditDocument{[target, draft](Document& document) {
                                       if (document.scene.instance(target)) {
                                           write_draft(document.scene, target, draft);
                                       }
                                   },
                                   "Add gait"}};
    if (target == state.editor.selected()) {
        commands.emplace_back(EditView{[name](ViewOptions& view) {
            view.gait = name;
        }});
        commands.emplace_back(ShowChosenGait{});
    }
    if (needs_muscles) {
        commands.emplace_back(RebuildOutdated{});
    }
    if (draft.description.rig_kind == RigKind::affine_handle) {
        commands.emplace_back(ShowMessage{
            {Message::Kind::warning, "A handle holds the body in place, so no gait can move it. Set it free first.",
             Message::Topic::handle, Message::Offer::set_free}});
    }
    if (misfits) {
        commands.emplace_back(ShowMessage{{Message::Kind::warning, *misfits}});
    }
    return commands;
}

Commands save(Gait gait, const std::string& name, const std::string& character) {
    gait.character = character;
    gait.name = name;
    return {WriteNewFile{name + " gait", ".json", [gait](const auto& path) {
                             return write_gait(gait, path);
                         }}};
}

} // namespace

Commands GaitFilesController::carry_out(const SaveGait& command, const SessionState& state) {
    const std::string& character = state.editor.description().name;
    if (command.name.empty()) {
        const Gait& playing = state.editor.controls().muscles.gait;
        return save(playing, playing.name.empty() ? character : playing.name, character);
    }
    const NamedGait* named = state.editor.description().muscles.gaits.called(command.name);
    return named ? save(named->gait, named->name, character) : Commands{};
}

Commands GaitFilesController::carry_out(const AddGait& command, const SessionState& state) {
    reads_.submit([path = command.path, target = state.editor.selected()]() -> Result<ReadFile> {
        auto gait = read_gait(path);
        if (!gait) {
            return gait.error();
        }
        return ReadFile{path, target, std::move(gait).value()};
    });
    return {};
}

Commands GaitFilesController::update(const SessionState& state) {
    const auto read = reads_.poll();
    if (!read) {
        return {};
    }
    if (!*read) {
        return error_message(sentence(read->error()) + ".");
    }
    const auto& [path, target, gait] = read->value();
    const CharacterInstance* instance = state.editor.scene().instance(target);
    return instance && state.models.find(instance->model) ? add(path, gait.value, target, state) : Commands{};
}

} // namespace limber::app
