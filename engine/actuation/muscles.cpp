// SPDX-License-Identifier: MIT
#include "engine/actuation/muscles.h"

#include "engine/core/contract.h"
#include "engine/model/cluster_gradients.h"
#include "engine/operators/scalar_operators.h"

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

Mat3 gradient_of(const Eigen::Ref<const Points>& d, const Tets& T, Index t, const Eigen::Matrix<double, 4, 3>& g) {
    Mat3 gradient = Mat3::Zero();
    for (int corner = 0; corner < 4; ++corner) {
        gradient += d.row(T(t, corner)).transpose() * g.row(corner);
    }
    return gradient;
}

std::vector<Mat3> gradients_of(const TetMesh& mesh, const TetGradients& hats, const Eigen::Ref<const Points>& d) {
    std::vector<Mat3> gradients;
    gradients.reserve(hats.size());
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        gradients.push_back(gradient_of(d, mesh.T, t, hats[static_cast<std::size_t>(t)]));
    }
    return gradients;
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

// The value that is exceeded only in the given share of the volume.
double peak_of(const Vector& values, const Vector& volumes, double left_out_share) {
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

double weighted_trace(const std::vector<Mat3>& a, const Vector& weight) {
    double sum = 0.0;
    for (std::size_t t = 0; t < a.size(); ++t) {
        sum += weight(static_cast<Index>(t)) * a[t].trace();
    }
    return sum;
}

std::optional<Error> fault_in(const TetMesh& mesh, const Rig& rig, const Matrix& W, const ReducedModel& model,
                              const Clusters& clusters, const Matrix& D) {
    EXPECTS(rig.W.rows() == mesh.vertex_count() && W.rows() == mesh.vertex_count());
    EXPECTS(model.mode_count() == W.cols() && model.rig_map_count() == rig.map_count());
    if (D.rows() != 3 * mesh.vertex_count()) {
        return Error{ErrorKind::bad_input, "the muscles belong to another mesh", "muscles"};
    }
    if (!D.allFinite()) {
        return Error{ErrorKind::bad_input, "a muscle's displacement is not a finite number", "muscles"};
    }
    if (static_cast<Index>(clusters.of_tet.size()) != mesh.tet_count() ||
        *std::max_element(clusters.of_tet.begin(), clusters.of_tet.end()) >= clusters.count) {
        return Error{ErrorKind::bad_input, "the actuation clusters belong to another mesh", "muscles"};
    }
    return std::nullopt;
}

} // namespace

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
            peak_of(largest_changes_of_length(mesh, displacement(D, v)), volumes, scale.left_out_volume);
        const double farthest = displacement(D, v).rowwise().norm().maxCoeff();
        scaled.col(v) *= peak > relative_strain_min * farthest / size ? scale.peak_strain / peak : 1.0;
    }
    return scaled;
}

TetGradients target_gradients(const TetMesh& mesh, const Eigen::Ref<const Points>& d) {
    const TetGradients hats = hat_gradients(mesh);
    return transformed(hats, gradients_of(mesh, hats, d));
}

double TargetEnergy::at(const Vector& a) const {
    double sum = -1.5 * w_sum;
    for (Index v = 0; v < a.size(); ++v) {
        sum += a(v) * (linear(v) + 0.5 * quadratic.col(v).dot(a));
    }
    return sum;
}

TargetEnergy target_energy(const TetMesh& mesh, const Material& material, const Matrix& D) {
    const TetGradients hats = hat_gradients(mesh);
    const Vector weight = 2.0 * lame_mu(material).cwiseProduct(tet_volumes(mesh));
    TargetEnergy energy{Vector(D.cols()), gradient_products(stiffness_laplacian(mesh, 2.0 * lame_mu(material)), D),
                        weight.sum()};
    for (Index v = 0; v < D.cols(); ++v) {
        energy.linear(v) = weighted_trace(gradients_of(mesh, hats, displacement(D, v)), weight);
    }
    return energy;
}

Result<ActuationSet> actuation_set(const TetMesh& mesh, const Material& material, const Rig& rig, const Matrix& W,
                                   const ReducedModel& model, const Clusters& clusters, const Matrix& D,
                                   Progress* progress) {
    if (auto fault = fault_in(mesh, rig, W, model, clusters, D)) {
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
    set.linear.resize(D.cols());
    set.quadratic = gradient_products(stiffness_laplacian(mesh, 2.0 * lame_mu(material)), D);
    for (Index v = 0; v < D.cols(); ++v) {
        if (!keep_going(progress, "growing the muscles", static_cast<double>(v) / static_cast<double>(D.cols()))) {
            return Error{ErrorKind::cancelled, "cancelled", ""};
        }
        const std::vector<Mat3> Y = gradients_of(mesh, hats, displacement(D, v));
        set.muscles.push_back(part_of(transformed(hats, Y)));
        set.linear(v) = weighted_trace(Y, weight);
    }
    return set;
}

} // namespace limber
