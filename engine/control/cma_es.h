// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <cstdint>
#include <vector>

/// The covariance matrix adaptation evolution strategy, which minimises functions without gradients [Hansen 2016, The
/// CMA Evolution Strategy: A Tutorial; restarts with a growing population: Auger and Hansen 2005]. The caller asks for
/// candidates, evaluates their costs in any order and on any number of threads, and passes them back:
///
///     CmaEs search(start, options);
///     while (!search.is_done()) {
///         const Matrix& candidates = search.ask();
///         search.tell(costs_of(candidates));
///     }
///
/// Its whole memory is its state: a copy continues identically, bit for bit, and so does one that was saved and loaded.
/// Random numbers depend on the seed and the generation count alone.
namespace limber {

struct CmaEsOptions {
    Index population = 0;         // 0: 4 + 3 ln n
    double sigma = 0.3;           // first standard deviation, in every coordinate
    Vector lower{};               // n; candidates beyond a bound are reflected; empty: no bounds
    Vector upper{};               // n
    std::vector<bool> periodic{}; // n; periodic coordinates, which wrap around instead; empty: none
    std::uint64_t seed = 1;
    int generations_max = 1000;
    int restarts = 0; // after convergence, from the start, with twice the population
};

struct CmaEsState {
    Vector mean; // n
    double sigma = 0.0;
    Matrix C;       // n x n  covariance
    Vector p_sigma; // n  the path of the step's length
    Vector p_C;     // n  the path of the covariance
    Index population = 0;
    int generation = 0;        // over all runs
    int generation_of_run = 0; // since the last restart
    int runs = 1;
    int stalled = 0;        // generations without a better candidate
    int flat = 0;           // generations in a row whose candidates all cost the same, to 1e-12
    Vector best;            // n, within the bounds
    double best_cost = 0.0; // infinite: none yet
};

class CmaEs {
public:
    /// Precondition: the start lies within the bounds.
    CmaEs(const Vector& start, const CmaEsOptions& options);
    /// Continues from a state that `state` returned, with the same start and options.
    CmaEs(const Vector& start, const CmaEsOptions& options, CmaEsState state);

    /// n x population, within the bounds; unchanged until `tell`.
    const Matrix& ask();
    /// One cost a candidate; NaN ranks last.
    void tell(const Vector& costs);

    bool is_done() const;
    const CmaEsState& state() const {
        return state_;
    }

private:
    struct Weights;
    void start_run(Index population);
    void decompose();
    void adapt(const Matrix& steps, const Weights& weights);
    bool has_converged() const;

    Vector start_;
    CmaEsOptions options_;
    CmaEsState state_;
    Matrix axes_;       // n x n  of C
    Vector deviations_; // n
    Matrix unbounded_;  // n x population, before the bounds are applied; empty until asked
    Matrix candidates_;
};

} // namespace limber
