// SPDX-License-Identifier: MIT
#include "app/platform_paths/recovery.h"

#include "app/platform_paths/caches.h"
#include "app/platform_paths/environment.h"
#include "app/platform_paths/state_folder.h"
#include "engine/core/temporary_file.h"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

namespace limber::app {
namespace {

using Path = std::filesystem::path;

constexpr std::string_view recovery_name = "unsaved"; // a folder that the user names may hold other files
constexpr std::string_view recovery_ending = ".recovery";
constexpr std::uintmax_t recovery_file_bytes_max = recovery_bytes_max + 1024; // with all that is not the document
constexpr auto recovery_abandoned_after = std::chrono::hours(1);

void make_recovery_folder(const Path& folder) {
    std::error_code trouble;
    if (std::filesystem::create_directories(folder, trouble)) {
        std::filesystem::permissions(folder, std::filesystem::perms::owner_all, trouble);
    }
}

struct FileOfFolder {
    Path path;
    std::filesystem::file_time_type written; // the earliest time for what is not a regular file
};

// The newest first. Other processes may add and remove files meanwhile.
std::vector<FileOfFolder> recovery_files_in(const Path& folder, std::string_view ending) {
    using Time = std::filesystem::file_time_type;
    std::vector<FileOfFolder> files;
    const Path start = Path(recovery_name) += ".";
    std::error_code trouble;
    for (std::filesystem::directory_iterator at(folder, trouble), end; !trouble && at != end; at.increment(trouble)) {
        std::error_code removed;
        const bool is_regular = std::filesystem::is_regular_file(at->symlink_status(removed));
        const Time written = is_regular ? at->last_write_time(removed) : Time::min();
        const bool is_ours = at->path().filename().native().starts_with(start.native());
        if (!removed && is_ours && at->path().extension() == ending) {
            files.push_back({at->path(), written});
        }
    }
    std::sort(files.begin(), files.end(), [](const FileOfFolder& a, const FileOfFolder& b) {
        return std::tie(b.written, b.path) < std::tie(a.written, a.path);
    });
    return files;
}

// The lock of a file whose process has ended; nullopt for all others. A process that lives replaces its file together
// with the lock, so that a file that was opened just before may be unlocked, and is not at its path any more.
std::optional<LockedFile> lock_of_ended_process(const Path& path) {
    auto file = LockedFile::open(path, LockKind::shared);
    return file && file->lock() && file->is_at(path) ? std::move(file) : std::nullopt;
}

void remove_if_ended(const Path& path) {
    if (const auto lock = lock_of_ended_process(path)) {
        std::error_code trouble;
        std::filesystem::remove(path, trouble);
    }
}

void remove_oldest(const Path& folder) {
    std::size_t kept = 0;
    for (const FileOfFolder& file : recovery_files_in(folder, recovery_ending)) {
        const auto lock = lock_of_ended_process(file.path);
        if (lock && ++kept > recovery_files_max) {
            std::error_code trouble;
            std::filesystem::remove(file.path, trouble);
        }
    }
    // A process that is about to lock its temporary file is not disturbed.
    const auto now = std::filesystem::file_time_type::clock::now();
    for (const FileOfFolder& file : recovery_files_in(folder, TemporaryFile::ending)) {
        if (file.written < now - recovery_abandoned_after) {
            remove_if_ended(file.path);
        }
    }
}

Error recovery_error(const Path& file, const std::string& why) {
    return {ErrorKind::bad_input, "unsaved work cannot be kept for recovery: " + why, file.string()};
}

Error folder_not_written(const Path& folder) {
    return recovery_error(folder, "the folder cannot be written, check that it has room, or name another one with "
                                  "LIMBER_RECOVERY");
}

Error folder_without_locks(const Path& folder) {
    return recovery_error(folder, "files in this folder cannot be locked, name another one with LIMBER_RECOVERY");
}

std::string note_about(const Path& file, const std::string& what) {
    return file.string() + ": " + what + "; delete it when it is not needed";
}

} // namespace

std::optional<Path> recovery_folder() {
    if (auto named = path_in_environment("LIMBER_RECOVERY")) {
        return *named == Path("off") ? std::nullopt : named;
    }
    const auto state = state_folder();
    return is_caching_off() || !state ? std::nullopt : std::optional<Path>(*state / "recovery");
}

Result<RecoveryFile> RecoveryFile::create(const Path& folder) {
    make_recovery_folder(folder);
    remove_oldest(folder);
    // A temporary file shows whether the folder can be written, and has a random name: unsaved.RANDOM.part.
    TemporaryFile trial(folder / recovery_name);
    trial.stream() << "trial" << std::flush;
    if (!trial.stream()) {
        return folder_not_written(folder);
    }
    const auto lock = LockedFile::open(trial.path(), LockKind::exclusive);
    if (!lock || !lock->lock()) {
        return folder_without_locks(folder);
    }
    return RecoveryFile(Path(trial.path()).replace_extension(recovery_ending));
}

Result<Done> RecoveryFile::write(const UnsavedDocument& document) {
    const Path folder = path_.parent_path();
    if (document.path.native().size() + document.title.size() + document.bytes.size() > recovery_bytes_max) {
        return recovery_error(folder, "the document is larger than " + std::to_string(recovery_bytes_max >> 20) +
                                          " MiB, save it yourself");
    }
    make_recovery_folder(folder); // it may have been removed since
    TemporaryFile temporary(path_);
    if (!temporary.stream()) {
        return folder_not_written(folder);
    }
    // The new file is locked before it takes the place of the old one, whose lock is released after that.
    auto lock = LockedFile::open(temporary.path(), LockKind::exclusive);
    if (!lock || !lock->lock()) {
        return folder_without_locks(folder);
    }
    lock->make_private();
    const std::string bytes = unsaved_document_bytes(document);
    temporary.stream().write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!temporary.move_to(path_, true)) {
        return folder_not_written(folder);
    }
    lock_ = std::move(lock);
    return Done{};
}

void RecoveryFile::discard() {
    if (lock_) {
        std::error_code trouble;
        std::filesystem::remove(path_, trouble);
        lock_.reset();
    }
}

RecoverableDocuments recoverable_documents(const Path& folder) {
    RecoverableDocuments found;
    for (const FileOfFolder& file : recovery_files_in(folder, recovery_ending)) {
        if (found.documents.size() + found.notes.size() >= recovery_files_max) {
            break;
        }
        std::error_code trouble;
        const auto status = std::filesystem::symlink_status(file.path, trouble);
        if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
            found.notes.push_back(note_about(file.path, "this is no regular file, and is not read as unsaved work"));
        } else if (const auto lock = lock_of_ended_process(file.path)) {
            const auto bytes = lock->read(recovery_file_bytes_max);
            auto document = bytes ? parse_unsaved_document(*bytes) : std::nullopt;
            if (document) {
                found.documents.push_back({file.path, *std::move(document)});
            } else {
                found.notes.push_back(note_about(
                    file.path, "this unsaved work is damaged or of another version of Limber, and is not offered"));
            }
        }
    }
    return found;
}

void remove_recoverable_document(const RecoverableDocument& document) {
    remove_if_ended(document.file);
}

} // namespace limber::app
