// SPDX-License-Identifier: MIT
#include "tests/benchmark/chart.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limber {
namespace {

double share_of(const Axis& axis, double value) {
    if (axis.logarithmic) {
        return std::log(value / axis.low) / std::log(axis.high / axis.low);
    }
    return (value - axis.low) / (axis.high - axis.low);
}

// Rounds up to 1, 2 or 5 times a power of ten.
double round_step(double least) {
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least * (1.0 - 1e-9)) {
            return factor * power;
        }
    }
    return 10.0 * power;
}

} // namespace

Axis axis_around(const std::string& title, const std::vector<double>& values, int tick_count) {
    const double low = std::min(0.0, *std::min_element(values.begin(), values.end()));
    const double high = std::max(0.0, *std::max_element(values.begin(), values.end()));
    const double step = round_step(std::max(high - low, 1e-12) / tick_count);
    Axis axis{title, step * std::floor(low / step), step * std::ceil(1.02 * high / step), {}};
    axis.decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9)));
    for (double tick = axis.low; tick < axis.high + 0.5 * step; tick += step) {
        axis.ticks.push_back(tick);
    }
    return axis;
}

Chart::Chart(SvgDrawing& drawing, const Frame& frame, const std::string& title, Axis x, Axis y)
    : drawing_(drawing), frame_(frame), x_(std::move(x)), y_(std::move(y)) {
    draw_axes(title);
}

Spot Chart::place_of(const Spot& spot) const {
    return {frame_.left + frame_.width * share_of(x_, spot.x),
            frame_.top + frame_.height * (1.0 - share_of(y_, spot.y))};
}

void Chart::draw_axes(const std::string& title) {
    const double right = frame_.left + frame_.width;
    const double bottom = frame_.top + frame_.height;
    for (const double tick : y_.ticks) {
        const double y = place_of({x_.low, tick}).y;
        drawing_.line({frame_.left, y}, {right, y}, {std::abs(tick) < 1e-12 ? "#888" : "#ddd"});
        drawing_.write({frame_.left - 8, y + 5}, written(tick, y_.decimals), {13, "#333", SvgDrawing::Anchor::end});
    }
    for (const double tick : x_.ticks) {
        const double x = place_of({tick, y_.low}).x;
        drawing_.line({x, bottom}, {x, bottom + 4}, {"#888"});
        drawing_.write({x, bottom + 20}, written(tick, x_.decimals), {});
    }
    drawing_.line({frame_.left, bottom}, {right, bottom}, {"#888"});
    drawing_.write({frame_.left + 0.5 * frame_.width, bottom + 40}, x_.title, {14});
    drawing_.write({frame_.left - 8, frame_.top - 12}, y_.title, {13, "#333", SvgDrawing::Anchor::start});
    drawing_.write({frame_.left + 0.5 * frame_.width, frame_.top - 32}, title, {16});
}

void Chart::list(const std::string& name, const SvgDrawing::Stroke& stroke) {
    if (name.empty()) {
        return;
    }
    const double down = 16 + 20 * listed_;
    const double y = frame_.top + (names_at_ == Corner::lower_right ? frame_.height - down : down);
    const double x = frame_.left + (names_at_ == Corner::upper_left ? 14 : 0.5 * frame_.width);
    ++listed_;
    drawing_.line({x, y - 4}, {x + 26, y - 4}, stroke);
    drawing_.write({x + 34, y}, name, {13, "#333", SvgDrawing::Anchor::start});
}

void Chart::draw(const Curve& curve) {
    std::vector<Spot> places;
    std::transform(curve.spots.begin(), curve.spots.end(), std::back_inserter(places),
                   [this](const Spot& spot) { return place_of(spot); });
    const SvgDrawing::Stroke stroke{curve.colour, 2.5, curve.dashed};
    drawing_.path(places, stroke);
    for (std::size_t i = 0; curve.dotted && i < places.size(); ++i) {
        drawing_.dot(places[i], 4.0, curve.colour);
    }
    list(curve.name, stroke);
}

void Chart::bar(double x, double from, double to, double width, const std::string& colour) {
    const Spot top_left = place_of({x - 0.5 * width, std::max(from, to)});
    const Spot bottom_right = place_of({x + 0.5 * width, std::min(from, to)});
    drawing_.box(top_left, {bottom_right.x - top_left.x, bottom_right.y - top_left.y}, colour, 2.0);
}

void Chart::write(const Spot& at, const std::string& text, const SvgDrawing::Lettering& lettering) {
    drawing_.write(place_of(at), text, lettering);
}

} // namespace limber
