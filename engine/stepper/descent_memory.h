// SPDX-License-Identifier: MIT
#pragma once

#include "engine/stepper/iterate.h"
#include "engine/stepper/kernel.h"

#include <array>
#include <functional>

/// What descents with L-BFGS share [Nocedal 1980]: the history, the two loops and the line search.
namespace limber {

/// The L-BFGS history: the last moves and gradient changes.
struct DescentMemory {
    static constexpr int pairs_max = 8;
    static constexpr int capacity = pairs_max + 1;  // one slot for the pair under test
    std::array<Coordinates, capacity> move;         // k x 3
    std::array<Coordinates, capacity> change;       // k x 3
    std::array<double, capacity> inverse_product{}; // 1 / <move, change>
    std::array<double, capacity> coefficient{};     // alpha_i of the two loops
    int count = 0;
    int newest = 0;
};

/// Empty, sized for k x 3 coordinates.
DescentMemory descent_memory(Index coordinates);

/// direction = -H gradient by the two loops. `solve_metric` applies the initial H to k x 3 rows in place.
void compute_direction(const Kernel& kernel, const Coordinates& gradient,
                       const std::function<void(Coordinates&)>& solve_metric, DescentMemory& memory,
                       Coordinates& direction);

/// Stores the pair of move and gradient change from `now` to `trial` if the objective has positive curvature along it;
/// at most `pairs` of them.
void store_pair(const Kernel& kernel, const Iterate& now, const Iterate& trial, int pairs, DescentMemory& memory);

double inner(const Kernel& kernel, const Coordinates& a, const Coordinates& b);

/// A move along a direction.
struct Line {
    double slope = 0.0;  // of the objective along the direction, at now
    double length = 1.0; // in units of the direction
};

/// Whether the trial decreases the objective. Where the difference is below the round-off of the objective, compares
/// the slopes at both ends instead.
bool is_lower(const Kernel& kernel, const Iterate& now, const Iterate& trial, const Coordinates& direction,
              const Line& line, double round_off);

/// The minimum of the parabola through the known values along the line, clamped to 0.1 to 0.5 of the length.
double shorter_length(const Iterate& now, const Iterate& trial, const Line& line);

} // namespace limber
