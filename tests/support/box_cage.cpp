// SPDX-License-Identifier: MIT
#include "tests/support/box_cage.h"

#include <algorithm>
#include <cmath>

namespace limber::testing {

BoxCage box_cage(const Points& X, const std::array<Index, 3>& cells) {
    const Vec3 low = X.colwise().minCoeff();
    const Vec3 size = X.colwise().maxCoeff().transpose() - low;
    const std::array<Index, 3> corners{cells[0] + 1, cells[1] + 1, cells[2] + 1};
    BoxCage cage{Points(corners[0] * corners[1] * corners[2], 3), {}};
    cage.weights = Matrix::Zero(X.rows(), cage.corners.rows());
    Index c = 0;
    for (Index i = 0; i < corners[0]; ++i) {
        for (Index j = 0; j < corners[1]; ++j) {
            for (Index k = 0; k < corners[2]; ++k, ++c) {
                const std::array<Index, 3> at{i, j, k};
                for (Index axis = 0; axis < 3; ++axis) {
                    const auto a = static_cast<std::size_t>(axis);
                    const double spacing = size(axis) / static_cast<double>(cells[a]);
                    const double place = low(axis) + static_cast<double>(at[a]) * spacing;
                    cage.corners(c, axis) = place;
                    const auto hat = (1.0 - (X.col(axis).array() - place).abs() / spacing).max(0.0);
                    cage.weights.col(c) = axis == 0 ? Vector(hat.matrix()) : Vector(cage.weights.col(c).array() * hat);
                }
            }
        }
    }
    return cage;
}

} // namespace limber::testing
