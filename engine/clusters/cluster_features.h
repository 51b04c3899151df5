// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/parallel_for.h"
#include "engine/mesh/tet_mesh.h"

#include <cstddef>
#include <vector>

/// The features by which tets are clustered: a point in a low-dimensional space for every tet; points are close where
/// the modes move tets alike.
///
/// Single precision, thirty-two tets side by side, feature after feature, in the order in which the nearest-centre
/// search reads them; the last block is padded with zeros:
///
///     block 0: | feature 0: 32 tets | feature 1: 32 tets | ... |
///     block 1: ...
namespace limber {

inline constexpr std::size_t feature_lanes = 32;

struct FeatureTable {
    std::size_t point_count = 0;
    std::size_t feature_count = 0;
    std::vector<float> values;

    FeatureTable(std::size_t points, std::size_t features);
    std::size_t block_count() const {
        return (point_count + feature_lanes - 1) / feature_lanes;
    }
    const float* block(std::size_t b) const {
        return values.data() + b * feature_count * feature_lanes;
    }
    float at(std::size_t point, std::size_t feature) const {
        return values[slot(point, feature)];
    }
    float& at(std::size_t point, std::size_t feature) {
        return values[slot(point, feature)];
    }

private:
    std::size_t slot(std::size_t point, std::size_t feature) const {
        return (point / feature_lanes * feature_count + feature) * feature_lanes + point % feature_lanes;
    }
};

/// The modes' weights, averaged over the four corners and scaled by (lambda_j / lambda_first)^-exponent. Modes with a
/// null eigenvalue or constant weight are not informative and are dropped; if none is left, the tets' positions are
/// used.
FeatureTable cluster_features(const TetMesh& mesh, const Matrix& W, const Vector& lambda, double exponent,
                              Threads threads);

} // namespace limber
