#pragma once

#include "app/character/character.h"
#include "engine/control/walker.h"

#include <cstdint>
#include <string>

/// A character under someone who plays with the arrow keys and the space bar: another of its gaits, or none, is asked
/// for at random moments, and each fades into the next as in the window.
namespace limber::testing {

struct Drive {
    double seconds = 60.0;
    double mean = 0.0;       // of the cosine between its up and the world's
    double worst = 1.0;      // of the same
    double leaning = 0.0;    // share of the time at more than 45 degrees
    double fallen = 0.0;     // share of the time on its side or worse
    double first_lean = 0.0; // [s]; none: the whole drive
    std::string asked{};     // then
    double reach = 0.0;      // [lengths] the farthest from where it started
};

/// It knows a gait for left and right, as the window asks for.
bool can_be_driven(const app::MuscleDescription& muscles);
/// Two keys at once: ahead and a side (app/motion/gait_blend.h). From where it stands, so many seconds.
struct Curve {
    double ahead = 0.0; // [lengths] along where it faces at each moment
    double turns = 0.0; // to the left
    double upright = 1.0;
};
Curve curve_of(const Walker& walker, const app::GaitLibrary& gaits, app::GaitRole side, double seconds = 5.0);

Drive driven(const Walker& walker, const app::MuscleDescription& muscles, std::uint64_t seed, double seconds = 60.0);

} // namespace limber::testing
