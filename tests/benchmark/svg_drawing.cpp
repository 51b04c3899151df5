// SPDX-License-Identifier: MIT
#include "tests/benchmark/svg_drawing.h"

#include <array>
#include <cstdio>
#include <fstream>

namespace limber {
namespace {

const char* name_of(SvgDrawing::Anchor anchor) {
    switch (anchor) {
    case SvgDrawing::Anchor::start:
        return "start";
    case SvgDrawing::Anchor::end:
        return "end";
    case SvgDrawing::Anchor::middle:
        break;
    }
    return "middle";
}

std::string attributes_of(const SvgDrawing::Stroke& stroke) {
    std::ostringstream out;
    out << "stroke='" << stroke.colour << "' stroke-width='" << stroke.width
        << "' stroke-linecap='round' stroke-linejoin='round'";
    if (stroke.dashed) {
        out << " stroke-dasharray='7 6'";
    }
    return out.str();
}

} // namespace

std::string written(double value, int decimals) {
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
    return text.data();
}

void SvgDrawing::box(const Spot& corner, const Spot& size, const std::string& fill, double rounding) {
    out_ << "<rect x='" << corner.x << "' y='" << corner.y << "' width='" << size.x << "' height='" << size.y << "' ";
    if (rounding > 0.0) {
        out_ << "rx='" << rounding << "' ";
    }
    out_ << "fill='" << fill << "'/>\n";
}

void SvgDrawing::line(const Spot& from, const Spot& to, const Stroke& stroke) {
    out_ << "<line x1='" << from.x << "' y1='" << from.y << "' x2='" << to.x << "' y2='" << to.y << "' "
         << attributes_of(stroke) << "/>\n";
}

void SvgDrawing::path(const std::vector<Spot>& spots, const Stroke& stroke) {
    out_ << "<polyline fill='none' " << attributes_of(stroke) << " points='";
    for (const Spot& spot : spots) {
        out_ << spot.x << "," << spot.y << " ";
    }
    out_ << "'/>\n";
}

void SvgDrawing::dot(const Spot& at, double radius, const std::string& fill) {
    out_ << "<circle cx='" << at.x << "' cy='" << at.y << "' r='" << radius << "' fill='" << fill << "'/>\n";
}

void SvgDrawing::write(const Spot& at, const std::string& text, const Lettering& lettering) {
    out_ << "<text x='" << at.x << "' y='" << at.y << "' font-size='" << lettering.size << "' text-anchor='"
         << name_of(lettering.anchor) << "' fill='" << lettering.colour << "'>" << text << "</text>\n";
}

std::string SvgDrawing::finished(double width, double height) const {
    std::ostringstream svg;
    svg << "<svg xmlns='http://www.w3.org/2000/svg' width='" << width << "' height='" << height
        << "' font-family='sans-serif'>\n<rect width='100%' height='100%' fill='white'/>\n"
        << out_.str() << "</svg>\n";
    return svg.str();
}

bool SvgDrawing::write_file(const char* path, double width, double height) const {
    std::ofstream file(path);
    file << finished(width, height);
    return file.good();
}

} // namespace limber
