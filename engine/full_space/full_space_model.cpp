// SPDX-License-Identifier: MIT
#include "engine/full_space/full_space_model.h"

#include "engine/core/detached_task.h"
#include "engine/linalg/orthonormal_basis.h"
#include "engine/rig/complementarity.h"
#include "engine/subspace/pins.h"
#include "engine/subspace/skinning_basis.h"

#include <utility>

namespace limber {
namespace {

constexpr double rank_tolerance = 1e-8; // of the rig's columns

std::optional<Error> fault_in_arguments(const TetMesh& mesh, const Material& material, const Rig& rig,
                                        const Vector& leak) {
    if (auto fault = fault_in(material, mesh)) {
        return fault;
    }
    if (auto fault = fault_in(rig, mesh)) {
        return fault;
    }
    if (leak.size() != 0 && (leak.size() != mesh.vertex_count() || !leak.allFinite())) {
        return Error{ErrorKind::bad_input, "the momentum leak needs one finite number for each vertex", "leak"};
    }
    return std::nullopt;
}

// n x c, orthonormal: the span of M^-1/2 D M J, and of the motions of pieces that the rig does not tell apart
// (complementarity.h). Can be cancelled, because a rig of a hundred bones takes seconds.
Result<Matrix> constraint_basis(const TetMesh& mesh, const FullSpaceModel& model, const Vector& leak,
                                Progress* progress) {
    const Vector weight = leak.cwiseProduct(model.M.cwiseSqrt());
    const Matrix of_pieces = rig_jacobian(mesh.X, pieces_but_one(mesh));
    Matrix held(mesh.vertex_count(), model.J.cols() + of_pieces.cols());
    held << weight.asDiagonal() * model.J, model.M.cwiseSqrt().asDiagonal() * of_pieces;
    auto Q = compute_detached<std::optional<Matrix>>(
        [held = std::move(held)] { return orthonormal_basis(held, rank_tolerance); }, progress);
    if (!Q) {
        return full_space_cancelled();
    }
    if (!*Q) {
        return Error{ErrorKind::bad_input, "the rig's weights, times the mass, are too large", "rig"};
    }
    return std::move(**Q);
}

} // namespace

Error full_space_cancelled() {
    return {ErrorKind::cancelled, "the computation of full space was cancelled", {}};
}

Result<FullSpaceModel> full_space_model(const TetMesh& mesh, const Material& material, const Rig& rig,
                                        const Vector& leak, ElasticEnergy energy, Progress* progress) {
    if (auto fault = fault_in_arguments(mesh, material, rig, leak)) {
        return *fault;
    }
    if (progress && progress->is_cancelled()) {
        return full_space_cancelled();
    }
    FullSpaceModel model;
    model.X = mesh.X;
    model.T = mesh.T;
    model.gradients = hat_gradients(mesh);
    model.around = vertex_corners(mesh.T, mesh.vertex_count());
    const Vector V = tet_volumes(mesh);
    model.w = 2.0 * lame_mu(material).cwiseProduct(V);
    model.l = lame_lambda(material).cwiseProduct(V);
    if (energy == ElasticEnergy::arap) {
        model.l.setZero();
    }
    model.energy = energy;
    model.size = rest_frame(mesh.X).scale;
    model.lambda_ratio_max = model.l.cwiseQuotient(model.w).maxCoeff();
    model.M = lumped_mass(mesh, material.density);
    model.L = stiffness_laplacian(mesh, 2.0 * lame_mu(material));
    model.J = rig_jacobian(mesh.X, rig);
    model.Q = Matrix(mesh.vertex_count(), 0);
    if (leak.size() > 0) {
        auto Q = constraint_basis(mesh, model, leak, progress);
        if (!Q) {
            return Q.error();
        }
        model.Q = std::move(Q).value();
    }
    return model;
}

void pin(const TetMesh& mesh, const Material& material, const Vector& pinned, FullSpaceModel& model) {
    const SparseMatrix H = weight_space_hessian(mesh, material);
    SparseMatrix springs(mesh.vertex_count(), mesh.vertex_count());
    add_pin_springs(pinned, quotient_at_rest(H, model.M, mesh.X), model.M, springs);
    model.pins = std::as_const(springs).diagonal();
}

ContactPoints full_space_contact_points(const FullSpaceModel& model, const std::vector<int>& vertices) {
    const auto count = static_cast<Index>(vertices.size());
    ContactPoints points{vertices, Matrix::Zero(model.vertex_count(), count), Matrix(model.J.cols(), count)};
    for (Index i = 0; i < count; ++i) {
        const int vertex = vertices[static_cast<std::size_t>(i)];
        points.phi(vertex, i) = 1.0;
        points.rig_rows.col(i) = model.J.row(vertex).transpose();
    }
    return points;
}

BodyPoint full_space_point(const FullSpaceModel& model, std::span<const int> vertices,
                           std::span<const double> barycentric) {
    EXPECTS(vertices.size() == barycentric.size());
    BodyPoint point{Vector::Zero(model.vertex_count()), Vector::Zero(model.J.cols())};
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        EXPECTS(vertices[i] >= 0 && vertices[i] < model.vertex_count());
        point.phi(vertices[i]) += barycentric[i];
        point.rig_row += barycentric[i] * model.J.row(vertices[i]).transpose();
    }
    return point;
}

Points positions(const FullSpaceModel& model, const AffineStack& Z, const AffineStack& P) {
    return Z + model.J * P;
}

AffineStack displacement_at(const FullSpaceModel& model, const Points& x, const AffineStack& P) {
    const Vector root = model.M.cwiseSqrt();
    AffineStack Z = root.asDiagonal() * (x - model.J * P);
    Z -= model.Q * (model.Q.transpose() * Z);
    return root.cwiseInverse().asDiagonal() * Z;
}

} // namespace limber
