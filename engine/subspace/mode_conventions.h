#pragma once

#include "engine/core/result.h"
#include "engine/linalg/types.h"

#include <optional>

/// What the modes of a body have in common, whether they are weights or displacements: which of the two signs an
/// eigenvector has, so that the same mesh gives the same modes, and a turned one the turned ones; and bodies so small
/// or large that there are none.
namespace limber {

/// n numbers in [-1, 1] that depend on the distance from the centre of mass alone. M n, masses.
Vector generic_values(const Vector& M, const Points& X);

/// Turns the columns round that the probe sees from behind: whose product with it is negative. A generic probe is on
/// one side of every symmetry of the body, so its product with a mode vanishes for those that are antisymmetric under
/// one: they are told by their peak. Columns are orthonormal in the mass.
void fix_signs(Matrix& modes, const Vector& probe, const Vector& mass);

/// `stiffness`: a Rayleigh quotient of the body.
std::optional<Error> fault_in_size(const Vector& M, double stiffness);

} // namespace limber
