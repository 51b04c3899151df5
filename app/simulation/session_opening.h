#pragma once

#include "app/character/prepared_scene.h"
#include "app/simulation/timeline.h"

#include <filesystem>
#include <vector>

/// Opens a recording: replays it from its file and returns it as the timeline of the characters of its last segment,
/// for rewinding, replaying and continuing.
namespace limber::app {

struct RepeatedSession {
    PreparedScene scene;                // of the last segment, and the models of all
    std::vector<LiveControls> controls; // of each member, under which its last step was taken
    Timeline timeline;                  // its characters are the members, counted from 0 in each segment
};

/// Whether the file holds a recording with its scene, of one character or of many.
bool is_recording(const std::filesystem::path& path);

/// Where a step leads to another state than it did then, a warning says so. Of `how`, unit and adjusted play no part.
/// Fails with bad_input as `read_session`, `parse_controls` and `build_character` do, and where the recording's
/// instruction set does not run here.
Result<RepeatedSession> repeated_session(const std::filesystem::path& path, const ScenePreparation& how);

} // namespace limber::app
