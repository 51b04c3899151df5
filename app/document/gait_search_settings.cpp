// SPDX-License-Identifier: MIT
#include "app/document/gait_search_settings.h"

#include <algorithm>
#include <cmath>

namespace limber::app {
// The role `back` walks backwards while it faces forward.
GaitSearchSettings with_role(GaitSearchSettings settings, GaitRole role) {
    settings.role = role;
    settings.objective = GaitSearchSettings{}.objective;
    settings.direction = role == GaitRole::back ? 0.5 : 0.0;
    settings.facing = role == GaitRole::back ? std::optional(0.0) : std::nullopt;
    const bool travels = role == GaitRole::forward || role == GaitRole::back || role == GaitRole::none;
    settings.objective.travel = travels ? 1.0 : 0.0;
    settings.objective.turn = role == GaitRole::left ? 8.0 : role == GaitRole::right ? -8.0 : 0.0;
    const bool jumps = role == GaitRole::jump;
    settings.objective.height = jumps ? 4.0 : 0.0;
    settings.objective.leap = jumps ? 4.0 : 0.0;
    // At full amplitude, turning on the spot becomes spinning.
    const bool turns = role == GaitRole::left || role == GaitRole::right;
    settings.space.amplitude_max = turns ? 0.4 : GaitSearchSettings{}.space.amplitude_max;
    return settings;
}

std::vector<Participation> parts_of(const GaitSearchSettings& settings, std::size_t muscles) {
    std::vector<Participation> parts = settings.space.parts;
    parts.resize(muscles, Participation::if_chosen);
    return parts;
}

FixedSinusoid fixed_of(const GaitSearchSettings& settings, std::size_t muscle, std::size_t harmonic) {
    const std::vector<FixedWaveform>& all = settings.space.fixed;
    return muscle < all.size() && harmonic < all[muscle].size() ? all[muscle][harmonic] : FixedSinusoid{};
}

void fix(GaitSearchSettings& settings, std::size_t muscle, std::size_t harmonic, const FixedSinusoid& fixed) {
    std::vector<FixedWaveform>& all = settings.space.fixed;
    all.resize(std::max(all.size(), muscle + 1));
    FixedWaveform& own = all[muscle];
    own.resize(std::max(own.size(), harmonic + 1));
    own[harmonic] = fixed;
    while (!own.empty() && !own.back().is_there()) {
        own.pop_back();
    }
    remove_trailing_empty(all);
}

void remove_trailing_empty(std::vector<FixedWaveform>& all) {
    while (!all.empty() && all.back().empty()) {
        all.pop_back();
    }
}

} // namespace limber::app
