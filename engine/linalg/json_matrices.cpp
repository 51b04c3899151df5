// SPDX-License-Identifier: MIT
#include "engine/linalg/json_matrices.h"
#include "engine/core/json.h"

namespace limber {

Matrix matrix_in(const JsonNode& node) {
    const std::size_t row_count = node.size();
    const std::size_t column_count = row_count > 0 ? node[0].size() : 0;
    // Checked before allocation: a short file with one long row would need a large matrix.
    for (std::size_t i = 0; i < row_count && node.is_sound(); ++i) {
        if (node[i].size() != column_count) {
            node[i].refuse("is not as long as the first row");
        }
    }
    if (!node.is_sound()) {
        return {};
    }
    Matrix result = Matrix::Zero(static_cast<Index>(row_count), static_cast<Index>(column_count));
    for (std::size_t i = 0; i < row_count && node.is_sound(); ++i) {
        const JsonNode row = node[i];
        for (std::size_t j = 0; j < column_count && node.is_sound(); ++j) {
            result(static_cast<Index>(i), static_cast<Index>(j)) = row[j].number();
        }
    }
    return result;
}

Affine affine_in(const JsonNode& node) {
    const bool is_a_matrix = node.size() == 3 || node.size() == 4;
    const Matrix entries = is_a_matrix ? matrix_in(node) : Matrix();
    if (entries.rows() == 4 && entries.cols() == 4) {
        // The row or column that is not 0 0 0 1 is the translation.
        const bool is_transposed = entries.row(3).head<3>().any() && !entries.col(3).head<3>().any();
        return is_transposed ? Affine(entries.leftCols<3>().transpose()) : Affine(entries.topRows<3>());
    }
    if (entries.rows() == 4 && entries.cols() == 3) {
        return entries.transpose();
    }
    if (entries.rows() == 3 && entries.cols() == 4) {
        return entries;
    }
    node.refuse("must be a matrix of 3 rows of 4 numbers");
    return identity_affine();
}

void read_value(const JsonNode& node, Vec3& value) {
    if (node.size() != 3) {
        node.refuse("must be a list of 3 numbers");
        return;
    }
    value << node[0].number(), node[1].number(), node[2].number();
}

void read_value(const JsonNode& node, Affine& value) {
    value = affine_in(node);
}

Json to_json(const Vec3& v) {
    return Json::array_t{v.x(), v.y(), v.z()};
}

Json to_json(const Affine& map) {
    Json::array_t rows;
    for (Index i = 0; i < 3; ++i) {
        rows.emplace_back(Json::array_t{map(i, 0), map(i, 1), map(i, 2), map(i, 3)});
    }
    return rows;
}

} // namespace limber
