// SPDX-License-Identifier: MIT
#pragma once

#include "app/jobs/background_queue.h"
#include "app/platform_paths/recovery.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

/// Writes unsaved changes to the recovery folder on a background thread, so that a crash loses only seconds of work.
namespace limber::app {

class Autosave {
public:
    /// Serializes the document; called on a background thread, so it captures copies.
    using Serialize = std::function<UnsavedDocument(const std::filesystem::path& folder)>;

    static constexpr double interval = 5.0; // [s] between two writes

    /// Without a folder, no file is written.
    explicit Autosave(std::optional<std::filesystem::path> folder) : folder_(std::move(folder)) {}

    /// Call it once a frame. Writes a modified document when its revision is new and the last write is long enough ago,
    /// and deletes the file of a document that is no longer modified. `serialize` is only called before a write.
    void update(std::uint64_t revision, bool is_modified, double seconds, const std::function<Serialize()>& serialize);
    /// The open document was recovered: the next update writes it, and its old file is deleted after that.
    void take_over(const RecoverableDocument& recovered) {
        recovered_ = recovered;
    }
    /// Writes the newest revision and waits for it, because the program is about to end.
    std::optional<Error> write_now(const Serialize& serialize);
    /// Deletes the file, because the changes were saved or discarded.
    void discard();
    /// Whether all writes and deletions have ended.
    bool wait_until_idle(std::chrono::milliseconds timeout) const {
        return queue_.wait_for(timeout);
    }
    /// The error of a failed write; returned once.
    std::optional<Error> take_error();

private:
    void write(std::uint64_t revision, Serialize serialize);

    std::optional<std::filesystem::path> folder_;
    std::shared_ptr<std::optional<RecoveryFile>> file_ = std::make_shared<std::optional<RecoveryFile>>();
    std::optional<RecoverableDocument> recovered_; // the open document, until this process has its own file
    std::uint64_t written_ = 0;                    // revision; 0: none, or it failed
    bool has_file_ = false;                        // requested, at least
    double since_write_ = interval;
    bool has_failed_ = false; // the error is reported once
    BackgroundQueue<Done> queue_{{.at_close = AtClose::finish}};
};

} // namespace limber::app
