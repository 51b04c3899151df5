#pragma once

#include "app/rendering/image.h"
#include "engine/linalg/types.h"

#include <array>
#include <vector>

/// One small picture of a gallery, drawn on a finer grid and averaged, so that its edges are smooth.
namespace limber::app {

using Tint = std::array<double, 3>; // sRGB, in [0, 1]

Tint mixed(const Tint& a, const Tint& b, double share);

/// Places are the small picture's pixels, from its top left.
class PopulationCanvas {
public:
    PopulationCanvas(int width, int height, const Tint& paper);

    /// A body as a disc a point: of those in a pixel the closest one is seen, and its edge is drawn around all of them.
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

    /// Into a large picture, whose pixel that is.
    void put_into(Image& picture, int left, int top) const;

private:
    template <typename Paint>
    void around(double right, double down, double radius, Paint paint);
    Tint& at(int x, int y) {
        return grid_[static_cast<std::size_t>(y * width_ + x)];
    }

    int width_, height_; // of the grid
    std::vector<Tint> grid_;
    std::vector<double> closest_; // of the body that is being drawn
};

} // namespace limber::app
