// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"

#include <optional>
#include <span>

/// The forces that a body will meet, as a Gaussian distribution of mean zero over all vertices [Force-Dual Modes,
/// section 5]:
///
///     F ~ N(0, Sigma),    Sigma = diag(S_1, ..., S_n) + L L'
///
///     S_i    3 x 3    forces of vertex i that nothing correlates with those of others, positive semidefinite; may be 0
///     L      3n x r   r patterns of forces, each with an amplitude of its own of variance one
///
/// Only the directions and the ratios of variances matter for a subspace; a factor on all of them does not.
namespace limber {

struct LoadDistribution {
    Matrix blocks;   // 3n x 3, S_i in rows 3 i to 3 i + 2
    Matrix patterns; // 3n x r, L; vertex by vertex (x0 y0 z0 x1 ...)

    Index vertex_count() const {
        return blocks.rows() / 3;
    }
};

/// No force at all.
LoadDistribution no_loads(Index vertex_count);

/// Equal forces on equal masses everywhere: Sigma = M (mass: n), for which the modes of a body are its vibration modes
/// [section 4.1].
LoadDistribution loads_everywhere(const Vector& mass);

/// Where forces come from: a ball around a centre, beyond which they fall off as exp(-decay d^2) with the distance d
/// from it.
struct LoadRegion {
    Vec3 centre = Vec3::Zero(); // [m]
    double radius = 0.1;        // [m]
    double decay = 10.0;        // alpha [1/m^2]
};
/// n, in [0, 1]: the share of each vertex in a region [section 8.4].
Vector share_of(const LoadRegion& region, const Points& X);

/// Forces in all directions on equal masses, times a share of each vertex (n, not negative): painted, or of a region.
LoadDistribution loads_within(const Vector& mass, const Vector& share);

/// Forces along the normals of the surface on equal areas, times a share of each vertex: what presses against a body
/// [figure 6].
LoadDistribution pressing_loads(const TetMesh& mesh, const Vector& share);

/// A contact patch [equation 20]: three patterns, along the mean normal of the patch and two tangents, on equal areas
/// of the surface times a share of each vertex.
LoadDistribution contact_patch(const TetMesh& mesh, const Vector& share);

/// Springs between pairs of vertices that change their rest lengths [equation 28]: a pattern each, opposite unit forces
/// along the spring. Springs of length zero have none.
LoadDistribution spring_loads(const Points& X, std::span<const std::array<int, 2>> springs);

/// Sigma times factor >= 0.
LoadDistribution scaled(LoadDistribution loads, double factor);
/// Of independent forces: the variances add up.
LoadDistribution sum_of(const LoadDistribution& a, const LoadDistribution& b);

/// Sigma X, for X 3n x k.
Matrix covariance_times(const LoadDistribution& loads, const Matrix& X);

/// Returns an error for the loads of another mesh, numbers that are not finite, or variances that are negative or all
/// zero.
std::optional<Error> fault_in(const LoadDistribution& loads, Index vertex_count);

} // namespace limber
