// SPDX-License-Identifier: MIT
#pragma once

#include "app/motion/controls_recording.h"
#include "app/simulation/simulation_thread.h"

#include <vector>

/// One character alone on the stage of a simulation thread.
namespace limber::testing {

class LoneSimulation : public app::SimulationThread {
public:
    void swap(const app::CharacterPtr& character, const app::LiveControls& controls) {
        set_scene({{id, character, controls}});
    }
    void set_controls(const app::LiveControls& controls) {
        app::SimulationThread::set_controls(id, controls);
    }
    bool take(app::Snapshot& into) {
        std::vector<app::Snapshot> all;
        const bool is_newer = app::SimulationThread::take(all);
        if (is_newer) {
            into = all.empty() ? app::Snapshot{} : std::move(all.front());
        }
        return is_newer;
    }
    app::Recording stop_recording() {
        return app::SimulationThread::stop_recording().segments.back().characters.front().recording;
    }

private:
    static constexpr int id = 7;
};

} // namespace limber::testing
