#pragma once

#include "engine/actuation/waveform.h"
#include "engine/core/json.h"
#include "engine/core/member_reader.h"

#include <vector>

/// The controls of a character's muscles: the gait that plays, and the activations that are added to it.
///
/// One gait hands over to the next without a jump: while it lasts, the activation is a mean of both [Park et al. 2002,
/// On-line locomotion generation based on motion blending, of signals instead of poses],
///
///     a(t) = s a_next(t) + (1 - s) sum_i share_i a_i(t)        s from 0 to 1, smoothly
///
/// All gaits read the same clock, so that each stays in its own phase, and a hand-over in the middle of another starts
/// from the mean that was reached.
namespace limber::app {

struct Handover {
    struct Leaving {
        Gait gait;
        double share = 1.0; // of what is left; all of them make at most 1
        bool operator==(const Leaving&) const = default;
    };
    std::vector<Leaving> from; // empty: no gait fades out
    double start = 0.0;        // [s] of the motion
    double seconds = 0.0;

    bool operator==(const Handover&) const = default;
    /// s; 1 too where the motion began anew since.
    double share_of_next(double time) const;
};

struct MuscleControls {
    Gait gait;                // its time is that of the motion
    bool playing = true;      // off: only what is held acts
    double strength = 1.0;    // times the flesh's own stiffness
    std::vector<double> held; // added to the gait's activation, a muscle each; fewer than there are: the others rest
    Handover handover = {};   // to the gait, from those that played before

    bool operator==(const MuscleControls&) const = default;
};

/// Held activations of muscles that were touched and let go do nothing.
std::vector<double> without_trailing_zeros(std::vector<double> held);

/// The activation at a time [s] of the motion. What is held adds to it as far as the gaits' limits reach, of which a
/// hand-over takes the same mean as of the gaits: s limit_next + (1 - s) sum_i share_i limit_i. Allocates nothing.
void fill_activation(const MuscleControls& controls, double time, Eigen::Ref<Vector> activation);

/// The same with another gait, which whatever plays at this time [s] hands over to. At most 8 leave, and what they are
/// heard with stays the same: of more than that, the quietest two become one gait.
MuscleControls handed_over(MuscleControls controls, Gait next, double time, double seconds);

/// All amplitudes alike, so that the waveforms keep their shapes: up as far as the largest of them stays within the
/// gait's limit.
void scale_amplitudes(Gait& gait, double factor);

/// {"gait": {...}, "playing": true, "strength": 1, "held": [0, 0.5],
///  "handover": {"start": 2.5, "seconds": 0.4, "from": [{"share": 1, "gait": {...}}]}}
void read_value(const JsonNode& node, MuscleControls& controls);
Json muscle_controls_json(const MuscleControls& controls);

} // namespace limber::app
