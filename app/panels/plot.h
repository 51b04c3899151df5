#pragma once

#include "app/panels/panel_context.h"

/// Small plots with a name, a number and the top of the axis, each with its unit. The number is what a person reads: of
/// a line that trembles the middle one of its newest values, of a course its newest one, of bars their range.
namespace limber::app {

void plot_line(const char* name, const Series& series, const char* unit, const char* text);

/// A curve with a known length, drawn from the left; it fills the plot when it is complete.
struct ProgressCurve {
    std::vector<float> values; // of either sign
    std::size_t first = 0;     // place of the first value
    std::size_t length = 0;    // places there are
};
void plot_progress(const char* name, const ProgressCurve& curve, const char* unit, const char* text);

void plot_bars(const char* name, const std::vector<float>& values, const char* unit, const char* text);

/// How much of a row is filled, from 0 to 1, with words that can be read on either side of its end. Words that are too
/// long end with dots, and a tooltip shows all of them. Returns the words as they are drawn.
std::string filled_bar(double share, const std::string& words);

/// The round number at or above a value that ends an axis: 1, 2 or 5 times a power of ten.
float axis_end(float value);

/// What an axis reaches from and to, zero among it.
struct AxisRange {
    float low = 0.0F;
    float high = 1.0F;
};
AxisRange axis_of(const std::vector<float>& values);

} // namespace limber::app
