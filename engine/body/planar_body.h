// SPDX-License-Identifier: MIT
#pragma once

#include "engine/body/body.h"
#include "engine/core/progress.h"
#include "engine/core/result.h"

/// Bodies that move in a plane as two-dimensional solids (model/planar_model.h). They are bodies of tets, a slab, so
/// that muscles, handles, contact and everything that reads a mesh treat them as solids.
///
///     Body letter = build_planar_body(flat, {.depth = 0.1}).value();
namespace limber {

/// Vertices of the flat mesh up to which each moves by itself; larger bodies have as many columns.
inline constexpr Index planar_columns_max = 300;

struct PlanarBodyOptions {
    double depth = 0.1; // [m] along z, above 0
    UniformMaterial material = {};
    Index columns_max = planar_columns_max; // at least 3
};

/// A free body in the plane of a flat surface, validated (mesh_validation.h), whose vertices have one z. Fails with
/// bad_input: a material or option that is out of range, a mesh that is not flat, or a triangle without area; and with
/// not_converged and cancelled.
Result<Body> build_planar_body(const SurfaceMesh& flat, const PlanarBodyOptions& options = {},
                               Progress* progress = nullptr);

/// Displacements of the rest shape (3n x m [m], vertex by vertex) as muscles whose target turns as a whole. Fails with
/// bad_input when sizes disagree, a number is not finite, or a displacement is not one of the body's own: in the plane
/// and the same on both faces (actuation/planar_shapes.h has these).
Result<Body> with_planar_muscles(Body body, const Matrix& D, Progress* progress = nullptr);

} // namespace limber
