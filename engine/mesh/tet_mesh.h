// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <string>
#include <vector>

/// A tetrahedral mesh at rest. Readers, `validate` and the mesher guarantee: finite positions, indices in range, every
/// tet of positive volume, every vertex used.
namespace limber {

struct TetMesh {
    Points X; // n x 3 rest positions [m]
    Tets T;   // t x 4

    Index vertex_count() const {
        return X.rows();
    }
    Index tet_count() const {
        return T.rows();
    }
};

/// A triangle mesh; not necessarily closed, oriented or free of self-intersections.
struct SurfaceMesh {
    Points V;    // n x 3 [m]
    Triangles F; // f x 3
};

/// The result of a reader or a mesher, with one sentence for every repair.
template <typename T>
struct Repaired {
    T value;
    std::vector<std::string> warnings;
};

/// Signed volume [m^3].
double tet_volume(const TetMesh& mesh, Index tet);
/// t volumes [m^3].
Vector tet_volumes(const TetMesh& mesh);

struct BoundingBox {
    Vec3 low = Vec3::Zero();
    Vec3 high = Vec3::Zero();

    Vec3 centre() const {
        return 0.5 * (low + high);
    }
    double diagonal() const {
        return (high - low).norm();
    }
};
BoundingBox bounding_box(const Points& X);

} // namespace limber
