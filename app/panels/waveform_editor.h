// SPDX-License-Identifier: MIT
#pragma once

#include "engine/actuation/waveform.h"

namespace limber::app {

/// Draws a muscle's activation over twice its longest period, with thin curves for its harmonics and a mark that moves
/// with the time [s]. Dragging the knob on the peak of the chosen harmonic vertically changes its amplitude,
/// horizontally its phase. Returns whether the waveform changed.
bool edit_waveform(const char* name, Waveform& waveform, std::size_t chosen, double limit, double time);

/// Draws the current activation of each muscle as a bar, with the chosen muscle highlighted. Returns the index of the
/// pressed bar, or -1.
int activation_bars(const char* name, const Vector& activation, int chosen, double limit);

} // namespace limber::app
