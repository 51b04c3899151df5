// SPDX-License-Identifier: MIT
#include "app/motion/loop_lengths.h"

#include "app/character/playing_clip.h"

#include <cmath>

namespace limber::app {

double seconds_of_loop(const Character& character, const LiveControls& controls) {
    return does_loop(character, controls) ? playing_time(character, controls) : 0.0;
}

std::optional<std::size_t> first_that_loops(const std::vector<double>& seconds) {
    for (std::size_t i = 0; i < seconds.size(); ++i) {
        if (seconds[i] > 0.0) {
            return i;
        }
    }
    return std::nullopt;
}

std::optional<Error> fault_in_loops(const std::vector<CharacterPtr>& characters, const std::vector<double>& seconds) {
    constexpr double rounding = 1e-6; // [loops]
    const auto first = first_that_loops(seconds);
    for (std::size_t i = first.value_or(seconds.size()); i < seconds.size(); ++i) {
        const double turns = seconds[i] > 0.0 ? seconds[*first] / seconds[i] : 1.0;
        if (std::abs(turns - std::round(turns)) > rounding || std::round(turns) < 1.0) {
            return Error{
                ErrorKind::bad_input,
                "loops in a time that does not fit into the loop of the first character that loops: change the "
                "speed or the part of its clip, or disable one of them",
                characters[i]->description.name};
        }
    }
    return std::nullopt;
}

} // namespace limber::app
