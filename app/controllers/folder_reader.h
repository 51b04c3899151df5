// SPDX-License-Identifier: MIT
#pragma once

#include "app/controllers/file_listing.h"
#include "app/jobs/background_queue.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// Reads folders and paths on a background thread, so that a slow drive stops nothing. The newest request wins.
namespace limber::app {

struct Folder {
    std::filesystem::path path; // whole, without links
    std::vector<FileEntry> entries;
};

/// What a path names that was typed.
struct TypedPath {
    std::filesystem::path path;
    bool is_folder = false;
    std::filesystem::path file; // the path, with the ending that files of this kind have
    bool is_there = false;      // the file exists
};

class FolderReader {
public:
    /// Lists the folder (entries_of). Empty: the working folder.
    void list(const std::filesystem::path& folder, const std::string& filter, const FileKind& kind);
    void look_at(const std::filesystem::path& path, const std::filesystem::path& file);

    /// The folder that was read since the last call. Fails with bad_input when it cannot be read.
    std::optional<Result<Folder>> poll_folder() {
        return folders_.poll();
    }
    std::optional<Result<TypedPath>> poll_path() {
        return paths_.poll();
    }

private:
    BackgroundQueue<Folder> folders_;
    BackgroundQueue<TypedPath> paths_;
};

} // namespace limber::app
