// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

/// Gusts: how the velocity of the air changes over time, as smooth noise of a narrow band. A sum of sinusoids with
/// random frequencies and phases [Shinozuka and Deodatis 1991, Simulation of stochastic processes by spectral
/// representation]:
///
///     gust_a(t) = g sqrt(2 / (3 K)) sum_k cos(2 pi (f_ak t + phi_ak))      a = x, y, z;  K = 8
///
///     g       root mean square of |gust| over a long time [m/s]
///     T       typical time from one gust to the next [s]
///     f_ak    frequency [1/s], one in each of K equal parts of the octaves from 1/(2T) to 2/T
///     phi_ak  phase [turns] in [0, 1)
///
/// The mean over a long time is zero. |gust| is at most 4 g, and its rate of change at most 4 g times 4 pi / T. The
/// value depends on the time alone, so that it is the same at any time step. It has no preferred direction; its axes
/// are those of the world.
namespace limber {

struct Gusts {
    double strength = 0.0; // g [m/s]; 0: the wind is steady
    double period = 2.0;   // T [s]
    int seed = 1;          // of the frequencies and the phases
    bool operator==(const Gusts&) const = default;
};

inline constexpr double gust_bound = 4.0; // of |gust| / g

/// The velocity [m/s] that is added to the wind at this time [s]. Does not allocate. Preconditions: period > 0.
Vec3 gust_velocity(const Gusts& gusts, double time);

} // namespace limber
