#pragma once

#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/operators/material.h"

/// Skinning eigenmodes: the weight functions that deform the body with the least energy, used as
/// linear blend skinning weights, so that the motions they span are closed under rotation
/// [Benchekroun et al. 2023, Fast Complementary Dynamics via Skinning Eigenmodes, equations 16 and 22].
///
///     minimise  tr(W' H W)   subject to   W' M W = I   and   C' W = 0
///
///     H   n x n   weight-space elastic Hessian                   [N/m]
///     M   n       lumped mass                                    [kg]
///     C   n x c   complementarity columns; c = 0 for a free body
///     W   n x m   weights, softest first
namespace limber {

struct SkinningModeOptions {
    Index count = 16;
    double tolerance = 1e-8;
};

struct SkinningModes {
    Matrix W;                        // n x m
    Vector lambda;                   // m [1/s^2], ascending; without constraints the first is 0, the constant weight
    double residual_max = 0;         // relative to the largest eigenvalue
    double constraint_violation = 0; // max |C'W| with C's columns and W's columns normalised in the mass
    double seconds_operators = 0;
    double seconds_factor = 0;
    double seconds_eigen = 0;
};

/// Fails with bad_input when the mesh has too few vertices for the modes and constraints asked for,
/// with not_converged when the eigensolver gives up, and with cancelled. The sign of every mode is
/// fixed by a generic function of the rest positions, so that the same mesh gives the same modes.
Result<SkinningModes> skinning_modes(const TetMesh& mesh, const Material& material, const Matrix& C,
                                     const SkinningModeOptions& options, Progress* progress = nullptr);

} // namespace limber
