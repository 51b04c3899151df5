// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/controllers/autosave.h"
#include "app/controllers/file_saver.h"
#include "app/controllers/open_document.h"
#include "app/controllers/recovery_offers.h"
#include "app/controllers/scene_opened.h"
#include "app/controllers/session_state.h"
#include "app/controllers/ui_state.h"
#include "app/simulation/rebuild_worker.h"
#include "engine/core/json_fwd.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// The files of the document: saving, the question before unsaved changes are lost, autosave and recovery. Writes all
/// files of the session.
namespace limber::app {

class FilesController {
public:
    FilesController();

    Commands act(Action action, const SessionState& state);
    Commands carry_out(const SaveDocument& command, const SessionState& state);
    Commands carry_out(const AnswerUnsaved& command, const SessionState& state);
    Commands carry_out(const ConfirmAndOpenScene& command, const SessionState& state);
    Commands carry_out(const Quit& command, const SessionState& state);
    Commands carry_out(const CancelOpening& command, const SessionState& state);
    Commands carry_out(const FileNotChosen& command, const SessionState& state);
    Commands carry_out(const WriteNewFile& command, const SessionState& state);
    Commands carry_out(const WriteFileAt& command, const SessionState& state);
    Commands carry_out(const RecoverDocument& command, const SessionState& state);
    Commands carry_out(const DismissMessage& command, const SessionState& state);

    /// Once a frame: reports finished writes, autosaves, and offers unsaved changes that were found.
    Commands update(const SessionState& state);
    /// Looks for unsaved changes of windows that ended unexpectedly.
    void look_for_recovery() {
        recovery_.look();
    }

    /// Returns commands for a recovered scene.
    Commands scene_opened(const SceneOpened& scene, const SessionState& state);
    /// Call it after a scene could not be opened.
    Commands not_opened(const std::filesystem::path& path) {
        return is_recovered(path) ? recovery_.not_opened() : Commands{};
    }

    /// The name of the open scene.
    const std::string& name() const {
        return name_;
    }
    const std::filesystem::path& path() const {
        return path_;
    }
    /// The file that Save writes; empty: Save asks for one.
    const std::filesystem::path& own_file() const {
        return open_document_.path();
    }
    /// Whether an opened scene is a recovered document, which counts as modified.
    bool is_recovered(const std::filesystem::path& scene) const {
        return recovery_.opening(scene) != nullptr;
    }
    /// The scenes that come with the program.
    const std::vector<std::filesystem::path>& shipped() const {
        return scenes_;
    }
    /// Where a file dialog starts: the folder of the newest recent file if the request names nothing. A file that is
    /// only named is proposed where new files are.
    std::filesystem::path start_of_dialog(const AskForFile& request, const SessionState& state) const;
    /// The question about unsaved changes; empty: none.
    std::string question(const SessionState& state) const {
        const UnsavedWork work{state.editor.is_modified(), state.activity.has_unsaved_search};
        return open_document_.is_asking() ? open_document_.question(name_, work) : "";
    }
    void add_to(Activity& activity) const {
        activity.is_asking = open_document_.is_asking();
    }
    void add_to(UiState& ui, const SessionState& state) const;
    /// Adds the feature's values to the state report.
    void report(Json& report, const SessionState& state) const;
    FileSaver& saver() {
        return saver_;
    }
    const FileSaver& saver() const {
        return saver_;
    }
    /// At the end of the program: keeps unsaved changes for recovery, or discards them.
    std::optional<Error> write_recovery(const SessionState& state);
    void discard_recovery() {
        autosave_.discard();
    }
    bool wait_until_idle(std::chrono::milliseconds timeout) const {
        return saver_.wait_until_idle(timeout) && recovery_.wait_until_idle(timeout) &&
               autosave_.wait_until_idle(timeout);
    }

private:
    void save(const std::filesystem::path& path, const SessionState& state);
    SceneDescription scene_to_save(const std::filesystem::path& path, const SessionState& state) const;
    Autosave::Serialize serialized_document(const SessionState& state) const;
    Commands report_written(const SessionState& state);
    Commands document_written(const FileSaver::DocumentWrite& write, const SessionState& state);
    Commands take_over_recovered();
    std::filesystem::path usual_folder() const;
    /// Where new files are: beside the document or, if that is in no file, beside the mesh of its selected character;
    /// empty, the working folder, if these come with the program.
    std::filesystem::path own_folder(const SessionState& state) const;

    FileSaver saver_;
    OpenDocument open_document_;
    Autosave autosave_;
    RecoveryOffers recovery_;
    std::optional<std::filesystem::path> waiting_save_; // until what is dragged is released
    std::filesystem::path path_;
    std::map<std::filesystem::path, FileStamp> stamps_; // of the document's files as they were read or written last
    std::string name_;
    std::size_t opened_count_ = 0;
    std::vector<std::filesystem::path> scenes_;
};

/// The folder of a file of the user's; empty for no file, and for one that comes with the program.
std::filesystem::path own_folder_of(const std::filesystem::path& path);

/// Whether a scene file belongs to the user, so that Save overwrites it. Scenes that come with the program, meshes and
/// recordings are not overwritten.
bool is_own_scene(const std::filesystem::path& path, const Built& opened);

} // namespace limber::app
