// SPDX-License-Identifier: MIT
#include "app/controllers/open_document.h"

#include <utility>

namespace limber::app {

void OpenDocument::opened(const std::filesystem::path& path, bool is_own_scene) {
    last_saved_ = is_own_scene ? path : std::filesystem::path();
    path_ = last_saved_;
    ++number_;
    saves_ = 0;
    drop_request();
}

std::optional<ReplacingRequest> OpenDocument::request(ReplacingRequest request, bool is_modified) {
    if (!is_modified) {
        waiting_.reset();
        return request;
    }
    waiting_ = std::move(request);
    return std::nullopt;
}

std::string OpenDocument::question(const std::string& name, const UnsavedWork& work) const {
    const bool quits = waiting_ && std::holds_alternative<CloseWindow>(*waiting_);
    const std::string before = quits ? "the window closes?" : "another scene is opened?";
    if (!work.is_document_modified && work.is_searching) {
        return "A gait search of " + name + " is running. Save it before " + before;
    }
    const std::string search = " The gait search is not part of the scene: \"Save the search\" keeps it.";
    return name + " has unsaved changes. Save them before " + before + (work.is_searching ? search : "");
}

OpenDocument::Next OpenDocument::answer(UnsavedAnswer answer) {
    if (!is_asking()) {
        return {};
    }
    if (answer == UnsavedAnswer::save) {
        is_saving_ = true;
        return {true, std::nullopt};
    }
    auto waiting = std::exchange(waiting_, std::nullopt);
    return {false, answer == UnsavedAnswer::discard ? std::move(waiting) : std::nullopt};
}

void OpenDocument::saving(const std::filesystem::path& path) {
    path_ = path;
    ++saves_;
    is_saving_ = waiting_.has_value();
}

std::optional<ReplacingRequest> OpenDocument::saved(const std::filesystem::path& path, bool is_modified) {
    last_saved_ = path;
    written_.push_back(path);
    if (--saves_ == 0) {
        path_ = last_saved_;
        is_saving_ = false;
    }
    if (is_modified) { // the document was edited during the write: ask again
        return std::nullopt;
    }
    return std::exchange(waiting_, std::nullopt);
}

void OpenDocument::save_failed() {
    if (--saves_ == 0) {
        path_ = last_saved_;
    }
    drop_request();
}

void OpenDocument::drop_request() {
    is_saving_ = false;
    waiting_.reset();
}

std::vector<std::filesystem::path> OpenDocument::replaced_files(const std::filesystem::path& next) const {
    std::vector<std::filesystem::path> files = written_;
    files.push_back(next);
    return files;
}

std::string window_title(const std::string& name, const std::filesystem::path& file, bool is_modified) {
    const std::string of_file = file.empty() ? "" : " (" + file.filename().string() + ")";
    return (is_modified ? "* " : "") + name + of_file + " - Limber";
}

} // namespace limber::app
