// SPDX-License-Identifier: MIT
#pragma once

#include "engine/formats/baked_motion.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

/// The size of an array of points in glTF, where those that are zero may be left out (glTF 2.0, section 3.6.2.3).
namespace limber {

/// The rows that are not zero, ascending.
inline std::vector<std::uint32_t> rows_not_zero(const FloatPoints& points) {
    std::vector<std::uint32_t> rows;
    for (Index i = 0; i < points.rows(); ++i) {
        if (!points.row(i).isZero(0.0F)) {
            rows.push_back(static_cast<std::uint32_t>(i));
        }
    }
    return rows;
}

inline bool has_short_indices(Index rows) {
    return rows <= std::numeric_limits<std::uint16_t>::max();
}

/// Bytes of the array with all its rows.
inline std::size_t dense_bytes(Index rows) {
    return 3 * sizeof(float) * static_cast<std::size_t>(rows);
}

/// Bytes with `stored` rows and their indices, and of the text that describes those.
inline std::size_t sparse_bytes(Index rows, Index stored) {
    constexpr std::size_t description = 256;
    const std::size_t index = has_short_indices(rows) ? sizeof(std::uint16_t) : sizeof(std::uint32_t);
    return description + (3 * sizeof(float) + index) * static_cast<std::size_t>(stored);
}

inline bool is_smaller_sparse(Index rows, Index stored) {
    return sparse_bytes(rows, stored) < dense_bytes(rows);
}

inline std::size_t stored_bytes(Index rows, Index stored) {
    return is_smaller_sparse(rows, stored) ? sparse_bytes(rows, stored) : dense_bytes(rows);
}

} // namespace limber
