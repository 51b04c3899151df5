// SPDX-License-Identifier: MIT
#include "app/simulation/comparison_lead.h"

#include <algorithm>

namespace limber::app {

// Null while there is no such character, or while it has another model than the comparison.
const Motion* ComparisonLead::leader(const Characters& characters) const {
    if (!comparison_ || !comparison_->takes_steps()) {
        return nullptr;
    }
    const auto found = std::ranges::find_if(characters, [this](const auto& one) { return one->id() == id_; });
    const bool is_led =
        found != characters.end() && (*found)->motion().character_ptr() == comparison_->request().character;
    return is_led ? &(*found)->motion() : nullptr;
}

void ComparisonLead::before_step(const Characters& characters, bool continues) {
    const Motion* motion = leader(characters);
    before_ = motion && !(continues && is_led_) ? std::make_shared<const State>(motion->state()) : nullptr;
    is_led_ = motion != nullptr;
}

void ComparisonLead::after_step(const Characters& characters) {
    if (!is_led_) {
        return;
    }
    const auto found = std::ranges::find_if(characters, [this](const auto& one) { return one->id() == id_; });
    const SimulatedCharacter& leader = **found;
    comparison_->step(last_step_of(leader.motion(), leader.controls()), std::move(before_), leader.motion().state());
}

void ComparisonLead::put(const Characters& characters) {
    if (const Motion* motion = leader(characters)) {
        comparison_->put(motion->state());
    }
}

} // namespace limber::app
