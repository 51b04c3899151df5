// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/controllers/session_state.h"
#include "app/recording/session.h"

#include <filesystem>
#include <optional>
#include <string>

/// Saves recordings on request, and recordings of failed simulations.
namespace limber::app {

class RecordingController {
public:
    Commands act(Action action, const SessionState& state);
    Commands carry_out(const SaveRecording& command, const SessionState& state);
    Commands carry_out(const FileNotChosen& command, const SessionState& state);

    /// Asks for the path of a requested recording. `name`: of the scene.
    Commands add(const Session& recording, const std::string& name);
    /// Writes the waiting recording to its proposed path, because the window closes. Prints the path. Returns false if
    /// the write failed.
    bool write_unsaved(const std::string& name);

private:
    std::optional<Session> unsaved_; // its path is being chosen
};

/// Writes a recording. Falls back to the cache if the write fails, because a recording cannot be repeated.
Result<Done> write_or_keep(const Session& recording, const std::filesystem::path& path);

} // namespace limber::app
