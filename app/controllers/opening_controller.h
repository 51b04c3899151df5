// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/controllers/scene_opened.h"
#include "app/controllers/session_state.h"
#include "app/controllers/ui_state.h"
#include "app/document/companion_file.h"
#include "app/jobs/background_queue.h"
#include "engine/rig/skeleton.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <optional>

/// Opens files: distinguishes gaits, rigs and clips from scenes, opens the first readable one of several files, and
/// adds the characters of a file to the scene.
namespace limber::app {

class OpeningController {
public:
    Commands carry_out(const OpenFile& command, const SessionState& state);
    Commands carry_out(const AddFile& command, const SessionState& state);
    Commands carry_out(const OpenFirstUsableFile& command, const SessionState& state);
    /// Opens the scene even if there are unsaved changes.
    Commands carry_out(const OpenScene& command, const SessionState& state);
    Commands carry_out(const CancelOpening& command, const SessionState& state);
    Commands carry_out(const DropBuild& command, const SessionState& state);

    /// Once a frame: applies the result of reading a possible gait file.
    Commands update(const SessionState& state);
    /// Opens the next of several files after a failure.
    Commands open_next(const SessionState& state);

    struct Opening {
        std::filesystem::path path;
        bool is_added = false;      // its characters join the scene
        std::uint64_t revision = 0; // of the document, which may be replaced as of then
    };
    /// The scene that is being opened.
    const std::optional<Opening>& opening() const {
        return opening_;
    }
    /// A new scene is being opened, and the document that it replaces has changed since that was allowed.
    bool would_lose_edits(const SessionState& state) const {
        return opening_ && !opening_->is_added && state.built() && state.editor.is_modified() &&
               state.editor.revision() != opening_->revision;
    }
    /// A file is being read to find out what it is or which character it is for.
    bool is_reading() const {
        return being_read_.has_value();
    }
    Commands scene_opened(const SceneOpened&, const SessionState&) {
        finish();
        return {};
    }
    /// Call it after characters were added or the scene failed to open.
    void finish() {
        opening_.reset();
    }
    void add_to(Activity& activity) const {
        activity.is_opening = opening_.has_value();
    }
    void add_to(UiState& ui, const SessionState& state) const;
    /// Drops the remaining files.
    void drop_waiting() {
        to_try_.clear();
    }
    void stop_reading() {
        being_read_.reset();
        reads_.cancel();
    }
    bool wait_until_idle(std::chrono::milliseconds timeout) const {
        return reads_.wait_for(timeout);
    }

private:
    struct ReadFile {
        std::filesystem::path path;
        bool is_gait = false;
        std::optional<CompanionFile> companion = {}; // a rig or a clip, or a motion that no open character can play
        std::optional<Skeleton> of_motion = {};      // its bones, while its character is to be found
        bool is_unfit = false;                       // a motion that no open character can play
    };
    void read_motion(const std::filesystem::path& path);
    void read_companion_of_motion(const std::filesystem::path& path);
    Commands take_motion(const ReadFile& file, const SessionState& state);
    Commands refuse(const Error& refusal, const SessionState& state);
    Commands open_as_scene(const std::filesystem::path& path);
    Commands offer(const ReadFile& file, const SessionState& state);
    Commands add_motion(const std::filesystem::path& path, const SessionState& state);

    std::optional<Opening> opening_;
    std::deque<std::filesystem::path> to_try_; // in order, until one opens
    bool is_first_added_ = false;              // the first of them that opens joins the scene
    std::optional<std::filesystem::path> being_read_;
    BackgroundQueue<ReadFile> reads_;
};

} // namespace limber::app
