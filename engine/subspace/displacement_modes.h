// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/operators/material.h"

/// The vibration modes of a body: the displacements with the least strain energy for the mass that they move, the
/// preferred motions of a body without anatomy [Pentland and Williams 1989; Benchekroun et al. 2024, Actuators A La
/// Mode, equation 4].
///
///     K d = lambda M d        K  3n x 3n  Hessian of linear elasticity at rest [N/m]
///                             M  3n       lumped mass, once an axis [kg]
///
/// Rigid motions are excluded: six for each connected component. Modes bound to a region [Melzi et al. 2017, Localized
/// manifold harmonics] are held elsewhere by springs to the ground, K + M diag(p): a region then has the modes of a
/// limb that is clamped at its end, and a whole component those of a floating body.
namespace limber {

struct DisplacementModeOptions {
    Index count = 10;
    double tolerance = 1e-8;
};

struct DisplacementModes {
    Matrix D;                // 3n x m, vertex by vertex (x0 y0 z0 x1 ...); D'MD = I
    Vector lambda;           // m [1/s^2], ascending
    double residual_max = 0; // relative to the largest eigenvalue
    double seconds_operators = 0;
    double seconds_factor = 0;
    double seconds_eigen = 0;

    Index vertex_count() const {
        return D.rows() / 3;
    }
    /// n x 3 [m kg^-1/2]
    Eigen::Map<const Points> displacement(Index mode) const {
        return {D.col(mode).data(), vertex_count(), 3};
    }
};

/// Fails with bad_input when the mesh has too few vertices for the number of modes, with not_converged, and with
/// cancelled. Signs are fixed by how the mode changes the body's size, or else by its peak, so that the same mesh gives
/// the same modes.
Result<DisplacementModes> displacement_modes(const TetMesh& mesh, const Material& material,
                                             const DisplacementModeOptions& options, Progress* progress = nullptr);

/// region: n, the membership of each vertex in [0, 1]. Also fails with bad_input when it contains no vertex.
Result<DisplacementModes> bound_displacement_modes(const TetMesh& mesh, const Material& material, const Vector& region,
                                                   const DisplacementModeOptions& options,
                                                   Progress* progress = nullptr);

/// The modes of a body in which C' d = 0 on each axis, as for displacements that a rig cannot make: C n x c, c = 0 for
/// a body that nothing holds. Includes the rigid motions that C allows.
Result<DisplacementModes> constrained_displacement_modes(const TetMesh& mesh, const Material& material, const Matrix& C,
                                                         const DisplacementModeOptions& options,
                                                         Progress* progress = nullptr);

} // namespace limber
