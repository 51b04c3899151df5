// SPDX-License-Identifier: MIT
#include "app/controllers/painting_controller.h"

#include "app/character/character.h"
#include "app/controllers/handle_question.h"
#include "app/controllers/touchable_scene.h"
#include "app/document/region_edits.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace limber::app {
namespace {

// [s] without a stroke before the character is rebuilt, because strokes often follow each other and a rebuild cannot
// always be cancelled.
constexpr double seconds_after_stroke = 0.6;

// A region without vertices cannot exist, so it is removed together with its muscles.
void remove_region_of(Document& document, int id, std::size_t region) {
    CharacterInstance* instance = document.scene.instance(id);
    if (!instance || region >= document.scene.models.at(instance->model).muscles.regions.size()) {
        return;
    }
    const MuscleExchange muscles = remove_region(document.scene.models.at(instance->model).muscles, region);
    exchange(instance->controls.muscles, muscles);
    exchange_muscles(document.scene, instance->model, id, muscles);
}

} // namespace

PaintingController::Outcome PaintingController::take(const std::vector<InputEvent>& events, BrushOptions& options,
                                                     const Input& input) {
    Outcome outcome;
    CharacterDraft draft = input.editor.draft();
    outcome.events = brush_.take(events, options, {input.scene, input.camera, draft.description});
    outcome.commands.emplace_back(EditCharacter{draft});
    const auto field = brush_.ended();
    if (!field || !painted_in(draft.description, *field)) {
        return outcome;
    }
    if (field->target == BrushTarget::contact_density) {
        report_erased_density(draft, input.editor, outcome.commands);
        return outcome;
    }
    since_stroke_ = 0.0;
    if (field->target == BrushTarget::muscle_region) {
        remove_erased_region(field->index, options, draft, input.editor, outcome.commands);
    } else if (field->target == BrushTarget::load || field->target == BrushTarget::weight) {
        remove_erased_field(*field, options, draft, input.editor, outcome.commands);
    }
    return outcome;
}

Commands PaintingController::take(std::vector<InputEvent>& events, const SessionState& state) {
    const Activity& activity = state.activity;
    Commands commands;
    if (state.view.brush.is_held && !activity.is_opening && !activity.is_dragging) {
        BrushOptions brush = state.view.brush;
        const Touchable scene = touchable(state);
        Outcome outcome = take(events, brush, {state.editor, scene, scene.camera});
        events = std::move(outcome.events);
        commands = std::move(outcome.commands);
        if (brush != state.view.brush) {
            commands.emplace_back(EditView{[brush](ViewOptions& view) {
                view.brush = brush;
            }});
        }
    }
    if (state.is_mouse_on_panels) {
        brush_.clear_hover();
    }
    return commands;
}

// A density of zero everywhere would leave no contact point, so it counts as unpainted.
void PaintingController::report_erased_density(const CharacterDraft& draft, const Editor& editor, Commands& commands) {
    const CharacterInstance* instance = editor.instance();
    if (!instance || !draft.description.contact.painted.is_blank()) {
        return;
    }
    commands.emplace_back(EditDocument{[model = instance->model](Document& document) {
        document.scene.models.at(model).contact.painted = {};
    }});
    commands.emplace_back(ShowMessage{{Message::Kind::notice,
                                       "The paint was erased, so contact is uniform again; Ctrl+Z restores the paint.",
                                       Message::Topic::undo}});
}

void PaintingController::remove_erased_region(std::size_t region, BrushOptions& options, const CharacterDraft& draft,
                                              const Editor& editor, Commands& commands) {
    const MuscleRegion& painted = draft.description.muscles.regions[region];
    if (!painted.painted.is_blank()) {
        return;
    }
    commands.emplace_back(
        ShowMessage{{Message::Kind::notice, painted.name + " was erased completely and removed; Ctrl+Z restores it.",
                     Message::Topic::undo}});
    commands.emplace_back(EditDocument{[id = editor.selected(), region](Document& document) {
        remove_region_of(document, id, region);
    }});
    options.region = -1;
}

