// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/controllers/scene_opened.h"
#include "app/controllers/session_state.h"
#include "app/interaction/cut_tool.h"
#include "app/interaction/surface_probe.h"
#include "engine/core/json_fwd.h"

/// Selects what the view shows of the scene.
namespace limber::app {

class ViewController {
public:
    static Commands act(Action action, const SessionState& state);
    /// Each scene starts with its secondary motion shown.
    static Commands scene_opened(const SceneOpened& scene, const SessionState& state);

    /// Places the cut's mark.
    Commands update(const SessionState& state);
    Tools tools() {
        return {&tool_, &probe_};
    }
    /// Draws the cut's mark and the legend of the character's colours.
    void draw(Sketch& sketch, const SessionState& state) const;
    /// Adds the feature's values to the state report.
    void report(Json& report, const SessionState& state) const;

private:
    std::optional<int> cluster_at_mouse(const SessionState& state) const;
    void draw_cluster_legend(Sketch& sketch, const SessionState& state) const;

    CutTool tool_;
    SurfaceProbe probe_;
    MeanMap mean_map_;
};

/// The stress with the strongest colour [Pa]: of a uniaxial strain of that size.
double strongest_stress(const ViewOptions& view, double young);

} // namespace limber::app
