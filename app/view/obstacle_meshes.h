#pragma once

#include "app/geometry/drawn_mesh.h"
#include "engine/contact/obstacle.h"

/// Obstacles as skins for the renderer: a mesh of unit size, uploaded once, and maps that give it its size and place. A
/// changed obstacle sends twelve numbers and no mesh. A capsule has two bones, one at each end, and its side is
/// stretched between them. Faces that meet at an edge have separate vertices there.
namespace limber::app {

/// Only hills need a mesh of their own: their heights. All others depend on the kind alone.
DrawnMesh obstacle_mesh(const Shape& shape);

/// Where a half-space is seen: a square patch of its plane around the foot of `centre`, of so many metres to each side.
struct PlanePatch {
    Vec3 centre = Vec3::Zero();
    double reach = 1.0; // [m]
};
DrawnMaps obstacle_maps(const Shape& shape, const PlanePatch& patch);

} // namespace limber::app
