// SPDX-License-Identifier: MIT
#pragma once

#include "engine/loads/pocket_pressure.h"

#include <vector>

/// Muscles whose stress has an energy of its own in place of a target: the gas in pockets [Force-Dual Modes, before
/// equation 21], and fibres under tension [equation 23], whose energy at the positions x (n x 3) is
///
///     A / 2 tr(x' K x)        A [Pa] the tension
///
/// It is convex, because fibres only pull: a tension is never negative.
namespace limber {

/// Fibres whose tension is that of a muscle.
struct TenseFibres {
    SparseMatrix K;       // n x n [m] loads/muscle_loads.h
    Index muscle = 0;     // whose activation it is
    double tension = 0.0; // [Pa] at activation 1
};

struct ActiveStresses {
    std::vector<InflatedPocket> pockets;
    std::vector<TenseFibres> fibres;

    bool are_there() const {
        return !pockets.empty() || !fibres.empty();
    }
};

} // namespace limber
