#include "app/application/application_parts.h"
#include "app/character/build_character.h"
#include "app/document/scene_description.h"
#include "app/platform_paths/data_folder.h"

#include "app/creatures/creatures.h"
#include "engine/core/file_bytes.h"

#include <algorithm>
#include <chrono>
#include <utility>

// The document's file: saving, the question before unsaved changes are lost, autosave and recovery.
namespace limber::app {

void Application::save_document(bool asks_for_place) {
    if (asks_for_place || open_document_.path().empty()) {
        panels_.ask_for_file(FileBrowser::Purpose::save, unused_path(name_, ".json"));
    } else {
        save(open_document_.path());
    }
}

// A scene that comes with the program, a mesh or a recording is where a document starts, and nothing to write over.
bool Application::is_own_scene(const std::filesystem::path& path, const Built& opened) {
    if (path.extension() != ".json" || creature_named_by(path) || opened.timeline) {
        return false;
    }
    const auto assets = data_folder("assets");
    std::error_code ignored;
    const auto relative = assets ? std::filesystem::relative(path, assets.value(), ignored) : std::filesystem::path();
    return relative.empty() || *relative.begin() == "..";
}

void Application::answer(UnsavedAnswer answer) {
    const OpenDocument::Next next = open_document_.answer(answer);
    if (next.saves) {
        save_document(false);
    } else if (next.request) {
        carry_out(*next.request);
    } else {
        to_try_.clear();
        recovering_.reset();
    }
}

void Application::carry_out(const ReplacingRequest& request) {
    if (const auto* open = std::get_if<OpenRequest>(&request)) {
        open_now(open->path);
    } else {
        editor_.mark_saved(editor_.revision());
        window_.set_should_close(true);
    }
}

void Application::poll_document_write() {
    const auto write = file_saver_.take_document_write();
    if (write && write->is_written) {
        editor_.mark_saved(write->revision);
        if (const auto waiting = open_document_.saved(write->path, editor_.is_modified())) {
            carry_out(*waiting);
        }
    } else if (write ||
               (open_document_.is_saving() && !panels_.is_asking_for_file() && !file_saver_.is_writing_document())) {
        open_document_.save_failed();
    }
}

// Asks first where changes are not saved.
bool Application::may_close() {
    if (!window_.should_close()) {
        return false;
    }
    const bool may = open_document_.request(QuitRequest{}, built() && editor_.is_modified()).has_value();
    window_.set_should_close(may);
    return may;
}

void Application::show_title() {
    const std::string title = snapshot_.character ? window_title(name_, editor_.is_modified()) : "Limber";
    if (title != title_) {
        title_ = title;
        window_.set_title(title_);
    }
}

// While something is dragged, the document is between two states of the user's.
void Application::autosave() {
    show_title();
    if (hand_.is_holding() || !built()) {
        return;
    }
    autosave_.update(editor_.revision(), editor_.is_modified(), clock_.seconds(),
                     [this] { return serialized_document(); });
    if (const auto error = autosave_.take_error()) {
        say(Message::Kind::warning, "Unsaved changes cannot be kept for recovery: " + sentence(*error) + ".");
    }
}

Autosave::Serialize Application::serialized_document() const {
    return [scene = scene_to_save({}), path = open_document_.path(), title = name_](const auto& folder) {
        const auto now = std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now());
        return UnsavedDocument{.path = path, .title = title, .time = now, .bytes = scene_file_json(scene, folder)};
    };
}

void Application::offer_recovery() {
    const auto folder = recovery_folder();
    if (!folder) {
        return;
    }
    file_reads_.give([this, folder = *folder]() -> Result<Continuation> {
        return Continuation([this, found = recoverable_documents(folder)] {
            recoverable_ = found.documents;
            for (const std::string& note : found.notes) {
                say(Message::Kind::warning, note);
            }
            if (!recoverable_.empty()) {
                const RecoverableDocument& newest = recoverable_.front();
                messages_.say({Message::Kind::notice,
                               "A window that ended unexpectedly had unsaved changes of " + newest.document.title + ".",
                               Message::Topic::recovery, Message::Offer::recover, newest.file});
            }
        });
    });
}

// As a scene file beside it, which is opened like any other.
void Application::recover(const std::filesystem::path& file) {
    const auto found = std::ranges::find(recoverable_, file, &RecoverableDocument::file);
    if (found == recoverable_.end()) {
        return;
    }
    recovering_ = *found;
    std::filesystem::path scene = file;
    scene.replace_extension(".json");
    if (const auto written = write_file(scene, found->document.bytes); !written) {
        recovering_.reset();
        say(Message::Kind::error, sentence(written.error()) + ".");
        return;
    }
    joins_ = false;
    to_try_.clear();
    open_as_scene(scene);
}

// What was recovered is not saved yet; this process keeps it for recovery from now on.
void Application::take_over_recovered() {
    const RecoverableDocument recovered = *std::exchange(recovering_, std::nullopt);
    std::erase_if(recoverable_, [&](const RecoverableDocument& one) { return one.file == recovered.file; });
    name_ = recovered.document.title;
    editor_.mark_modified();
    messages_.is_over(Message::Topic::recovery);
    std::filesystem::path scene = recovered.file;
    scene.replace_extension(".json");
    std::error_code ignored;
    std::filesystem::remove(scene, ignored);
    autosave_.take_over(editor_.revision(), serialized_document(), recovered);
}

} // namespace limber::app
