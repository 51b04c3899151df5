#include "engine/model/reduced_model.h"

#include "engine/model/modal_coordinates.h"
#include "engine/operators/scalar_operators.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace limber {
namespace {

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

// The weighted mean gradient over one cluster is a row of three per vertex; this gathers the rows of the
// vertices that the cluster touches, and forgets them again at a cost that does not depend on the mesh.
class GradientSum {
public:
    explicit GradientSum(Index vertex_count) : sum_(Points::Zero(vertex_count, 3)) {}

    void add(int vertex, const Eigen::RowVector3d& gradient) {
        if (sum_.row(vertex).isZero(0.0)) {
            touched_.push_back(vertex);
        }
        sum_.row(vertex) += gradient;
    }
    template <typename Visit>
    void visit_and_clear(Visit visit) {
        for (const int vertex : touched_) {
            visit(vertex, Vec3(sum_.row(vertex).transpose()));
            sum_.row(vertex).setZero();
        }
        touched_.clear();
    }

private:
    Points sum_;
    std::vector<int> touched_;
};

std::vector<std::vector<int>> tets_of_clusters(const Clusters& clusters) {
    std::vector<std::vector<int>> tets(static_cast<std::size_t>(clusters.count));
    for (std::size_t t = 0; t < clusters.of_tet.size(); ++t) {
        tets[static_cast<std::size_t>(clusters.of_tet[t])].push_back(static_cast<int>(t));
    }
    return tets;
}

struct ClusterGradients {
    Matrix on_modes; // 3r x 4m
    Matrix on_rig;   // 3r x 4b
    Vector weight;   // r
};

// Adds weight_j * gradient * [X 1] for every column j of the weights: a cluster's three rows of G K B.
void add_skinned(Eigen::Ref<Matrix> rows, const Vec3& gradient, const Vec3& X,
                 const Eigen::Ref<const Eigen::RowVectorXd, 0, Eigen::InnerStride<>>& weights) {
    const Eigen::Matrix<double, 3, 4> outer = gradient * Eigen::RowVector4d(X.x(), X.y(), X.z(), 1.0);
    for (Index j = 0; j < weights.size(); ++j) {
        rows.middleCols<4>(4 * j) += weights(j) * outer;
    }
}

// Mean gradients, every tet with its weight; zero for a cluster that weighs nothing.
ClusterGradients cluster_gradients(const TetMesh& mesh, const Vector& weight_of_tet, const Rig& rig, const Matrix& W,
                                   const RestFrame& frame, const Clusters& clusters) {
    const TetGradients gradients = hat_gradients(mesh);
    const Points X_in_frame = in_frame(mesh.X, frame);
    ClusterGradients result{Matrix::Zero(3 * clusters.count, 4 * W.cols()),
                            Matrix::Zero(3 * clusters.count, 4 * rig.W.cols()), Vector::Zero(clusters.count)};
    GradientSum sum(mesh.vertex_count());
    const auto tets = tets_of_clusters(clusters);
    for (int c = 0; c < clusters.count; ++c) {
        for (const int t : tets[static_cast<std::size_t>(c)]) {
            result.weight(c) += weight_of_tet(t);
            for (int corner = 0; corner < 4; ++corner) {
                sum.add(mesh.T(t, corner), weight_of_tet(t) * gradients[static_cast<std::size_t>(t)].row(corner));
            }
        }
        const double weight = result.weight(c) > 0.0 ? result.weight(c) : 1.0;
        sum.visit_and_clear([&](int v, const Vec3& gradient) {
            add_skinned(result.on_modes.middleRows(3 * c, 3), gradient / weight, X_in_frame.row(v), W.row(v));
            add_skinned(result.on_rig.middleRows(3 * c, 3), gradient / weight, mesh.X.row(v), rig.W.row(v));
        });
    }
    return result;
}

// Of a body whose every tet has the same one, to round-off.
bool same_everywhere(const Vector& ratio) {
    return ratio.maxCoeff() - ratio.minCoeff() <= 1e-9 * (1.0 + ratio.maxCoeff());
}

// The clusters that weigh something.
ClusterGradients without_idle(const ClusterGradients& gradients) {
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
    const auto shape = cluster_gradients(mesh, two_mu.cwiseProduct(volumes), rig, W, model.frame, clusters);
    const bool one_set = same_everywhere(ratio);
    const Vector none = Vector::Zero(clusters.count);
    model.w_sum = shape.weight.sum();
    model.volume_ratio = ratio.maxCoeff();
    model.sets.push_back(cluster_set(shape.on_modes * model.T, shape.on_rig, shape.weight,
                                     one_set ? Vector(ratio.mean() * shape.weight) : none));
    if (!one_set) {
        const auto volume =
            without_idle(cluster_gradients(mesh, lambda.cwiseProduct(volumes), rig, W, model.frame, clusters));
        model.sets.push_back(
            cluster_set(volume.on_modes * model.T, volume.on_rig, Vector::Zero(volume.weight.size()), volume.weight));
    }
}

} // namespace

Result<ReducedModel> reduced_model(const TetMesh& mesh, const Material& material, const Rig& rig, const Matrix& W,
                                   const Clusters& clusters, Progress* progress) {
    if (auto fault = fault_in(mesh, rig, W, clusters)) {
        return *fault;
    }
    const Error cancelled{ErrorKind::cancelled, "cancelled", ""};
    if (!keep_going(progress, "model", 0.0)) {
        return cancelled;
    }
    ReducedModel model;
    model.frame = rest_frame(mesh.X);
    const Vector M = lumped_mass(mesh, material.density);
    const Vector two_mu = 2.0 * lame_mu(material);
    const SparseMatrix L = stiffness_laplacian(mesh, two_mu);
    const Matrix B = skinning_basis(mesh.X, W, model.frame);
    const Matrix J = rig_jacobian(mesh.X, rig.W);
    const Matrix MB = M.asDiagonal() * B;
    const Matrix LB = L * B;
    if (!keep_going(progress, "model", 0.4)) {
        return cancelled;
    }
    auto [T, stiffness] = modal_coordinates(B.transpose() * MB, B.transpose() * LB);
    model.T = std::move(T);
    model.stiffness = std::move(stiffness);
    model.BLJ = model.T.transpose() * (LB.transpose() * J);
    model.BMJ = model.T.transpose() * (MB.transpose() * J);
    model.BM1 = model.T.transpose() * MB.colwise().sum().transpose();
    model.JLJ = J.transpose() * (L * J);
    model.JMJ = J.transpose() * M.asDiagonal() * J;
    model.mass = M.sum();
    if (!keep_going(progress, "model", 0.7)) {
        return cancelled;
    }
    add_cluster_sets(mesh, material, rig, W, clusters, model);
    return model;
}

} // namespace limber
