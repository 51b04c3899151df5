// SPDX-License-Identifier: MIT
#include "engine/model/planar_model.h"

#include "engine/core/contract.h"
#include "engine/linalg/sparse_eigs.h"
#include "engine/model/cluster_gradients.h"
#include "engine/model/modal_coordinates.h"
#include "engine/operators/scalar_operators.h"
#include "engine/subspace/mode_conventions.h"
#include "engine/subspace/pins.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace limber {
namespace {

// Of the Rayleigh quotient of the rest positions, as of skinning modes.
constexpr double shift_in_plane = 0.05;

Vector in_front(const Vector& of_pairs) {
    return of_pairs.head(of_pairs.size() / 2);
}

// An operator on vertices as one on pairs that move alike.
SparseMatrix folded(const SparseMatrix& L) {
    const Index n = L.rows() / 2;
    std::vector<Eigen::Triplet<double>> entries;
    for (Index column = 0; column < L.outerSize(); ++column) {
        for (SparseMatrix::InnerIterator entry(L, column); entry; ++entry) {
            entries.emplace_back(entry.row() % n, entry.col() % n, entry.value());
        }
    }
    SparseMatrix sum(n, n);
    sum.setFromTriplets(entries.begin(), entries.end());
    return sum;
}

// w, w x and w y for each weight w, about the middle and in units of the body's size.
Matrix affine_columns(const Points& X, const Matrix& weights) {
    const Points x = in_frame(X, rest_frame(X));
    Matrix columns(weights.rows(), 3 * weights.cols());
    for (Index j = 0; j < weights.cols(); ++j) {
        columns.col(3 * j) = weights.col(j);
        columns.col(3 * j + 1) = weights.col(j).cwiseProduct(x.col(0));
        columns.col(3 * j + 2) = weights.col(j).cwiseProduct(x.col(1));
    }
    return columns;
}

Matrix on_both_faces(const Matrix& columns) {
    return columns.replicate(2, 1);
}

std::optional<Error> fault_in_planar(const TetMesh& slab, const Vector& mass, const Rig& rig, const Matrix& W,
                                     const Clusters& clusters) {
    const Index vertices = slab.vertex_count();
    if (mass.size() != vertices || W.rows() != vertices || rig.W.rows() != vertices) {
        return Error{ErrorKind::bad_input, "the masses, the columns or the rig belong to another mesh", "mesh"};
    }
    if (static_cast<Index>(clusters.of_tet.size()) != slab.tet_count()) {
        return Error{ErrorKind::bad_input, "the clusters belong to another mesh", "clusters"};
    }
    if (W.cols() == 0 || !W.allFinite()) {
        return Error{ErrorKind::bad_input, "the columns need a finite displacement for each vertex", "modes"};
    }
    if (rig.skeleton.bone_count() != 1 || !rig.targets.empty()) {
        return Error{ErrorKind::bad_input, "a body in its plane has a single handle and no other rig", "rig"};
    }
    return std::nullopt;
}

// 4m x k: the maps of the columns only translate, as those of rods and shells.
Matrix planar_maps(const Matrix& rows) {
    Matrix maps = Matrix::Zero(4 * rows.rows(), rows.cols());
    for (Index j = 0; j < rows.rows(); ++j) {
        maps.row(4 * j + 3) = rows.row(j);
    }
    return maps;
}

// The gradients along the normal, and of the normal's coordinate, are zero but for round-off; the depth's own is one.
void remove_round_off(ClusterGradients& gradients) {
    for (Index c = 0; c < gradients.weight.size(); ++c) {
        gradients.on_modes.row(3 * c + 2).setZero();
        auto on_rig = gradients.on_rig.middleRows(3 * c, 3);
        on_rig.col(2).setZero();
        on_rig.row(2).setZero();
        on_rig(2, 2) = 1.0;
    }
}

ClusterSet planar_set(const ClusterGradients& gradients, const Matrix& T, const Vector& w, const Vector& l) {
    return cluster_set(gradients.on_modes * T, gradients.on_rig, w, l);
}

bool is_the_same_everywhere(const Vector& ratio) {
    return ratio.maxCoeff() - ratio.minCoeff() <= 1e-9 * (1.0 + ratio.maxCoeff());
}

void add_planar_sets(const TetMesh& slab, const Material& material, const Rig& rig, const Matrix& W,
                     const Clusters& clusters, ReducedModel& model) {
    const Vector volumes = tet_volumes(slab);
    const Vector two_mu = 2.0 * lame_mu(material);
    const Vector lambda = lame_lambda(material);
    const Vector ratio = lambda.cwiseQuotient(two_mu);
    const TetGradients hats = hat_gradients(slab);
    const auto mean = [&](const Vector& weight) {
        ClusterGradients gradients =
            cluster_gradients(slab, hats, weight.cwiseProduct(volumes), rig, W, model.frame, clusters);
        remove_round_off(gradients);
        return gradients;
    };
    const ClusterGradients shape = mean(two_mu);
    const Vector none = Vector::Zero(clusters.count);
    const bool has_one_ratio = is_the_same_everywhere(ratio);
    model.w_sum = shape.weight.sum();
    model.lambda_ratio_max = ratio.maxCoeff();
    model.sets.push_back(
        planar_set(shape, model.T, shape.weight, has_one_ratio ? Vector(ratio.mean() * shape.weight) : none));
    if (!has_one_ratio) {
        const ClusterGradients volume = mean(lambda);
        model.sets.push_back(planar_set(volume, model.T, none, volume.weight));
    }
}

} // namespace

