// SPDX-License-Identifier: MIT
#include "app/controllers/driving_controller.h"
#include "engine/core/json.h"

// The feature's values in the state report.
namespace limber::app {
namespace {

// The largest amplitude of each muscle.
Json amplitudes_json(const Gait& gait) {
    Json::array_t amplitudes;
    for (const Waveform& waveform : gait.waveforms) {
        double largest = 0.0;
        for (const Sinusoid& sinusoid : waveform) {
            largest = std::max(largest, std::abs(sinusoid.amplitude));
        }
        amplitudes.emplace_back(largest);
    }
    return amplitudes;
}

// The sum of all amplitudes; 0 while the gait does not play.
double reach_of(const MuscleControls& muscles) {
    double reach = 0.0;
    for (const Waveform& waveform : muscles.gait.waveforms) {
        for (const Sinusoid& sinusoid : waveform) {
            reach += std::abs(sinusoid.amplitude);
        }
    }
    return muscles.playing ? reach : 0.0;
}

// The names of the gaits and the keys that drive them.
Json gaits_json(const GaitLibrary& gaits) {
    Json::object_t names;
    for (const NamedGait& named : gaits.gaits()) {
        names.emplace_back(named.name, name_of(named.role));
    }
    return names;
}

} // namespace

void DrivingController::report(Json& report, const SessionState& state) const {
    const Snapshot& selected = state.shown.selected;
    if (!selected.character) {
        return;
    }
    const MuscleControls& muscles = state.editor.controls().muscles;
    report.emplace("gait_reach", reach_of(muscles));
    report.emplace("amplitudes", amplitudes_json(muscles.gait));
    report.emplace("activation", Json::array_t(selected.activation.begin(), selected.activation.end()));
    report.emplace("gaits", gaits_json(state.editor.description().muscles.gaits));
    report.emplace("driven", state.view.drives ? gaits_.command().words() : "");
}

} // namespace limber::app
