#pragma once

#include "app/commands/command.h"
#include "app/controllers/session_state.h"
#include "engine/core/json.h"

/// Characters are selected, duplicated, removed, given models of their own and compared.
namespace limber::app {

class CharactersController {
public:
    static Commands act(Action action, const SessionState& state);
    static Commands carry_out(const CompareGait& command, const SessionState& state);
    static Commands carry_out(const StopComparing& command, const SessionState& state);
    /// Adds what tests read of this feature.
    static void report(Json::Object& report, const SessionState& state);
};

/// From where a body is to the nearest free place beside the others [m], to the right first. `depth_allowed` [m]: how
/// deep the body may lie in the obstacles, as the box around a body on a slope does.
Vec3 offset_to_free_place(const SessionState& state, const BoundingBox& body, double depth_allowed);

/// The scene has characters that stand beside others only to be compared with them.
bool is_comparing(const Scene& scene);

} // namespace limber::app
