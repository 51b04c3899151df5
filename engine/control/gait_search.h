#pragma once

#include "engine/control/cma_es.h"
#include "engine/control/gait_space.h"
#include "engine/control/objective.h"
#include "engine/core/thread_pool.h"

#include <functional>
#include <optional>
#include <utility>
#include <vector>

/// Gaits by evolution (AALM section 4): CMA-ES over a space of gaits, a rollout a candidate, all candidates of a
/// generation at once. The same seed finds the same gait on any number of threads and, of one build and one
/// instruction set, of machines, and after any number of interruptions.
namespace limber {

struct GaitSearchOptions {
    int generations = 200;
    Index population = 16;
    int steps = 300;    // of a rollout
    double sigma = 0.3; // first standard deviation, in the unit cube
    int restarts = 0;
    std::uint64_t seed = 1;
    bool operator==(const GaitSearchOptions&) const = default;
};

struct GaitSearchState {
    CmaEsState evolution;
    std::vector<double> best_costs; // so far, one a generation
};

/// What a search is for.
struct GaitSearchTerms {
    GaitSpace space;
    Objective objective;
    GaitSearchOptions options;
    Vec3 start = Vec3::Zero(); // [m] the centre of mass where every rollout begins
};

class GaitSearch {
public:
    /// The space has no fault, and as many muscles as the walker.
    GaitSearch(Walker walker, const GaitSpace& space, const Objective& objective, const GaitSearchOptions& options);
    /// Goes on from a state that the same search gave.
    GaitSearch(Walker walker, const GaitSpace& space, const Objective& objective, const GaitSearchOptions& options,
               GaitSearchState state);

    /// The same search from another state of it, with options that may ask for more generations.
    GaitSearch going_on(const GaitSearchOptions& options, GaitSearchState state) const {
        return {walker_, space_, objective_, options, std::move(state)};
    }

    bool is_done() const {
        return evolution_.is_done();
    }
    /// One generation on this machine: ask, costs_of all, tell.
    void advance(ThreadPool& threads);

    /// For who shares a generation among machines: columns of points, their costs in any portions, and all of them
    /// back.
    const Matrix& ask() {
        return evolution_.ask();
    }
    /// `seen`, where there is one, is shown what `rollout` shows, on the thread of each candidate; where it says no,
    /// the candidate's cost is of no worth, and the generation is not to be told.
    using Seen = std::function<bool(Index candidate, int step, const State& state)>;
    Vector costs_of(const Matrix& points, ThreadPool& threads, const Seen& seen = {});
    void tell(const Vector& costs);

    Gait gait(const Vector& point) const {
        return gait_at(space_, point);
    }
    Gait best() const {
        return gait(evolution_.state().best);
    }
    /// sigma of the best, see gait_space.h.
    Vector participation() const {
        return participation_at(space_, evolution_.state().best);
    }
    double best_cost() const {
        return evolution_.state().best_cost;
    }
    Scores scores(const Gait& gait) const;
    int generation() const {
        return evolution_.state().generation;
    }
    /// What makes two searches the same, so that none goes on from another's state: the body, by where a gait takes
    /// it, its world, what is wanted and the options; but not how many generations. Takes a rollout.
    std::uint64_t key() const;
    GaitSearchState state() const {
        return {evolution_.state(), best_costs_};
    }
    GaitSearchTerms terms() const {
        return {space_, objective_, options_, gauges_.stance.read(walker_.start).centre};
    }
    const Walker& walker() const {
        return walker_;
    }
    const GaitSearchOptions& options() const {
        return options_;
    }

private:
    Walker walker_;
    RolloutMeasures gauges_;
    GaitSpace space_;
    Objective objective_;
    GaitSearchOptions options_;
    CmaEs evolution_;
    std::vector<double> best_costs_;
    std::vector<std::optional<Workspace>> workspaces_; // one a thread that has worked
};

} // namespace limber
