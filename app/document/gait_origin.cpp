// SPDX-License-Identifier: MIT
#include "app/document/gait_origin.h"

#include <algorithm>

namespace limber::app {

bool same_motion(const Gait& one, const Gait& other) {
    return one.waveforms == other.waveforms && one.ramp == other.ramp && one.limit == other.limit;
}

const NamedGait* origin_of(const Gait& gait, const GaitLibrary& gaits) {
    const NamedGait* named = gaits.called(gait.name);
    if (named && same_motion(named->gait, gait)) {
        return named;
    }
    const auto& all = gaits.gaits();
    const auto same =
        std::ranges::find_if(all, [&gait](const NamedGait& other) { return same_motion(other.gait, gait); });
    return same == all.end() ? named : &*same;
}

const NamedGait* another_than(const Gait& gait, std::string_view name, const GaitLibrary& gaits) {
    const auto& all = gaits.gaits();
    const auto first = static_cast<std::size_t>(std::ranges::find(all, name, &NamedGait::name) - all.begin());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const NamedGait& named = all[(first + i) % all.size()];
        if (!same_motion(named.gait, gait)) {
            return &named;
        }
    }
    return nullptr;
}

std::optional<std::string> misfit(const Gait& gait, const std::string& character, std::size_t muscles) {
    const std::size_t count = gait.waveforms.size();
    const bool is_foreign = !gait.character.empty() && gait.character != character;
    if (!is_foreign && count == muscles) {
        return std::nullopt;
    }
    const std::string words = is_foreign ? "The gait was made for " + gait.character + ", whose muscles are others"
                                         : "The gait was made for other muscles";
    if (count == muscles) {
        return words + ": each waveform moves the muscle of its number.";
    }
    return words + ": of its " + std::to_string(count) + (count == 1 ? " waveform" : " waveforms") + " for the " +
           std::to_string(muscles) + " muscles of " + character +
           (count > muscles ? ", the last move nothing." : ", none is left for the last muscles, which rest.");
}

} // namespace limber::app
