// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/controllers/scene_opened.h"
#include "app/controllers/session_state.h"
#include "app/interaction/cut_tool.h"

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
        return {&tool_};
    }
    /// Draws the cut's mark and the legend of the character's colours.
    void draw(Sketch& sketch, const SessionState& state) const;

private:
    CutTool tool_;
    MeanMap mean_map_;
};

/// The stress with the strongest colour [Pa]: of a uniaxial strain of that size.
double strongest_stress(const ViewOptions& view, double young);

} // namespace limber::app
