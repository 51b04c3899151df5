// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/linalg/sparse_eigs.h"
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
///
/// A body may be pinned by p in [0, 1] a vertex, where its weights vanish: H then has springs on its diagonal (pins.h).
namespace limber {

struct SkinningModeOptions {
    Index count = 16;
    double tolerance = 1e-8;
};

struct SkinningModes {
    Matrix W;                        // n x m
    Vector lambda;                   // m [1/s^2], ascending; without constraints the first is 0, the constant weight
    double residual_max = 0;         // relative to the largest eigenvalue
    double constraint_violation = 0; // the largest part of a mode, in the mass, that lies in the span of M^-1 C
    double seconds_operators = 0;
    double seconds_factor = 0; // 0 if the factorisation was reused
    double seconds_eigen = 0;
};

/// The eigenproblem with everything that does not depend on the number of modes: operators, factorisation and the
/// constraints' part of the inverse. If it is reused, another number of modes costs the iteration alone. Results have
/// the same bits as those of a new problem.
class ModeProblem {
public:
    /// `pinned`: n, or empty for a body that is not pinned. Fails with bad_input for a material or body that is out of
    /// range, with not_converged when the factorisation fails, and with cancelled immediately.
    static Result<ModeProblem> of(const TetMesh& mesh, const Material& material, const Matrix& C,
                                  Progress* progress = nullptr, const Vector& pinned = Vector());

    /// Fails as `skinning_modes` below.
    Result<SkinningModes> softest(const SkinningModeOptions& options, Progress* progress = nullptr) const;

    /// The number of vertices minus that of the constraints.
    Index mode_count_max() const {
        return pencil_.free_count();
    }
    std::size_t byte_count() const;
    double seconds_operators() const {
        return seconds_operators_;
    }
    double seconds_factor() const {
        return pencil_.seconds();
    }

private:
    ModeProblem(FactorisedPencil pencil, Points X, Vector M);

    FactorisedPencil pencil_;
    Points X_; // n x 3, for the signs
    Vector M_; // n
    double seconds_operators_ = 0;
};

/// Builds and solves the problem. Fails with bad_input when the mesh has too few vertices for the modes and
/// constraints, with not_converged, and with cancelled. The sign of every mode is fixed by a generic function of the
/// rest positions, so that the same mesh gives the same modes.
Result<SkinningModes> skinning_modes(const TetMesh& mesh, const Material& material, const Matrix& C,
                                     const SkinningModeOptions& options, Progress* progress = nullptr);

} // namespace limber
