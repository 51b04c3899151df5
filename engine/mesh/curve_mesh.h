// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <optional>

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

/// [m]
inline double edge_length(const CurveMesh& curve, Index edge) {
    return (curve.V.row(curve.E(edge, 1)) - curve.V.row(curve.E(edge, 0))).norm();
}

/// The first edge whose length is not positive, as of a curve that no reader has validated; nullopt: none.
inline std::optional<Index> edge_without_length(const CurveMesh& curve) {
    for (Index edge = 0; edge < curve.E.rows(); ++edge) {
        if (!(edge_length(curve, edge) > 0.0)) {
            return edge;
        }
    }
    return std::nullopt;
}

} // namespace limber
