// SPDX-License-Identifier: MIT
#include "app/controllers/files_controller.h"

// The feature's values in the state report.
namespace limber::app {

void FilesController::report(Json::Object& report, const SessionState& state) const {
    const Editor& editor = state.editor;
    report.emplace_back("question", question(state));
    report.emplace_back("modified", editor.is_modified());
    report.emplace_back("undo", editor.history().undo_name());
    report.emplace_back("can_undo", editor.history().can_undo());
    report.emplace_back("undo_entries", static_cast<std::int64_t>(editor.history().count()));
}

} // namespace limber::app
