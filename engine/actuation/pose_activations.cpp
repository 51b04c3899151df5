// SPDX-License-Identifier: MIT
#include "engine/actuation/pose_activations.h"

#include "engine/core/contract.h"
#include "engine/linalg/compiled_solvers.h"
#include "engine/linalg/nearest_rotation.h"
#include "engine/operators/scalar_operators.h"
#include "engine/operators/tet_gradient.h"

namespace limber {
namespace {

constexpr int alternations_max = 500;
constexpr double converged_change = 1e-10; // of the activations
// Of the largest product of targets: muscles that are not independent share what they do.
constexpr double relative_ridge = 1e-9;

// Per cluster, of one pose: sum_t w_t F_t Y_t'.
using MeanGradients = std::vector<Mat3>;

// `hats`: with each gradient g replaced by Y g.
MeanGradients mean_gradients(const TetMesh& mesh, const Vector& weight, const Clusters& clusters,
                             const TetGradients& hats, const Points& pose) {
    MeanGradients mean(static_cast<std::size_t>(clusters.count), Mat3::Zero());
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        const auto i = static_cast<std::size_t>(t);
        mean[static_cast<std::size_t>(clusters.of_tet[i])] += weight(t) * gradient_in_tet(pose, mesh.T, t, hats[i]);
    }
    return mean;
}

/// The minimisation for one pose.
struct PoseProblem {
    MeanGradients rest;
    std::vector<MeanGradients> muscles; // m

    MeanGradients at(const Vector& activation) const {
        MeanGradients sum = rest;
        for (std::size_t v = 0; v < muscles.size(); ++v) {
            for (std::size_t c = 0; c < sum.size(); ++c) {
                sum[c] += activation(static_cast<Index>(v)) * muscles[v][c];
            }
        }
        return sum;
    }
    // m: sum_c <R_c, T_vc>, at the rotations that are nearest at these activations.
    Vector pull(const Vector& activation) const {
        const MeanGradients now = at(activation);
        Vector pull = Vector::Zero(activation.size());
        for (std::size_t c = 0; c < now.size(); ++c) {
            const Mat3 R = nearest_rotation(now[c]);
            for (std::size_t v = 0; v < muscles.size(); ++v) {
                pull(static_cast<Index>(v)) += R.cwiseProduct(muscles[v][c]).sum();
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

} // namespace

Matrix activations_of_poses(const TetMesh& mesh, const Material& material, const Clusters& clusters,
                            const MuscleTargets& targets, const std::vector<Points>& poses) {
    EXPECTS(!fault_in(targets, mesh) && !fault_in(clusters, mesh));
    const Vector weight = 2.0 * lame_mu(material).cwiseProduct(tet_volumes(mesh));
    std::vector<PoseProblem> problems(poses.size());
    const TetGradients hats = hat_gradients(mesh);
    for (std::size_t q = 0; q < poses.size(); ++q) {
        problems[q].rest = mean_gradients(mesh, weight, clusters, hats, poses[q]);
    }
    for (Index v = 0; v < targets.count(); ++v) {
        const TetGradients of_muscle = target_gradients(mesh, targets, v);
        for (std::size_t q = 0; q < poses.size(); ++q) {
            problems[q].muscles.push_back(mean_gradients(mesh, weight, clusters, of_muscle, poses[q]));
        }
    }
    const TargetEnergy energy = target_energy(mesh, material, targets);
    Matrix products = energy.quadratic;
    products.diagonal().array() += relative_ridge * products.diagonal().maxCoeff();
    const Eigen::LDLT<Matrix> quadratic(products);
    Matrix activations(targets.count(), static_cast<Index>(poses.size()));
    for (std::size_t q = 0; q < poses.size(); ++q) {
        activations.col(static_cast<Index>(q)) = minimise(problems[q], quadratic, energy.linear);
    }
    return activations;
}

} // namespace limber
