// SPDX-License-Identifier: MIT
#pragma once

#include "engine/stepper/iterate.h"
#include "engine/stepper/state.h"

/// First stage of a step: the motion by inertia alone (x~ in step.h), from which the objective measures
/// accelerations.
namespace limber {

/// Positions at the end of the step give v = (x - x_base) / h and a = (v - v_base) / h. For backward Euler the base is
/// the last state, for BDF2 (4 last - one before) / 3.
struct Prediction {
    double h = 0.0;            // [s] the time step, or two thirds of it for BDF2
    bool uses_history = false; // BDF2; otherwise backward Euler
    Coordinates Z_base;        // k x 3
    Coordinates Zdot_base;     // k x 3 [1/s]
    Coordinates Z;             // k x 3 end of the predicted motion, offset by strain damping: start of the descents
    AffineStack P_base;        // 4b x 3
    AffineStack Pdot_base;     // 4b x 3 [1/s]
    AffineStack Pdot;          // 4b x 3 [1/s] the rig's velocity in this step
    AffineStack P_deviation;   // 4b x 3 of the rig from its own motion by inertia: p - p_hist in FCD
    AffineStack P_ahead;       // 4b x 3 P + beta Pdot, where elasticity is evaluated
};

/// Sized, with undefined contents.
Prediction prediction(Index coordinates, Index rig_rows);

/// Whether the integrator reads the state before the last: BDF2, if that state is known and the time step is unchanged.
bool uses_history(const Controls& controls, const State& state);

/// Precondition: uses_history(controls, state) if `with_history`.
void predict_motion(const Controls& controls, const State& state, bool with_history, Prediction& prediction);

} // namespace limber
