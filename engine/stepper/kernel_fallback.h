// SPDX-License-Identifier: MIT
#pragma once

namespace limber {

/// The exact nearest rotation to one row-major 3 x 3 matrix, for matrices that the kernel's iteration does not handle:
/// reflected, flat or nearly so. Compiled for the baseline instruction set.
void exact_rotation(const float* F, float* R);
void exact_rotation(const double* F, double* R);

} // namespace limber
