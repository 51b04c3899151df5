// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_context.h"

/// Style control for single muscles (AALM section 4, figure 9): locks fix an amplitude, a period or a phase in the next
/// search at the slider's value. Moving the slider changes the fixed value; playing another gait does not.
namespace limber::app {

/// Draws a lock before the slider of a number of the muscle's harmonic, in the same row. Draws nothing if the body
/// cannot be searched for.
void style_lock(PanelContext& context, const char* number, std::size_t muscle, std::size_t harmonic);

/// Draws the letters A, T and theta, which fix the number for all harmonics of the muscle.
void style_letters(PanelContext& context, const std::string& muscle_name, std::size_t muscle);

/// Updates the fixed values of a muscle after an edit of its sliders. `before` and `after` may have different numbers
/// of harmonics.
void follow_sliders(PanelContext& context, std::size_t muscle, const Waveform& before, const Waveform& after);

} // namespace limber::app
