#pragma once

#include "app/document/live_controls.h"
#include "app/search/gait_search_problem.h"
#include "app/view/population_view.h"

#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

/// Teaches a character to move beside the thread that draws: a gait search of its own thread, generation after
/// generation. What it has found can be read at any time; only the call that stops it blocks.
namespace limber::app {

/// A search that was kept in a file, to go on with.
struct OpenedSearch {
    std::string bytes;
    std::filesystem::path path; // for the sentences
    GaitSearchProblem as_set;   // the problem that the settings describe, equal up to round-off
};

/// A request: the settings, the body and its surroundings.
struct Task {
    CharacterPtr character;
    LiveControls controls;
    GaitSearchProblem problem;
    std::shared_ptr<const OpenedSearch> opened = nullptr; // null: it begins anew
};

/// A search as a file keeps it (engine/control/search_file.h).
struct SavedSearch {
    GaitSearchState state;
    std::uint64_t key = 0;
    GaitSearchTerms terms;
};

struct GaitSearchStatus {
    std::uint64_t search = 0;         // no two have the same number; one that goes on keeps its own; 0: none
    CharacterPtr character;           // null: nothing was ever asked for
    std::shared_ptr<const Task> task; // never null where there is a character
    bool is_running = false;
    bool is_paused = false;
    int generation = 0;
    int generations = 0;
    double best_cost = std::numeric_limits<double>::infinity(); // J; infinite: none yet
    Scores scores;                                              // of the best
    Gait best;                                                  // no waveforms: none yet
    std::vector<double> best_costs;                             // J after each generation
    Vector participation;                                       // sigma of the best, one a muscle; empty: none yet
    std::vector<Participation> parts; // fixed by the settings; empty: the search may choose any
    double seconds_left = -1.0;       // an estimate; negative while unknown
    GaitRole role = GaitRole::none;
    std::shared_ptr<const PopulationView> population_view; // of a generation not long ago; null: none yet
    double stopped_at = 0.0;                 // as the walker's: its rollouts begin with a body that did not rest
    std::shared_ptr<const SavedSearch> kept; // the search after the newest generation; null: none yet
    bool has_come_to_rest = false;           // the evolution has nothing left to try
    std::optional<Error> fault;              // why it cannot learn
};

/// What is in the way of going on with a search that was stopped or has ended, with what it would now begin with; none:
/// it can.
std::optional<std::string> hindrance(const GaitSearchStatus& search_status, const Character* character,
                                     const LiveControls& controls, const GaitSearchProblem& problem);

/// Whether a better gait was found since `before`.
bool is_better(const GaitSearchStatus& now, const GaitSearchStatus& before);

class GaitSearchWorker {
public:
    GaitSearchWorker() = default;
    /// Waits for the step that runs, or for the rollout of a key or of the best gait, or the picture that is painted.
    ~GaitSearchWorker();
    GaitSearchWorker(const GaitSearchWorker&) = delete;
    GaitSearchWorker& operator=(const GaitSearchWorker&) = delete;

    /// Replaces a running search by a new one with other settings. The body moves as the controls have it in the scene
    /// (walking.h). None of these functions blocks.
    void start(const Task& task);
    /// Goes on with a search that was kept in a file, which the task has, as soon as it has turned out to be one of
    /// this body. Until then, and for good where it is another's, what was found before stays.
    void open(const Task& task);
    bool is_opening() const {
        return opening_.has_value();
    }
    /// Why what was to be opened was not. Once; `latest` hears of it.
    std::optional<Error> refusal() {
        return std::exchange(refusal_, std::nullopt);
    }
    void pause(bool paused);
    /// Without waiting: what runs, which is a step, or the one rollout of a key or of the best gait, or a picture, ends
    /// first. Candidates not yet reported are repeated when the search continues. Results stay readable.
    void stop();
    /// With the search that was stopped or has ended, which nothing may hinder: what it finds is what it would have
    /// found without a stop, bit for bit. As many generations as the task now asks for.
    void go_on(const Task& task);
    /// Whether no thread learns any more.
    bool is_at_rest() const;
    /// Stops, and there is nothing to be read any more: the character is gone.
    void forget();
    GaitSearchStatus latest();

private:
    struct Shared;
    struct Session {
        std::shared_ptr<Shared> shared;
        std::thread thread;
    };
    std::optional<Session> session_for(const Task& task);
    static void begin(Session& session);
    void retire(std::optional<Session>& session);
    void poll_opening();
    void let_go_of_ended();

    std::optional<Session> current_; // what there is to be read
    std::optional<Session> opening_;
    std::vector<Session> ending_;
    std::optional<Error> refusal_;
    std::uint64_t searches_ = 0; // that were begun
};

} // namespace limber::app
