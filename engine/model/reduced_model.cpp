// SPDX-License-Identifier: MIT
#include "engine/model/reduced_model.h"

#include "engine/model/cluster_gradients.h"
#include "engine/model/modal_coordinates.h"
#include "engine/operators/scalar_operators.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

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
    if (static_cast<Index>(clusters.of_tet.size()) != mesh.tet_count()) {
        return Error{ErrorKind::bad_input, "the clusters belong to another mesh", "clusters"};
    }
    const auto outside = [&](int label) {
        return label < 0 || label >= clusters.count;
    };
    if (std::any_of(clusters.of_tet.begin(), clusters.of_tet.end(), outside)) {
        return Error{ErrorKind::bad_input, "a tet has a label that no cluster has", "clusters"};
    }
    return std::nullopt;
}

// Whether the ratio is the same in every tet, to round-off.
bool is_constant(const Vector& ratio) {
    return ratio.maxCoeff() - ratio.minCoeff() <= 1e-9 * (1.0 + ratio.maxCoeff());
}

// Removes the clusters of weight zero.
ClusterGradients without_empty(const ClusterGradients& gradients) {
    std::vector<Index> rows;
    std::vector<Index> kept;
    for (Index c = 0; c < gradients.weight.size(); ++c) {
        if (gradients.weight(c) > 0.0) {
            kept.push_back(c);
            rows.insert(rows.end(), {3 * c, 3 * c + 1, 3 * c + 2});
        }
    }
    return {gradients.on_modes(rows, Eigen::all), gradients.on_rig(rows, Eigen::all), gradients.weight(kept)};
}

void add_cluster_sets(const TetMesh& mesh, const Material& material, const Rig& rig, const Matrix& W,
                      const Clusters& clusters, ReducedModel& model) {
    const Vector volumes = tet_volumes(mesh);
    const Vector two_mu = 2.0 * lame_mu(material);
    const Vector lambda = lame_lambda(material);
    const Vector ratio = lambda.cwiseQuotient(two_mu);
    const TetGradients gradients = hat_gradients(mesh);
    const auto shape = cluster_gradients(mesh, gradients, two_mu.cwiseProduct(volumes), rig, W, model.frame, clusters);
    const bool one_set = is_constant(ratio);
    const Vector none = Vector::Zero(clusters.count);
    model.w_sum = shape.weight.sum();
    model.lambda_ratio_max = ratio.maxCoeff();
    model.sets.push_back(cluster_set(shape.on_modes * model.T, shape.on_rig, shape.weight,
                                     one_set ? Vector(ratio.mean() * shape.weight) : none));
    if (!one_set) {
        const auto volume = without_empty(
            cluster_gradients(mesh, gradients, lambda.cwiseProduct(volumes), rig, W, model.frame, clusters));
        model.sets.push_back(
            cluster_set(volume.on_modes * model.T, volume.on_rig, Vector::Zero(volume.weight.size()), volume.weight));
    }
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
                         " unconstrained modes: ask for more modes than the rig has bones",
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
    add_cluster_sets(mesh, material, rig, W, clusters, model);
    return model;
}

} // namespace limber
