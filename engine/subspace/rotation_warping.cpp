// SPDX-License-Identifier: MIT
#include "engine/subspace/rotation_warping.h"

#include "engine/core/contract.h"
#include "engine/core/detached_task.h"
#include "engine/mesh/topology.h"
#include "engine/operators/scalar_operators.h"
#include "engine/operators/tet_gradient.h"

#include <Eigen/Geometry>

#include <cmath>
#include <utility>
#include <vector>

namespace limber {
namespace {

// Of the mean diagonal entry of the Laplacian; the solution is refined.
constexpr double poisson_shift = 1e-8;
constexpr int poisson_refinements = 2;
// Likewise, of pinned vertices; what they leave is removed in the end.
constexpr double pin_stiffness = 1e4;
// Below this angle the series of the integral's coefficients are exact to round-off.
constexpr double small_angle = 1e-4;
// Below this square of an angle the series of their derivatives are.
constexpr double small_square_of_rates = 2.5e-3;

Vec3 axial_vector(const Mat3& gradient) {
    return 0.5 *
           Vec3(gradient(2, 1) - gradient(1, 2), gradient(0, 2) - gradient(2, 0), gradient(1, 0) - gradient(0, 1));
}

Mat3 rotation_of(const Vec3& w) {
    const double angle = w.norm();
    return angle > 0.0 ? Eigen::AngleAxisd(angle, w / angle).toRotationMatrix() : Mat3(Mat3::Identity());
}

Mat3 cross_product_matrix(const Vec3& w) {
    Mat3 W;
    W << 0.0, -w.z(), w.y(), w.z(), 0.0, -w.x(), -w.y(), w.x(), 0.0;
    return W;
}

/// The integral from 0 to 1 of exp(s w) ds is I + first [w] + second [w]^2, with functions of the square of the angle.
struct TurnCoefficients {
    double first = 0.0;
    double second = 0.0;
};

TurnCoefficients turn_coefficients(double square) {
    const double angle = std::sqrt(square);
    if (angle < small_angle) {
        return {0.5 - square / 24.0, 1.0 / 6.0 - square / 120.0};
    }
    return {(1.0 - std::cos(angle)) / square, (angle - std::sin(angle)) / (square * angle)};
}

// The integral from 0 to 1 of exp(s w) ds, applied to u.
Vec3 mean_turn(const Vec3& w, const Vec3& u) {
    const auto [first, second] = turn_coefficients(w.squaredNorm());
    const Vec3 turned = w.cross(u);
    return u + first * turned + second * w.cross(turned);
}

// Derivatives of the coefficients by the square.
TurnCoefficients turn_coefficient_rates(double square) {
    if (square < small_square_of_rates) {
        return {-1.0 / 24.0 + square / 360.0 - square * square / 13440.0,
                -1.0 / 120.0 + square / 2520.0 - square * square / 120960.0};
    }
    const double angle = std::sqrt(square);
    const double rest = 1.0 - std::cos(angle);
    return {(0.5 * angle * std::sin(angle) - rest) / (square * square),
            (angle * rest - 3.0 * (angle - std::sin(angle))) / (2.0 * square * square * angle)};
}

} // namespace

WarpedDisplacement warped_displacement(const Vec3& w, const Vec3& u) {
    const auto [first, second] = turn_coefficients(w.squaredNorm());
    const auto rates = turn_coefficient_rates(w.squaredNorm());
    const Mat3 W = cross_product_matrix(w);
    const Vec3 turned = w.cross(u);
    const Vec3 twice = w.cross(turned);
    WarpedDisplacement warped;
    warped.value = u + first * turned + second * twice;
    warped.by_displacement = Mat3::Identity() + first * W + second * W * W;
    warped.by_rotation = 2.0 * (rates.first * turned + rates.second * twice) * w.transpose() -
                         first * cross_product_matrix(u) -
                         second * (cross_product_matrix(turned) + W * cross_product_matrix(u));
    return warped;
}

ModalWarping::ModalWarping(const TetMesh& mesh) : gradient_(3 * mesh.vertex_count(), mesh.vertex_count()) {
    const TetGradients gradients = hat_gradients(mesh);
    const Vector volumes = tet_volumes(mesh);
    Vector around = Vector::Zero(mesh.vertex_count());
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        for (int a = 0; a < 4; ++a) {
            around(mesh.T(t, a)) += volumes(t);
        }
    }
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(static_cast<std::size_t>(48 * mesh.tet_count()));
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        for (int a = 0; a < 4; ++a) {
            const int vertex = mesh.T(t, a);
            for (int b = 0; b < 4; ++b) {
                for (int axis = 0; axis < 3; ++axis) {
                    entries.emplace_back(3 * vertex + axis, mesh.T(t, b),
                                         volumes(t) / around(vertex) * gradients[static_cast<std::size_t>(t)](b, axis));
                }
            }
        }
    }
    gradient_.setFromTriplets(entries.begin(), entries.end());
}

Points ModalWarping::rotation_vectors(const Points& u) const {
    EXPECTS(u.rows() == gradient_.cols());
    const Matrix derivatives = gradient_ * u; // row 3 i + j: du / dx_j
    Points w(u.rows(), 3);
    for (Index i = 0; i < u.rows(); ++i) {
        w.row(i) = axial_vector(derivatives.middleRows<3>(3 * i).transpose());
    }
    return w;
}

