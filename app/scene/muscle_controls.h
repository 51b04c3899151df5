#pragma once

#include "engine/actuation/waveform.h"
#include "engine/core/json.h"
#include "engine/core/member_reader.h"

#include <vector>

/// What the hand does to a character's muscles: the gait that plays, and what is held on top of it.
namespace limber::app {

struct MuscleControls {
    Gait gait;                // its time is that of the motion
    bool playing = true;      // off: only what is held acts
    double strength = 1.0;    // times the flesh's own stiffness
    std::vector<double> held; // added to the gait's activation, a muscle each; fewer than there are: the others rest

    bool operator==(const MuscleControls&) const = default;
};

/// The activation at a time [s] of the motion; none above the gait's limit. Allocates nothing.
void fill_activation(const MuscleControls& controls, double time, Eigen::Ref<Vector> activation);

/// Every amplitude, at most to the gait's limit.
void scale_amplitudes(Gait& gait, double factor);

/// {"gait": {...}, "playing": true, "strength": 1, "held": [0, 0.5]}
void read_value(const JsonNode& node, MuscleControls& controls);
Json muscle_controls_json(const MuscleControls& controls);

} // namespace limber::app
