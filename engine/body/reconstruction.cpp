// SPDX-License-Identifier: MIT
#include "engine/body/reconstruction.h"

#include "engine/core/contract.h"
#include "engine/core/stopwatch.h"
#include "engine/linalg/compiled_solvers.h"
#include "engine/linalg/nearest_rotation.h"
#include "engine/linalg/orthonormal_basis.h"
#include "engine/operators/elasticity.h"
#include "engine/subspace/skinning_basis.h"

#include <utility>

namespace limber {
namespace {

constexpr double mode_rank_min = 1e-8; // of a column's length

// k x 3c: the product with the columns C (n x c) on each axis, one axis after the other.
Matrix product_with_axes(const Matrix& B, const Matrix& C) {
    Matrix products(B.cols(), 3 * C.cols());
    for (Index axis = 0; axis < 3; ++axis) {
        const Matrix rows = B(Eigen::seq(axis, Eigen::last, Eigen::fix<3>), Eigen::all);
        products.middleCols(axis * C.cols(), C.cols()) = rows.transpose() * C;
    }
    return products;
}

Mat3 moment_of(const Reconstruction& reconstruction, const AffineStack& P) {
    Mat3 moment = Mat3::Zero();
    for (Index row = 0; row < P.rows(); ++row) {
        moment += P.row(row).transpose() * reconstruction.rest_moment.row(row);
    }
    return moment;
}

Vector mass_of_axes(const Body& body) {
    return body.mass.transpose().replicate(3, 1).reshaped();
}

UncoupledModes ritz_vectors(const Body& body, const Matrix& columns, const Material& material) {
    const Vector root = mass_of_axes(body).cwiseSqrt();
    const auto span = orthonormal_basis(root.asDiagonal() * columns, mode_rank_min);
    EXPECTS(span); // finite columns
    const Matrix U = root.cwiseInverse().asDiagonal() * *span;
    const Matrix forces = rest_hessian(body.mesh, material) * U;
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(Matrix(U.transpose() * forces));
    return {U * eigen.eigenvectors(), eigen.eigenvalues()};
}

double seconds_of_one(const Reconstruction& reconstruction, const Points& X) {
    const Points u = 0.01 * X;
    const Stopwatch watch;
    corrected(reconstruction, u);
    return watch.seconds();
}

} // namespace

Result<Reconstruction> reconstruction_of(const Body& body, SubspaceKind kind, Progress* progress) {
    EXPECTS(is_reconstructed(kind));
    const Eigen::RowVector3d mean = body.mass.transpose() * body.mesh.X / body.mass.sum();
    const Matrix J = rig_jacobian(body.mesh.X, body.rig);
    const Matrix moment = J.transpose() * (body.mass.asDiagonal() * (body.mesh.X.rowwise() - mean));
    if (kind == SubspaceKind::warped) {
        Reconstruction warped{ModalWarping(body.mesh), moment};
        warped.seconds = seconds_of_one(warped, body.mesh.X);
        return warped;
    }
    auto strain = RotationStrain::of(body.mesh, body.pinned, progress);
    if (!strain) {
        return strain.error();
    }
    Reconstruction solved{std::move(strain).value(), moment};
    solved.seconds = seconds_of_one(solved, body.mesh.X);
    return solved;
}

GeneralModel vibrating_model(const Body& body, const Matrix& modes, const Vector& eigenvalues) {
    const Index padded = (modes.cols() + 2) / 3 * 3;
    GeneralModel model;
    model.B = Matrix::Zero(modes.rows(), padded);
    model.B.leftCols(modes.cols()) = modes;
    model.J = rig_jacobian(body.mesh.X, body.rig);
    model.stiffness = Vector::Ones(padded);
    model.stiffness.head(modes.cols()) = eigenvalues.cwiseMax(0.0);
    model.BLJ = Matrix::Zero(padded, 3 * model.J.cols());
    model.BMJ = product_with_axes(model.B, body.mass.asDiagonal() * model.J);
    model.BM1 = product_with_axes(model.B, body.mass);
    model.JLJ = Matrix::Zero(model.J.cols(), model.J.cols());
    model.JMJ = model.J.transpose() * (body.mass.asDiagonal() * model.J);
    model.size = rest_frame(body.mesh.X).scale;
    return model;
}

UncoupledModes uncoupled_modes(const Body& body, const Matrix& columns, const Material& material) {
    if (depends_on_loads(body.subspace)) {
        return ritz_vectors(body, columns, material);
    }
    const Matrix forces = rest_hessian(body.mesh, material) * columns;
    const Vector mass = mass_of_axes(body);
    Vector quotients(columns.cols());
    for (Index j = 0; j < columns.cols(); ++j) {
        quotients(j) = columns.col(j).dot(forces.col(j)) / mass.dot(columns.col(j).cwiseAbs2());
    }
    return {columns, quotients};
}

Mat3 frame_rotation(const Reconstruction& reconstruction, const AffineStack& P) {
    return nearest_rotation(moment_of(reconstruction, P));
}

Mat3 frame_rotation_rate(const Reconstruction& reconstruction, const AffineStack& P, const AffineStack& Pdot) {
    constexpr double h = 1e-4; // [s]
    const Mat3 moment = moment_of(reconstruction, P);
    const Mat3 change = h * moment_of(reconstruction, Pdot);
    return (nearest_rotation(moment + change) - nearest_rotation(moment - change)) / (2.0 * h);
}

Points corrected(const Reconstruction& reconstruction, const Points& u) {
    return std::visit([&](const auto& correction) { return correction.apply(u); }, reconstruction.correction);
}

void turn_back(const Mat3& R, AffineStack& rows) {
    for (Index row = 0; row < rows.rows(); ++row) {
        const Eigen::RowVector3d turned = rows.row(row) * R;
        rows.row(row) = turned;
    }
}

void turn_back(const Mat3& R, Controls& controls) {
    turn_back(R, controls.P);
    controls.gravity = R.transpose() * controls.gravity;
    controls.wind.velocity = R.transpose() * controls.wind.velocity;
    for (Handle& handle : controls.handles) {
        handle.target = R.transpose() * handle.target;
    }
    for (PointForce& applied : controls.forces) {
        applied.force = R.transpose() * applied.force;
    }
}

void turn_back_rig(const Mat3& R, State& state) {
    turn_back(R, state.P);
    turn_back(R, state.Pdot);
    turn_back(R, state.previous.P);
    turn_back(R, state.previous.Pdot);
}

} // namespace limber
