// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/controllers/session_state.h"
#include "engine/core/json_fwd.h"

/// Selects, duplicates, removes and compares characters, and makes their models unique.
namespace limber::app {

class CharactersController {
public:
    static Commands act(Action action, const SessionState& state);
    static Commands carry_out(const CompareGait& command, const SessionState& state);
    static Commands carry_out(const StopComparing& command, const SessionState& state);
    static Commands carry_out(const FollowDocument& command, const SessionState& state);
    /// Adds the feature's values to the state report.
    static void report(Json& report, const SessionState& state);
};

/// The offset from a body to the nearest free place beside the other bodies [m]; the right side is tried first.
/// `depth_allowed` [m]: the depth to which the body may lie in obstacles, because the box around a body on a slope
/// intersects it.
Vec3 offset_to_free_place(const SessionState& state, const BoundingBox& body, double depth_allowed);

/// Whether the scene has characters that were added only for comparison.
bool is_comparing(const Scene& scene);

} // namespace limber::app
