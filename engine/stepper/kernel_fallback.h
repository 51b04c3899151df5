#pragma once

namespace limber {

/// The exact nearest rotation to one 3 x 3 matrix, row by row, for those that the kernel's iteration leaves out:
/// reflected, flat or nearly so. Compiled for every machine.
void exact_rotation(const float* F, float* R);
void exact_rotation(const double* F, double* R);

} // namespace limber
