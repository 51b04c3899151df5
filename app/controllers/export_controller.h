// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/controllers/session_state.h"
#include "app/controllers/ui_state.h"
#include "app/jobs/background_queue.h"
#include "app/view/motion_file.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

/// Exports the motion for other tools, in the background.
namespace limber::app {

class ExportController {
public:
    Commands act(Action action, const SessionState& state);
    Commands carry_out(const ExportMotion& command, const SessionState& state);
    Commands carry_out(const FitSubspaceToMotion& command, const SessionState& state);
    Commands carry_out(const StopExport& command, const SessionState& state);
    Commands update(const SessionState& state);
    void add_to(UiState& ui, const SessionState& state) const;

    bool wait_until_idle(std::chrono::milliseconds timeout) const {
        return queue_.wait_for(timeout);
    }

private:
    using Writing = std::function<Result<WrittenMotion>(SceneFrames motion, Progress& progress)>;

    Commands begin(const std::filesystem::path& path, const Writing& writing);
    Commands fitted(const WrittenMotion& written, const SessionState& state) const;

    std::string name_;        // of the file that is being written
    std::string difference_;  // of that file from the view when the export began; empty: none
    std::optional<int> fits_; // the character whose subspace is made from that file
    mutable BackgroundQueue<WrittenMotion> queue_{
        {.error = {"the motion could not be exported", "export fewer seconds of it"},
         .at_close = AtClose::finish,
         .niceness = 5}};
};

} // namespace limber::app
