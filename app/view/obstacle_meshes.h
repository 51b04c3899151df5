// SPDX-License-Identifier: MIT
#pragma once

#include "app/geometry/drawn_mesh.h"
#include "engine/contact/obstacle.h"

/// Meshes of obstacles for the renderer: a mesh of unit size is uploaded once, and maps give it size and placement. A
/// changed obstacle needs twelve numbers and no upload. A capsule has two bones, one at each end, and its side is
/// stretched between them. Faces that meet at an edge have separate vertices there.
namespace limber::app {

/// Height fields each have their own mesh. The meshes of all other shapes depend only on the kind.
DrawnMesh obstacle_mesh(const Shape& shape);

/// The drawn part of a half-space: a square patch of its plane around the projection of `centre`, which extends by
/// `reach` to each side.
struct PlanePatch {
    Vec3 centre = Vec3::Zero();
    double reach = 1.0; // [m]
};
DrawnMaps obstacle_maps(const Shape& shape, const PlanePatch& patch);

} // namespace limber::app
