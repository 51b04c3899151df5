// SPDX-License-Identifier: MIT
#include "engine/general_basis/general_model.h"

#include "engine/core/contract.h"
#include "engine/model/modal_coordinates.h"
#include "engine/operators/scalar_operators.h"
#include "engine/rig/complementarity.h"
#include "engine/subspace/skinning_basis.h"

#include <algorithm>
#include <string>

namespace limber {
namespace {

// n x m: the rows of one axis.
Matrix rows_of_axis(const Matrix& basis, Index axis) {
    return basis(Eigen::seq(axis, Eigen::last, Eigen::fix<3>), Eigen::all);
}

// The sum over the axes of A_axis' X_axis, for X = scale B.
template <typename Scale>
Matrix product_over_axes(const Matrix& B, const Scale& scale) {
    Matrix sum = Matrix::Zero(B.cols(), B.cols());
    for (Index axis = 0; axis < 3; ++axis) {
        const Matrix rows = rows_of_axis(B, axis);
        sum += rows.transpose() * (scale * rows);
    }
    return sum;
}

// k x 3c: the product with the columns C (n x c) on each axis, one axis after the other.
Matrix product_on_axes(const Matrix& B, const Matrix& C) {
    Matrix products(B.cols(), 3 * C.cols());
    for (Index axis = 0; axis < 3; ++axis) {
        products.middleCols(axis * C.cols(), C.cols()) = rows_of_axis(B, axis).transpose() * C;
    }
    return products;
}

std::optional<Error> fault_in_arguments(const TetMesh& mesh, const Material& material, const Rig& rig,
                                        const Matrix& basis, const Clusters& clusters) {
    if (auto fault = fault_in(material, mesh)) {
        return fault;
    }
    if (auto fault = fault_in(rig, mesh)) {
        return fault;
    }
    if (basis.rows() != 3 * mesh.vertex_count() || !basis.allFinite()) {
        return Error{ErrorKind::bad_input, "the subspace needs three finite numbers for each vertex and column",
                     "basis"};
    }
    if (static_cast<Index>(clusters.of_tet.size()) != mesh.tet_count()) {
        return Error{ErrorKind::bad_input, "the clusters belong to another mesh", "clusters"};
    }
    return std::nullopt;
}

/// Weighted means of the tets' gradients over the clusters.
struct MeanGradients {
    SparseMatrix G; // 3r x n
    Vector weight;  // r
};

MeanGradients mean_gradients(const TetMesh& mesh, const TetGradients& gradients, const Vector& weight_of_tet,
                             const Clusters& clusters) {
    Vector weight = Vector::Zero(clusters.count);
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        weight(clusters.of_tet[static_cast<std::size_t>(t)]) += weight_of_tet(t);
    }
    std::vector<Eigen::Triplet<double>> entries;
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        const int c = clusters.of_tet[static_cast<std::size_t>(t)];
        const double share = weight(c) > 0.0 ? weight_of_tet(t) / weight(c) : 0.0;
        for (int corner = 0; corner < 4; ++corner) {
            for (int j = 0; j < 3; ++j) {
                entries.emplace_back(3 * c + j, mesh.T(t, corner),
                                     share * gradients[static_cast<std::size_t>(t)](corner, j));
            }
        }
    }
    SparseMatrix G(3 * clusters.count, mesh.vertex_count());
    G.setFromTriplets(entries.begin(), entries.end());
    return {std::move(G), std::move(weight)};
}

// Where an entry of S (9r x k) is in its lanes.
std::size_t lane_of_row(Index row, Index column, Index columns) {
    const auto c = static_cast<std::size_t>(row / 9);
    const auto entry = static_cast<std::size_t>(row % 9);
    const std::size_t at =
        (c / cluster_lanes * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column)) * 9 + entry;
    return at * cluster_lanes + c % cluster_lanes;
}

