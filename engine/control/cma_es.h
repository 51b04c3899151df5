#pragma once

#include "engine/linalg/types.h"

#include <cstdint>
#include <vector>

/// The covariance matrix adaptation evolution strategy, to minimise what has no gradient [Hansen 2016, The CMA
/// Evolution Strategy: A Tutorial; restarts with a growing population: Auger and Hansen 2005]. Whoever searches asks
/// for candidates, finds what they cost, in any order and on any number of threads, and tells:
///
///     CmaEs search(start, options);
///     while (!search.is_done()) {
///         const Matrix& candidates = search.ask();
///         search.tell(costs_of(candidates));
///     }
///
/// Everything that it knows is its state: a copy goes on alike, bit for bit, and so does one that was written down.
/// Random numbers depend on the seed and on the count of generations alone.
namespace limber {

struct CmaEsOptions {
    Index population = 0;        // 0: 4 + 3 ln n
    double sigma = 0.3;          // first standard deviation, in every coordinate
    Vector lower{};              // n; candidates beyond a bound are mirrored back; empty: none
    Vector upper{};              // n
    std::vector<bool> circles{}; // n; coordinates whose bounds are the same place: round, not back; empty: none
    std::uint64_t seed = 1;
    int generations_max = 1000;
    int restarts = 0; // after a run that has come to rest, from the start, with twice the population
};

struct CmaEsState {
    Vector mean; // n
    double sigma = 0.0;
    Matrix C;       // n x n  covariance
    Vector p_sigma; // n  the path of the step's length
    Vector p_C;     // n  the path of the covariance
    Index population = 0;
    int generation = 0;        // all runs together
    int generation_of_run = 0; // since the last restart
    int runs = 1;
    int still = 0;          // generations without a better candidate
    int flat = 0;           // generations in a row whose candidates all cost the same, to 1e-12
    Vector best;            // n, within the bounds
    double best_cost = 0.0; // infinite: none yet
};

class CmaEs {
public:
    /// The start lies within the bounds.
    CmaEs(const Vector& start, const CmaEsOptions& options);
    /// Goes on from a state that `state` gave, under the same start and options.
    CmaEs(const Vector& start, const CmaEsOptions& options, CmaEsState state);

    /// n x population, within the bounds; the same until `tell`.
    const Matrix& ask();
    /// One cost a candidate; what is not a number is worse than all.
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
    bool has_come_to_rest() const;

    Vector start_;
    CmaEsOptions options_;
    CmaEsState state_;
    Matrix axes_;       // n x n  of C
    Vector deviations_; // n
    Matrix free_;       // n x population, before they are brought back within the bounds; empty until asked
    Matrix candidates_;
};

} // namespace limber
