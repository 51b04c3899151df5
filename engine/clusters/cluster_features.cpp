// SPDX-License-Identifier: MIT
#include "engine/clusters/cluster_features.h"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

constexpr double null_eigenvalue = 1e-6; // of the largest
constexpr double constant_weight = 1e-5; // of the largest weight
constexpr std::size_t tets_a_block = 64 * feature_lanes;

bool is_informative(const Matrix& W, const Vector& lambda, Index j) {
    const double largest = W.col(j).cwiseAbs().maxCoeff();
    const bool is_constant = W.col(j).maxCoeff() - W.col(j).minCoeff() <= constant_weight * largest;
    return lambda(j) > null_eigenvalue * lambda.maxCoeff() && !is_constant;
}

// n x d: the informative modes, scaled by their softness.
Matrix informative_weights(const Matrix& W, const Vector& lambda, double exponent) {
    std::vector<Index> informative;
    for (Index j = 0; j < W.cols(); ++j) {
        if (is_informative(W, lambda, j)) {
            informative.push_back(j);
        }
    }
    Matrix scaled = W(Eigen::all, informative);
    for (Index j = 0; j < scaled.cols(); ++j) {
        scaled.col(j) *=
            std::pow(lambda(informative[static_cast<std::size_t>(j)]) / lambda(informative.front()), -exponent);
    }
    return scaled;
}

// Centred, and scaled to a maximum of one, for single precision.
Matrix normalised(Matrix values) {
    values.rowwise() -= values.colwise().mean().eval();
    const double largest = values.cwiseAbs().maxCoeff();
    return largest > 0.0 ? Matrix(values / largest) : values;
}

} // namespace

FeatureTable::FeatureTable(std::size_t points, std::size_t features)
    : point_count(points), feature_count(features), values(block_count() * features * feature_lanes, 0.0f) {}

FeatureTable cluster_features(const TetMesh& mesh, const Matrix& W, const Vector& lambda, double exponent,
                              Threads threads) {
    Matrix of_vertex = informative_weights(W, lambda, exponent);
    if (of_vertex.cols() == 0) {
        of_vertex = mesh.X;
    }
    of_vertex = normalised(std::move(of_vertex));
    FeatureTable features(static_cast<std::size_t>(mesh.tet_count()), static_cast<std::size_t>(of_vertex.cols()));
    parallel_for(features.point_count, tets_a_block, threads, [&](std::size_t begin, std::size_t end, std::size_t) {
        for (std::size_t t = begin; t < end; ++t) {
            const auto corners = mesh.T.row(static_cast<Index>(t));
            for (Index j = 0; j < of_vertex.cols(); ++j) {
                const double sum = of_vertex(corners(0), j) + of_vertex(corners(1), j) + of_vertex(corners(2), j) +
                                   of_vertex(corners(3), j);
                features.at(t, static_cast<std::size_t>(j)) = static_cast<float>(0.25 * sum);
            }
        }
    });
    return features;
}

} // namespace limber
