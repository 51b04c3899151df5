// SPDX-License-Identifier: MIT
#include "engine/actuation/planar_shapes.h"

#include "engine/core/contract.h"

#include <algorithm>
#include <cmath>

namespace limber {

Matrix in_plane(const Matrix& D) {
    EXPECTS(D.rows() % 6 == 0);
    const Index half = D.rows() / 2;
    Matrix planar(D.rows(), D.cols());
    planar.topRows(half) = 0.5 * (D.topRows(half) + D.bottomRows(half));
    for (Index z = 2; z < half; z += 3) {
        planar.row(z).setZero();
    }
    planar.bottomRows(half) = planar.topRows(half);
    return planar;
}

Matrix planar_vertex_shapes(Index vertex_count) {
    EXPECTS(vertex_count % 2 == 0);
    const Index pairs = vertex_count / 2;
    Matrix D = Matrix::Zero(3 * vertex_count, 2 * pairs);
    for (Index vertex = 0; vertex < vertex_count; ++vertex) {
        for (Index axis = 0; axis < 2; ++axis) {
            D(3 * vertex + axis, 2 * (vertex % pairs) + axis) = 1.0;
        }
    }
    return D;
}

std::array<Index, 3> square_cells(const Points& X, Index count) {
    const Vec3 size = X.colwise().maxCoeff() - X.colwise().minCoeff();
    const double edge = std::sqrt(size.x() * size.y() / static_cast<double>(std::max<Index>(1, count)));
    const auto along = [edge](double length) {
        return std::max<Index>(1, static_cast<Index>(std::lround(length / edge)));
    };
    return {along(size.x()), along(size.y()), 1};
}

} // namespace limber
