// SPDX-License-Identifier: MIT
#include "app/controllers/files_controller.h"
#include "engine/core/json.h"

// The feature's values in the state report.
namespace limber::app {

void FilesController::report(Json& report, const SessionState& state) const {
    const Editor& editor = state.editor;
    report.emplace("question", question(state));
    report.emplace("modified", editor.is_modified());
    report.emplace("undo", editor.history().undo_name());
    report.emplace("can_undo", editor.history().can_undo());
    report.emplace("undo_entries", static_cast<std::int64_t>(editor.history().count()));
}

} // namespace limber::app
