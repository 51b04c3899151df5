#pragma once

#include "app/commands/command.h"
#include "app/controllers/session_state.h"
#include "app/recording/session.h"

#include <filesystem>
#include <optional>
#include <string>

/// Recordings that the user asks for, and recordings of simulations that failed.
namespace limber::app {

class RecordingController {
public:
    Commands act(Action action, const SessionState& state);
    Commands carry_out(const SaveRecording& command, const SessionState& state);
    Commands carry_out(const FileNotChosen& command, const SessionState& state);

    /// A recording that the user asked for: asks for its place. `name`: of the scene.
    Commands add(const Session& recording, const std::string& name);
    /// Whether a recording waits for its place.
    bool is_waiting() const {
        return unsaved_.has_value();
    }
    /// Writes the recording that waits for its place where it was proposed, because the window closes. Prints where it
    /// is; false: it could not be written.
    bool write_unsaved(const std::string& name);

private:
    std::optional<Session> unsaved_; // its place is being chosen
};

/// Writes a recording; into the cache where it cannot be written there, because it cannot be made again.
Result<Done> write_or_keep(const Session& recording, const std::filesystem::path& path);

} // namespace limber::app
