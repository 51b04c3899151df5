// SPDX-License-Identifier: MIT
#include "engine/cubature/cubature_model.h"

#include "engine/core/contract.h"
#include "engine/operators/scalar_operators.h"

#include <cmath>
#include <utility>

namespace limber {
namespace {

// With the points' energy in place of its own.
GeneralModel without_elasticity(GeneralModel model) {
    model.elastic_share = 0.0;
    model.sets.clear();
    return model;
}

// Writes what F at point p depends on.
void set_gradients(const ElasticBody& body, const Eigen::Matrix<double, 4, 3>& g, Index p, CubatureModel& model) {
    const int tet = model.cubature.tets[static_cast<std::size_t>(p)];
    for (int a = 0; a < 4; ++a) {
        const int vertex = body.mesh.T(tet, a);
        for (int j = 0; j < 3; ++j) {
            model.S.middleCols<3>(9 * p + 3 * j) += g(a, j) * body.model.B.middleRows<3>(3 * vertex).transpose();
            model.rig.col(3 * p + j) += g(a, j) * body.model.J.row(vertex).transpose();
        }
    }
}

// The norm of the forces 2 mu S vec(I) of the points, as if they did not cancel.
double force_scale_of(const CubatureModel& model) {
    double squares = 0.0;
    for (Index p = 0; p < model.point_count(); ++p) {
        const double mu = model.lame[static_cast<std::size_t>(p)].mu;
        squares += 4.0 * mu * mu * model.S.middleCols<9>(9 * p).squaredNorm();
    }
    return std::sqrt(squares);
}

} // namespace

CubatureModel cubature_model(const ElasticBody& body, Cubature cubature) {
    const auto points = static_cast<Index>(cubature.tets.size());
    EXPECTS(cubature.weights.size() == points);
    const TetGradients gradients = hat_gradients(body.mesh);
    const Vector V = tet_volumes(body.mesh);
    const Vector mu = lame_mu(body.material);
    const Vector lambda = lame_lambda(body.material);
    CubatureModel model;
    model.body = without_elasticity(body.model);
    model.energy = body.energy;
    model.cubature = std::move(cubature);
    model.S = Matrix::Zero(body.model.coordinate_count(), 9 * points);
    model.rig = Matrix::Zero(body.model.J.cols(), 3 * points);
    for (Index p = 0; p < points; ++p) {
        const int tet = model.cubature.tets[static_cast<std::size_t>(p)];
        EXPECTS(tet >= 0 && tet < body.mesh.tet_count());
        const double volume = model.cubature.weights(p) * V(tet);
        model.lame.push_back({mu(tet) * volume, lambda(tet) * volume});
        set_gradients(body, gradients[static_cast<std::size_t>(tet)], p, model);
    }
    model.force_scale = force_scale_of(model);
    return model;
}

} // namespace limber
