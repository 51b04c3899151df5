// SPDX-License-Identifier: MIT
#pragma once

#include "app/interaction/sketch.h"
#include "app/panels/plot.h"

#include <string>
#include <vector>

/// One plot of several curves on a common axis.
namespace limber::app {

/// The axis of all curves of a plot.
struct CurvesAxis {
    float low = 0.0F; // above zero if logarithmic
    float high = 1.0F;
    bool is_logarithmic = false;

    /// 0 at the low end and 1 at the high one; values outside are at the ends.
    float share_of(float value) const;
};

/// One of a hundred values of a curve may lie outside, so that single steps do not flatten all curves. Logarithmic when
/// the tops of the curves differ by more than a factor of 20 and none is negative; curves of zeros do not count.
CurvesAxis axis_of_curves(const std::vector<std::vector<float>>& curves);

struct PlottedCurve {
    ProgressCurve progress;
    Ink ink;
};

/// Draws the curves in their order, the first on top. The axis is stated beside the title, where it covers no curve.
void plot_curves(const char* title, const std::vector<PlottedCurve>& curves, const char* unit, const char* text);

/// Draws a bar in the colour of a curve, left of the rows from `top` [pixels of the window] to the cursor.
void curve_bar(const Ink& ink, float top);

/// Draws a square in the colour of a curve, and continues in the same line.
void curve_mark(const Ink& ink);

} // namespace limber::app
