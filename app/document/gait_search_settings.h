#pragma once

#include "app/document/gait_library.h"
#include "engine/control/gait_search.h"

#include <optional>

/// What a character is to learn as a person sets it: what the gait is wanted for, in weights (AALM equation 17 and its
/// kin), what of it is the person's own (style control, AALM figure 9), and how long the search may take. Directions
/// count from where the body faces, so that a lesson fits wherever it stands. In a scene file, among the muscles:
///
///     "lesson": {"learn": "forward",          the key that is to play it; "none"
///                "direction": 0,              turns to the left of the front
///                "facing": 0.25,              likewise; left out: along the direction
///                "ahead": 3, "aside": 0,      [m] the point to come close to, from where it stands
///                "seconds": 4,                of a rollout
///                "space": {...}, "objective": {...}, "search": {...}}    engine/control/search_terms.h
namespace limber::app {

inline constexpr double target_distance_max = 10.0; // [m] ahead, and aside

struct GaitSearchSettings {
    GaitRole role = GaitRole::forward;
    Objective objective{.upright = 2.0}; // without its directions and target; nobody is to tumble to victory
    double direction = 0.0;
    std::optional<double> facing{};
    double ahead = 3.0;
    double aside = 0.0;
    double seconds = 4.0;
    GaitSpace space{.amplitude_max = 0.7}; // without the muscles' count
    GaitSearchOptions search{.generations = 120};

    bool operator==(const GaitSearchSettings&) const = default;
};

/// With the weights that are good for that key, and all else as it was.
GaitSearchSettings with_role(GaitSearchSettings settings, GaitRole role);

/// One a muscle: as the search likes where nobody said otherwise. What was said of more muscles holds for the first.
std::vector<Participation> parts_of(const GaitSearchSettings& settings, std::size_t muscles);

/// Of a muscle's harmonic; nothing where nobody fixed anything.
FixedSinusoid fixed_of(const GaitSearchSettings& settings, std::size_t muscle, std::size_t harmonic);
/// And no more entries than there are things fixed, so that settings that mean the same are the same.
void fix(GaitSearchSettings& settings, std::size_t muscle, std::size_t harmonic, const FixedSinusoid& fixed);

/// Removes the entries at the end that fix nothing.
void remove_trailing_empty(std::vector<FixedWaveform>& fixed);

void read_value(const JsonNode& node, GaitSearchSettings& settings);
Json gait_search_settings_json(const GaitSearchSettings& settings);

} // namespace limber::app
