// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <string>
#include <vector>

/// The sea: who swims where. Figure 1 of [Benchekroun et al. 2023] in our own creatures; 26 of them, of fifteen kinds,
/// with 330,000 vertices and 1.6 million tets together, above a floor at y = 0.
namespace limber::app {

struct Swimmer {
    std::string creature; // as in creatures.h
    Vec3 at;              // where its origin is [m]
    double heading;       // around y from its own +x [degrees]
    double clip_time;     // at which its clip starts, so that no two of a kind move alike [s]
};

const std::vector<Swimmer>& swimmers();

/// From which all of it is seen, in a picture that is wider than high.
struct CameraPose {
    Vec3 eye = {0.0, 2.9, 15.3};
    Vec3 target = {0.0, 2.75, 0.0};
    double field_of_view = 36.0; // vertical [degrees]
};

} // namespace limber::app