void PaintingController::remove_erased_field(const PaintedField& field, BrushOptions& options,
                                             const CharacterDraft& draft, const Editor& editor, Commands& commands) {
    const CharacterInstance* instance = editor.instance();
    if (!instance || !painted_in(draft.description, field)->is_blank()) {
        return;
    }
    commands.emplace_back(
        ShowMessage{{Message::Kind::notice,
                     name_of(draft.description, field) + " was erased completely and removed; Ctrl+Z restores it.",
                     Message::Topic::undo}});
    commands.emplace_back(EditDocument{[model = instance->model, field](Document& document) {
        remove_field(document.scene.models.at(model), field);
    }});
    options.region = -1;
}

Commands PaintingController::update(double seconds, bool can_build) {
    if (!since_stroke_ || brush_.is_painting()) {
        return {};
    }
    *since_stroke_ += seconds;
    if (*since_stroke_ < seconds_after_stroke || !can_build) {
        return {};
    }
    since_stroke_.reset();
    return {RebuildOutdated{}};
}

Commands PaintingController::update(const SessionState& state) {
    Commands commands = update(state.seconds, !state.activity.is_opening && state.built());
    append(commands, end_question_about_pins(state));
    append(commands, ask_about_lost_pins(state));
    return commands;
}

// Pins are an answer, whether they are painted or done again.
Commands PaintingController::end_question_about_pins(const SessionState& state) {
    const int selected = state.editor.selected();
    const bool has_pins = !state.editor.description().pins.is_blank();
    const bool are_new = has_pins && without_pins_ == selected;
    without_pins_ = has_pins ? std::nullopt : std::optional(selected);
    return are_new ? Commands{DismissMessage{handle_question(state.editor.description().name).text}} : Commands{};
}

// A body on one handle whose pins were undone, removed or not painted at all hangs as it did before the user chose.
Commands PaintingController::ask_about_lost_pins(const SessionState& state) {
    const int selected = state.editor.selected();
    const ModelDescription& description = state.editor.description();
    const bool is_pinned = state.view.brush.paints(BrushTarget::pins) || !description.pins.is_blank();
    const bool are_lost = !is_pinned && pinned_ == selected && description.rig_kind == RigKind::affine_handle;
    pinned_ = is_pinned ? std::optional(selected) : std::nullopt;
    return are_lost ? Commands{ShowMessage{handle_question(description.name)}} : Commands{};
}

Commands PaintingController::carry_out(const CancelPointer&, const SessionState&) {
    brush_.forget(); // strokes before it are still waited for
    return {};
}

Commands PaintingController::carry_out(const DeselectBrush&, const SessionState&) {
    return deselect_brush();
}

Commands PaintingController::deselect_brush() {
    brush_.forget();
    return {EditView{[](ViewOptions& view) {
        view.brush.is_held = false;
        view.brush.target = BrushTarget::muscle_region;
        view.brush.region = -1;
    }}};
}

void PaintingController::draw(Sketch& sketch, const SessionState& state) const {
    if (!state.view.brush.is_held) {
        return;
    }
    CharacterDraft draft = state.editor.draft();
    const Touchable scene = touchable(state);
    Sketch ring = brush_.sketch(state.view.brush, {scene, scene.camera, draft.description});
    std::ranges::move(ring.strokes, std::back_inserter(sketch.strokes));
}

FieldsShown fields_shown(const ModelDescription& description, BrushTarget target, int chosen,
                         const Character* character) {
    if (target == BrushTarget::contact_density) {
        const PaintedRegion& painted = description.contact.painted;
        const bool is_uniform = !painted.is_there() && character;
        return {{is_uniform ? PaintedRegion(PaintLevels(character->boundary_vertices.size(), even_level)) : painted},
                0};
    }
    if (target == BrushTarget::pins || target == BrushTarget::leak) {
        return {{*painted_in(description, {target, 0})}, 0};
    }
    FieldsShown shown{{}, chosen};
    for (std::size_t i = 0;; ++i) {
        const PaintedRegion* field = painted_in(description, {target, i});
        if (!field) {
            return shown;
        }
        shown.fields.push_back(*field);
    }
}

} // namespace limber::app
