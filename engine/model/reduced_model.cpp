// SPDX-License-Identifier: MIT
#include "engine/model/reduced_model.h"

#include "engine/model/modal_coordinates.h"
#include "engine/model/tet_clusters.h"
#include "engine/operators/scalar_operators.h"

#include <optional>
#include <string>
#include <utility>

namespace limber {
namespace {

constexpr const char* phase_of_reduction = "making the simulation fast";

std::optional<Error> fault_in(const TetMesh& mesh, const Rig& rig, const Matrix& W, const Clusters& clusters) {
    if (rig.W.rows() != mesh.vertex_count()) {
        return Error{ErrorKind::bad_input, "the rig belongs to another mesh", "rig"};
    }
    if (W.rows() != mesh.vertex_count()) {
        return Error{ErrorKind::bad_input,
                     "the modes have " + std::to_string(W.rows()) + " weights each, but the mesh has " +
                         std::to_string(mesh.vertex_count()) + " vertices",
                     "modes"};
    }
    if (!W.allFinite()) {
        return Error{ErrorKind::bad_input, "a weight is not a finite number", "modes"};
    }
    return fault_in_clusters(mesh, clusters);
}

} // namespace

Result<ReducedModel> reduced_model(const TetMesh& mesh, const Material& material, const Rig& rig, const Matrix& W,
                                   const Clusters& clusters, Progress* progress, const Matrix& C) {
    if (auto fault = fault_in(mesh, rig, W, clusters)) {
        return *fault;
    }
    const Error cancelled{ErrorKind::cancelled, "cancelled", ""};
    if (!keep_going(progress, phase_of_reduction, 0.0)) {
        return cancelled;
    }
    ReducedModel model;
    model.frame = rest_frame(mesh.X);
    const Vector M = lumped_mass(mesh, material.density);
    const Vector two_mu = 2.0 * lame_mu(material);
    const SparseMatrix L = stiffness_laplacian(mesh, two_mu);
    const Matrix B = skinning_basis(mesh.X, W, model.frame);
    const Matrix J = rig_jacobian(mesh.X, rig);
    const Matrix MB = M.asDiagonal() * B;
    const Matrix LB = L * B;
    if (!keep_going(progress, phase_of_reduction, 0.4)) {
        return cancelled;
    }
    const Matrix on_modes = C.cols() > 0 ? Matrix(B.transpose() * of_length_one(C, M)) : Matrix();
    auto [T, stiffness] = modal_coordinates(B.transpose() * MB, B.transpose() * LB, on_modes);
    if (T.cols() == 0 && W.cols() > 0) {
        return Error{ErrorKind::bad_input,
                     "the rig takes all coordinates of " + std::to_string(W.cols()) +
                         (W.cols() == 1 ? " unconstrained mode" : " unconstrained modes") +
                         ": ask for more modes than the rig has bones",
                     "modes"};
    }
    model.T = std::move(T);
    model.stiffness = std::move(stiffness);
    model.BLJ = model.T.transpose() * (LB.transpose() * J);
    model.BMJ = model.T.transpose() * (MB.transpose() * J);
    model.BM1 = model.T.transpose() * MB.colwise().sum().transpose();
    model.JLJ = J.transpose() * (L * J);
    model.JMJ = J.transpose() * M.asDiagonal() * J;
    model.mass = M.sum();
    if (!keep_going(progress, phase_of_reduction, 0.7)) {
        return cancelled;
    }
    TetClusterSets clustered = tet_cluster_sets({mesh, material, rig, W, clusters, model.frame, model.T});
    model.sets = std::move(clustered.sets);
    model.w_sum = clustered.w_sum;
    model.lambda_ratio_max = clustered.lambda_ratio_max;
    return model;
}

} // namespace limber
