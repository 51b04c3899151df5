// SPDX-License-Identifier: MIT
#include "engine/actuation/example_poses.h"

#include "engine/core/contract.h"
#include "engine/linalg/nearest_rotation.h"
#include "engine/operators/scalar_operators.h"

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

} // namespace

Matrix example_stretches(const TetMesh& mesh, const std::vector<Points>& examples) {
    const TetGradients hats = hat_gradients(mesh);
    Matrix stretches(9 * mesh.tet_count(), static_cast<Index>(examples.size()));
    for (std::size_t k = 0; k < examples.size(); ++k) {
        const Points& x = examples[k];
        EXPECTS(x.rows() == mesh.vertex_count() && x.allFinite());
        for (Index t = 0; t < mesh.tet_count(); ++t) {
            Mat3 F = Mat3::Zero();
            for (Index corner = 0; corner < 4; ++corner) {
                F += x.row(mesh.T(t, corner)).transpose() * hats[static_cast<std::size_t>(t)].row(corner);
            }
            stretches.col(static_cast<Index>(k)).segment<9>(9 * t) = stretch_beyond_rest(F).reshaped();
        }
    }
    return stretches;
}

Vector strains_of_stretches(const TetMesh& mesh, const Material& material, const Matrix& stretches) {
    EXPECTS(stretches.rows() == 9 * mesh.tet_count());
    return stretch_products(mesh, material, stretches).diagonal().cwiseMax(0.0).cwiseSqrt();
}

ExampleBlend independent_examples(const TetMesh& mesh, const Material& material, const Matrix& stretches, double drop) {
    EXPECTS(stretches.rows() == 9 * mesh.tet_count() && stretches.allFinite());
    const Matrix Q = stretch_products(mesh, material, stretches);
    const double least = stretches.cols() > 0 ? std::max(drop * Q.diagonal().maxCoeff(), least_squared_strain) : 0.0;
    ExampleBlend blend{Matrix(Q.rows(), Q.rows()), {}};
    Index count = 0;
    for (Index k = 0; k < Q.rows(); ++k) {
        Vector beyond = Vector::Unit(Q.rows(), k);
        const auto before = blend.weights.leftCols(count);
        for (int pass = 0; pass < 2; ++pass) { // the second removes the round-off of the first
            beyond -= before * (before.transpose() * (Q * beyond)).eval();
        }
        const double squared_strain = beyond.dot(Q * beyond);
        if (squared_strain > least) {
            blend.weights.col(count++) = beyond / std::sqrt(squared_strain);
            blend.example_of.push_back(k);
        }
    }
    blend.weights.conservativeResize(Q.rows(), count);
    return blend;
}

} // namespace limber
