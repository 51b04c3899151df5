// SPDX-License-Identifier: MIT
#pragma once

#include "app/panels/panel_context.h"

/// Small plots with a name, a number and the top of the axis, each with its unit. The number is the median of the
/// newest values for a noisy line, the newest value for a progress curve, and the range for bars.
namespace limber::app {

void plot_line(const char* name, const Series& series, const char* unit, const char* text);

/// A curve with a known length, drawn from the left; it fills the plot when it is complete.
struct ProgressCurve {
    std::vector<float> values; // of either sign
    std::size_t first = 0;     // index of the first value
    std::size_t length = 0;    // the number of places
};
/// Whether the top of its axis is labelled at the right end, because the curve begins higher than it ends.
bool is_labelled_at_right(const ProgressCurve& curve);
/// Returns whether the plot is hovered.
bool plot_progress(const char* name, const ProgressCurve& curve, const char* unit);

void plot_bars(const char* name, const std::vector<float>& values, const char* unit, const char* text);

/// Draws a bar that is filled to `share`, from 0 to 1, with text that is readable on both sides of its end. Text that
/// is too long ends with dots, and a tooltip shows all of it. Returns the text as it is drawn.
std::string filled_bar(double share, const std::string& words);
/// The same for a computation, with its phase.
std::string progress_bar(const ProgressReport& progress);

/// The range of an axis, which includes zero.
struct AxisRange {
    float low = 0.0F;
    float high = 1.0F;
};
AxisRange axis_of(const std::vector<float>& values);

} // namespace limber::app
