#pragma once

#include "app/panels/panel_context.h"

/// Style control, muscle by muscle (AALM section 4, figure 9): locks that fix an amplitude, a period or a phase for the
/// next search, at what its slider says. A slider that is moved later takes what is fixed along; another gait that
/// plays does not.
namespace limber::app {

/// A lock before the slider of a number of that muscle's harmonic; the row goes on behind it. Nothing where the body
/// cannot learn.
void style_lock(PanelContext& context, const char* number, std::size_t muscle, std::size_t harmonic);

/// A letter for each number of a muscle that may be fixed, of all its harmonics together: A, T, theta.
void style_letters(PanelContext& context, const std::string& muscle_name, std::size_t muscle);

/// What is fixed of a muscle goes along with its sliders, by as many harmonics as there are before and after.
void follow_sliders(PanelContext& context, std::size_t muscle, const Waveform& before, const Waveform& after);

} // namespace limber::app
