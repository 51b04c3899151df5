// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/gait_library.h"
#include "engine/control/gait_search.h"

#include <optional>

/// The user's settings of a gait search: the objective as weights (AALM equation 17 and related ones), the parts of the
/// gait that the user fixes (style control, AALM figure 9), and how long the search may take. Directions count from
/// where the body faces, so that the settings do not depend on its placement. In a scene file, among the muscles:
///
///     "gait_search": {"learn": "forward",          the key that is to play it; "none"
///                     "direction": 0,              turns to the left of the front
///                     "facing": 0.25,              likewise; left out: along the direction
///                     "ahead": 3, "aside": 0,      [m] the point to come close to, from where it stands
///                     "seconds": 4,                of a rollout
///                     "space": {...}, "objective": {...}, "search": {...}}    engine/control/search_terms.h
namespace limber::app {

inline constexpr double target_distance_max = 10.0; // [m] ahead, and aside

struct GaitSearchSettings {
    GaitRole role = GaitRole::forward;
    Objective objective{.upright = 2.0}; // without directions and target; the upright weight prevents tumbling gaits
    double direction = 0.0;
    std::optional<double> facing{};
    double ahead = 3.0;
    double aside = 0.0;
    double seconds = 4.0;
    GaitSpace space{.amplitude_max = 0.7}; // without the number of muscles
    GaitSearchOptions search{.generations = 120};

    bool operator==(const GaitSearchSettings&) const = default;
};

/// Returns the settings with the default objective of that role; the search options are unchanged.
GaitSearchSettings with_role(GaitSearchSettings settings, GaitRole role);

/// One entry per muscle; muscles without a setting are left to the search. Surplus entries are ignored.
std::vector<Participation> parts_of(const GaitSearchSettings& settings, std::size_t muscles);

/// The fixed sinusoid of a muscle's harmonic; empty if nothing is fixed.
FixedSinusoid fixed_of(const GaitSearchSettings& settings, std::size_t muscle, std::size_t harmonic);
/// Fixes a sinusoid, and removes trailing empty entries so that equivalent settings compare equal.
void fix(GaitSearchSettings& settings, std::size_t muscle, std::size_t harmonic, const FixedSinusoid& fixed);

/// Removes trailing entries that fix nothing.
void remove_trailing_empty(std::vector<FixedWaveform>& fixed);

void read_value(const JsonNode& node, GaitSearchSettings& settings);
Json gait_search_settings_json(const GaitSearchSettings& settings);

} // namespace limber::app
