#include "app/scene/muscle_controls.h"

#include "app/scene/muscle_description.h"
#include "engine/actuation/gait_file.h"

#include <algorithm>
#include <cmath>

namespace limber::app {

void fill_activation(const MuscleControls& controls, double time, Eigen::Ref<Vector> activation) {
    if (controls.playing) {
        activate(controls.gait, time, activation);
    } else {
        activation.setZero();
    }
    const Index count = std::min(activation.size(), static_cast<Index>(controls.held.size()));
    for (Index i = 0; i < count; ++i) {
        const double both = activation(i) + controls.held[static_cast<std::size_t>(i)];
        activation(i) = std::clamp(both, -controls.gait.limit, controls.gait.limit);
    }
}

void scale_amplitudes(Gait& gait, double factor) {
    for (Waveform& waveform : gait.waveforms) {
        for (Sinusoid& sinusoid : waveform) {
            sinusoid.amplitude = std::clamp(factor * sinusoid.amplitude, -gait.limit, gait.limit);
        }
    }
}

void read_value(const JsonNode& node, MuscleControls& controls) {
    MemberReader members(node);
    members.read("gait", controls.gait);
    members.read("playing", controls.playing);
    members.read("strength", controls.strength);
    if (!(controls.strength >= 0.0 && controls.strength <= strength_max)) {
        node.refuse("must have a strength between 0 and 10000");
    }
    if (const auto list = members.take("held")) {
        controls.held.assign(list->size(), 0.0);
        for (std::size_t i = 0; i < controls.held.size(); ++i) {
            controls.held[i] = (*list)[i].number();
        }
    }
}

Json muscle_controls_json(const MuscleControls& controls) {
    return Json::Object{{"gait", gait_value(controls.gait)},
                        {"playing", controls.playing},
                        {"strength", controls.strength},
                        {"held", Json::Array(controls.held.begin(), controls.held.end())}};
}

} // namespace limber::app
