#pragma once

#include "app/commands/command.h"
#include "app/controllers/session_state.h"
#include "app/interaction/brush.h"
#include "engine/core/json.h"

#include <optional>
#include <string>
#include <vector>

/// Painting: strokes of the brush edit muscle regions or the contact density of the selected character. Its muscles are
/// rebuilt after the last of several strokes.
namespace limber::app {

class PaintingController {
public:
    /// What a stroke reads of the session.
    struct Input {
        const Editor& editor;
        const Touchable& scene;
        const OrbitCamera& camera;
    };
    struct Outcome {
        std::vector<InputEvent> events; // that the brush does not use
        Commands commands;
    };
    /// `options` changes with the keys of the brush, and when a stroke begins or removes a region.
    Outcome take(const std::vector<InputEvent>& events, BrushOptions& options, const Input& input);

    /// Once a frame. Rebuilds the muscles once no stroke has followed for a while. `seconds` is the time since the last
    /// frame, and `character` the newest model; null: it cannot be rebuilt now.
    Commands update(double seconds, const MuscleDescription& wanted, const Character* character);

    Commands update(const SessionState& state);

    /// Adds what tests read of this feature.
    void report(Json::Object& report, const SessionState& state) const;
    bool is_painting() const {
        return brush_.is_painting();
    }
    Commands carry_out(const EndDrag& command, const SessionState& state);
    Commands carry_out(const PutDownBrush& command, const SessionState& state);
    void clear_hover() {
        brush_.clear_hover();
    }
    /// Drops the brush and the stroke.
    Commands put_down();
    /// A ring where the brush would touch.
    Sketch sketch(const BrushOptions& options, const Input& input) const;
    /// What a press will do, as a phrase; empty where it would not paint.
    std::string hint(const BrushOptions& options, const MuscleDescription& muscles) const {
        return brush_.hint(options, muscles);
    }

private:
    static void report_erased_density(const CharacterDraft& draft, const Editor& editor, Commands& commands);
    void end_stroke(std::size_t region, BrushOptions& options, const CharacterDraft& draft, const Editor& editor,
                    Commands& commands);

    Brush brush_;
    std::optional<double> since_stroke_; // [s]; nullopt: no stroke waits for its muscles
};

/// The contact density as one region. Without paint, `character` gives the number of vertices of an even one.
MuscleRegion density_region(const CharacterDescription& description, const Character* character);

} // namespace limber::app