Vector planar_mass(const TetMesh& slab, const Vector& density) {
    const Vector lumped = lumped_mass(slab, density);
    const Index n = lumped.size() / 2;
    const Vector half = 0.5 * (lumped.head(n) + lumped.tail(n));
    return half.replicate(2, 1);
}

Result<SkinningModes> planar_modes(const TetMesh& slab, const Material& material, const Vector& mass, Index columns_max,
                                   Progress* progress) {
    EXPECTS(mass.size() == slab.vertex_count() && columns_max >= 3);
    const Index n = slab.vertex_count() / 2;
    const Points X = slab.X.topRows(n);
    const Vector M = 2.0 * in_front(mass);
    const SparseMatrix L = folded(stiffness_laplacian(slab, 2.0 * lame_mu(material)));
    const double shift = shift_in_plane * quotient_at_rest(L, M, X);
    if (auto fault = fault_in_size(M, shift)) {
        return *fault;
    }
    SkinningModes modes;
    if (n <= columns_max) {
        auto [T, stiffness] = modal_coordinates(Matrix(M.asDiagonal()), Matrix(L));
        modes.W = std::move(T);
        modes.lambda = std::move(stiffness);
    } else {
        const Index weights = columns_max / 3;
        auto solved = smallest_eigenpairs(L, M, Matrix(n, 0), {.count = weights, .shift = shift}, progress);
        if (!solved) {
            return solved.error();
        }
        EigenPairs pairs = std::move(solved).value();
        modes.W = std::move(pairs.vectors);
        modes.lambda = std::move(pairs.values);
        modes.residual_max = pairs.residual_max;
    }
    fix_signs(modes.W, M.cwiseProduct(generic_values(M, X)), M);
    if (n > columns_max) {
        modes.W = affine_columns(X, modes.W);
        modes.lambda = Vector(modes.lambda.transpose().replicate(3, 1).reshaped());
    }
    modes.W = on_both_faces(modes.W);
    return modes;
}

Clusters planar_clusters(const TetMesh& slab) {
    Clusters clusters;
    clusters.count = static_cast<int>(slab.tet_count() / 3);
    for (Index t = 0; t < slab.tet_count(); ++t) {
        clusters.of_tet.push_back(static_cast<int>(t / 3));
    }
    return clusters;
}

Result<ReducedModel> planar_model(const TetMesh& slab, const Material& material, const Vector& mass, const Rig& rig,
                                  const Matrix& W, const Clusters& clusters) {
    if (auto fault = fault_in_planar(slab, mass, rig, W, clusters)) {
        return *fault;
    }
    ReducedModel model;
    model.is_planar = true;
    model.frame = rest_frame(slab.X);
    const SparseMatrix L = stiffness_laplacian(slab, 2.0 * lame_mu(material));
    const Matrix J = rig_jacobian(slab.X, rig);
    const Matrix MJ = mass.asDiagonal() * J;
    const Matrix LJ = L * J;
    const Matrix MW = mass.asDiagonal() * W;
    const Matrix LW = L * W;
    auto [rows, stiffness] = modal_coordinates(W.transpose() * MW, W.transpose() * LW);
    const Matrix B = W * rows;
    model.T = planar_maps(rows);
    model.stiffness = std::move(stiffness);
    model.BLJ = B.transpose() * LJ;
    model.BMJ = B.transpose() * MJ;
    model.BM1 = B.transpose() * mass;
    model.JLJ = J.transpose() * LJ;
    model.JMJ = J.transpose() * MJ;
    model.mass = mass.sum();
    add_planar_sets(slab, material, rig, W, clusters, model);
    return model;
}

} // namespace limber
