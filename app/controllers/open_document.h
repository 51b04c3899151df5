// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/file_commands.h"
#include "app/commands/window_commands.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// Which file the document belongs to, and the question that is asked before unsaved changes are lost.
namespace limber::app {

/// The requests that replace the document.
using ReplacingRequest = std::variant<CloseWindow, OpenScene>;

/// What would be lost.
struct UnsavedWork {
    bool is_document_modified = false;
    bool is_searching = false; // a gait search runs, which is not part of the document
};

class OpenDocument {
public:
    /// The file that Save writes; empty: Save asks for a path, because the document is new, comes with the program, or
    /// was made from a mesh or a recording.
    const std::filesystem::path& path() const {
        return path_;
    }
    /// The scene files that were written since the program started, and the next one.
    std::vector<std::filesystem::path> replaced_files(const std::filesystem::path& next) const;
    /// Call it after another document was opened. A file counts as the user's own if it is a scene outside of the
    /// program's data.
    void opened(const std::filesystem::path& path, bool is_own_scene);
    /// The number of the open document. No two documents of a window have the same.
    std::uint64_t number() const {
        return number_;
    }

    /// Returns the request if it can be carried out now. Otherwise it waits, and the question is asked.
    std::optional<ReplacingRequest> request(ReplacingRequest request, bool is_modified);
    bool is_asking() const {
        return waiting_.has_value() && !is_saving_;
    }
    /// With the document's name.
    std::string question(const std::string& name, const UnsavedWork& work) const;

    struct Next {
        bool saves = false;                      // the document is to be saved; `saved` or `save_failed` follows
        std::optional<ReplacingRequest> request; // to be carried out now
    };
    Next answer(UnsavedAnswer answer);

    /// Call it when a write to `path` begins, which answers an open question. The next save goes there, too, unless
    /// this one fails.
    void saving(const std::filesystem::path& path);
    /// Call it after the document was written to `path`. Returns the request that waited for it.
    std::optional<ReplacingRequest> saved(const std::filesystem::path& path, bool is_modified);
    /// Call it after a failed write: drops the request that waited for it.
    void save_failed();
    /// Drops the request that waits, because no path was chosen for a save.
    void drop_request();

private:
    std::filesystem::path path_;
    std::filesystem::path last_saved_; // or opened; empty: none
    std::uint64_t number_ = 0;
    int saves_ = 0; // that are not finished
    std::vector<std::filesystem::path> written_;
    std::optional<ReplacingRequest> waiting_;
    bool is_saving_ = false;
};

/// "* Whale (whale_2.json) - Limber": the scene's name and the file that Save writes, if there is one; an asterisk
/// marks unsaved changes.
std::string window_title(const std::string& name, const std::filesystem::path& file, bool is_modified);

} // namespace limber::app
