// SPDX-License-Identifier: MIT
#include "engine/rig/complementarity.h"

#include "engine/core/contract.h"
#include "engine/linalg/compiled_solvers.h"
#include "engine/mesh/topology.h"

namespace limber {
namespace {

/// n x 4: [x y z 1] relative to the centre and the size of the body. The span of the constraint is the same for every
/// origin and unit; its conditioning is not.
Eigen::Matrix<double, Eigen::Dynamic, 4> homogeneous_coordinates(const Points& X) {
    const BoundingBox box = bounding_box(X);
    const double size = box.diagonal() > 0.0 ? 0.5 * box.diagonal() : 1.0;
    Eigen::Matrix<double, Eigen::Dynamic, 4> H(X.rows(), 4);
    H.leftCols<3>() = (X.rowwise() - box.centre().transpose()) / size;
    H.col(3).setOnes();
    return H;
}

/// The column space of C, as orthonormal columns.
Matrix orthonormal_span(Matrix C, double rank_tolerance) {
    for (Index c = 0; c < C.cols(); ++c) {
        const double size = C.col(c).norm();
        C.col(c) *= size > 0.0 ? 1.0 / size : 0.0;
    }
    Eigen::ColPivHouseholderQR<Matrix> qr(C);
    qr.setThreshold(rank_tolerance);
    return qr.householderQ() * Matrix::Identity(C.rows(), qr.rank());
}

Matrix columns_of_targets(const Points& X, const Vector& mass, const Vector& leak, const std::vector<Target>& all) {
    const std::vector<Target> targets = moving_targets(all);
    if (targets.empty()) {
        return Matrix(X.rows(), 0);
    }
    constexpr double rank_tolerance = 1e-10;
    Matrix J(3 * X.rows(), static_cast<Index>(targets.size()));
    for (Index t = 0; t < J.cols(); ++t) {
        const Points& d = targets[static_cast<std::size_t>(t)].d;
        EXPECTS(d.rows() == X.rows());
        J.col(t) = Eigen::Map<const Vector>(d.data(), d.size());
    }
    return complementarity_columns(X, mass, leak, J, rank_tolerance);
}

} // namespace

Matrix complementarity_columns(const Points& X, const Vector& mass, const Vector& leak, const Matrix& rig_weights) {
    EXPECTS(mass.size() == X.rows() && leak.size() == X.rows() && rig_weights.rows() == X.rows());
    const auto H = homogeneous_coordinates(X);
    Matrix C(X.rows(), 10 * rig_weights.cols());
    Index column = 0;
    for (Index b = 0; b < rig_weights.cols(); ++b) {
        const Vector momentum = leak.cwiseProduct(mass).cwiseProduct(rig_weights.col(b));
        for (int p = 0; p < 4; ++p) {
            for (int q = p; q < 4; ++q) {
                C.col(column++) = momentum.cwiseProduct(H.col(p)).cwiseProduct(H.col(q));
            }
        }
    }
    return C;
}

Matrix complementarity_columns(const Points& X, const Vector& mass, const Vector& leak, const Matrix& J,
                               double rank_tolerance) {
    EXPECTS(mass.size() == X.rows() && leak.size() == X.rows() && J.rows() == 3 * X.rows());
    const auto H = homogeneous_coordinates(X);
    const Vector momentum = leak.cwiseProduct(mass);
    Matrix C(X.rows(), 12 * J.cols());
    Index column = 0;
    for (Index p = 0; p < J.cols(); ++p) {
        for (int axis = 0; axis < 3; ++axis) {
            const Vector moved = J(Eigen::seqN(axis, X.rows(), 3), p).cwiseProduct(momentum);
            for (int q = 0; q < 4; ++q) {
                C.col(column++) = moved.cwiseProduct(H.col(q));
            }
        }
    }
    return orthonormal_span(std::move(C), rank_tolerance);
}

Matrix complementarity_columns(const TetMesh& mesh, const Vector& mass, const Vector& leak, const Rig& rig) {
    const Matrix of_bones = complementarity_columns(mesh.X, mass, leak, rig.W);
    const Matrix of_targets = columns_of_targets(mesh.X, mass, leak, rig.targets);
    const Matrix of_pieces = complementarity_columns(mesh.X, mass, Vector::Ones(mass.size()), pieces_but_one(mesh));
    Matrix C(mesh.vertex_count(), of_bones.cols() + of_targets.cols() + of_pieces.cols());
    C << of_bones, of_targets, of_pieces;
    return C;
}

Matrix complementarity_of_displacements(const TetMesh& mesh, const Vector& mass, const Vector& leak, const Rig& rig) {
    const Index n = mesh.vertex_count();
    const Vector momentum = leak.cwiseProduct(mass);
    const Matrix of_bones = momentum.asDiagonal() * rig_jacobian(mesh.X, rig.W);
    const Matrix of_targets = momentum.asDiagonal() * displacements_of(moving_targets(rig.targets), n);
    const Matrix of_pieces = mass.asDiagonal() * rig_jacobian(mesh.X, pieces_but_one(mesh));
    Matrix C(n, of_bones.cols() + of_targets.cols() + of_pieces.cols());
    C << of_bones, of_targets, of_pieces;
    return C;
}

Matrix pieces_but_one(const TetMesh& mesh) {
    const Components pieces = connected_components(mesh.T, mesh.vertex_count());
    Matrix indicators = Matrix::Zero(mesh.vertex_count(), pieces.count - 1);
    for (Index tet = 0; tet < mesh.tet_count(); ++tet) {
        const int piece = pieces.of_tet[static_cast<std::size_t>(tet)];
        for (Index k = 0; k < 4 && piece > 0; ++k) {
            indicators(mesh.T(tet, k), piece - 1) = 1.0;
        }
    }
    return indicators;
}

} // namespace limber
