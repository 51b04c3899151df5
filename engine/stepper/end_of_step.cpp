// SPDX-License-Identifier: MIT
#include "engine/stepper/end_of_step.h"

namespace limber {

void compute_end_of_step(const Controls& controls, const Prediction& prediction, const Coordinates& minimum,
                         EndOfStep& end) {
    const double ahead = controls.strain_damping / prediction.h;
    end.Z = (minimum + ahead * prediction.Z_base) / (1.0 + ahead);
    end.Zdot = (end.Z - prediction.Z_base) / prediction.h;
}

void stay_in_plane(EndOfStep& end) {
    end.Z.col(2).setZero();
    end.Zdot.col(2).setZero();
}

void replace_state(const Controls& controls, const EndOfStep& end, const AffineStack& Pdot, bool in_contact,
                   State& state) {
    state.previous.Z = state.Z;
    state.previous.Zdot = state.Zdot;
    state.previous.P = state.P;
    state.previous.Pdot = state.Pdot;
    state.previous.time_step = controls.rig_discontinuity || in_contact ? 0.0 : controls.time_step;
    state.Z = end.Z;
    state.Zdot = end.Zdot;
    state.P = controls.P;
    state.Pdot = Pdot;
    state.time += controls.time_step;
}

} // namespace limber