// Packs rows 9 c + 3 i + j of S (9r x k) by blocks of cluster_lanes clusters.
LaneArray<double> packed_rows(const Matrix& S) {
    const auto clusters = static_cast<std::size_t>(S.rows() / 9);
    const auto k = static_cast<std::size_t>(S.cols());
    LaneArray<double> lanes((clusters + cluster_lanes - 1) / cluster_lanes * k * 9 * cluster_lanes);
    for (Index row = 0; row < S.rows(); ++row) {
        for (Index column = 0; column < S.cols(); ++column) {
            lanes[lane_of_row(row, column, S.cols())] = S(row, column);
        }
    }
    return lanes;
}

// `w` and `l`: r [J].
GeneralClusters cluster_maps(const SparseMatrix& G, const Matrix& B, const Matrix& J, const Vector& w,
                             const Vector& l) {
    const Index r = w.size();
    Matrix S(9 * r, B.cols());
    for (Index axis = 0; axis < 3; ++axis) {
        const Matrix rows = G * rows_of_axis(B, axis);
        for (Index c = 0; c < r; ++c) {
            S.middleRows(9 * c + 3 * axis, 3) = rows.middleRows(3 * c, 3);
        }
    }
    GeneralClusters maps{packed_rows(S), {}, cluster_set(Matrix(3 * r, 0), G * J, w, l)};
    maps.S_single.resize(maps.S.size());
    std::transform(maps.S.begin(), maps.S.end(), maps.S_single.begin(), [](double v) { return static_cast<float>(v); });
    return maps;
}

void add_clusters(const TetMesh& mesh, const Material& material, const Clusters& clusters, GeneralModel& model) {
    const TetGradients hats = hat_gradients(mesh);
    const Vector volumes = tet_volumes(mesh);
    const Vector shape_weight = 2.0 * lame_mu(material).cwiseProduct(volumes);
    const Vector volume_weight = lame_lambda(material).cwiseProduct(volumes);
    const Vector ratio = volume_weight.cwiseQuotient(shape_weight);
    const MeanGradients shape = mean_gradients(mesh, hats, shape_weight, clusters);
    const Vector none = Vector::Zero(clusters.count);
    model.w_sum = shape.weight.sum();
    model.lambda_ratio_max = ratio.maxCoeff();
    if (ratio.maxCoeff() - ratio.minCoeff() <= 1e-9 * (1.0 + ratio.maxCoeff())) {
        model.sets.push_back(
            cluster_maps(shape.G, model.B, model.J, shape.weight, Vector(ratio.mean() * shape.weight)));
        return;
    }
    const MeanGradients volume = mean_gradients(mesh, hats, volume_weight, clusters);
    model.sets.push_back(cluster_maps(shape.G, model.B, model.J, shape.weight, none));
    model.sets.push_back(cluster_maps(volume.G, model.B, model.J, none, volume.weight));
}

// Appends zero columns with stiffness 1, which never move.
void pad_to_threes(Matrix& B, Vector& stiffness) {
    const Index k = B.cols();
    const Index padded = (k + 2) / 3 * 3;
    B.conservativeResize(Eigen::NoChange, padded);
    B.rightCols(padded - k).setZero();
    stiffness.conservativeResize(padded);
    stiffness.tail(padded - k).setOnes();
}

} // namespace

Result<GeneralModel> general_model(const TetMesh& mesh, const Material& material, const Rig& rig, const Vector& leak,
                                   const Matrix& basis, const Clusters& clusters) {
    if (auto fault = fault_in_arguments(mesh, material, rig, basis, clusters)) {
        return *fault;
    }
    GeneralModel model;
    model.J = rig_jacobian(mesh.X, rig);
    model.size = rest_frame(mesh.X).scale;
    const Vector M = lumped_mass(mesh, material.density);
    const SparseMatrix L = stiffness_laplacian(mesh, 2.0 * lame_mu(material));
    Matrix constraint;
    if (leak.size() > 0) {
        const TetMesh in_rest_frame{in_frame(mesh.X, rest_frame(mesh.X)), mesh.T};
        const Matrix C = complementarity_of_displacements(in_rest_frame, M, leak, rig);
        constraint = product_on_axes(basis, of_length_one(C, M));
    }
    auto [T, stiffness] =
        modal_coordinates(product_over_axes(basis, M.asDiagonal()), product_over_axes(basis, L), constraint);
    if (T.cols() == 0) {
        return Error{ErrorKind::bad_input,
                     basis.cols() == 0 ? "the subspace has no coordinates: no mode is possible on this mesh"
                                       : "the rig takes all of the subspace's " + std::to_string(basis.cols()) +
                                             " coordinates: ask for more modes",
                     "modes"};
    }
    model.B = basis * T;
    model.stiffness = std::move(stiffness);
    pad_to_threes(model.B, model.stiffness);
    model.BLJ = product_on_axes(model.B, L * model.J);
    model.BMJ = product_on_axes(model.B, M.asDiagonal() * model.J);
    model.JLJ = model.J.transpose() * (L * model.J);
    model.JMJ = model.J.transpose() * (M.asDiagonal() * model.J);
    model.BM1 = product_on_axes(model.B, M);
    add_clusters(mesh, material, clusters, model);
    return model;
}

