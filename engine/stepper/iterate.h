// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

namespace limber {

/// k x 3, row-major, one coordinate after the other, as the kernel reads them.
using Coordinates = Points;

/// A point of a descent and the objective there. Under strain damping Z is where elasticity is evaluated, Z^ in
/// objective.h.
struct Iterate {
    Coordinates Z;               // k x 3
    Coordinates gradient;        // k x 3
    double objective = 0.0;      // up to a constant of the step
    double cluster_energy = 0.0; // the clusters' part of the objective, negative but for constants: elastic_pass.h
};

/// Sized, with undefined contents.
inline Iterate iterate(Index coordinates) {
    return {Coordinates(coordinates, 3), Coordinates(coordinates, 3), 0.0, 0.0};
}

} // namespace limber
