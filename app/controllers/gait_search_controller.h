// SPDX-License-Identifier: MIT
#pragma once

#include "app/commands/command.h"
#include "app/controllers/scene_opened.h"
#include "app/controllers/session_state.h"
#include "app/controllers/ui_state.h"
#include "app/document/editor.h"
#include "app/interaction/goal_tool.h"
#include "app/jobs/background_queue.h"
#include "app/search/gait_search_events.h"
#include "app/search/gait_search_worker.h"
#include "app/simulation/snapshot.h"
#include "engine/control/search_terms.h"
#include "engine/core/json_fwd.h"

#include <atomic>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

/// Starts, continues, opens and saves gait searches, plays the best gait so far, and draws the direction or target of
/// the character.
namespace limber::app {

class GaitSearchController {
public:
    Commands carry_out(const StartGaitSearch& command, const SessionState& state);
    Commands carry_out(const ResumeGaitSearch& command, const SessionState& state);
    Commands carry_out(const PauseGaitSearch& command, const SessionState& state);
    Commands carry_out(const StopGaitSearch& command, const SessionState& state);
    Commands carry_out(const SaveGaitSearch& command, const SessionState& state);
    Commands carry_out(const SaveReplacedSearch& command, const SessionState& state);
    Commands carry_out(const OpenGaitSearch& command, const SessionState& state);
    Commands carry_out(const WatchBestGait& command, const SessionState& state);
    Commands carry_out(const ShowChosenGait& command, const SessionState& state);
    static Commands carry_out(const MoveGoal& command, const SessionState& state);

    /// Removes the best gait of the previous document, too.
    Commands scene_opened(const SceneOpened& scene, const SessionState& state);
    /// Applies the results of the file reader and of the search.
    Commands update(const SessionState& state);
    /// Stops the search. The best gait remains readable.
    void stop();

    /// Adds the feature's values to the state report.
    void report(Json& report, const SessionState& state) const;
    const GaitSearchStatus& status() const {
        return status_;
    }
    /// The id of the character that the newest search is for.
    int target() const {
        return target_;
    }
    /// The number of searches since the program started.
    int count() const {
        return count_;
    }
    /// A search is being read from a file. It may belong to another character.
    bool is_opening() const {
        return worker_.is_opening() || reading_;
    }
    /// Whether no search runs and all reading has ended.
    bool wait_until_idle(std::chrono::milliseconds timeout) const {
        return worker_.is_idle() && reads_.wait_for(timeout);
    }

    /// The goal that can be dragged; nullopt while a search runs, because the search has its own copy.
    std::optional<Goal> movable_goal(const SessionState& state) const;
    Tools tools() {
        return {&tool_};
    }
    /// Draws the direction or target on the floor.
    void draw(Sketch& sketch, const SessionState& state) const;
    void add_to(Activity& activity) const;
    void add_to(UiState& ui, const SessionState& state) const;

private:
    struct SearchFile {
        std::string bytes;
        GaitSearchTerms terms;
    };
    struct ReadFile {
        std::filesystem::path path;
        Result<SearchFile> file;
    };
    /// A search from a file, while it is unknown whether it belongs to the character.
    struct Opening {
        std::shared_ptr<const OpenedSearch> opened;
        GaitSearchSettings settings; // for the character, if the search belongs to it
        int target = 0;
    };

    struct NewestWrite {
        std::shared_ptr<const SavedSearch> search;  // null: none
        std::shared_ptr<std::atomic<bool>> is_done; // set by the thread that writes
    };

    void cancel_opening();
    bool is_saved() const {
        return !status_.checkpoint || (status_.checkpoint == writes_.search && *writes_.is_done);
    }
    void offer_replaced(Commands& commands);
    Commands write(const std::shared_ptr<const SavedSearch>& search, const SessionState& state);
    void poll_reads(const SessionState& state, Commands& commands);
    void open(const std::filesystem::path& path, const SearchFile& file, const SessionState& state);
    void poll_status(const SessionState& state, Commands& commands);
    void poll_opening(const SessionState& state, Commands& commands);
    void follow(int target, const SessionState& state, Commands& commands);
    void watch_best(const SessionState& state, Commands& commands);
    void play_best(const SessionState& state, Commands& commands) const;
    void report_change(const SessionState& state, Commands& commands);
    bool is_target_selected(const SessionState& state) const;
    std::string message_at_end(const SessionState& state) const;

    GaitSearchWorker worker_;
    GoalTool tool_;
    GaitSearchStatus status_;
    BackgroundQueue<ReadFile> reads_;
    std::optional<std::filesystem::path> reading_;
    std::optional<Opening> opening_;
    NewestWrite writes_;
    std::shared_ptr<const SavedSearch> replaced_; // by the newest search, without having been saved; null: none
    int target_ = 0;
    int count_ = 0;
    int series_ = 0;                   // of the edits that play better gaits
    bool has_reported_change_ = false; // of the body or its surroundings, since the search began
    bool watches_best_ = true;
};

} // namespace limber::app
