// SPDX-License-Identifier: MIT
#pragma once

#include "engine/formats/sparse_points.h"

#include <tiny_gltf.h>

#include <cstdint>
#include <vector>

namespace limber {

/// Appends arrays to the model's one buffer, and describes each as an accessor, whose number is returned.
class GlbAccessors {
public:
    using RowsOfFour = Eigen::Matrix<float, Eigen::Dynamic, 4, Eigen::RowMajor>;

    explicit GlbAccessors(tinygltf::Model& model) : model_(model) {
        model_.buffers.emplace_back();
    }

    int add_points(const FloatPoints& rows, int target = TINYGLTF_TARGET_ARRAY_BUFFER) {
        const int accessor = add(rows.data(), static_cast<std::size_t>(rows.size()) * sizeof(float),
                                 TINYGLTF_COMPONENT_TYPE_FLOAT, TINYGLTF_TYPE_VEC3, rows.rows(), target);
        const Eigen::RowVector3f low = rows.colwise().minCoeff();
        const Eigen::RowVector3f high = rows.colwise().maxCoeff();
        set_bounds(accessor, low.data(), high.data(), 3);
        return accessor;
    }

    /// The same points, without those that are zero where that is smaller. A sparse accessor has a row at least.
    int add_sparse_points(const FloatPoints& points) {
        std::vector<std::uint32_t> rows = rows_not_zero(points);
        if (rows.empty()) {
            rows.push_back(0);
        }
        if (!is_smaller_sparse(points.rows(), static_cast<Index>(rows.size()))) {
            return add_points(points);
        }
        tinygltf::Accessor accessor;
        accessor.componentType = TINYGLTF_COMPONENT_TYPE_FLOAT;
        accessor.type = TINYGLTF_TYPE_VEC3;
        accessor.count = static_cast<std::size_t>(points.rows());
        accessor.sparse.isSparse = true;
        accessor.sparse.count = static_cast<int>(rows.size());
        accessor.sparse.indices.byteOffset = 0;
        accessor.sparse.indices.componentType = has_short_indices(points.rows())
                                                    ? TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT
                                                    : TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
        accessor.sparse.indices.bufferView = add_indices(rows, has_short_indices(points.rows()));
        const FloatPoints values = points(rows, Eigen::all);
        accessor.sparse.values.byteOffset = 0;
        accessor.sparse.values.bufferView =
            add_view(values.data(), static_cast<std::size_t>(values.size()) * sizeof(float), 0);
        model_.accessors.push_back(accessor);
        const auto number = static_cast<int>(model_.accessors.size()) - 1;
        const Eigen::RowVector3f low = points.colwise().minCoeff();
        const Eigen::RowVector3f high = points.colwise().maxCoeff();
        set_bounds(number, low.data(), high.data(), 3);
        return number;
    }

    int add_triangles(const Triangles& F) {
        std::vector<std::uint32_t> indices(F.data(), F.data() + F.size());
        return add(indices.data(), indices.size() * sizeof(std::uint32_t), TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT,
                   TINYGLTF_TYPE_SCALAR, F.size(), TINYGLTF_TARGET_ELEMENT_ARRAY_BUFFER);
    }

    int add_scalars(const float* values, Index count) {
        const int accessor = add(values, static_cast<std::size_t>(count) * sizeof(float), TINYGLTF_COMPONENT_TYPE_FLOAT,
                                 TINYGLTF_TYPE_SCALAR, count, 0);
        const Eigen::Map<const Eigen::VectorXf> all(values, count);
        const float low = all.minCoeff();
        const float high = all.maxCoeff();
        set_bounds(accessor, &low, &high, 1);
        return accessor;
    }

    int add_places(const Eigen::Matrix<float, Eigen::Dynamic, 2, Eigen::RowMajor>& rows) {
        return add(rows.data(), static_cast<std::size_t>(rows.size()) * sizeof(float), TINYGLTF_COMPONENT_TYPE_FLOAT,
                   TINYGLTF_TYPE_VEC2, rows.rows(), TINYGLTF_TARGET_ARRAY_BUFFER);
    }

    int add_rows(const RowsOfFour& rows, int target = 0) {
        return add(rows.data(), static_cast<std::size_t>(rows.size()) * sizeof(float), TINYGLTF_COMPONENT_TYPE_FLOAT,
                   TINYGLTF_TYPE_VEC4, rows.rows(), target);
    }

    /// Joints that move a vertex, four a row.
    int add_joints(const Eigen::Matrix<std::uint16_t, Eigen::Dynamic, 4, Eigen::RowMajor>& rows) {
        return add(rows.data(), static_cast<std::size_t>(rows.size()) * sizeof(std::uint16_t),
                   TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT, TINYGLTF_TYPE_VEC4, rows.rows(),
                   TINYGLTF_TARGET_ARRAY_BUFFER);
    }

    /// 4 x 4, column by column, one after the other.
    int add_matrices(const std::vector<Eigen::Matrix4f>& matrices) {
        return add(matrices.data(), matrices.size() * sizeof(Eigen::Matrix4f), TINYGLTF_COMPONENT_TYPE_FLOAT,
                   TINYGLTF_TYPE_MAT4, static_cast<Index>(matrices.size()), 0);
    }

    /// Returns the buffer view of a file in the file.
    int add_file(const std::vector<unsigned char>& bytes) {
        return add_padded_view(bytes.data(), bytes.size());
    }

private:
    int add_indices(const std::vector<std::uint32_t>& rows, bool are_short) {
        if (!are_short) {
            return add_padded_view(rows.data(), rows.size() * sizeof(std::uint32_t));
        }
        const std::vector<std::uint16_t> short_rows(rows.begin(), rows.end());
        return add_padded_view(short_rows.data(), short_rows.size() * sizeof(std::uint16_t));
    }

    // What follows begins at a multiple of 4 bytes.
    int add_padded_view(const void* values, std::size_t bytes) {
        const int view = add_view(values, bytes, 0);
        std::vector<unsigned char>& data = model_.buffers.front().data;
        data.resize((data.size() + 3) / 4 * 4);
        return view;
    }

    int add_view(const void* values, std::size_t bytes, int target) {
        std::vector<unsigned char>& data = model_.buffers.front().data;
        tinygltf::BufferView view;
        view.buffer = 0;
        view.byteOffset = data.size();
        view.byteLength = bytes;
        view.target = target;
        const auto* const first = static_cast<const unsigned char*>(values);
        data.insert(data.end(), first, first + bytes);
        model_.bufferViews.push_back(view);
        return static_cast<int>(model_.bufferViews.size()) - 1;
    }

    int add(const void* values, std::size_t bytes, int component, int type, Index count, int target) {
        tinygltf::Accessor accessor;
        accessor.bufferView = add_view(values, bytes, target);
        accessor.componentType = component;
        accessor.type = type;
        accessor.count = static_cast<std::size_t>(count);
        model_.accessors.push_back(accessor);
        return static_cast<int>(model_.accessors.size()) - 1;
    }

    void set_bounds(int accessor, const float* low, const float* high, int components) {
        model_.accessors[static_cast<std::size_t>(accessor)].minValues.assign(low, low + components);
        model_.accessors[static_cast<std::size_t>(accessor)].maxValues.assign(high, high + components);
    }

    tinygltf::Model& model_;
};

} // namespace limber
