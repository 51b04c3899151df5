// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/controllers/scene_opened.h"
#include "app/controllers/session_state.h"
#include "app/interaction/brush.h"
#include "engine/core/json_fwd.h"

#include <optional>
#include <string>
#include <vector>

/// Strokes of the brush edit the painted fields of the selected character: muscle regions, parts of the material, the
/// contact density, what is pinned, and where momentum leaks. What depends on them is rebuilt after the last of several
/// strokes.
namespace limber::app {

class PaintingController {
public:
    /// The part of the session that a stroke reads.
    struct Input {
        const Editor& editor;
        const Touchable& scene;
        const OrbitCamera& camera;
    };
    struct Outcome {
        std::vector<InputEvent> events; // events that the brush does not use
        Commands commands;
    };
    /// Keys of the brush change `options`, and so does a stroke that adds or removes a region.
    Outcome take(const std::vector<InputEvent>& events, BrushOptions& options, const Input& input);
    /// Uses the events that paint and leaves the others.
    Commands take(std::vector<InputEvent>& events, const SessionState& state);

    /// Call it once a frame. Rebuilds painted models after a pause without strokes. `seconds` is the
    /// time since the last frame.
    Commands update(double seconds, bool can_build);
    Commands update(const SessionState& state);
    Commands scene_opened(const SceneOpened&, const SessionState&) {
        pinned_.reset();
        without_pins_.reset();
        return {};
    }

    /// Adds the feature's values to the state report.
    void report(Json& report, const SessionState& state) const;
    void add_to(Activity& activity) const {
        activity.is_painting = brush_.is_painting();
    }
    Commands carry_out(const CancelPointer& command, const SessionState& state);
    Commands carry_out(const DeselectBrush& command, const SessionState& state);
    /// Deselects the brush and drops the stroke.
    Commands deselect_brush();
    /// Draws a ring around the surface that the brush would paint.
    void draw(Sketch& sketch, const SessionState& state) const;
    /// Describes the effect of a press, as a phrase; empty if it would not paint.
    std::string hint(const SessionState& state) const {
        return brush_.hint(state.view.brush, state.editor.description());
    }

private:
    Commands end_question_about_pins(const SessionState& state);
    Commands ask_about_lost_pins(const SessionState& state);
    static void report_erased_density(const CharacterDraft& draft, const Editor& editor, Commands& commands);
    static void remove_erased_region(std::size_t region, BrushOptions& options, const CharacterDraft& draft,
                                     const Editor& editor, Commands& commands);
    static void remove_erased_field(const PaintedField& field, BrushOptions& options, const CharacterDraft& draft,
                                    const Editor& editor, Commands& commands);

    Brush brush_;
    std::optional<double> since_stroke_; // [s]; nullopt: no rebuild is pending
    std::optional<int> pinned_;          // the selected character, if it has pins or these are being painted
    std::optional<int> without_pins_;    // the selected character, if it has no pins
};

/// Painted fields of one kind, and the one that is being painted, -1: none.
struct FieldsShown {
    std::vector<PaintedRegion> fields;
    int chosen = -1;
};
/// Without paint, the contact density is uniform over the vertices of `character`.
FieldsShown fields_shown(const ModelDescription& description, BrushTarget target, int chosen,
                         const Character* character);

} // namespace limber::app
