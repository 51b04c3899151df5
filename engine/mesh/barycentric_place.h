// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace limber {

/// Whether all of these are rows of X. A point of the body may name vertices of other tets.
inline bool are_rows_of(const Points& X, const std::array<int, 3>& vertices) {
    return std::ranges::all_of(vertices, [&](int vertex) { return vertex >= 0 && vertex < X.rows(); });
}

/// The point [m] with these barycentric weights, which sum to one, over three rows of X (n x 3).
inline Vec3 barycentric_place(const Points& X, const std::array<int, 3>& vertices,
                              const std::array<double, 3>& weights) {
    Vec3 place = Vec3::Zero();
    for (std::size_t corner = 0; corner < 3; ++corner) {
        place += weights[corner] * X.row(vertices[corner]).transpose();
    }
    return place;
}

} // namespace limber