Matrix ModalWarping::rotation_rows(const Matrix& B, const std::vector<int>& vertices) const {
    EXPECTS(B.rows() == 3 * gradient_.cols());
    const auto count = static_cast<Index>(vertices.size());
    std::vector<Index> place(static_cast<std::size_t>(gradient_.cols()), -1); // of each vertex, one of each
    for (Index i = 0; i < count; ++i) {
        place[static_cast<std::size_t>(vertices[static_cast<std::size_t>(i)])] = i;
    }
    Matrix rows = Matrix::Zero(3 * count, B.cols());
    for (Index v = 0; v < gradient_.cols(); ++v) {
        for (SparseMatrix::InnerIterator it(gradient_, v); it; ++it) {
            const Index i = place[static_cast<std::size_t>(it.row() / 3)];
            if (i < 0) {
                continue;
            }
            // w is half the curl: the derivative along one axis of each component turns about the third axis.
            const Index along = it.row() % 3;
            const Index next = (along + 1) % 3;
            const Index last = (along + 2) % 3;
            rows.row(3 * i + last) += 0.5 * it.value() * B.row(3 * v + next);
            rows.row(3 * i + next) -= 0.5 * it.value() * B.row(3 * v + last);
        }
    }
    return rows;
}

Points ModalWarping::apply(const Points& u) const {
    const Points w = rotation_vectors(u);
    Points warped(u.rows(), 3);
    for (Index i = 0; i < u.rows(); ++i) {
        warped.row(i) = mean_turn(w.row(i), u.row(i));
    }
    return warped;
}

RotationStrain::RotationStrain(const TetMesh& mesh, Vector springs, SparseMatrix L, SparseCholesky factor)
    : mesh_(mesh), gradients_(hat_gradients(mesh)), volumes_(tet_volumes(mesh)), springs_(std::move(springs)),
      L_(std::move(L)), factor_(std::move(factor)) {
    const Components components = connected_components(mesh.T, mesh.vertex_count());
    component_ = components_of_vertices(mesh.T, mesh.vertex_count(), components);
    is_pinned_.resize(static_cast<std::size_t>(components.count), false);
    for (std::size_t i = 0; i < component_.size(); ++i) {
        if (springs_(static_cast<Index>(i)) > 0.0) {
            is_pinned_[static_cast<std::size_t>(component_[i])] = true;
        }
    }
}

Result<RotationStrain> RotationStrain::of(const TetMesh& mesh, const Vector& pinned, Progress* progress) {
    EXPECTS(pinned.size() == 0 || pinned.size() == mesh.vertex_count());
    SparseMatrix L = stiffness_laplacian(mesh, Vector::Ones(mesh.tet_count()));
    const double mean = L.diagonal().mean();
    Vector springs = Vector::Zero(mesh.vertex_count());
    if (pinned.size() > 0) {
        springs = (pinned.array() == 1.0).select(Vector::Constant(pinned.size(), pin_stiffness * mean), 0.0);
        L.diagonal() += springs;
    }
    auto factor = compute_detached<Result<SparseCholesky>>(
        [L, mean] { return SparseCholesky::factorise(L, poisson_shift * mean); }, progress);
    if (!factor) {
        return Error{ErrorKind::cancelled, "the computation was cancelled", {}};
    }
    if (!*factor) {
        return factor->error();
    }
    return RotationStrain(mesh, std::move(springs), std::move(L), std::move(*factor).value());
}

Points RotationStrain::apply(const Points& u) const {
    EXPECTS(u.rows() == mesh_.vertex_count());
    Matrix pull = springs_.asDiagonal() * u;
    for (Index t = 0; t < mesh_.tet_count(); ++t) {
        const auto& g = gradients_[static_cast<std::size_t>(t)];
        const Mat3 gradient = gradient_in_tet(u, mesh_.T, t, g);
        const Mat3 stretch = 0.5 * (gradient + gradient.transpose()) + Mat3::Identity();
        const Mat3 wanted = rotation_of(axial_vector(gradient)) * stretch - Mat3::Identity();
        for (int a = 0; a < 4; ++a) {
            pull.row(mesh_.T(t, a)) += volumes_(t) * g.row(a) * wanted.transpose();
        }
    }
    Matrix d = factor_.solve(pull);
    for (int i = 0; i < poisson_refinements; ++i) {
        d += factor_.solve(pull - L_ * d);
    }
    place_pieces(u, d);
    return d;
}

void RotationStrain::place_pieces(const Points& u, Matrix& d) const {
    Matrix offset = Matrix::Zero(static_cast<Index>(is_pinned_.size()), 3);
    Vector count = Vector::Zero(offset.rows());
    for (Index i = 0; i < u.rows(); ++i) {
        const int c = component_[static_cast<std::size_t>(i)];
        offset.row(c) += u.row(i) - d.row(i);
        count(c) += 1.0;
    }
    for (Index i = 0; i < u.rows(); ++i) {
        const auto c = static_cast<std::size_t>(component_[static_cast<std::size_t>(i)]);
        if (springs_(i) > 0.0) {
            d.row(i) = u.row(i);
        } else if (!is_pinned_[c]) {
            d.row(i) += offset.row(static_cast<Index>(c)) / count(static_cast<Index>(c));
        }
    }
}

} // namespace limber
