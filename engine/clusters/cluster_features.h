#pragma once

#include "engine/core/parallel_for.h"
#include "engine/mesh/tet_mesh.h"

#include <cstddef>
#include <vector>

/// What the clustering measures tets by: a point in a space of a few features for every tet, close
/// together where the modes move tets alike.
///
/// Single precision, thirty-two tets side by side, feature after feature, as the search for the nearest
/// centre streams them; the last block is filled up with zeros:
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

/// The modes' weights, averaged over the four corners and scaled by (lambda_j / lambda_first)^-exponent. Modes
/// whose eigenvalue is null or whose weight is constant say nothing and are left out; when none is left,
/// the positions of the tets take their place.
FeatureTable cluster_features(const TetMesh& mesh, const Matrix& W, const Vector& lambda, double exponent,
                              Threads threads);

} // namespace limber
