// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/behaviour_controls.h"
#include "engine/actuation/waveform.h"
#include "engine/core/json_fwd.h"
#include "engine/core/member_reader.h"

#include <vector>

/// The controls of a character's muscles: the gait that plays, and activations that are added to it, or a behaviour.
///
/// Gaits blend without a jump: during the blend, the activation is a weighted mean [Park et al. 2002, On-line
/// locomotion generation based on motion blending, of signals instead of poses],
///
///     a(t) = s a_next(t) + (1 - s) sum_i share_i a_i(t)        s from 0 to 1, smoothly
///
/// All gaits use the same time, so that each keeps its phase. A blend that starts during another one starts from the
/// current mean.
namespace limber::app {

struct Handover {
    struct Leaving {
        Gait gait;
        double share = 1.0; // weight among the fading gaits; the sum is at most 1
        bool operator==(const Leaving&) const = default;
    };
    std::vector<Leaving> from; // empty: no gait fades out
    double start = 0.0;        // [s] of the motion
    double seconds = 0.0;

    bool operator==(const Handover&) const = default;
    /// s; also 1 if the motion was restarted since.
    double share_of_next(double time) const;
};

struct MuscleControls {
    Gait gait;                        // evaluated at the time of the motion
    bool playing = true;              // false: only held activations act
    double strength = 1.0;            // muscle stiffness, as a factor of the flesh's stiffness
    std::vector<double> held;         // added to the gait's activation, one per muscle; missing ones are 0
    Handover handover = {};           // the blend from the previous gaits
    BehaviourControls behaviour = {}; // while there is one, a controller chooses the activations

    bool operator==(const MuscleControls&) const = default;
};

/// Removes trailing zeros, which have no effect.
std::vector<double> without_trailing_zeros(std::vector<double> held);

/// The activation of gaits at a time [s] of the motion, whatever the behaviour is. Held activations are added and the
/// sum is clamped to the gaits' limit; during a blend, that is s limit_next + (1 - s) sum_i share_i limit_i. Allocates
/// nothing.
void fill_activation(const MuscleControls& controls, double time, Eigen::Ref<Vector> activation);

/// The same controls with another gait; the current gaits start to fade out at this time [s]. At most 8 gaits fade out:
/// of more, the two with the smallest shares are merged, and the sum of the shares is preserved.
MuscleControls handed_over(MuscleControls controls, Gait next, double time, double seconds);

/// Scales all amplitudes by the same factor, so that the waveforms keep their shapes. The largest amplitude stays
/// within the gait's limit.
void scale_amplitudes(Gait& gait, double factor);

/// {"gait": {...}, "playing": true, "strength": 1, "held": [0, 0.5],
///  "handover": {"start": 2.5, "seconds": 0.4, "from": [{"share": 1, "gait": {...}}]},
///  "behaviour": {...}}      as behaviour_controls.h has it
void read_value(const JsonNode& node, MuscleControls& controls);
Json muscle_controls_json(const MuscleControls& controls);

} // namespace limber::app
