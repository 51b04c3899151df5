// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/painted_region.h"
#include "app/document/vertex_neighbours.h"
#include "app/interaction/picking.h"

/// One brush stroke on a body's surface. It paints the rest shape, so the body may move during the stroke. A dab covers
/// the connected piece of the surface within a ball around the hit, so that another limb close by is not painted. Each
/// vertex is painted once per stroke,
///
///     level = before + strength cover (1 - before)        or, erasing, before (1 - strength cover)
///
/// where cover is the maximum over all dabs; a dab's cover falls smoothly from 1 at its centre to 0 at its rim. So the
/// result does not depend on how often the mouse is polled, and a second stroke adds to the first.
namespace limber::app {

struct BrushTip {
    double radius = 0.1;   // [m] of the rest shape
    double strength = 1.0; // in (0, 1]
    double softness = 0.5; // share of the radius over which it fades
    bool erases = false;
};

class BrushStroke {
public:
    /// X: s x 3, the surface at rest [m]; F: its triangles; before: s, or empty if nothing was painted yet.
    BrushStroke(Points X, const Triangles& F, PaintLevels before, const BrushTip& tip);

    /// Paints at least the nearest vertex, even if the mesh is too coarse for the brush.
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
    std::vector<int> reached_;  // s: the last dab that reached the vertex
    int dab_ = 0;
};

} // namespace limber::app
