// SPDX-License-Identifier: MIT
#include "engine/actuation/muscles.h"

#include "engine/core/contract.h"
#include "engine/model/cluster_gradients.h"
#include "engine/operators/scalar_operators.h"
#include "engine/operators/tet_gradient.h"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

namespace limber {
namespace {

// Times the largest displacement over the body's size: the strain that round-off gives a translation.
constexpr double relative_strain_min = 1e-9;

Eigen::Map<const Points> displacement(const Matrix& D, Index muscle) {
    return {D.col(muscle).data(), D.rows() / 3, 3};
}

std::vector<Mat3> gradients_of(const TetMesh& mesh, const TetGradients& hats, const Eigen::Ref<const Points>& d) {
    std::vector<Mat3> gradients;
    gradients.reserve(hats.size());
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        gradients.push_back(gradient_in_tet(d, mesh.T, t, hats[static_cast<std::size_t>(t)]));
    }
    return gradients;
}

// What a muscle adds to the target gradient of each tet.
std::vector<Mat3> additions_of(const TetMesh& mesh, const TetGradients& hats, const MuscleTargets& targets,
                               Index muscle) {
    const Index first = targets.count() - targets.stretch_count();
    if (muscle < first) {
        return gradients_of(mesh, hats, displacement(targets.D, muscle));
    }
    const auto of_tets = targets.stretches->col(muscle - first);
    std::vector<Mat3> additions;
    additions.reserve(hats.size());
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        additions.emplace_back(of_tets.segment<9>(9 * t).reshaped(3, 3));
    }
    return additions;
}

// Of a symmetric matrix, from the angle of its characteristic cubic.
double largest_eigenvalue(const Mat3& A) {
    const double mean = A.trace() / 3.0;
    const Mat3 B = A - mean * Mat3::Identity();
    const double p = std::sqrt(B.squaredNorm() / 6.0);
    if (!(p > 0.0)) {
        return mean;
    }
    const double r = std::clamp(B.determinant() / (2.0 * p * p * p), -1.0, 1.0);
    return mean + 2.0 * p * std::cos(std::acos(r) / 3.0);
}

// Replaces every gradient g by Y g, as a row, with Y = grad d.
TetGradients transformed(const TetGradients& hats, const std::vector<Mat3>& Y) {
    TetGradients transformed = hats;
    for (std::size_t t = 0; t < hats.size(); ++t) {
        transformed[t] = hats[t] * Y[t].transpose();
    }
    return transformed;
}

// sum_t weight_t grad d_u : grad d_v = sum over the axes of d_u' L d_v. Does not store all gradients at once, which
// would take gigabytes on a fine mesh.
Matrix gradient_products(const SparseMatrix& L, const Matrix& D) {
    Matrix products(D.cols(), D.cols());
    for (Index v = 0; v < D.cols(); ++v) {
        const Points L_d = L * displacement(D, v);
        products.col(v) = D.transpose() * Eigen::Map<const Vector>(L_d.data(), L_d.size());
    }
    return 0.5 * (products + products.transpose());
}

// 3n: sum_t weight_t Y_t g at each vertex, g the gradient of its hat function: the product with a displacement d is
// sum_t weight_t grad d : Y_t.
Vector sums_at_vertices(const TetMesh& mesh, const TetGradients& hats, const Vector& weight,
                        const std::vector<Mat3>& Y) {
    Vector sums = Vector::Zero(3 * mesh.vertex_count());
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        const auto i = static_cast<std::size_t>(t);
        for (Index corner = 0; corner < 4; ++corner) {
            sums.segment<3>(3 * mesh.T(t, corner)) += weight(t) * (Y[i] * hats[i].row(corner).transpose());
        }
    }
    return sums;
}

// m x m: sum_t weight_t Y_u : Y_v of what the muscles add to the targets.
Matrix products_of_additions(const TetMesh& mesh, const TetGradients& hats, const Material& material,
                             const MuscleTargets& targets) {
    const SparseMatrix L = stiffness_laplacian(mesh, 2.0 * lame_mu(material));
    if (targets.stretch_count() == 0) {
        return gradient_products(L, targets.D);
    }
    const Vector weight = 2.0 * lame_mu(material).cwiseProduct(tet_volumes(mesh));
    const Matrix& S = *targets.stretches;
    const Index first = targets.count() - S.cols();
    const Matrix D = targets.D.leftCols(first);
    Matrix products(targets.count(), targets.count());
    products.topLeftCorner(first, first) = gradient_products(L, D);
    for (Index v = first; v < targets.count(); ++v) {
        const Vector sums = sums_at_vertices(mesh, hats, weight, additions_of(mesh, hats, targets, v));
        products.col(v).head(first) = D.transpose() * sums;
        products.row(v).head(first) = products.col(v).head(first).transpose();
    }
    const Vector of_entries = weight.transpose().replicate(9, 1).reshaped();
    const Matrix of_stretches = S.transpose() * (of_entries.asDiagonal() * S);
    products.bottomRightCorner(S.cols(), S.cols()) = 0.5 * (of_stretches + of_stretches.transpose());
    return products;
}

double weighted_trace(const std::vector<Mat3>& a, const Vector& weight) {
    double sum = 0.0;
    for (std::size_t t = 0; t < a.size(); ++t) {
        sum += weight(static_cast<Index>(t)) * a[t].trace();
    }
    return sum;
}

std::optional<Error> fault_in(const TetMesh& mesh, const Rig& rig, const Matrix& W, const ReducedModel& model,
                              const Clusters& clusters, const MuscleTargets& targets) {
    EXPECTS(rig.W.rows() == mesh.vertex_count() && W.rows() == mesh.vertex_count());
    EXPECTS(model.mode_count() == W.cols() && model.rig_map_count() == rig.map_count());
    if (auto fault = limber::fault_in(targets, mesh)) {
        return fault;
    }
    return limber::fault_in(clusters, mesh);
}

} // namespace

