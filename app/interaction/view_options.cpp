// SPDX-License-Identifier: MIT
#include "app/interaction/view_options.h"

namespace limber::app {
namespace {

double held_at(const MuscleControls& muscles, std::size_t muscle) {
    return muscle < muscles.held.size() ? muscles.held[muscle] : 0.0;
}

Waveform waveform_of(const MuscleControls& muscles, std::size_t muscle) {
    return muscle < muscles.gait.waveforms.size() ? muscles.gait.waveforms[muscle] : Waveform{};
}

} // namespace

DrawnMotion drawn_motion(const ViewOptions& view, int selected, double exaggeration) {
    DrawnMotion motion{view.secondary, exaggeration, {}};
    const bool is_compared = view.compared > 0; // colours and errors are those of the simulation
    if (view.paint == PaintKind::mode && !is_compared && view.flexed != std::array<double, 12>{}) {
        motion.flexed = {selected, view.painted_mode, view.flexed};
    }
    return motion;
}

bool is_drawn(const Snapshot& snapshot, const ViewOptions& view, int selected) {
    return snapshot.is_enabled && (!view.solo || snapshot.id == selected);
}

bool has_value_colours(const ViewOptions& view) {
    const bool are_distances = view.body_colours == BodyColours::distances;
    return view.compared > 0 && view.body_colours != BodyColours::own &&
           (!are_distances || view.is_full_space_compared);
}

Beside shown_beside(const ViewOptions& view) {
    return {view.side_by_side, view.compared, has_value_colours(view)};
}

TargetShown target_after(const TargetShown& target, const MuscleControls& before, const MuscleControls& now) {
    if (target.muscle < 0) {
        return {};
    }
    const auto muscle = static_cast<std::size_t>(target.muscle);
    const Waveform waveform = waveform_of(now, muscle);
    double activation = target.activation;
    if (held_at(now, muscle) != held_at(before, muscle)) {
        activation = held_at(now, muscle);
    } else if (waveform != waveform_of(before, muscle)) {
        activation = waveform.empty() ? 0.0 : waveform.front().amplitude;
    }
    return activation == 0.0 ? TargetShown{} : TargetShown{target.muscle, activation};
}

} // namespace limber::app
