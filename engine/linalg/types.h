// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>

/// The matrix types that all modules share.
///
/// Point sets and reduced coordinates are matrices with one row a point and one column an axis, so that an operator
/// acts on the three axes alike: it is written once, n wide, where a textbook writes I_3 (x) it, 3n wide. An affine map
/// of 3-space that acts on rows is a 4 x 3 block [A' ; t'], so that [x' 1] [A' ; t'] = (A x + t)'.
namespace limber {

using Index = Eigen::Index;

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using SparseMatrix = Eigen::SparseMatrix<double>; // column-major, int indices

using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;

/// n x 3, row-major: x0 y0 z0 x1 ... Row i is a point [m].
using Points = Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor>;
/// t x 4, row-major vertex indices; det(x1 - x0, x2 - x0, x3 - x0) > 0.
using Tets = Eigen::Matrix<int, Eigen::Dynamic, 4, Eigen::RowMajor>;
/// f x 3, row-major vertex indices, counter-clockwise seen from outside.
using Triangles = Eigen::Matrix<int, Eigen::Dynamic, 3, Eigen::RowMajor>;

/// An affine map x -> A x + t as the 3 x 4 block [A t].
using Affine = Eigen::Matrix<double, 3, 4>;
/// Stacked transposes of k affine maps: 4k x 3. Row 4 j + a multiplies coordinate a of [x 1].
using AffineStack = Eigen::Matrix<double, Eigen::Dynamic, 3>;

/// The 3 x 4 identity [I 0].
Affine identity_affine();
/// first * second: apply second, then first.
Affine compose(const Affine& first, const Affine& second);
/// The inverse of an affine map; its linear part must be invertible.
Affine inverse(const Affine& map);
/// Whether the map is finite and its linear part invertible, relative to the size of its axes: maps of any scale pass.
bool is_invertible(const Affine& map);
/// A x + t.
Vec3 apply(const Affine& map, const Vec3& x);

} // namespace limber
