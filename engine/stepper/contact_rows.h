// SPDX-License-Identifier: MIT
#pragma once

#include "engine/stepper/iterate.h"

namespace limber {

/// rows' column, for rows of three: the position contributed by one point's column.
inline Vec3 product(const Eigen::Ref<const Vector>& column, const Coordinates& rows) {
    Vec3 sum = Vec3::Zero();
    for (Index i = 0; i < column.size(); ++i) {
        sum += column(i) * rows.row(i).transpose();
    }
    return sum;
}

inline Vec3 product(const Eigen::Ref<const Vector>& column, const AffineStack& rows) {
    return Vec3(column.dot(rows.col(0)), column.dot(rows.col(1)), column.dot(rows.col(2)));
}

/// The same in a general basis: the columns of a point for each axis, one below the other, and z with as many numbers.
inline Vec3 product_by_axes(const Eigen::Ref<const Vector>& columns, const Eigen::Ref<const Vector>& z) {
    const Index k = z.size();
    return Vec3(columns.head(k).dot(z), columns.segment(k, k).dot(z), columns.tail(k).dot(z));
}

} // namespace limber
