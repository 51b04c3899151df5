// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/json_fwd.h"
#include "engine/core/member_reader.h"
#include "engine/core/result.h"

#include <optional>
#include <string>
#include <vector>

/// Movements of a body by its springs, such as a walk or a wag: the rest lengths of some springs follow waves while the
/// movement plays. The first nine have the keys 1 to 9. In files:
///
///     "movements": [{"name": "Wag", "period": 0.8, "plays": true,
///                    "springs": [{"spring": 3, "stretch": -0.1, "swing": 0.3, "phase": 0.25}]}]
///
/// With t the time of the motion and T the period, the rest length of spring i is, of the one that it has by itself,
///
///     1 + sum over the movements that play (stretch_i + swing_i sin(2 pi (t / T + phase_i))),
///
/// between movement_shortest and movement_longest.
namespace limber::app {

/// What a movement does to a spring. Shares are of the spring's own rest length.
struct MovedSpring {
    int spring = 0;       // its id; of no spring: nothing moves
    double stretch = 0.0; // mean share by which it is longer
    double swing = 0.0;   // share of the wave
    double phase = 0.0;   // of the wave, in periods
    bool operator==(const MovedSpring&) const = default;
};

struct SpringMovement {
    std::string name = {};
    double period = 1.0; // [s]
    bool plays = false;  // whether or not its key is held
    std::vector<MovedSpring> springs = {};
    bool operator==(const SpringMovement&) const = default;
};

inline constexpr std::size_t movements_max = 9;      // per character: one a key
inline constexpr std::size_t movement_name_max = 64; // letters
inline constexpr double movement_period_min = 0.05;  // [s]
inline constexpr double movement_period_max = 60.0;
inline constexpr double movement_shortest = 0.5; // of a spring's own rest length
inline constexpr double movement_longest = 1.5;

/// Its name; "Movement 2" if the second has none.
std::string title_of(const SpringMovement& movement, std::size_t place);

/// The share of its own rest length that a spring has at a time [s] by the movements that play; nullopt: none of them
/// moves it.
std::optional<double> moved_share(const std::vector<SpringMovement>& movements, int spring, double time);

/// The message names the member as in recordings.
std::optional<Error> fault_in(const std::vector<SpringMovement>& movements);

/// Replaces the list by the member `name` of that list, if there is one.
void read_movements(MemberReader& members, const char* name, std::vector<SpringMovement>& movements);
Json movements_json(const std::vector<SpringMovement>& movements);

} // namespace limber::app
