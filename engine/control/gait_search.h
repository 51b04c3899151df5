// SPDX-License-Identifier: MIT
#pragma once

#include "engine/control/cma_es.h"
#include "engine/control/gait_search_options.h"
#include "engine/core/thread_pool.h"

#include <functional>
#include <optional>
#include <utility>
#include <vector>

/// Gait optimisation (AALM section 4): CMA-ES over a space of gaits, one rollout a candidate, all candidates of a
/// generation in parallel. The same seed finds the same gait on any number of threads, after any number of
/// interruptions and, for one build and one instruction set, on any machine.
namespace limber {

struct GaitSearchState {
    CmaEsState evolution;
    std::vector<double> best_costs; // so far, one a generation
};

class GaitSearch {
public:
    /// Precondition: the space is valid (fault_in) and has as many muscles as the walker.
    GaitSearch(Walker walker, const GaitSpace& space, const Objective& objective, const GaitSearchOptions& options);
    /// Continues from a state of the same search.
    GaitSearch(Walker walker, const GaitSpace& space, const Objective& objective, const GaitSearchOptions& options,
               GaitSearchState state);

    /// A search that continues from another state, with options that may ask for more generations.
    GaitSearch continued(const GaitSearchOptions& options, GaitSearchState state) const {
        return {walker_, space_, objective_, options, std::move(state)};
    }

    bool is_done() const {
        return evolution_.is_done();
    }
    /// One generation on this machine: ask, costs_of, tell.
    void advance(ThreadPool& threads);

    /// For a generation that is distributed among machines: columns of candidates, their costs in any portions, and all
    /// costs back.
    const Matrix& ask() {
        return evolution_.ask();
    }
    /// `observer`, if set, is called as by `rollout`, on the thread of each candidate. If it returns false, the
    /// candidate's cost is invalid and the generation must not be passed to `tell`.
    using Observer = std::function<bool(Index candidate, int step, const State& state)>;
    Vector costs_of(const Matrix& points, ThreadPool& threads, const Observer& observer = {});
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
    /// Identifies the search, so that a search does not continue from another's state: hashes the body (by the motion
    /// of one gait), its scene, the objective and the options except the number of generations. Takes a rollout.
    std::uint64_t key() const;
    GaitSearchState state() const {
        return {evolution_.state(), best_costs_};
    }
    GaitSearchTerms terms() const {
        return {space_, objective_, options_, measures_.stance.read(walker_.start).centre};
    }
    const Walker& walker() const {
        return walker_;
    }
    const GaitSearchOptions& options() const {
        return options_;
    }

private:
    Walker walker_;
    RolloutMeasures measures_;
    GaitSpace space_;
    Objective objective_;
    GaitSearchOptions options_;
    CmaEs evolution_;
    std::vector<double> best_costs_;
    std::vector<std::optional<WalkerWorkspace>> workspaces_; // one a thread, created on first use
};

} // namespace limber
