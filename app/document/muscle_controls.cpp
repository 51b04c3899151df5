// SPDX-License-Identifier: MIT
#include "app/document/muscle_controls.h"

#include "app/document/muscle_description.h"
#include "engine/actuation/gait_file.h"
#include "engine/core/json.h"
#include "engine/core/json_document.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace limber::app {
namespace {

constexpr std::size_t leaving_max = 8; // bounds the blend when keys are pressed faster than gaits fade
constexpr double share_unheard = 1e-3;
constexpr double share_rounding = 1e-9; // round-off of a sum that was written in decimals

void add(std::vector<Handover::Leaving>& leaving, const Gait& gait, double share) {
    const auto same = std::ranges::find(leaving, gait, &Handover::Leaving::gait);
    if (same != leaving.end()) {
        same->share += share;
    } else {
        leaving.push_back({gait, share});
    }
}

// The sum of two sinusoids with the same period: A sin(x + a) + B sin(x + b) is a sinusoid.
Sinusoid sum_of(const Sinusoid& one, const Sinusoid& other) {
    constexpr double turn = 2.0 * std::numbers::pi;
    const double sine = one.amplitude * std::sin(turn * one.phase) + other.amplitude * std::sin(turn * other.phase);
    const double cosine = one.amplitude * std::cos(turn * one.phase) + other.amplitude * std::cos(turn * other.phase);
    return {std::hypot(sine, cosine), one.period, std::atan2(sine, cosine) / turn};
}

void add(Waveform& waveform, const Waveform& other, double share) {
    for (Sinusoid sinusoid : other) {
        sinusoid.amplitude *= share;
        const auto same = std::ranges::find(waveform, sinusoid.period, &Sinusoid::period);
        if (same == waveform.end()) {
            waveform.push_back(sinusoid);
        } else {
            *same = sum_of(*same, sinusoid);
        }
    }
}

// The weighted mean of two fading gaits as one gait. The limit is the weighted mean too; the ramp is that of the gait
// with the larger share.
Handover::Leaving mean_of(const Handover::Leaving& quiet, const Handover::Leaving& loud) {
    const double both = quiet.share + loud.share;
    if (!(quiet.share > 0.0)) {
        return loud;
    }
    Gait gait = loud.gait;
    gait.limit = (quiet.share * quiet.gait.limit + loud.share * loud.gait.limit) / both;
    gait.waveforms.assign(std::max(quiet.gait.waveforms.size(), loud.gait.waveforms.size()), {});
    for (const Handover::Leaving* leaving : {&quiet, &loud}) {
        for (std::size_t i = 0; i < leaving->gait.waveforms.size(); ++i) {
            add(gait.waveforms[i], leaving->gait.waveforms[i], leaving->share / both);
        }
    }
    return {std::move(gait), both};
}

// Merges the smallest blend weights; their sum is preserved.
void make_few(std::vector<Handover::Leaving>& leaving) {
    const auto quietest = [&leaving] {
        return std::ranges::min_element(leaving, {}, &Handover::Leaving::share);
    };
    while (leaving.size() > 1 && (leaving.size() > leaving_max || quietest()->share <= share_unheard)) {
        const Handover::Leaving quiet = *quietest();
        leaving.erase(quietest());
        *quietest() = mean_of(quiet, *quietest());
    }
}

// The limit of held activations: the mean of the gaits' limits, weighted by their shares.
double reach_at(const MuscleControls& controls, double time) {
    if (!controls.playing) {
        return controls.gait.limit;
    }
    const double share = controls.handover.share_of_next(time);
    double reach = share * controls.gait.limit;
    for (const Handover::Leaving& leaving : controls.handover.from) {
        reach += (1.0 - share) * leaving.share * leaving.gait.limit;
    }
    return reach;
}

void add_held(const MuscleControls& controls, double time, Eigen::Ref<Vector> activation) {
    const double reach = reach_at(controls, time);
    const Index count = std::min(activation.size(), static_cast<Index>(controls.held.size()));
    for (Index i = 0; i < count; ++i) {
        const double held = controls.held[static_cast<std::size_t>(i)];
        if (held != 0.0) {
            activation(i) = std::clamp(activation(i) + held, -reach, reach);
        }
    }
}

double largest_amplitude(const Gait& gait) {
    double largest = 0.0;
    for (const Waveform& waveform : gait.waveforms) {
        for (const Sinusoid& sinusoid : waveform) {
            largest = std::max(largest, std::abs(sinusoid.amplitude));
        }
    }
    return largest;
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

void read_leaving(const JsonNode& list, std::vector<Handover::Leaving>& from) {
    const std::size_t count = list.size();
    if (count > leaving_max) {
        list.refuse("must not name more than 8 gaits that leave");
        return;
    }
    double sum = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
        sum += from.emplace_back(leaving_in(list[i])).share;
    }
    if (sum > 1.0 + share_rounding) {
        list.refuse("must have shares that make at most 1 together");
    }
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
        read_leaving(*list, handover.from);
    }
}

Json handover_json(const Handover& handover) {
    Json::array_t from;
    for (const Handover::Leaving& leaving : handover.from) {
        from.emplace_back(Json::object_t{{"share", leaving.share}, {"gait", gait_value(leaving.gait)}});
    }
    return Json::object_t{{"start", handover.start}, {"seconds", handover.seconds}, {"from", std::move(from)}};
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

std::vector<double> without_trailing_zeros(std::vector<double> held) {
    while (!held.empty() && held.back() == 0.0) {
        held.pop_back();
    }
    return held;
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
    add_held(controls, time, activation);
}

MuscleControls handed_over(MuscleControls controls, Gait next, double time, double seconds) {
    Handover handover{{}, time, seconds};
    if (controls.playing) {
        const double share = controls.handover.share_of_next(time);
        add(handover.from, controls.gait, share);
        for (const Handover::Leaving& leaving : controls.handover.from) {
            add(handover.from, leaving.gait, (1.0 - share) * leaving.share);
        }
        make_few(handover.from);
    } else {
        Gait rest;
        rest.limit = controls.gait.limit;
        add(handover.from, rest, 1.0);
    }
    controls.gait = std::move(next);
    controls.playing = true;
    controls.handover = std::move(handover);
    return controls;
}

void scale_amplitudes(Gait& gait, double factor) {
    const double room = gait.limit / std::max(largest_amplitude(gait), 1e-12 * gait.limit);
    const double fitting = factor > 1.0 ? std::max(1.0, std::min(factor, room)) : factor;
    for (Waveform& waveform : gait.waveforms) {
        for (Sinusoid& sinusoid : waveform) {
            sinusoid.amplitude *= fitting;
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
    controls.behaviour = {};
    if (const auto behaviour = members.take("behaviour")) {
        read_value(*behaviour, controls.behaviour);
    }
}

Json muscle_controls_json(const MuscleControls& controls) {
    Json::object_t object{{"gait", gait_value(controls.gait)},
                          {"playing", controls.playing},
                          {"strength", controls.strength},
                          {"held", Json::array_t(controls.held.begin(), controls.held.end())}};
    if (!controls.handover.from.empty()) {
        object.emplace_back("handover", handover_json(controls.handover));
    }
    if (controls.behaviour != BehaviourControls{}) {
        object.emplace_back("behaviour", behaviour_json(controls.behaviour));
    }
    return object;
}

} // namespace limber::app
