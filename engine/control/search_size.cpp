// SPDX-License-Identifier: MIT
#include "engine/control/search_size.h"

#include "engine/control/population_range.h"

#include <algorithm>
#include <cmath>

namespace limber {

std::optional<Error> fault_in_size(const GaitSearchOptions& options) {
    const double doubled = std::ldexp(static_cast<double>(options.population), options.restarts);
    const double population = std::min(doubled, static_cast<double>(population_max));
    if (options.generations * population * options.steps <= search_steps_max) {
        return std::nullopt;
    }
    return Error{ErrorKind::bad_input,
                 "asks for more than 1e12 steps (generations times population, doubled by each restart, times steps), "
                 "which would not end; ask for fewer of one of them",
                 "the search"};
}

} // namespace limber
