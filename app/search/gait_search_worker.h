// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/live_controls.h"
#include "app/search/gait_search_problem.h"
#include "app/view/population_view.h"

#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Runs a gait search on a background thread, generation by generation. Results can be read at any time. Only the
/// destructor blocks.
namespace limber::app {

/// A search that is loaded from a file to be continued.
struct OpenedSearch {
    std::string bytes;
    std::filesystem::path path;      // for error messages
    GaitSearchProblem from_settings; // the problem computed from the loaded settings; differs from the file's problem
                                     // by round-off only
};

/// A request to search: the body, its controls with the surroundings, and the problem.
struct GaitSearchRequest {
    CharacterPtr character;
    LiveControls controls;
    GaitSearchProblem problem;
    std::shared_ptr<const OpenedSearch> opened = nullptr; // null: a new search
};

/// A search as it is saved in a file (engine/control/search_file.h).
struct SavedSearch {
    GaitSearchState state;
    std::uint64_t key = 0;
    GaitSearchTerms terms;
};

struct GaitSearchStatus {
    std::uint64_t search = 0;                         // unique number; a resumed search keeps its number; 0: none
    CharacterPtr character;                           // null: no search was requested yet
    std::shared_ptr<const GaitSearchRequest> request; // not null if `character` is not null
    bool is_running = false;
    bool is_paused = false;
    int generation = 0;
    int generations = 0;
    double best_cost = std::numeric_limits<double>::infinity(); // J; infinite: none yet
    Scores scores;                                              // of the best gait
    Gait best;                                                  // no waveforms: none yet
    std::vector<double> best_costs;                             // J after each generation
    Vector participation;             // sigma of the best gait, one per muscle; empty: none yet
    std::vector<Participation> parts; // per muscle, as fixed by the settings; empty: all muscles are free
    double seconds_left = -1.0;       // after the newest generation, an estimate (core/time_left.h)
    GaitRole role = GaitRole::none;
    std::shared_ptr<const PopulationView> population_view; // of a recent generation; null: none yet
    double stopped_at = 0.0; // Walker::stopped_at; > 0: the body did not come to rest before the rollouts
    std::shared_ptr<const SavedSearch> checkpoint; // the search after the newest generation; null: none yet
    bool has_converged = false;                    // the evolution has converged
    std::optional<Error> fault;                    // why the search failed
};

/// Why a stopped or finished search cannot be resumed with this body, these controls and this problem; nullopt: it can.
std::optional<std::string> reason_against_resuming(const GaitSearchStatus& search_status, const Character* character,
                                                   const LiveControls& controls, const GaitSearchProblem& problem);

/// Whether a better gait was found since `before`.
bool is_better(const GaitSearchStatus& now, const GaitSearchStatus& before);

class GaitSearchWorker {
public:
    GaitSearchWorker();
    /// Waits for the current step, for one rollout, or for the picture that is being painted.
    ~GaitSearchWorker();
    GaitSearchWorker(const GaitSearchWorker&) = delete;
    GaitSearchWorker& operator=(const GaitSearchWorker&) = delete;

    /// Replaces a running search by a new one with other settings. The body starts from the controls' placement
    /// (walking.h). Does not block, like all following functions.
    void start(const GaitSearchRequest& request);
    /// Continues the saved search in `request.opened` after a check that it belongs to this body. Until then, and if it
    /// does not, the previous results stay readable.
    void open(const GaitSearchRequest& request);
    bool is_opening() const {
        return opening_ != nullptr;
    }
    /// The error of the last `open`, returned once. Updated by `latest`.
    std::optional<Error> take_opening_error() {
        return std::exchange(opening_error_, std::nullopt);
    }
    void pause(bool paused);
    /// Stops the search without waiting for its thread. Candidates that were not yet reported are repeated when the
    /// search is resumed. Results stay readable.
    void stop();
    /// Resumes a stopped or finished search up to the requested number of generations; its result is bit-identical to
    /// that of an uninterrupted search. Does nothing if there is a reason against it.
    void resume(const GaitSearchRequest& request);
    /// Whether no search thread is running.
    bool is_idle() const;
    /// Stops and discards all results because the character was removed.
    void clear();
    GaitSearchStatus latest();

private:
    struct Session;
    std::unique_ptr<Session> session_for(const GaitSearchRequest& request);
    void retire(std::unique_ptr<Session>& session);
    void poll_opening();
    void remove_ended();

    std::unique_ptr<Session> current_; // the session whose status `latest` returns; null: none
    std::unique_ptr<Session> opening_;
    std::vector<std::unique_ptr<Session>> ending_;
    std::optional<Error> opening_error_;
    std::uint64_t searches_ = 0; // number of searches started
};

} // namespace limber::app
