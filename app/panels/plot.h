#pragma once

#include "app/panels/studio.h"

/// Small plots with a name, the newest value and the top of the axis, each with its unit.
namespace limber::app {

void plot_line(const char* name, const Series& series, const char* unit, const char* text);
void plot_bars(const char* name, const std::vector<float>& values, const char* unit, const char* text);

/// The round number at or above a value that ends an axis: 1, 2 or 5 times a power of ten.
float axis_end(float value);

} // namespace limber::app
