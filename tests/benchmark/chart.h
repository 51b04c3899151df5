// SPDX-License-Identifier: MIT
#pragma once

#include "tests/benchmark/svg_drawing.h"

/// Curves and bars between two axes in a drawing.
namespace limber {

struct Axis {
    std::string title;
    double low = 0.0;
    double high = 1.0;
    std::vector<double> ticks;
    int decimals = 0; // of the ticks' numbers
    bool logarithmic = false;
};

struct Curve {
    std::string name;
    std::string colour;
    std::vector<Spot> spots; // in the axes' units
    bool dashed = false;
    bool dotted = false; // draws a marker for each measurement
};

struct Frame {
    double left = 0.0;
    double top = 0.0;
    double width = 0.0;
    double height = 0.0;
};

enum class Corner { upper_left, upper_right, lower_right };

/// Distinct colours, also for red-green colour blindness.
inline constexpr const char* plot_colours[] = {"#3d6fa5", "#e07a5f", "#5b8c5a", "#c9a227", "#7d5ba6", "#8a8f98"};

/// A range of about this many round ticks that contains all values and zero.
Axis axis_around(const std::string& title, const std::vector<double>& values, int tick_count = 5);

class Chart {
public:
    /// Draws the frame with the title above it and the axes' titles below and above left.
    Chart(SvgDrawing& drawing, const Frame& frame, const std::string& title, Axis x, Axis y);

    /// With its name in the list.
    void draw(const Curve& curve);
    /// At the upper left by default.
    void list_names_at(Corner corner) {
        names_at_ = corner;
    }
    /// From zero up, `width` wide in the units of x, with the name in it if there is one.
    void bar(double x, double from, double to, double width, const std::string& colour);
    void write(const Spot& at, const std::string& text, const SvgDrawing::Lettering& lettering);

private:
    Spot place_of(const Spot& spot) const;
    void draw_axes(const std::string& title);
    void list(const std::string& name, const SvgDrawing::Stroke& stroke);

    SvgDrawing& drawing_;
    Frame frame_;
    Axis x_;
    Axis y_;
    int listed_ = 0;
    Corner names_at_ = Corner::upper_left;
};

} // namespace limber
