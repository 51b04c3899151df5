// SPDX-License-Identifier: MIT
#pragma once

#include <sstream>
#include <string>
#include <vector>

/// Plots as SVG text, which browsers and READMEs show and diffs can compare.
namespace limber {

struct Spot {
    double x = 0.0;
    double y = 0.0;
};

/// With `decimals` digits after the point.
std::string written(double value, int decimals);

class SvgDrawing {
public:
    enum class Anchor { start, middle, end };
    struct Stroke {
        std::string colour = "#888";
        double width = 1.0;
        bool dashed = false;
    };
    struct Lettering {
        int size = 13;
        std::string colour = "#333";
        Anchor anchor = Anchor::middle;
    };

    void box(const Spot& corner, const Spot& size, const std::string& fill, double rounding = 0.0);
    void line(const Spot& from, const Spot& to, const Stroke& stroke);
    void path(const std::vector<Spot>& spots, const Stroke& stroke);
    void dot(const Spot& at, double radius, const std::string& fill);
    void write(const Spot& at, const std::string& text, const Lettering& lettering);

    /// The whole file, on white.
    std::string finished(double width, double height) const;
    /// Returns whether it could be written.
    bool write_file(const char* path, double width, double height) const;

private:
    std::ostringstream out_;
};

} // namespace limber