Result<GeneralActuation> general_actuation(const TetMesh& mesh, const Material& material, const GeneralModel& model,
                                           const Clusters& clusters, const MuscleTargets& targets, Progress* progress) {
    EXPECTS(model.B.rows() == 3 * mesh.vertex_count());
    if (auto fault = fault_in(clusters, mesh)) {
        return *fault;
    }
    if (auto fault = fault_in(targets, mesh)) {
        return *fault;
    }
    const Vector weight = 2.0 * lame_mu(material).cwiseProduct(tet_volumes(mesh));
    const auto part_of = [&](const TetGradients& gradients) {
        const MeanGradients mean = mean_gradients(mesh, gradients, weight, clusters);
        return cluster_maps(mean.G, model.B, model.J, mean.weight, Vector(Vector::Zero(clusters.count)));
    };
    GeneralActuation actuation{part_of(hat_gradients(mesh)), {}, target_energy(mesh, material, targets)};
    for (Index v = 0; v < targets.count(); ++v) {
        if (!keep_going(progress, "growing the muscles",
                        static_cast<double>(v) / static_cast<double>(targets.count()))) {
            return Error{ErrorKind::cancelled, "the computation of the muscles was cancelled", {}};
        }
        actuation.muscles.push_back(part_of(target_gradients(mesh, targets, v)));
    }
    return actuation;
}

Matrix unpacked_rows(const GeneralClusters& clusters) {
    const ClusterSet& set = clusters.rig_and_weights;
    const auto k =
        static_cast<Index>(clusters.S.size() / std::max<std::size_t>(1, set.block_count() * 9 * cluster_lanes));
    Matrix S(9 * set.cluster_count, k);
    for (Index row = 0; row < S.rows(); ++row) {
        for (Index column = 0; column < k; ++column) {
            S(row, column) = clusters.S[lane_of_row(row, column, k)];
        }
    }
    return S;
}

Matrix by_columns_of_Z(const Matrix& map) {
    EXPECTS(map.cols() % 3 == 0);
    const Index rows_of_Z = map.cols() / 3;
    Matrix by_columns(map.rows(), map.cols());
    for (Index axis = 0; axis < 3; ++axis) {
        for (Index i = 0; i < rows_of_Z; ++i) {
            by_columns.col(axis * rows_of_Z + i) = map.col(3 * i + axis);
        }
    }
    return by_columns;
}

Vector vec_of_rig(const AffineStack& P) {
    return P.reshaped();
}

Points positions(const GeneralModel& model, const AffineStack& Z, const AffineStack& P) {
    const Points rows = Z;
    const Vector u = model.B * Eigen::Map<const Vector>(rows.data(), rows.size());
    return Eigen::Map<const Points>(u.data(), model.J.rows(), 3) + model.J * P;
}

AffineStack projected(const GeneralModel& model, const Vector& mass, const AffineStack& displacement) {
    const Points weighted = mass.asDiagonal() * displacement;
    const Vector z = model.B.transpose() * Eigen::Map<const Vector>(weighted.data(), weighted.size());
    return Eigen::Map<const Points>(z.data(), z.size() / 3, 3);
}

} // namespace limber
