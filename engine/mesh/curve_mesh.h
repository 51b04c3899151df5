// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

/// A network of straight edges at rest, such as a rope, a ring or a scaffold of rods.
namespace limber {

/// e x 2, row-major vertex indices.
using Edges = Eigen::Matrix<int, Eigen::Dynamic, 2, Eigen::RowMajor>;

/// Readers guarantee: finite positions, indices in range, every edge of positive length and there once, every vertex
/// used.
struct CurveMesh {
    Points V; // n x 3 [m]
    Edges E;  // e x 2
};

} // namespace limber
