// SPDX-License-Identifier: MIT
#include "engine/model/planar_model.h"

#include "engine/core/contract.h"
#include "engine/model/tet_clusters.h"
#include "engine/model/vertex_columns.h"
#include "engine/operators/scalar_operators.h"

#include <optional>
#include <utility>
#include <vector>

namespace limber {
namespace {

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
    if (W.cols() == 0 || !W.allFinite()) {
        return Error{ErrorKind::bad_input, "the columns need a finite displacement for each vertex", "modes"};
    }
    if (rig.skeleton.bone_count() != 1 || !rig.targets.empty()) {
        return Error{ErrorKind::bad_input, "a body in its plane has a single handle and no other rig", "rig"};
    }
    return fault_in_clusters(slab, clusters);
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
    const bool is_complete = n <= columns_max;
    auto found = vertex_columns({X, M, L}, is_complete ? n : columns_max / 3, progress);
    if (!found) {
        return found.error();
    }
    SkinningModes modes = std::move(found).value();
    if (!is_complete) {
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
    const SparseMatrix L = stiffness_laplacian(slab, 2.0 * lame_mu(material));
    ReducedModel model = vertex_model({slab.X, mass, L}, rig, W);
    model.is_planar = true;
    TetClusterSets clustered = tet_cluster_sets({slab, material, rig, W, clusters, model.frame, model.T, true});
    model.sets = std::move(clustered.sets);
    model.w_sum = clustered.w_sum;
    model.lambda_ratio_max = clustered.lambda_ratio_max;
    return model;
}

} // namespace limber
