#include "app/scene/muscle_controls.h"

#include "app/scene/muscle_description.h"
#include "engine/actuation/gait_file.h"
#include "engine/core/json_document.h"

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

constexpr std::size_t leaving_max = 8; // keys can be pressed faster than gaits fade
constexpr double share_unheard = 1e-3;

void add(std::vector<Handover::Leaving>& leaving, const Gait& gait, double share) {
    const auto same = std::ranges::find(leaving, gait, &Handover::Leaving::gait);
    if (same != leaving.end()) {
        same->share += share;
    } else if (share > share_unheard && leaving.size() < leaving_max) {
        leaving.push_back({gait, share});
    }
}

Handover::Leaving leaving_in(const JsonNode& node) {
    Handover::Leaving leaving;
    MemberReader members(node);
    members.read("gait", leaving.gait);
    members.read("share", leaving.share);
    if (!(leaving.share >= 0.0 && leaving.share <= 1.0)) {
        node.refuse("must have a share between 0 and 1");
    }
    return leaving;
}

void read_handover(const JsonNode& node, Handover& handover) {
    MemberReader members(node);
    members.read("start", handover.start);
    members.read("seconds", handover.seconds);
    if (!(handover.seconds >= 0.0)) {
        node.refuse("must not last less than no time");
    }
    handover.from.clear();
    if (const auto list = members.take("from")) {
        const std::size_t count = list->size();
        for (std::size_t i = 0; i < count; ++i) {
            handover.from.push_back(leaving_in((*list)[i]));
        }
    }
}

Json handover_json(const Handover& handover) {
    Json::Array from;
    for (const Handover::Leaving& leaving : handover.from) {
        from.emplace_back(Json::Object{{"share", leaving.share}, {"gait", gait_value(leaving.gait)}});
    }
    return Json::Object{{"start", handover.start}, {"seconds", handover.seconds}, {"from", std::move(from)}};
}

} // namespace

double Handover::share_of_next(double time) const {
    const double gone = time - start;
    if (from.empty() || gone >= seconds || gone < -seconds) {
        return 1.0;
    }
    const double share = std::max(0.0, gone / seconds);
    return share * share * (3.0 - 2.0 * share);
}

void fill_activation(const MuscleControls& controls, double time, Eigen::Ref<Vector> activation) {
    activation.setZero();
    if (controls.playing) {
        const double share = controls.handover.share_of_next(time);
        add_activation(controls.gait, time, share, activation);
        for (const Handover::Leaving& leaving : controls.handover.from) {
            add_activation(leaving.gait, time, (1.0 - share) * leaving.share, activation);
        }
    }
    const Index count = std::min(activation.size(), static_cast<Index>(controls.held.size()));
    for (Index i = 0; i < count; ++i) {
        const double both = activation(i) + controls.held[static_cast<std::size_t>(i)];
        activation(i) = std::clamp(both, -controls.gait.limit, controls.gait.limit);
    }
}

MuscleControls handed_over(MuscleControls controls, Gait next, double time, double seconds) {
    Handover handover{{}, time, seconds};
    const double share = controls.playing ? controls.handover.share_of_next(time) : 0.0;
    add(handover.from, controls.gait, share);
    for (const Handover::Leaving& leaving : controls.handover.from) {
        add(handover.from, leaving.gait, controls.playing ? (1.0 - share) * leaving.share : 0.0);
    }
    if (handover.from.empty()) {
        handover.from.push_back({Gait{}, 1.0}); // from rest
    }
    controls.gait = std::move(next);
    controls.playing = true;
    controls.handover = std::move(handover);
    return controls;
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
    controls.handover = {};
    if (const auto handover = members.take("handover")) {
        read_handover(*handover, controls.handover);
    }
}

Json muscle_controls_json(const MuscleControls& controls) {
    Json::Object object{{"gait", gait_value(controls.gait)},
                        {"playing", controls.playing},
                        {"strength", controls.strength},
                        {"held", Json::Array(controls.held.begin(), controls.held.end())}};
    if (!controls.handover.from.empty()) {
        object.emplace_back("handover", handover_json(controls.handover));
    }
    return object;
}

} // namespace limber::app
