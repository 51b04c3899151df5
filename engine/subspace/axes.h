// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

/// What is given for each vertex, for the three axes of each vertex: row 3 i + a is that of vertex i on axis a.
namespace limber {

/// 3n: the value of a vertex on each of its axes.
Vector per_axis(const Vector& values);

/// 3n x 3c: the columns of C, n x c, along x alone, then along y, then along z.
Matrix on_each_axis(const Matrix& C);

} // namespace limber
