// SPDX-License-Identifier: MIT
#pragma once

#include "app/scenes/prepared_scene.h"
#include "app/simulation/timeline.h"

#include <filesystem>
#include <vector>

/// Opens a recording: replays it from its file and returns it as the timeline of the characters of its last segment,
/// for rewinding, replaying and continuing.
namespace limber::app {

struct ReplayedSession {
    PreparedScene scene;                // characters of the last segment, and the models of all segments
    std::vector<LiveControls> controls; // per member: the controls of its last step
    Timeline timeline;                  // the ids of its tracks are the members' indices
};

/// Whether the file is a recording with its scene, of one character or of several.
bool is_recording(const std::filesystem::path& path);

/// Adds a warning if a step gives another state than the recorded one. `how.adjusted` is ignored. Fails with bad_input
/// like `read_session`, `parse_controls` and `build_character`, and if the recording's instruction set
/// does not run here.
Result<ReplayedSession> replayed_session(const std::filesystem::path& path, const ScenePreparation& how);

} // namespace limber::app
