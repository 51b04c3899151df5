#include "app/controllers/files_controller.h"
#include "engine/core/file_bytes.h"

#include <algorithm>
#include <chrono>
#include <utility>

// Unsaved changes are kept for recovery while the program runs, and offered after it ended unexpectedly.
namespace limber::app {
namespace {

std::filesystem::path scene_beside(std::filesystem::path recovery_file) {
    return recovery_file.replace_extension(".json");
}

} // namespace

bool FilesController::is_recovered(const std::filesystem::path& scene) const {
    return recovering_ && scene == scene_beside(recovering_->file);
}

Autosave::Serialize FilesController::serialized_document(const SessionState& state) const {
    return [scene = scene_to_save({}, state), path = open_document_.path(), title = name_](const auto& folder) {
        const auto now = std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now());
        return UnsavedDocument{.path = path, .title = title, .time = now, .bytes = scene_file_json(scene, folder)};
    };
}

void FilesController::write_recovery(const SessionState& state) {
    autosave_.write_now(serialized_document(state));
}

void FilesController::look_for_recovery() {
    if (const auto folder = recovery_folder()) {
        searches_.submit([folder = *folder] { return recoverable_documents(folder); });
    }
}

Commands FilesController::offer_recovery() {
    const auto found = searches_.poll();
    if (!found || !*found) {
        return {};
    }
    Commands commands;
    recoverable_ = found->value().documents;
    for (const std::string& note : found->value().notes) {
        commands.emplace_back(ShowMessage{{Message::Kind::warning, note}});
    }
    if (!recoverable_.empty()) {
        const RecoverableDocument& newest = recoverable_.front();
        commands.emplace_back(ShowMessage{
            {Message::Kind::notice, "Limber ended unexpectedly with unsaved changes of " + newest.document.title + ".",
             Message::Topic::recovery, Message::Offer::recover, newest.file}});
    }
    return commands;
}

// Writes the document to a scene file beside the recovery file, which is then opened like any other.
Commands FilesController::carry_out(const RecoverDocument& command, const SessionState&) {
    const auto found = std::ranges::find(recoverable_, command.file, &RecoverableDocument::file);
    if (found == recoverable_.end()) {
        return {};
    }
    const std::filesystem::path scene = scene_beside(command.file);
    if (const auto written = write_file(scene, found->document.bytes); !written) {
        return {ShowMessage{{Message::Kind::error, sentence(written.error()) + "."}}};
    }
    recovering_ = *found;
    return {ReplaceDocument{scene}};
}

// The recovered document is not saved yet, so this process keeps it for recovery.
Commands FilesController::take_over_recovered(const SessionState& state) {
    const RecoverableDocument recovered = *std::exchange(recovering_, std::nullopt);
    std::erase_if(recoverable_, [&](const RecoverableDocument& one) { return one.file == recovered.file; });
    name_ = recovered.document.title;
    path_ = recovered.document.path;
    open_document_.opened(path_, !path_.empty());
    std::error_code ignored;
    std::filesystem::remove(scene_beside(recovered.file), ignored);
    autosave_.take_over(state.editor.revision(), serialized_document(state), recovered);
    return {RemoveMessages{Message::Topic::recovery}};
}

} // namespace limber::app
