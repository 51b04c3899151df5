// SPDX-License-Identifier: MIT
#include "engine/model/cluster_gradients.h"

#include "engine/core/contract.h"

#include <vector>

namespace limber {
namespace {

// The weighted mean gradient over one cluster is a row of three per vertex. Gathers the rows of the vertices that the
// cluster touches, and clears them at a cost that does not depend on the mesh.
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

// Adds weight_j * gradient * [X 1] for every column j of the weights: a cluster's three rows of G K B.
void add_skinned(Eigen::Ref<Matrix> rows, const Vec3& gradient, const Vec3& X,
                 const Eigen::Ref<const Eigen::RowVectorXd, 0, Eigen::InnerStride<>>& weights) {
    const Eigen::Matrix<double, 3, 4> outer = gradient * Eigen::RowVector4d(X.x(), X.y(), X.z(), 1.0);
    for (Index j = 0; j < weights.size(); ++j) {
        rows.middleCols<4>(4 * j) += weights(j) * outer;
    }
}

// The same for the targets, whose columns follow the bones'.
void add_targets(Eigen::Ref<Matrix> rows, const Vec3& gradient, const Rig& rig, Index vertex) {
    Index column = 4 * rig.W.cols();
    for (const Target& target : rig.targets) {
        rows.middleCols<3>(column) += gradient * target.d.row(vertex);
        column += 4;
    }
}

} // namespace

ClusterGradients cluster_gradients(const TetMesh& mesh, const TetGradients& gradients, const Vector& weight_of_tet,
                                   const Rig& rig, const Matrix& W, const RestFrame& frame, const Clusters& clusters) {
    EXPECTS(gradients.size() == clusters.of_tet.size() && weight_of_tet.size() == mesh.tet_count());
    const Points X_in_frame = in_frame(mesh.X, frame);
    ClusterGradients result{Matrix::Zero(3 * clusters.count, 4 * W.cols()),
                            Matrix::Zero(3 * clusters.count, 4 * rig.map_count()), Vector::Zero(clusters.count)};
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
            add_targets(result.on_rig.middleRows(3 * c, 3), gradient / weight, rig, v);
        });
    }
    return result;
}

} // namespace limber
