// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/linalg/types.h"

#include <optional>

/// Conventions for all modes of a body, weights or displacements: the sign of an eigenvector, so that the same mesh
/// gives the same modes and a rotated one the rotated ones; and a check for bodies so small or large that they have no
/// modes.
namespace limber {

/// n numbers in [-1, 1] that depend on the distance from the centre of mass alone. M n, masses.
Vector generic_values(const Vector& M, const Points& X);

/// Negates the columns with a negative product with the probe. A generic probe has no symmetry of the body, so its
/// product vanishes only for modes that are antisymmetric under one; their sign is that of their peak. Columns are
/// orthonormal in the mass.
void fix_signs(Matrix& modes, const Vector& probe, const Vector& mass);

/// `stiffness`: a Rayleigh quotient of the body.
std::optional<Error> fault_in_size(const Vector& M, double stiffness);

} // namespace limber
