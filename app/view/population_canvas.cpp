// SPDX-License-Identifier: MIT
#include "app/view/population_canvas.h"

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

constexpr int fineness = 2;  // grid cells per pixel side
constexpr double edge = 0.8; // width of the outline [pixel]
constexpr double no_body = -2.0;
constexpr double behind = -1.0; // depth of the outline, behind all points of the body

} // namespace

Tint mixed(const Tint& a, const Tint& b, double share) {
    Tint colour;
    for (std::size_t c = 0; c < 3; ++c) {
        colour[c] = (1.0 - share) * a[c] + share * b[c];
    }
    return colour;
}

PopulationCanvas::PopulationCanvas(int width, int height, const Tint& paper)
    : width_(fineness * width), height_(fineness * height),
      grid_(static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_), paper),
      closest_(grid_.size(), no_body) {}

// Calls paint(cell x, cell y, distance [pixel]) within a radius [pixel].
template <typename Paint>
void PopulationCanvas::around(double right, double down, double radius, Paint paint) {
    const double x0 = fineness * right;
    const double y0 = fineness * down;
    const double reach = fineness * radius;
    // NaN and far positions are outside the picture.
    if (!(std::abs(x0) < 1e6) || !(std::abs(y0) < 1e6)) {
        return;
    }
    const int x_end = std::min(width_ - 1, static_cast<int>(std::floor(x0 + reach)));
    const int y_end = std::min(height_ - 1, static_cast<int>(std::floor(y0 + reach)));
    for (int y = std::max(0, static_cast<int>(std::ceil(y0 - reach))); y <= y_end; ++y) {
        for (int x = std::max(0, static_cast<int>(std::ceil(x0 - reach))); x <= x_end; ++x) {
            const double distance = std::hypot(x - x0, y - y0) / fineness;
            if (distance <= radius) {
                paint(x, y, distance);
            }
        }
    }
}

void PopulationCanvas::body(const Body& body) {
    std::ranges::fill(closest_, no_body);
    for (Index i = 0; i < body.right.size(); ++i) {
        const Tint tint = mixed(body.dark, body.flesh, body.light(i));
        around(body.right(i), body.down(i), body.radius + edge, [&](int x, int y, double distance) {
            const bool is_edge = distance > body.radius;
            const double closeness = is_edge ? behind : body.closeness(i);
            double& there = closest_[static_cast<std::size_t>(y * width_ + x)];
            if (closeness > there) {
                there = closeness;
                at(x, y) = is_edge ? body.edge : tint;
            }
        });
    }
}

void PopulationCanvas::line(const Eigen::Vector2d& from, const Eigen::Vector2d& to, double width, const Tint& ink) {
    const double length = (to - from).norm();
    if (!(length < 1e4)) {
        return;
    }
    const int steps = 1 + static_cast<int>(2.0 * fineness * length);
    for (int i = 0; i <= steps; ++i) {
        disc(from + (to - from) * (static_cast<double>(i) / steps), 0.5 * width, ink);
    }
}

void PopulationCanvas::disc(const Eigen::Vector2d& middle, double radius, const Tint& ink) {
    around(middle.x(), middle.y(), radius, [&](int x, int y, double) { at(x, y) = ink; });
}

void PopulationCanvas::put_into(Image& picture, int left, int top) const {
    for (int y = 0; y < height_ / fineness; ++y) {
        for (int x = 0; x < width_ / fineness; ++x) {
            const auto pixel = 3 * (static_cast<std::size_t>(top + y) * static_cast<std::size_t>(picture.width) +
                                    static_cast<std::size_t>(left + x));
            for (std::size_t c = 0; c < 3; ++c) {
                double sum = 0.0;
                for (int cell = 0; cell < fineness * fineness; ++cell) {
                    const int row = fineness * y + cell / fineness;
                    sum += grid_[static_cast<std::size_t>(row * width_ + fineness * x + cell % fineness)][c];
                }
                const double mean = std::clamp(sum / (fineness * fineness), 0.0, 1.0);
                picture.rgb[pixel + c] = static_cast<std::uint8_t>(std::lround(255.0 * mean));
            }
        }
    }
}

} // namespace limber::app
