// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/painted_region.h"
#include "app/document/vertex_neighbours.h"
#include "app/interaction/picking.h"

#include <optional>

/// One brush stroke on a body's surface. It paints the rest shape, so the body may move during the stroke. A dab covers
/// the connected piece of the surface within a ball around the hit, so that another limb close by is not painted. Each
/// vertex is painted once per stroke,
///
///     level = before + strength cover (1 - before)        erasing, before (1 - strength cover)
///                                                         smoothing, before + strength cover (smooth - before)
///
/// where smooth is the mean over the neighbours, taken some times of the whole surface, and
/// where cover is the maximum over all dabs; a dab's cover falls smoothly from 1 at its centre to 0 at its rim. So the
/// result does not depend on how often the mouse is polled, and a second stroke adds to the first.
namespace limber::app {

enum class BrushEffect { adds, erases, smooths };

/// A plane through `point`; the mirror exchanges its sides.
struct Mirror {
    Vec3 point = Vec3::Zero();  // [m] of the rest shape
    Vec3 normal = Vec3::Zero(); // of unit length
};

struct BrushTip {
    double radius = 0.1;   // [m] of the rest shape
    double strength = 1.0; // in (0, 1]
    double softness = 0.5; // share of the radius over which it fades
    BrushEffect effect = BrushEffect::adds;
    std::optional<Mirror> mirror; // each dab also falls on the mirrored place, if the body is there
};

class BrushStroke {
public:
    /// X: s x 3, the surface at rest [m]; F: its triangles; before: s, or empty if nothing was painted yet.
    BrushStroke(Points X, const Triangles& F, PaintLevels before, const BrushTip& tip);

    /// Paints at least the nearest vertex, even if the mesh is too coarse for the brush.
    void dab(const SurfaceHit& hit);
    PaintLevels levels() const;

private:
    void dab(const Vec3& middle, std::vector<int> first);
    void dab_mirrored(const Vec3& middle);
    void cover(std::size_t vertex, double distance, double radius);

    Points X_;
    Triangles F_;
    VertexNeighbours neighbours_;
    PaintLevels before_;
    std::vector<double> smooth_; // s, empty unless the tip smooths
    BrushTip tip_;
    std::vector<double> cover_; // s, in [0, 1]
    std::vector<int> reached_;  // s: the last dab that reached the vertex
    int dab_ = 0;
};

} // namespace limber::app
