#pragma once

#include "engine/actuation/waveform.h"

namespace limber::app {

/// Draws a muscle's activation over its longest period, twice, with its harmonics thin behind it and a mark that moves
/// with the time [s]. The knob on the peak of the chosen harmonic can be dragged: up and down is its amplitude, left
/// and right its phase. Says whether the waveform was changed.
bool edit_waveform(const char* name, Waveform& waveform, std::size_t chosen, double limit, double time);

/// How far each muscle is activated at this moment, one bar each, up or down; the chosen one stands out. Returns the
/// one that was pressed, or -1.
int activation_bars(const char* name, const Vector& activation, int chosen, double limit);

} // namespace limber::app
