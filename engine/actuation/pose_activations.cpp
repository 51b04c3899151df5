// SPDX-License-Identifier: MIT
#include "engine/actuation/pose_activations.h"

#include "engine/core/contract.h"
#include "engine/linalg/compiled_solvers.h"
#include "engine/linalg/nearest_rotation.h"
#include "engine/operators/scalar_operators.h"

#include <algorithm>
#include <utility>

namespace limber {
namespace {

constexpr int alternations_max = 500;
constexpr double converged_change = 1e-10; // of the activations
// Of the largest product of targets: muscles that are not independent share what they do.
constexpr double relative_ridge = 1e-9;

/// The minimisation for one pose.
struct PoseProblem {
    std::vector<Matrix> gradients; // per cluster 3 x 3 (1 + m): sum_t w_t F_t, and sum_t w_t F_t Y_vt' of each muscle

    static auto of_muscle(const Matrix& gradients, Index v) {
        return gradients.middleCols<3>(3 * (v + 1));
    }
    // m: sum_c <R_c, T_vc>, at the rotations that are nearest at these activations.
    Vector pull(const Vector& activation) const {
        Vector pull = Vector::Zero(activation.size());
        for (const Matrix& of_cluster : gradients) {
            Mat3 now = of_cluster.leftCols<3>();
            for (Index v = 0; v < activation.size(); ++v) {
                now += activation(v) * of_muscle(of_cluster, v);
            }
            const Mat3 R = nearest_rotation(now);
            for (Index v = 0; v < activation.size(); ++v) {
                pull(v) += R.cwiseProduct(of_muscle(of_cluster, v)).sum();
            }
        }
        return pull;
    }
};

Vector minimise(const PoseProblem& problem, const Eigen::LDLT<Matrix>& quadratic, const Vector& linear) {
    Vector activation = Vector::Zero(linear.size());
    for (int i = 0; i < alternations_max; ++i) {
        const Vector pull = problem.pull(activation) - linear;
        const Vector next = quadratic.solve(pull);
        const double change = (next - activation).norm();
        activation = next;
        if (change <= converged_change * (1.0 + activation.norm())) {
            break;
        }
    }
    return activation;
}

// The rows of the vertices of a cluster follow one another.
using ClusterVertex = std::pair<int, int>;

ClusterVertex cluster_vertex(const TetMesh& mesh, const Clusters& clusters, Index t, Index corner) {
    return {clusters.of_tet[static_cast<std::size_t>(t)], mesh.T(t, corner)};
}

std::vector<ClusterVertex> cluster_vertices(const TetMesh& mesh, const Clusters& clusters) {
    std::vector<ClusterVertex> all;
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        for (Index corner = 0; corner < 4; ++corner) {
            all.push_back(cluster_vertex(mesh, clusters, t, corner));
        }
    }
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

// t x 4.
Tets rows_of_corners(const TetMesh& mesh, const Clusters& clusters, const std::vector<ClusterVertex>& rows) {
    Tets of_corners(mesh.tet_count(), 4);
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        for (Index corner = 0; corner < 4; ++corner) {
            const auto found = std::ranges::lower_bound(rows, cluster_vertex(mesh, clusters, t, corner));
            of_corners(t, corner) = static_cast<int>(found - rows.begin());
        }
    }
    return of_corners;
}

// `hats`: with each gradient g replaced by Y g.
void add_products(const Tets& rows, const Vector& weight, const TetGradients& hats, Eigen::Ref<Matrix> products) {
    for (Index t = 0; t < rows.rows(); ++t) {
        for (Index corner = 0; corner < 4; ++corner) {
            products.row(rows(t, corner)) += weight(t) * hats[static_cast<std::size_t>(t)].row(corner);
        }
    }
}

} // namespace

PoseActivations::PoseActivations(const TetMesh& mesh, const Material& material, const Clusters& clusters,
                                 const MuscleTargets& targets)
    : vertex_count_(mesh.vertex_count()), begins_(static_cast<std::size_t>(clusters.count) + 1, 0) {
    EXPECTS(!fault_in(targets, mesh) && !fault_in(clusters, mesh));
    const std::vector<ClusterVertex> rows = cluster_vertices(mesh, clusters);
    for (const auto& [cluster, vertex] : rows) {
        vertices_.push_back(vertex);
        begins_[static_cast<std::size_t>(cluster) + 1] = static_cast<Index>(vertices_.size());
    }
    const Tets of_corners = rows_of_corners(mesh, clusters, rows);
    const Vector weight = 2.0 * lame_mu(material).cwiseProduct(tet_volumes(mesh));
    products_ = Matrix::Zero(static_cast<Index>(rows.size()), 3 * (1 + targets.count()));
    add_products(of_corners, weight, hat_gradients(mesh), products_.leftCols<3>());
    for (Index v = 0; v < targets.count(); ++v) {
        add_products(of_corners, weight, target_gradients(mesh, targets, v), products_.middleCols<3>(3 * (v + 1)));
    }
    const TargetEnergy energy = target_energy(mesh, material, targets);
    quadratic_ = energy.quadratic;
    quadratic_.diagonal().array() += relative_ridge * quadratic_.diagonal().maxCoeff();
    linear_ = energy.linear;
}

Vector PoseActivations::of(const Points& pose) const {
    EXPECTS(pose.rows() == vertex_count_);
    PoseProblem problem;
    for (std::size_t c = 0; c + 1 < begins_.size(); ++c) {
        const Index count = begins_[c + 1] - begins_[c];
        Points x(count, 3);
        for (Index i = 0; i < count; ++i) {
            x.row(i) = pose.row(vertices_[static_cast<std::size_t>(begins_[c] + i)]);
        }
        problem.gradients.emplace_back(x.transpose() * products_.middleRows(begins_[c], count));
    }
    return minimise(problem, Eigen::LDLT<Matrix>(quadratic_), linear_);
}

} // namespace limber
