#pragma once

#include "app/commands/command.h"
#include "app/controllers/session_state.h"
#include "app/jobs/background_queue.h"

#include <deque>
#include <filesystem>
#include <optional>

/// Opens files: tells gaits from scenes, opens the first of several that can be opened, and adds the characters of a
/// file to the scene.
namespace limber::app {

class OpeningController {
public:
    Commands carry_out(const OpenFile& command, const SessionState& state);
    Commands carry_out(const AddFile& command, const SessionState& state);
    Commands carry_out(const OpenFirstOf& command, const SessionState& state);
    /// Opens the scene whatever is unsaved.
    Commands carry_out(const OpenScene& command, const SessionState& state);
    Commands carry_out(const ForgetFiles& command, const SessionState& state);
    Commands carry_out(const DropBuild& command, const SessionState& state);

    /// Once a frame: whether a file is a gait.
    Commands update(const SessionState& state);
    /// The next of several files, after one that could not be opened.
    Commands open_next(const SessionState& state);

    /// The scene that is being opened.
    const std::optional<std::filesystem::path>& opening() const {
        return opening_;
    }
    /// Its characters are added to the scene.
    bool is_adding() const {
        return adds_;
    }
    /// A file is read to tell whether it is a gait.
    bool is_reading() const {
        return gait_candidate_.has_value();
    }
    /// The scene was opened, or could not be.
    void finish();
    /// Drops the files that wait to be opened.
    void drop_waiting() {
        to_try_.clear();
    }
    void stop_reading() {
        gait_candidate_.reset();
    }
    bool comes_to_rest(std::chrono::milliseconds patience) const {
        return reads_.wait_for(patience);
    }

private:
    struct ReadFile {
        std::filesystem::path path;
        bool is_gait = false;
    };
    Commands open_as_scene(const std::filesystem::path& path);

    std::optional<std::filesystem::path> opening_;
    std::deque<std::filesystem::path> to_try_; // if the one before does not open
    std::optional<std::filesystem::path> gait_candidate_;
    bool adds_ = false;
    BackgroundQueue<ReadFile> reads_;
};

} // namespace limber::app
