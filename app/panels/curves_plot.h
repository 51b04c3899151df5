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

/// A mark of the axis of time, which ends now.
struct TimeTick {
    float across = 0.0F; // 0 at the left end of the plot and 1 at the right one
    std::string text;
};

/// At round times, of which there are at most five, and now; of a plot that shows so many seconds. Not above zero: they
/// are not known yet, and there is none but now.
std::vector<TimeTick> time_ticks(double seconds);

/// Draws the curves in their order, the first on top, over the last `seconds`. Their axis is stated beside the title,
/// where it covers no curve, and times below. Returns whether the mouse is over them.
bool plot_curves(const char* title, const std::vector<PlottedCurve>& curves, const char* unit, double seconds);

/// Draws a bar in the colour of a curve, left of the rows from `top` [pixels of the window] to the cursor.
void curve_bar(const Ink& ink, float top);

/// Draws a square in the colour of a curve, and continues in the same line.
void curve_mark(const Ink& ink);

} // namespace limber::app
