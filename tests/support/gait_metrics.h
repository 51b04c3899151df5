#pragma once

#include "app/character/character.h"
#include "engine/control/walker.h"

/// What a gait does as it is seen: not what a search weighed, but how far it leads, how far it turns, how high the
/// whole body is off the ground.
namespace limber::testing {

struct GaitMetrics {
    double ahead = 0.0;   // [lengths] along where it faced at the start
    double aside = 0.0;   // [lengths] to its left
    double turned = 0.0;  // [degrees] about up, counter-clockwise seen from above
    double aligned = 1.0; // the worst cosine between where it faces and where it faced
    double upright = 1.0; // the worst cosine between its up and the world's
    double reach = 0.0;   // [lengths] the farthest from where it started
    double rise = 0.0;    // [heights] of the centre of mass, at most
    double clear = 0.0;   // [heights] between the ground and the lowest place of all of it, at most
    int flights = 0;      // times that all of it was a fiftieth of its height off the ground
    bool is_finite = true;
};

/// The lowest vertex of the whole skin decides what is clear of the ground, and where the walker stands at rest is
/// ground.
GaitMetrics metrics_of(const app::Character& character, const Walker& walker, const Gait& gait, double seconds = 5.0);

} // namespace limber::testing
