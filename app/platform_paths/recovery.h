// SPDX-License-Identifier: MIT
#pragma once

#include "app/platform_paths/locked_file.h"
#include "app/platform_paths/unsaved_document.h"
#include "engine/core/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// Autosave of unsaved work, and its recovery after a crash.
///
///     FOLDER/unsaved.0123456789abcdef.recovery        one file for each process with unsaved work
///     its bytes                                       unsaved_document.h
///
/// Guarantees:
/// - The file is locked as long as its process lives. A locked file is never offered, replaced or removed by another
///   process. The lock ends with the process, also by kill -9 or a power cut, and then the file is offered.
/// - Each write replaces the file as a whole and is on the disk when write() returns. A process that ends while it
///   writes leaves the document of the previous write, and its temporary file is never offered. A full disk leaves the
///   document of the previous write, too.
/// - A file that is cut short, changed by a bit or of another version is not offered, and one sentence names it.
/// - Symbolic links in the folder are not followed, and pipes and devices are not opened. File names are random, only
///   the user may read the files, and a new folder belongs to the user alone.
/// - Of the files whose process has ended, the newest `recovery_files_max` are kept.
///
/// The functions are for any number of processes at once. One RecoveryFile is for one thread at a time; write() waits
/// for the disk, so that it belongs on a background thread.
namespace limber::app {

inline constexpr std::size_t recovery_files_max = 16;
/// Of the document, its path and its title together.
inline constexpr std::uintmax_t recovery_bytes_max = std::uintmax_t(32) << 20;

/// Where unsaved work is kept:
///
///     $LIMBER_RECOVERY        "off": nowhere; otherwise that folder
///     nowhere                 when LIMBER_RECOVERY is not set and LIMBER_CACHE is "off"
///     $XDG_STATE_HOME/limber/recovery, or ~/.local/state/limber/recovery
///     ~/Library/Application Support/limber/recovery on a Mac, %LOCALAPPDATA%\limber\recovery under Windows
///
/// It is not in the cache, because a cache may be deleted at any time. Tests set both variables to "off".
std::optional<std::filesystem::path> recovery_folder();

/// The file in which this process keeps its unsaved work. The destructor releases the lock and leaves the file, which
/// is then offered for recovery.
class RecoveryFile {
public:
    /// Makes the folder, removes the oldest files above the limit, and chooses a name; the file exists from the first
    /// write on. Fails with bad_input when the folder cannot be written or has no locks.
    static Result<RecoveryFile> create(const std::filesystem::path& folder);

    /// Replaces the file. Fails with bad_input when the document is too large or the file cannot be written; then the
    /// document of the previous write stays.
    Result<Done> write(const UnsavedDocument& document);
    /// Removes the file, because the work was saved or the user discards it. write() may follow.
    void discard();

    const std::filesystem::path& path() const {
        return path_;
    }

private:
    explicit RecoveryFile(std::filesystem::path path) : path_(std::move(path)) {}

    std::filesystem::path path_;
    std::optional<LockedFile> lock_; // of the file; nullopt while there is none
};

struct RecoverableDocument {
    std::filesystem::path file;
    UnsavedDocument document;
};

struct RecoverableDocuments {
    std::vector<RecoverableDocument> documents; // the newest first
    std::vector<std::string> notes;             // one sentence for each file that cannot be offered
};

/// Returns the documents of processes that have ended, at most `recovery_files_max` with the notes. They stay until
/// they are removed, so that two windows that start at once offer the same ones.
RecoverableDocuments recoverable_documents(const std::filesystem::path& folder);

/// Removes the file of a document that was recovered or is not wanted. Does nothing when it is gone or in use.
void remove_recoverable_document(const RecoverableDocument& document);

} // namespace limber::app
