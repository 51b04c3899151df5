// SPDX-License-Identifier: MIT
#include "engine/control/gait_search.h"

#include "engine/control/search_key.h"
#include "engine/model/reduced_model.h"

#include <algorithm>
#include <utility>

namespace limber {
namespace {

Vector cube_centre(const GaitSpace& space) {
    return Vector::Constant(dimension(space), 0.5);
}

CmaEsOptions evolution_options(const GaitSpace& space, const GaitSearchOptions& options) {
    const Index n = dimension(space);
    return {.population = options.population,
            .sigma = options.sigma,
            .lower = Vector::Zero(n),
            .upper = Vector::Ones(n),
            .periodic = periodic_coordinates(space),
            .seed = options.seed,
            .generations_max = options.generations,
            .restarts = options.restarts};
}

} // namespace

GaitSearch::GaitSearch(Walker walker, const GaitSpace& space, const Objective& objective,
                       const GaitSearchOptions& options)
    : walker_(std::move(walker)), measures_(walker_), space_(space), objective_(objective), options_(options),
      evolution_(cube_centre(space), evolution_options(space, options)) {
    EXPECTS(space.muscles == muscle_count(walker_));
}

GaitSearch::GaitSearch(Walker walker, const GaitSpace& space, const Objective& objective,
                       const GaitSearchOptions& options, GaitSearchState state)
    : walker_(std::move(walker)), measures_(walker_), space_(space), objective_(objective), options_(options),
      evolution_(cube_centre(space), evolution_options(space, options), std::move(state.evolution)),
      best_costs_(std::move(state.best_costs)) {}

Vector GaitSearch::costs_of(const Matrix& points, ThreadPool& threads, const Observer& observer) {
    Vector costs(points.cols());
    workspaces_.resize(std::max(workspaces_.size(), threads.thread_count()));
    threads.for_each(static_cast<std::size_t>(points.cols()), [&](std::size_t i, std::size_t thread) {
        std::optional<WalkerWorkspace>& own = workspaces_[thread];
        if (!own) {
            own.emplace(walker_);
        }
        const auto column = static_cast<Index>(i);
        const auto watch = [&](int step, const State& state) {
            return observer(column, step, state);
        };
        const Trace trace = rollout(walker_, measures_, gait(points.col(column)), options_.steps, *own,
                                    observer ? watch : RolloutObserver());
        costs(column) = cost_of(trace, walker_, objective_);
    });
    return costs;
}

void GaitSearch::tell(const Vector& costs) {
    evolution_.tell(costs);
    best_costs_.push_back(evolution_.state().best_cost);
}

void GaitSearch::advance(ThreadPool& threads) {
    tell(costs_of(evolution_.ask(), threads));
}

std::uint64_t GaitSearch::key() const {
    WalkerWorkspace workspace(walker_);
    const Trace middle = rollout(walker_, measures_, gait(cube_centre(space_)), options_.steps, workspace);
    return search_key({walker_, middle, space_, objective_, options_});
}

Scores GaitSearch::scores(const Gait& gait) const {
    WalkerWorkspace workspace(walker_);
    return scores_of(rollout(walker_, measures_, gait, options_.steps, workspace), walker_, objective_);
}

} // namespace limber
