// SPDX-License-Identifier: MIT
#include "engine/actuation/rest_shapes.h"

#include "engine/core/contract.h"
#include "engine/linalg/compiled_solvers.h"
#include "engine/operators/scalar_operators.h"

#include <cmath>

namespace limber {
namespace {

// 9 x q: the symmetric parts of the displacements' gradients in a tet.
void compute_strains(const TetMesh& mesh, const Eigen::Matrix<double, 4, 3>& hats, Index t, const Matrix& D,
                     Matrix& strains) {
    for (Index v = 0; v < D.cols(); ++v) {
        Mat3 gradient = Mat3::Zero();
        for (Index corner = 0; corner < 4; ++corner) {
            gradient += D.col(v).segment<3>(3 * mesh.T(t, corner)) * hats.row(corner);
        }
        const Mat3 strain = 0.5 * (gradient + gradient.transpose());
        strains.col(v) = Eigen::Map<const Eigen::Matrix<double, 9, 1>>(strain.data());
    }
}

Matrix strain_products(const TetMesh& mesh, const Material& material, const Matrix& D, double poisson) {
    const TetGradients hats = hat_gradients(mesh);
    const Vector weight = 2.0 * lame_mu(material).cwiseProduct(tet_volumes(mesh));
    Matrix products = Matrix::Zero(D.cols(), D.cols());
    Matrix strains(9, D.cols());
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        compute_strains(mesh, hats[static_cast<std::size_t>(t)], t, D, strains);
        products.noalias() += weight(t) * strains.transpose() * strains;
        if (poisson > 0.0) {
            const Eigen::RowVectorXd traces = strains.row(0) + strains.row(4) + strains.row(8);
            products.noalias() += weight(t) * poisson / (1.0 - 2.0 * poisson) * traces.transpose() * traces;
        }
    }
    return products / weight.sum();
}

} // namespace

Matrix whitened_rest_shapes(const TetMesh& mesh, const Material& material, const Matrix& D,
                            const RestShapeOptions& options) {
    EXPECTS(is_poisson(options.poisson));
    EXPECTS(D.rows() == 3 * mesh.vertex_count() && D.cols() > 0 && D.allFinite());
    return whitened(D, strain_products(mesh, material, D, options.poisson), options.drop);
}

Matrix whitened(const Matrix& D, const Matrix& Q, double drop) {
    EXPECTS(Q.rows() == D.cols() && Q.cols() == D.cols() && D.cols() > 0);
    const Eigen::SelfAdjointEigenSolver<Matrix> solved(Q);
    const Vector& lambda = solved.eigenvalues();
    const Index count = (lambda.array() > drop * lambda(lambda.size() - 1)).count();
    Matrix shapes(D.rows(), count);
    for (Index i = 0; i < count; ++i) {
        const Index from = lambda.size() - 1 - i;
        shapes.col(i) = D * solved.eigenvectors().col(from) / std::sqrt(lambda(from));
        Index largest = 0;
        shapes.col(i).cwiseAbs().maxCoeff(&largest);
        if (shapes(largest, i) < 0.0) {
            shapes.col(i) *= -1.0;
        }
    }
    return shapes;
}

} // namespace limber
