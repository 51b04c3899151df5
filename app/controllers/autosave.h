#pragma once

#include "app/jobs/background_queue.h"
#include "app/platform_paths/recovery.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

/// Writes unsaved changes to the recovery folder beside the thread that draws, so that a crash loses seconds of work.
namespace limber::app {

class Autosave {
public:
    /// Makes the document's bytes; called on a background thread, so it holds copies of what it needs.
    using Serialize = std::function<UnsavedDocument(const std::filesystem::path& folder)>;

    static constexpr double interval = 5.0; // [s] between two writes

    /// Without a folder, nothing is written.
    explicit Autosave(std::optional<std::filesystem::path> folder) : folder_(std::move(folder)) {}

    /// Once a frame. Writes a modified document when its revision is new and the last write is long enough ago, and
    /// removes the file of one that is not modified any more. `serialize` makes what is written, and is only called
    /// where something is to be written.
    void update(std::uint64_t revision, bool is_modified, double seconds, const std::function<Serialize()>& serialize);
    /// The document that was recovered from there, which is removed once this process has written it.
    void take_over(std::uint64_t revision, const Serialize& serialize, const RecoverableDocument& recovered);
    /// The newest revision at once, and waits for it: the program is about to end.
    std::optional<Error> write_now(const Serialize& serialize);
    /// The changes were saved or are not wanted: removes the file.
    void discard();
    /// A sentence about a write that failed; once.
    std::optional<Error> take_error();

private:
    void write(std::uint64_t revision, Serialize serialize, std::function<void()> after = {});

    std::optional<std::filesystem::path> folder_;
    std::shared_ptr<std::optional<RecoveryFile>> file_ = std::make_shared<std::optional<RecoveryFile>>();
    std::uint64_t written_ = 0; // revision; 0: the file is not there
    double since_write_ = interval;
    bool has_failed_ = false; // said once
    BackgroundQueue<Done> queue_{{.at_close = AtClose::finish}};
};

} // namespace limber::app
