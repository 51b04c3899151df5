// SPDX-License-Identifier: MIT
#pragma once

#include "app/rendering/image.h"
#include "engine/linalg/types.h"

#include <array>
#include <vector>

/// One tile of the population view, drawn on a finer grid and averaged for smooth edges.
namespace limber::app {

using Tint = std::array<double, 3>; // sRGB, in [0, 1]

Tint mixed(const Tint& a, const Tint& b, double share);

/// Coordinates are the tile's pixels, from its top left.
class PopulationCanvas {
public:
    PopulationCanvas(int width, int height, const Tint& paper);

    /// A body drawn as one disc per point. In each pixel the closest disc is visible; an outline surrounds all discs.
    struct Body {
        Vector right, down; // [pixel]
        Vector light;       // of each point, in [0, 1]
        Vector closeness;   // in [0, 1]
        double radius = 1.0;
        Tint flesh, dark, edge;
    };
    void body(const Body& body);

    /// With round ends.
    void line(const Eigen::Vector2d& from, const Eigen::Vector2d& to, double width, const Tint& ink);
    void disc(const Eigen::Vector2d& middle, double radius, const Tint& ink);

    /// Copies the tile to this pixel of a larger picture.
    void put_into(Image& picture, int left, int top) const;

private:
    template <typename Paint>
    void around(double right, double down, double radius, Paint paint);
    Tint& at(int x, int y) {
        return grid_[static_cast<std::size_t>(y * width_ + x)];
    }

    int width_, height_; // size of the grid
    std::vector<Tint> grid_;
    std::vector<double> closest_; // depths of the body that is being drawn
};

} // namespace limber::app
