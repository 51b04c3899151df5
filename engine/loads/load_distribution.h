// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"

#include <array>
#include <optional>
#include <span>
#include <vector>

/// The forces that a body will meet, as a Gaussian distribution over all vertices [Force-Dual Modes, section 5]:
///
///     F ~ N(mu, Sigma),    Sigma = diag(S_1, ..., S_n) + L L'
///
///     mu     3n       [N] the mean force, which the body bears all the time
///     S_i    3 x 3    [N^2] covariance of a force on vertex i that is independent of those on others, positive
///                     semidefinite; may be 0
///     L      3n x r   [N] r patterns of forces, each with an independent amplitude of variance one
///
/// Only the directions and the ratios of variances matter for a subspace; a factor on all of them does not. The same
/// holds for the mean.
namespace limber {

/// A handle that holds a vertex at its target: its energy is k/2 |u - A|^2.
struct HeldVertex {
    int vertex = 0;
    double stiffness = 0.0; // k [N/m]
};
/// A spring between two vertices, about its place at rest: k/2 |d' (u_b - u_a)|^2 along its direction d.
struct HeldPair {
    std::array<int, 2> ends{};
    double stiffness = 0.0; // k [N/m]
};

struct LoadDistribution {
    Matrix blocks;   // 3n x 3 [N^2] S_i in rows 3 i to 3 i + 2
    Matrix patterns; // 3n x r [N] L; vertex by vertex (x0 y0 z0 x1 ...)
    Vector mean;     // 3n [N] mu; vertex by vertex
    /// The handles and springs that loads come from, and which hold the body while these act: their stiffness belongs
    /// to the elastic Hessian H (subspace/supports.h). Equation 19 drops this part of the derivative of equation 18.
    std::vector<HeldVertex> handles = {};
    std::vector<HeldPair> springs = {};

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
    bool operator==(const LoadRegion&) const = default;
};
/// n, in [0, 1]: the share of each vertex in a region, exp(-decay d^2) with d = max(0, |x - centre| - radius). Section
/// 8.4 means this fall-off; as printed, 1 - 1 / exp(-alpha d^2) is negative.
Vector share_of(const LoadRegion& region, const Points& X);

/// n: a share of each vertex (n, not negative) that falls off around its places: max_j share_j exp(-decay |x_i -
/// x_j|^2).
Vector around(const Vector& share, const Points& X, double decay);

/// Forces in all directions on equal masses, times a share of each vertex (n, not negative): painted, or of a region.
LoadDistribution loads_within(const Vector& mass, const Vector& share);

/// Forces along the normals of the surface on equal areas, times a share of each vertex: what presses against a body
/// [figure 6].
LoadDistribution pressing_loads(const TetMesh& mesh, const Vector& share);
/// 3n [N]: a pressure [Pa] against the surface from outside, times a share of each vertex.
Vector pressing_force(const TetMesh& mesh, const Vector& share, double pressure);

/// A contact patch [equation 20]: three patterns, along the mean normal of the patch, out of the body, and two
/// tangents, on equal areas of the surface times a share of each vertex. Equation 20 has the mass of a vertex in place
/// of its area, which would make the force depend on the size of the tets below the surface. `tangent_variance` is that
/// along each tangent, as a factor of that along the normal: the same for both, so that the choice of the tangents
/// changes nothing; 0 is a contact without friction, and 1 is pushed in all directions alike.
LoadDistribution contact_patch(const TetMesh& mesh, const Vector& share, double tangent_variance = 1.0);

/// Handles that pull vertices towards targets A, displacements with this mean [m] and covariance [m^2], through the
/// energy alpha sum_i m_i |u_i - A_i|^2 [equation 18]. Its force at rest is F_i = 2 alpha m_i A_i, with the factor of 2
/// that equation 19 lacks. `vertices`: a handle each; `alpha` [1/s^2].
LoadDistribution handle_loads(const Vector& mass, std::span<const int> vertices, double alpha, const Mat3& covariance,
                              const Vec3& mean = Vec3::Zero());

/// Springs between pairs of vertices that change their rest lengths [equation 28]: a pattern each, opposite unit forces
/// that pull the ends together, so that a positive amplitude shortens the spring. Springs of length zero have none.
LoadDistribution spring_loads(const Points& X, std::span<const std::array<int, 2>> springs);

/// Sigma times factor >= 0; the mean and the stiffness remain.
LoadDistribution scaled(LoadDistribution loads, double factor);
/// Of independent forces: the means, the variances and the stiffness add up.
LoadDistribution sum_of(const LoadDistribution& a, const LoadDistribution& b);

/// The trace of Sigma: the expected square of the forces' deviation from the mean.
double total_variance(const LoadDistribution& loads);
/// Sigma X, for X 3n x k.
Matrix covariance_times(const LoadDistribution& loads, const Matrix& X);

/// Returns an error for the loads of another mesh, numbers that are not finite, a stiffness that is negative, or
/// variances that are negative or all zero. A mean alone says nothing about what varies, so it does not replace a
/// variance.
std::optional<Error> fault_in(const LoadDistribution& loads, Index vertex_count);

} // namespace limber
