// SPDX-License-Identifier: MIT
#include "engine/loads/muscle_loads.h"

#include "engine/core/contract.h"
#include "engine/linalg/sparse_cholesky.h"
#include "engine/mesh/topology.h"
#include "engine/operators/scalar_operators.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace limber {
namespace {

constexpr double end_share_min = 0.5;
constexpr double gradient_min = 1e-9; // of the largest; below it a direction is round-off

Error muscle_fault(const std::string& message) {
    return {ErrorKind::bad_input, message, "loads"};
}

// n: a piece of the body each, or -1 in those that do not have both ends.
std::vector<int> pieces_with_both(const TetMesh& mesh, const Vector& from, const Vector& to) {
    const Components pieces = connected_components(mesh.T, mesh.vertex_count());
    std::vector<int> piece(static_cast<std::size_t>(mesh.vertex_count()));
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        for (Index corner = 0; corner < 4; ++corner) {
            piece[static_cast<std::size_t>(mesh.T(t, corner))] = pieces.of_tet[static_cast<std::size_t>(t)];
        }
    }
    std::vector<bool> has_from(static_cast<std::size_t>(pieces.count));
    std::vector<bool> has_to(static_cast<std::size_t>(pieces.count));
    for (std::size_t i = 0; i < piece.size(); ++i) {
        const auto p = static_cast<std::size_t>(piece[i]);
        has_from[p] = has_from[p] || from(static_cast<Index>(i)) >= end_share_min;
        has_to[p] = has_to[p] || to(static_cast<Index>(i)) >= end_share_min;
    }
    for (int& p : piece) {
        p = has_from[static_cast<std::size_t>(p)] && has_to[static_cast<std::size_t>(p)] ? p : -1;
    }
    return piece;
}

// Fills the free values of phi (their indices; -1: given), which are those of the least energy.
Result<Done> fill_harmonic(const SparseMatrix& L, const std::vector<int>& free, Index count, Vector& phi) {
    std::vector<Eigen::Triplet<double>> entries;
    Vector right = Vector::Zero(count);
    for (Index column = 0; column < L.outerSize(); ++column) {
        for (SparseMatrix::InnerIterator entry(L, column); entry; ++entry) {
            const int row = free[static_cast<std::size_t>(entry.row())];
            const int other = free[static_cast<std::size_t>(entry.col())];
            if (row >= 0 && other >= 0) {
                entries.emplace_back(row, other, entry.value());
            } else if (row >= 0) {
                right(row) -= entry.value() * phi(entry.col());
            }
        }
    }
    SparseMatrix A(count, count);
    A.setFromTriplets(entries.begin(), entries.end());
    const auto factor = SparseCholesky::factorise(A);
    if (!factor) {
        return muscle_fault("has fibres without a solution: the tets between their ends are too thin");
    }
    const Vector values = factor.value().solve(right);
    for (std::size_t i = 0; i < free.size(); ++i) {
        if (free[i] >= 0) {
            phi(static_cast<Index>(i)) = std::clamp(values(free[i]), 0.0, 1.0);
        }
    }
    return Done{};
}

// t: the means over the corners.
Vector means_in_tets(const TetMesh& mesh, const Vector& values) {
    Vector means(mesh.tet_count());
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        const Eigen::Vector4d corners = values(mesh.T.row(t));
        means(t) = corners.mean();
    }
    return means;
}

// t x 3
Points gradients_of(const TetMesh& mesh, const Vector& values) {
    const TetGradients hats = hat_gradients(mesh);
    Points gradients(mesh.tet_count(), 3);
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        const Eigen::Vector4d corners = values(mesh.T.row(t));
        gradients.row(t) = corners.transpose() * hats[static_cast<std::size_t>(t)];
    }
    return gradients;
}

} // namespace

Result<Vector> fibre_potential(const TetMesh& mesh, const Vector& from, const Vector& to) {
    EXPECTS(from.size() == mesh.vertex_count() && to.size() == mesh.vertex_count());
    if (from.maxCoeff() < end_share_min || to.maxCoeff() < end_share_min) {
        return muscle_fault("has fibres without an end: both of their fields must be at least 0.5 somewhere");
    }
    if (from.cwiseMin(to).maxCoeff() >= end_share_min) {
        return muscle_fault("has fibres whose ends overlap: their fields must not both be at least 0.5 at one vertex");
    }
    const std::vector<int> piece = pieces_with_both(mesh, from, to);
    Vector phi = Vector::Zero(mesh.vertex_count());
    std::vector<int> free(piece.size(), -1);
    int count = 0;
    for (std::size_t i = 0; i < piece.size(); ++i) {
        const auto vertex = static_cast<Index>(i);
        const bool is_to = to(vertex) >= end_share_min;
        if (piece[i] >= 0 && is_to) {
            phi(vertex) = 1.0;
        } else if (piece[i] >= 0 && from(vertex) < end_share_min) {
            free[i] = count++;
        }
    }
    if (std::ranges::all_of(piece, [](int p) { return p < 0; })) {
        return muscle_fault("has fibres without a solution: their ends are on pieces of the body that do not touch");
    }
    const SparseMatrix L = stiffness_laplacian(mesh, Vector::Ones(mesh.tet_count()));
    if (count > 0) {
        if (auto filled = fill_harmonic(L, free, count, phi); !filled) {
            return filled.error();
        }
    }
    return phi;
}

