#pragma once

#include "app/document/painted_region.h"
#include "app/document/vertex_neighbours.h"
#include "app/interaction/picking.h"

/// One stroke of a brush over a body's surface, which it paints at rest, however the body moves meanwhile. A dab covers
/// what is connected to where it touches within a ball: the tentacle beside stays clean, however near it is. What the
/// dabs of a stroke cover counts once,
///
///     level = before + strength cover (1 - before)        or, erasing, before (1 - strength cover)
///
/// cover the most that any dab gave, from 1 in the middle smoothly to 0 at the rim: so a stroke is the same however
/// often the mouse was asked, and a second one goes on where the first one ended.
namespace limber::app {

struct BrushTip {
    double radius = 0.1;   // [m] of the rest shape
    double strength = 1.0; // in (0, 1]
    double softness = 0.5; // share of the radius over which it fades
    bool erases = false;
};

class BrushStroke {
public:
    /// X: s x 3, the surface at rest [m]; F: its triangles; before: s, or none where nothing was painted yet.
    BrushStroke(Points X, const Triangles& F, PaintLevels before, const BrushTip& tip);

    /// A mesh too coarse for the brush gets its nearest vertex painted.
    void dab(const SurfaceHit& hit);
    PaintLevels levels() const;

private:
    void cover(std::size_t vertex, double distance, double radius);

    Points X_;
    Triangles F_;
    VertexNeighbours neighbours_;
    PaintLevels before_;
    BrushTip tip_;
    std::vector<double> cover_; // s, in [0, 1]
    std::vector<int> reached_;  // s: the dab that came there last
    int dab_ = 0;
};

} // namespace limber::app
