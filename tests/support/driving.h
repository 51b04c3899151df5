// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "engine/control/walker.h"

#include <cstdint>
#include <string>

/// A character driven by random keys: at random times another gait, or none, is requested, and each fades into the next
/// as in the window.
namespace limber::testing {

struct Drive {
    double seconds = 60.0;
    double mean = 0.0;       // mean cosine between its up and the world's
    double worst = 1.0;      // smallest cosine
    double leaning = 0.0;    // fraction of the time at more than 45 degrees
    double fallen = 0.0;     // fraction of the time at more than 90 degrees
    double first_lean = 0.0; // time of the first lean [s]; the whole drive if there is none
    std::string asked{};     // the gait requested at that time
    double reach = 0.0;      // the largest distance from the start [body lengths]
};

/// Whether it has gaits for left and right, which the window needs.
bool can_be_driven(const app::MuscleDescription& muscles);
/// Two keys together: ahead and a side (app/motion/gait_blend.h), for `seconds` from its start.
struct Curve {
    double ahead = 0.0; // along its current facing direction [body lengths]
    double turns = 0.0; // to the left
    double upright = 1.0;
};
Curve curve_of(const Walker& walker, const app::GaitLibrary& gaits, app::GaitRole side, double seconds = 5.0);

Drive driven(const Walker& walker, const app::MuscleDescription& muscles, std::uint64_t seed, double seconds = 60.0);

} // namespace limber::testing