Points fibre_directions(const TetMesh& mesh, const Vector& potential) {
    EXPECTS(potential.size() == mesh.vertex_count());
    Points directions = gradients_of(mesh, potential);
    const double smallest = gradient_min * directions.rowwise().norm().maxCoeff();
    for (Index t = 0; t < directions.rows(); ++t) {
        const double length = directions.row(t).norm();
        directions.row(t) = length > smallest ? Eigen::RowVector3d(directions.row(t) / length)
                                              : Eigen::RowVector3d(Eigen::RowVector3d::Zero());
    }
    return directions;
}

SparseMatrix muscle_jacobian(const TetMesh& mesh, const Points& directions) {
    EXPECTS(directions.rows() == mesh.tet_count());
    const TetGradients hats = hat_gradients(mesh);
    const Vector volumes = tet_volumes(mesh);
    std::vector<Eigen::Triplet<double>> entries;
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        const Vec3 d = directions.row(t);
        const Eigen::Vector4d along = volumes(t) * hats[static_cast<std::size_t>(t)] * d;
        for (Index corner = 0; corner < 4 && !d.isZero(0.0); ++corner) {
            for (Index axis = 0; axis < 3; ++axis) {
                entries.emplace_back(3 * mesh.T(t, corner) + axis, t, -along(corner) * d(axis));
            }
        }
    }
    SparseMatrix jacobian(3 * mesh.vertex_count(), mesh.tet_count());
    jacobian.setFromTriplets(entries.begin(), entries.end());
    return jacobian;
}

MuscleFibres muscle_fibres(const TetMesh& mesh, const Vector& potential, const Vector& share) {
    EXPECTS(share.size() == mesh.vertex_count());
    MuscleFibres fibres{fibre_directions(mesh, potential), means_in_tets(mesh, share)};
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        if (fibres.share(t) == 0.0) {
            fibres.directions.row(t).setZero();
        }
    }
    return fibres;
}

SparseMatrix fibre_matrix(const TetMesh& mesh, const MuscleFibres& fibres) {
    EXPECTS(fibres.directions.rows() == mesh.tet_count() && fibres.share.size() == mesh.tet_count());
    const TetGradients hats = hat_gradients(mesh);
    const Vector volumes = tet_volumes(mesh);
    std::vector<Eigen::Triplet<double>> entries;
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        const Vec3 d = fibres.directions.row(t);
        const Eigen::Vector4d along = hats[static_cast<std::size_t>(t)] * d;
        for (Index i = 0; i < 16 && !d.isZero(0.0); ++i) {
            entries.emplace_back(mesh.T(t, i % 4), mesh.T(t, i / 4),
                                 volumes(t) * fibres.share(t) * along(i % 4) * along(i / 4));
        }
    }
    SparseMatrix K(mesh.vertex_count(), mesh.vertex_count());
    K.setFromTriplets(entries.begin(), entries.end());
    return K;
}

Result<LoadDistribution> muscle_loads(const TetMesh& mesh, const Vector& potential, const Vector& share, int sections) {
    EXPECTS(potential.size() == mesh.vertex_count() && share.size() == mesh.vertex_count() && sections > 0);
    const double low = potential.minCoeff();
    const double range = potential.maxCoeff() - low;
    const MuscleFibres fibres = muscle_fibres(mesh, potential, share);
    const Vector values = means_in_tets(mesh, potential);
    Matrix activation = Matrix::Zero(mesh.tet_count(), sections);
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        const double step = range > 0.0 ? (values(t) - low) / range * sections : 0.0;
        activation(t, std::min<Index>(static_cast<Index>(step), sections - 1)) = fibres.share(t);
    }
    const Matrix patterns = muscle_jacobian(mesh, fibres.directions) * activation;
    std::vector<Index> acting;
    for (Index s = 0; s < sections; ++s) {
        if (!patterns.col(s).isZero(0.0)) {
            acting.push_back(s);
        }
    }
    if (acting.empty()) {
        return muscle_fault("is a muscle without fibres: its field must reach tets in which they have a direction");
    }
    LoadDistribution loads = no_loads(mesh.vertex_count());
    loads.patterns = patterns(Eigen::all, acting);
    return loads;
}

} // namespace limber
