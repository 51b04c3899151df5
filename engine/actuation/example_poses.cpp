// SPDX-License-Identifier: MIT
#include "engine/actuation/example_poses.h"

#include "engine/core/contract.h"
#include "engine/linalg/nearest_rotation.h"
#include "engine/operators/scalar_operators.h"
#include "engine/operators/tet_gradient.h"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

constexpr double least_squared_strain = 1e-12;

// U - I of F = R U. For an inverted tet the nearest rotation leaves a symmetric U with a negative eigenvalue.
Mat3 stretch_beyond_rest(const Mat3& F) {
    const Mat3 U = nearest_rotation(F).transpose() * F;
    return 0.5 * (U + U.transpose()) - Mat3::Identity();
}

// q x q: the means of the products U_u - I : U_v - I over the body, weighted by 2 mu V.
Matrix stretch_products(const TetMesh& mesh, const Material& material, const Matrix& stretches) {
    const Vector weight = 2.0 * lame_mu(material).cwiseProduct(tet_volumes(mesh));
    const Vector of_entries = weight.transpose().replicate(9, 1).reshaped();
    const Matrix products = stretches.transpose() * (of_entries.asDiagonal() * stretches);
    return (products + products.transpose()) / (2.0 * weight.sum());
}

// Whether example k has the direction of another one that is as large or larger, but for a squared strain of `least`.
// Q has the examples' products.
bool is_part_of(const Matrix& Q, Index k, Index other, double least) {
    const double share = Q(k, other) / Q(other, other);
    const double beyond = Q(k, k) - share * Q(k, other);
    const double longer = std::max(0.0, share - 1.0) * std::sqrt(Q(other, other));
    return share > 0.0 && beyond <= least && longer * longer <= least;
}

} // namespace

Matrix example_stretches(const TetMesh& mesh, const std::vector<Points>& examples) {
    const TetGradients hats = hat_gradients(mesh);
    Matrix stretches(9 * mesh.tet_count(), static_cast<Index>(examples.size()));
    for (std::size_t k = 0; k < examples.size(); ++k) {
        const Points& x = examples[k];
        EXPECTS(x.rows() == mesh.vertex_count() && x.allFinite());
        for (Index t = 0; t < mesh.tet_count(); ++t) {
            const Mat3 F = gradient_in_tet(x, mesh.T, t, hats[static_cast<std::size_t>(t)]);
            stretches.col(static_cast<Index>(k)).segment<9>(9 * t) = stretch_beyond_rest(F).reshaped();
        }
    }
    return stretches;
}

Vector strains_of_stretches(const TetMesh& mesh, const Material& material, const Matrix& stretches) {
    EXPECTS(stretches.rows() == 9 * mesh.tet_count());
    return stretch_products(mesh, material, stretches).diagonal().cwiseMax(0.0).cwiseSqrt();
}

ExampleParameters example_parameters(const TetMesh& mesh, const Material& material, const Matrix& stretches,
                                     double drop) {
    EXPECTS(stretches.rows() == 9 * mesh.tet_count() && stretches.allFinite());
    const Matrix Q = stretch_products(mesh, material, stretches);
    const double least = Q.rows() > 0 ? std::max(drop * Q.diagonal().maxCoeff(), least_squared_strain) : 0.0;
    ExampleParameters parameters;
    for (Index k = 0; k < Q.rows(); ++k) {
        const auto contains = [&](Index before) {
            return is_part_of(Q, k, before, least);
        };
        if (Q(k, k) > least && std::ranges::none_of(parameters.example_of, contains)) {
            parameters.example_of.push_back(k);
        }
    }
    const auto count = static_cast<Index>(parameters.example_of.size());
    parameters.stretches.resize(stretches.rows(), count);
    parameters.strains.resize(count);
    for (Index i = 0; i < count; ++i) {
        const Index k = parameters.example_of[static_cast<std::size_t>(i)];
        parameters.strains(i) = std::sqrt(Q(k, k));
        parameters.stretches.col(i) = stretches.col(k) / parameters.strains(i);
    }
    return parameters;
}

} // namespace limber
