#pragma once

#include "tests/benchmark/svg_drawing.h"

/// Curves and bars between two axes, somewhere in a drawing.
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
    bool dotted = false; // each spot is a measurement of its own
};

struct Frame {
    double left = 0.0;
    double top = 0.0;
    double width = 0.0;
    double height = 0.0;
};

enum class Corner { upper_left, upper_right, lower_right };

/// Colours that tell apart, for eyes that do not tell red from green too.
inline constexpr const char* plot_colours[] = {"#3d6fa5", "#e07a5f", "#5b8c5a", "#c9a227", "#7d5ba6", "#8a8f98"};

/// A range of round ticks, about so many, that holds all values and zero.
Axis axis_around(const std::string& title, const std::vector<double>& values, int tick_count = 5);

class Chart {
public:
    /// Draws the frame; the title stands above it, the axes' titles below and above left.
    Chart(SvgDrawing& drawing, const Frame& frame, const std::string& title, Axis x, Axis y);

    /// With its name in the list.
    void draw(const Curve& curve);
    /// At the upper left, where nobody asks for another place.
    void list_names_at(Corner corner) {
        names_at_ = corner;
    }
    /// From zero up, as wide as `width` in the units of x; the name stands in it if there is any.
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
