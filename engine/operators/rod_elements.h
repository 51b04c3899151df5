// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/mesh/curve_mesh.h"
#include "engine/operators/corotated_elements.h"

#include <optional>
#include <vector>

/// Elastic rods with round cross-sections, for the shared kernel of solids. A rod stretches and bends; it has no twist,
/// because its edges have no orientation about their own direction. For the same reason a joint that is curved at rest
/// may bend to any side.
///
///     an edge of length l:   E A / (2 l) (|d| - l)^2,                A = pi r^2, a spring
///     a joint of edges:      sum E I / l |t_q - R t0_q|^2,           I = pi r^4 / 4, t = d / l
///
/// Half of each edge is a bending spring of stiffness E I / (l / 2) against its joint. Two edges with the angle a to
/// each other's direction at rest, each of any length, have E I / (2 m) a^2 for small angles, m the mean of their
/// lengths: the energy of the curvature a / m over that length, also where the rod is curved at rest. A straight rod
/// bent to a circle has the circle's energy in the limit of short edges. The paper's springs on the ends of two edges
/// vanish in this limit. All edges of a branch point form one stiff joint.
namespace limber {

struct RodMaterial {
    double radius = 0.01;    // r [m]
    double young = 1e6;      // E [Pa]
    double density = 1000.0; // [kg/m^3]
};

/// Returns an error with the first value that is not positive and finite.
std::optional<Error> fault_in(const RodMaterial& material);

/// Edges in the order of the curve, then the joints in the order of the vertices.
std::vector<CorotatedElement> rod_elements(const CurveMesh& curve, const RodMaterial& material);

/// n [kg]: every vertex gets half of the mass of each edge at it.
Vector rod_mass(const CurveMesh& curve, const RodMaterial& material);

} // namespace limber
