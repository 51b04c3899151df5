#pragma once

#include "app/scene/gait_library.h"
#include "app/scene/gallery.h"
#include "app/scene/live_controls.h"
#include "engine/control/gait_search.h"

#include <limits>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

/// Teaches a character to move beside the thread that draws: a gait search of its own thread, generation after
/// generation. What it has found can be read at any time; nobody waits for it but who stops it.
namespace limber::app {

/// What is to be learnt; the muscles are counted when it begins.
struct Lesson {
    GaitSpace space;
    Objective objective;
    std::optional<Vec3> way_to_target{}; // [m] of the objective's target, from the centre of mass as it starts
    GaitSearchOptions search;
    GaitRole role = GaitRole::none; // that the gait is to have
};

struct Learnt {
    CharacterPtr character; // null: nothing was ever asked for
    bool is_running = false;
    bool is_paused = false;
    int generation = 0;
    int generations = 0;
    double best_cost = std::numeric_limits<double>::infinity(); // J; infinite: none yet
    Scores scores;                                              // of the best
    Gait best;                                                  // no waveforms: none yet
    std::vector<double> best_costs;                             // J after each generation
    Vector participation;                                       // sigma of the best, one a muscle; empty: none yet
    std::vector<TakingPart> parts;                              // that the lesson fixed; empty: it may choose any
    double seconds_left = -1.0;                                 // an estimate; negative while unknown
    GaitRole role = GaitRole::none;
    std::shared_ptr<const Gallery> gallery; // of a generation not long ago; null: none yet
    double stopped_at = 0.0;                // as the walker's: its rollouts begin with a body that did not rest
    std::optional<Error> fault;             // why it cannot learn
};

/// Whether a better gait was found since `before`.
bool is_better(const Learnt& now, const Learnt& before);

class Learner {
public:
    Learner() = default;
    /// Waits for the generation that runs.
    ~Learner();
    Learner(const Learner&) = delete;
    Learner& operator=(const Learner&) = delete;

    /// Begins anew, with another lesson, whatever was going on: the body learns as these controls have it on the stage
    /// (walking.h). None of these waits.
    void start(CharacterPtr character, const LiveControls& controls, const Lesson& lesson);
    void pause(bool paused);
    /// After the generation that runs. What was found stays to be read.
    void stop();
    /// Stops, and there is nothing to be read any more: the character is gone.
    void forget();
    Learnt latest();

private:
    struct Shared;
    struct Session {
        std::shared_ptr<Shared> shared;
        std::thread thread;
    };
    void let_go_of_ended();

    std::vector<Session> sessions_; // the last one counts; those before it are ending
    bool forgotten_ = false;        // and the last one too
};

} // namespace limber::app
