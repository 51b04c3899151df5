// SPDX-License-Identifier: MIT
#include "engine/stepper/prediction.h"

namespace limber {
namespace {

// Backward Euler: v = (x - x_old) / h. BDF2: v = (3 x - 4 x_old + x_older) / 2 h, and likewise for the acceleration;
// both are v = (x - x_base) / h_base, a = (v - v_base) / h_base.
void compute_base(const Controls& controls, const State& state, Prediction& prediction) {
    if (!prediction.uses_history) {
        prediction.h = controls.time_step;
        prediction.Z_base = state.Z;
        prediction.Zdot_base = state.Zdot;
        prediction.P_base = controls.rig_discontinuity ? controls.P : state.P;
        prediction.Pdot_base = state.Pdot;
        return;
    }
    const PreviousState& previous = state.previous;
    prediction.h = 2.0 / 3.0 * controls.time_step;
    prediction.Z_base = (4.0 * state.Z - previous.Z) / 3.0;
    prediction.Zdot_base = (4.0 * state.Zdot - previous.Zdot) / 3.0;
    prediction.P_base = (4.0 * state.P - previous.P) / 3.0;
    prediction.Pdot_base = (4.0 * state.Pdot - previous.Pdot) / 3.0;
}

// Computes the rig's velocity in this step and its deviation from the predicted motion.
void predict_rig(const Controls& controls, Prediction& prediction) {
    if (controls.rig_discontinuity) {
        // Keeps the previous rig velocity; otherwise the next step would see a large acceleration.
        prediction.Pdot = prediction.Pdot_base;
        prediction.P_deviation.setZero();
        prediction.P_ahead = controls.P;
        return;
    }
    const double h = prediction.h;
    prediction.Pdot = (controls.P - prediction.P_base) / h;
    prediction.P_deviation = controls.P - prediction.P_base - h * prediction.Pdot_base;
    prediction.P_ahead = controls.P + controls.strain_damping * prediction.Pdot;
}

} // namespace

Prediction prediction(Index coordinates, Index rig_rows) {
    const AffineStack rig(rig_rows, 3);
    const Coordinates body(coordinates, 3);
    return {0.0, false, body, body, body, rig, rig, rig, rig, rig};
}

bool uses_history(const Controls& controls, const State& state) {
    return controls.integrator == Integrator::bdf2 && !controls.rig_discontinuity &&
           state.previous.time_step == controls.time_step;
}

void predict_motion(const Controls& controls, const State& state, bool with_history, Prediction& prediction) {
    prediction.uses_history = with_history;
    compute_base(controls, state, prediction);
    prediction.Z = prediction.Z_base + (prediction.h + controls.strain_damping) * prediction.Zdot_base;
    predict_rig(controls, prediction);
}

} // namespace limber
