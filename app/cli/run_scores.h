// SPDX-License-Identifier: MIT
#pragma once

#include "app/cli/arguments.h"
#include "app/cli/report.h"
#include "app/motion/motion.h"
#include "engine/control/objective.h"

#include <memory>
#include <optional>

/// Scores of a simulated run by the objective of the search that wrote its scene: the same J and scores that the search
/// found for the gait.
namespace limber::app {

Json scores_json(const Scores& scores);

class RunScores {
public:
    /// Returns nullopt when the scene has no start, or with `--controls`. Precondition: the motion is at its start.
    static std::optional<RunScores> of(const Motion& motion, const Arguments& arguments, std::uint64_t frames);

    /// Records a step; `before` is the state before it.
    void note(const State& before, const Motion& motion);
    void add_to(Report& report) const;

private:
    struct Measures;
    explicit RunScores(std::shared_ptr<Measures> measures) : measures_(std::move(measures)) {}

    std::shared_ptr<Measures> measures_;
};

} // namespace limber::app
