// SPDX-License-Identifier: MIT
#pragma once

#include "app/comparison/live_comparison.h"
#include "app/simulation/simulated_character.h"

#include <memory>
#include <vector>

namespace limber::app {

/// Leads the bodies of a comparison by the steps of one character.
class ComparisonLead {
public:
    using Characters = std::vector<std::unique_ptr<SimulatedCharacter>>;

    /// Leads nothing.
    ComparisonLead() = default;
    ComparisonLead(int id, std::shared_ptr<LiveComparison> comparison) : id_(id), comparison_(std::move(comparison)) {}

    /// Whether the bodies have not yet finished the last step.
    bool is_waiting() const {
        return comparison_ && comparison_->is_stepping();
    }
    /// Call both around each step of the characters. `continues`: the step starts where the last one ended.
    void before_step(const Characters& characters, bool continues);
    void after_step(const Characters& characters);
    /// Call it when the character was put into another state without a step.
    void put(const Characters& characters);

private:
    const Motion* leader(const Characters& characters) const;

    int id_ = 0;
    std::shared_ptr<LiveComparison> comparison_; // null: none
    bool is_led_ = false;                        // the last step led the comparison
    std::shared_ptr<const State> before_;        // from which the bodies continue; null: from their own last step
};

} // namespace limber::app
