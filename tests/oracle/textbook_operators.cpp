// SPDX-License-Identifier: MIT
#include "tests/oracle/textbook_operators.h"

#include "tests/oracle/compiled_solvers.h"

namespace limber::oracle {
namespace {

// Rows of the inverse of [1 x; 1 x; 1 x; 1 x] hold the hat functions' gradients.
Eigen::Matrix<double, 3, 4> hat_gradients_of(const TetMesh& mesh, Index t, double& volume) {
    Eigen::Matrix4d A;
    for (int a = 0; a < 4; ++a) {
        A(a, 0) = 1.0;
        A.row(a).tail<3>() = mesh.X.row(mesh.T(t, a));
    }
    volume = A.determinant() / 6.0;
    return A.inverse().bottomRows<3>();
}

} // namespace

Vector flat(const Points& x) {
    Vector result(3 * x.rows());
    result << x.col(0), x.col(1), x.col(2);
    return result;
}

Vector flat(const AffineStack& P) {
    Vector result(3 * P.rows());
    result << P.col(0), P.col(1), P.col(2);
    return result;
}

Points unflat(const Vector& x) {
    const Index n = x.size() / 3;
    Points result(n, 3);
    result << x.head(n), x.segment(n, n), x.tail(n);
    return result;
}

Matrix textbook_basis(const TetMesh& mesh, const Matrix& W) {
    const Index n = mesh.vertex_count();
    const Index width = 4 * W.cols();
    Matrix B = Matrix::Zero(3 * n, 3 * width);
    for (Index axis = 0; axis < 3; ++axis) {
        for (Index i = 0; i < n; ++i) {
            for (Index j = 0; j < W.cols(); ++j) {
                for (Index a = 0; a < 4; ++a) {
                    B(axis * n + i, axis * width + 4 * j + a) = W(i, j) * (a < 3 ? mesh.X(i, a) : 1.0);
                }
            }
        }
    }
    return B;
}

Matrix textbook_rig_jacobian(const TetMesh& mesh, const Rig& rig) {
    const Index n = mesh.vertex_count();
    const Index bones = 4 * rig.W.cols();
    const Index width = bones + 4 * rig.target_count();
    const Matrix of_bones = textbook_basis(mesh, rig.W);
    Matrix J = Matrix::Zero(3 * n, 3 * width);
    for (Index axis = 0; axis < 3; ++axis) {
        J.block(axis * n, axis * width, n, bones) = of_bones.block(axis * n, axis * bones, n, bones);
        for (Index t = 0; t < rig.target_count(); ++t) {
            for (Index i = 0; i < n; ++i) {
                for (Index a = 0; a < 3; ++a) {
                    J(axis * n + i, axis * width + bones + 4 * t + a) =
                        rig.targets[static_cast<std::size_t>(t)].d(i, a);
                }
            }
        }
    }
    return J;
}

TextbookOperators textbook_operators(const TetMesh& mesh, const Material& material, const Rig& rig) {
    const Index n = mesh.vertex_count();
    const Index t_count = mesh.tet_count();
    TextbookOperators result;
    result.K = Matrix::Zero(9 * t_count, 3 * n);
    result.V = Vector::Zero(t_count);
    result.mu = material.young.array() / (2.0 * (1.0 + material.poisson.array()));
    result.lambda = 2.0 * result.mu.array() * material.poisson.array() / (1.0 - 2.0 * material.poisson.array());
    result.M = Vector::Zero(3 * n);
    Vector weight(9 * t_count);
    for (Index t = 0; t < t_count; ++t) {
        const auto g = hat_gradients_of(mesh, t, result.V(t));
        for (int a = 0; a < 4; ++a) {
            const int v = mesh.T(t, a);
            for (Index i = 0; i < 3; ++i) {
                result.M(i * n + v) += 0.25 * material.density(t) * result.V(t);
                for (Index j = 0; j < 3; ++j) {
                    result.K(9 * t + 3 * i + j, i * n + v) += g(j, a);
                }
            }
        }
        weight.segment<9>(9 * t).setConstant(2.0 * result.mu(t) * result.V(t));
    }
    result.L = result.K.transpose() * weight.asDiagonal() * result.K;
    result.J = textbook_rig_jacobian(mesh, rig);
    result.X = flat(mesh.X);
    return result;
}

Matrix textbook_stiffness(const TextbookOperators& operators) {
    Matrix CK(operators.K.rows(), operators.K.cols());
    for (Index t = 0; t < operators.V.size(); ++t) {
        Eigen::Matrix<double, 9, 9> C = Eigen::Matrix<double, 9, 9>::Zero();
        for (Index i = 0; i < 3; ++i) {
            for (Index j = 0; j < 3; ++j) {
                C(3 * i + j, 3 * i + j) += operators.mu(t);
                C(3 * i + j, 3 * j + i) += operators.mu(t);
                C(3 * i + i, 3 * j + j) += operators.lambda(t);
            }
        }
        CK.middleRows(9 * t, 9) = operators.V(t) * C * operators.K.middleRows(9 * t, 9);
    }
    return operators.K.transpose() * CK;
}

Vector textbook_sums(const Vector& weight_of_tet, const Clusters& clusters) {
    Vector total = Vector::Zero(clusters.count);
    for (Index t = 0; t < weight_of_tet.size(); ++t) {
        total(clusters.of_tet[static_cast<std::size_t>(t)]) += weight_of_tet(t);
    }
    return total;
}

Matrix textbook_grouping(const Vector& weight_of_tet, const Clusters& clusters) {
    const Vector total = textbook_sums(weight_of_tet, clusters);
    Matrix G = Matrix::Zero(9 * clusters.count, 9 * weight_of_tet.size());
    for (Index t = 0; t < weight_of_tet.size(); ++t) {
        const int c = clusters.of_tet[static_cast<std::size_t>(t)];
        const double share = total(c) > 0.0 ? weight_of_tet(t) / total(c) : 0.0;
        G.block(9 * c, 9 * t, 9, 9) = share * Matrix::Identity(9, 9);
    }
    return G;
}

Mat3 textbook_rotation(const Mat3& F) {
    const Eigen::JacobiSVD<Mat3> svd(F, Eigen::ComputeFullU | Eigen::ComputeFullV);
    Mat3 U = svd.matrixU();
    if ((U * svd.matrixV().transpose()).determinant() < 0.0) {
        U.col(2) = -U.col(2);
    }
    return U * svd.matrixV().transpose();
}

} // namespace limber::oracle
