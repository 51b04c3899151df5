// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/controllers/session_state.h"
#include "app/controllers/ui_state.h"
#include "app/interaction/bone_tool.h"
#include "app/interaction/force_tool.h"
#include "app/interaction/gizmo_tool.h"
#include "app/interaction/handle_tool.h"
#include "engine/core/json_fwd.h"

/// Poses bones, places the rig and pulls the flesh of the selected character.
namespace limber::app {

class PosingController {
public:
    Commands act(Action action, const SessionState& state);
    static Commands carry_out(const PoseBone& command, const SessionState& state);
    static Commands carry_out(const PlaceRig& command, const SessionState& state);
    static Commands carry_out(const AddHandle& command, const SessionState& state);
    static Commands carry_out(const MoveHandle& command, const SessionState& state);
    static Commands carry_out(const RemoveHandle& command, const SessionState& state);
    static Commands carry_out(const AddForce& command, const SessionState& state);
    static Commands carry_out(const ChangeForce& command, const SessionState& state);
    static Commands carry_out(const RemoveForce& command, const SessionState& state);

    /// Once a frame: deselects a handle or a force that no longer exists.
    static Commands update(const SessionState& state);
    Tools tools() {
        return {&bones_, &forces_, &handles_, &gizmo_};
    }
    void draw(Sketch& sketch, const SessionState& state) const;
    void add_to(UiState& ui, const SessionState& state) const;
    static void report(Json& report, const SessionState& state);

private:
    Commands delete_selected(const SessionState& state) const;
    static Commands act_on_keys(Action action, const SessionState& state);

    BoneTool bones_;
    ForceTool forces_;
    HandleTool handles_;
    RigGizmoTool gizmo_;
};

} // namespace limber::app
