// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "engine/control/walker.h"

/// The visible motion of a gait, independent of a search's objective: distance, turn and clearance above the ground.
namespace limber::testing {

struct GaitMetrics {
    double ahead = 0.0;   // along the facing direction at the start [body lengths]
    double aside = 0.0;   // to its left [body lengths]
    double turned = 0.0;  // about up, counter-clockwise seen from above [degrees]
    double aligned = 1.0; // the smallest cosine between the facing directions now and at the start
    double upright = 1.0; // the smallest cosine between its up and the world's
    double reach = 0.0;   // the largest distance from the start [body lengths]
    double rise = 0.0;    // the largest rise of the centre of mass [body heights]
    double clear = 0.0;   // the largest clearance of the whole body above the ground [body heights]
    int flights = 0;      // number of times that the whole body was a fiftieth of its height off the ground
    bool is_finite = true;
};

/// Clearance is measured at the lowest vertex of the skin, above the ground on which the walker rests.
GaitMetrics metrics_of(const app::Character& character, const Walker& walker, const Gait& gait, double seconds = 5.0);

} // namespace limber::testing