std::optional<Error> fault_in(const Clusters& clusters, const TetMesh& mesh) {
    if (static_cast<Index>(clusters.of_tet.size()) != mesh.tet_count() ||
        *std::max_element(clusters.of_tet.begin(), clusters.of_tet.end()) >= clusters.count) {
        return Error{ErrorKind::bad_input, "the actuation clusters belong to another mesh", "muscles"};
    }
    return std::nullopt;
}

std::optional<Error> fault_in(const MuscleTargets& targets, const TetMesh& mesh) {
    const Matrix* stretches = targets.stretches;
    if (targets.D.rows() != 3 * mesh.vertex_count() ||
        (stretches && (stretches->rows() != 9 * mesh.tet_count() || stretches->cols() > targets.count()))) {
        return Error{ErrorKind::bad_input, "the muscles belong to another mesh", "muscles"};
    }
    if (!targets.D.allFinite() || (stretches && !stretches->allFinite())) {
        return Error{ErrorKind::bad_input, "a muscle's target is not a finite number", "muscles"};
    }
    return std::nullopt;
}

double peak_value(const Vector& values, const Vector& volumes, double left_out_share) {
    std::vector<Index> order(static_cast<std::size_t>(values.size()));
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return values(a) > values(b); });
    double left_out = left_out_share * volumes.sum();
    for (const Index t : order) {
        left_out -= volumes(t);
        if (left_out < 0.0) {
            return values(t);
        }
    }
    return values(order.back());
}

Vector largest_changes_of_length(const TetMesh& mesh, const Eigen::Ref<const Points>& d) {
    EXPECTS(d.rows() == mesh.vertex_count());
    const std::vector<Mat3> gradients = gradients_of(mesh, hat_gradients(mesh), d);
    Vector changes(mesh.tet_count());
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        const Mat3& G = gradients[static_cast<std::size_t>(t)];
        changes(t) = std::sqrt(std::max(0.0, largest_eigenvalue(G.transpose() * G)));
    }
    return changes;
}

Matrix scaled_muscles(const TetMesh& mesh, const Matrix& D, const MuscleScale& scale) {
    EXPECTS(D.rows() == 3 * mesh.vertex_count() && scale.peak_strain > 0.0);
    EXPECTS(D.allFinite()); // strains are sorted, which NaN breaks
    const Vector volumes = tet_volumes(mesh);
    const double size = (mesh.X.colwise().maxCoeff() - mesh.X.colwise().minCoeff()).norm();
    Matrix scaled = D;
    for (Index v = 0; v < D.cols(); ++v) {
        const double peak =
            peak_value(largest_changes_of_length(mesh, displacement(D, v)), volumes, scale.left_out_volume);
        const double farthest = displacement(D, v).rowwise().norm().maxCoeff();
        scaled.col(v) *= peak > relative_strain_min * farthest / size ? scale.peak_strain / peak : 1.0;
    }
    return scaled;
}

TetGradients target_gradients(const TetMesh& mesh, const MuscleTargets& targets, Index muscle) {
    const TetGradients hats = hat_gradients(mesh);
    return transformed(hats, additions_of(mesh, hats, targets, muscle));
}

double TargetEnergy::at(const Vector& a) const {
    double sum = -1.5 * w_sum;
    for (Index v = 0; v < a.size(); ++v) {
        sum += a(v) * (linear(v) + 0.5 * quadratic.col(v).dot(a));
    }
    return sum;
}

TargetEnergy target_energy(const TetMesh& mesh, const Material& material, const MuscleTargets& targets) {
    const TetGradients hats = hat_gradients(mesh);
    const Vector weight = 2.0 * lame_mu(material).cwiseProduct(tet_volumes(mesh));
    TargetEnergy energy{Vector(targets.count()), products_of_additions(mesh, hats, material, targets), weight.sum()};
    for (Index v = 0; v < targets.count(); ++v) {
        energy.linear(v) = weighted_trace(additions_of(mesh, hats, targets, v), weight);
    }
    return energy;
}

Result<ActuationSet> actuation_set(const TetMesh& mesh, const Material& material, const Rig& rig, const Matrix& W,
                                   const ReducedModel& model, const Clusters& clusters, const MuscleTargets& targets,
                                   Progress* progress) {
    if (auto fault = fault_in(mesh, rig, W, model, clusters, targets)) {
        return *fault;
    }
    const TetGradients hats = hat_gradients(mesh);
    const Vector weight = 2.0 * lame_mu(material).cwiseProduct(tet_volumes(mesh));
    const auto part_of = [&](const TetGradients& gradients) {
        const ClusterGradients part = cluster_gradients(mesh, gradients, weight, rig, W, model.frame, clusters);
        return cluster_set(part.on_modes * model.T, part.on_rig, part.weight, Vector::Zero(part.weight.size()));
    };
    ActuationSet set;
    set.rest = part_of(hats);
    set.w_sum = weight.sum();
    set.linear.resize(targets.count());
    set.quadratic = products_of_additions(mesh, hats, material, targets);
    for (Index v = 0; v < targets.count(); ++v) {
        if (!keep_going(progress, "growing the muscles",
                        static_cast<double>(v) / static_cast<double>(targets.count()))) {
            return Error{ErrorKind::cancelled, "cancelled", ""};
        }
        const std::vector<Mat3> Y = additions_of(mesh, hats, targets, v);
        set.muscles.push_back(part_of(transformed(hats, Y)));
        set.linear(v) = weighted_trace(Y, weight);
    }
    return set;
}

} // namespace limber
