// SPDX-License-Identifier: MIT
#include "engine/subspace/supports.h"

#include "engine/core/contract.h"
#include "engine/linalg/compiled_solvers.h"
#include "engine/mesh/topology.h"
#include "engine/operators/elasticity.h"
#include "engine/operators/scalar_operators.h"
#include "engine/subspace/axes.h"
#include "engine/subspace/linear_basis.h"
#include "engine/subspace/pins.h"

#include <Eigen/Geometry>

#include <functional>
#include <numeric>
#include <vector>

namespace limber {
namespace {

constexpr double held_min = 1e-10; // of the squares of motions at the pins, relative to the most that they hold

struct Pieces {
    std::vector<int> of_vertex;
    int count = 0;
};

Pieces pieces_of(const TetMesh& mesh) {
    const Components pieces = connected_components(mesh.T, mesh.vertex_count());
    std::vector<int> piece(static_cast<std::size_t>(mesh.vertex_count()), 0);
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        for (Index corner = 0; corner < 4; ++corner) {
            piece[static_cast<std::size_t>(mesh.T(t, corner))] = pieces.of_tet[static_cast<std::size_t>(t)];
        }
    }
    return {std::move(piece), pieces.count};
}

double pin_at(const Vector& pinned, Index vertex) {
    return pinned.size() > 0 ? pinned(vertex) : 0.0;
}

// All pieces without pins are one.
Pieces with_free_ones_joined(Pieces pieces, const Vector& pinned) {
    std::vector<int> joined(static_cast<std::size_t>(pieces.count), 0);
    for (std::size_t i = 0; i < pieces.of_vertex.size(); ++i) {
        if (pin_at(pinned, static_cast<Index>(i)) > 0.0) {
            joined[static_cast<std::size_t>(pieces.of_vertex[i])] = 1;
        }
    }
    int count = 1;
    for (int& label : joined) {
        label = label == 0 ? 0 : count++;
    }
    for (int& piece : pieces.of_vertex) {
        piece = joined[static_cast<std::size_t>(piece)];
    }
    pieces.count = count;
    return pieces;
}

/// Motions that each piece can make alone: the numbers of a vertex (rows) in each of them (columns).
struct Motions {
    Index rows = 0;
    Index columns = 0;
    std::function<Matrix(Index)> at;
};

// columns x q each: the combinations that vanish at the pins of a piece.
std::vector<Matrix> free_combinations(const Pieces& pieces, const Vector& pinned, const Motions& motions) {
    std::vector<Matrix> squares(static_cast<std::size_t>(pieces.count), Matrix::Zero(motions.columns, motions.columns));
    for (std::size_t i = 0; i < pieces.of_vertex.size(); ++i) {
        const auto vertex = static_cast<Index>(i);
        if (const double pin = pin_at(pinned, vertex); pin > 0.0) {
            const Matrix here = motions.at(vertex);
            squares[static_cast<std::size_t>(pieces.of_vertex[i])] += pin * here.transpose() * here;
        }
    }
    std::vector<Matrix> combinations;
    for (const Matrix& square : squares) {
        const Eigen::SelfAdjointEigenSolver<Matrix> eigen(square); // ascending
        const Vector& held = eigen.eigenvalues();
        const Index free = (held.array() <= held_min * held(held.size() - 1)).count();
        combinations.emplace_back(eigen.eigenvectors().leftCols(free));
    }
    return combinations;
}

Matrix columns_of(const Pieces& pieces, const std::vector<Matrix>& combinations, const Motions& motions) {
    std::vector<Index> first;
    Index count = 0;
    for (const Matrix& combination : combinations) {
        first.push_back(count);
        count += combination.cols();
    }
    const auto n = static_cast<Index>(pieces.of_vertex.size());
    Matrix columns = Matrix::Zero(motions.rows * n, count);
    for (Index i = 0; i < n; ++i) {
        const auto piece = static_cast<std::size_t>(pieces.of_vertex[static_cast<std::size_t>(i)]);
        const Matrix& combination = combinations[piece];
        if (combination.cols() > 0) {
            columns.block(motions.rows * i, first[piece], motions.rows, combination.cols()) =
                motions.at(i) * combination;
        }
    }
    return columns;
}

// n x 3, about as large as one.
Points arms_of(const TetMesh& mesh) {
    const Eigen::RowVector3d centre = mesh.X.colwise().mean();
    const Points arms = mesh.X.rowwise() - centre;
    return arms / arms.rowwise().norm().maxCoeff();
}

Motions rigid_motions(const Points& arms) {
    return {3, 6, [&arms](Index i) {
                Matrix here(3, 6);
                here.leftCols<3>().setIdentity();
                for (Index axis = 0; axis < 3; ++axis) {
                    here.col(3 + axis) = Vec3::Unit(axis).cross(Vec3(arms.row(i)));
                }
                return here;
            }};
}

Motions affine_functions(const Points& arms) {
    return {1, 4, [&arms](Index i) {
                Matrix here(1, 4);
                here << arms.row(i), 1.0;
                return here;
            }};
}

Motions constants() {
    return {1, 1, [](Index) {
                return Matrix(Matrix::Ones(1, 1));
            }};
}

} // namespace

Matrix unheld_rigid_motions(const TetMesh& mesh, const Supports& supports) {
    if (supports.C.cols() > 0) {
        return Matrix(3 * mesh.vertex_count(), 0);
    }
    const Pieces pieces = pieces_of(mesh);
    const Points arms = arms_of(mesh);
    const Motions rigid = rigid_motions(arms);
    return columns_of(pieces, free_combinations(pieces, supports.pinned, rigid), rigid);
}

Matrix unheld_constants(const TetMesh& mesh, const Supports& supports) {
    if (supports.C.cols() > 0) {
        return Matrix(mesh.vertex_count(), 0);
    }
    const Pieces pieces = pieces_of(mesh);
    return columns_of(pieces, free_combinations(pieces, supports.pinned, constants()), constants());
}

Matrix unheld_affine_motions(const TetMesh& mesh, const Supports& supports) {
    const Matrix none(3 * mesh.vertex_count(), 0);
    if (supports.C.cols() > 0) {
        return none;
    }
    if (supports.pinned.size() == 0) {
        return with_affine_motions(none, mesh.X);
    }
    const Pieces pieces = with_free_ones_joined(pieces_of(mesh), supports.pinned);
    const Points arms = arms_of(mesh);
    const Motions affine = affine_functions(arms);
    std::vector<Matrix> free = free_combinations(pieces, supports.pinned, affine);
    for (Matrix& combination : free) {
        if (combination.cols() < 2) { // pinned on a plane, which no turn leaves in place
            combination.resize(4, 0);
        }
    }
    return on_each_axis(columns_of(pieces, free, affine));
}

void add_springs(const TetMesh& mesh, const Material& material, const Supports& supports, SparseMatrix& K) {
    if (supports.pinned.size() == 0) {
        return;
    }
    const Vector mass = lumped_mass(mesh, material.density);
    const Index axes = K.rows() / mesh.vertex_count();
    EXPECTS(K.rows() == axes * mesh.vertex_count());
    const auto on_axes = [axes](const Vector& values) {
        return Vector(values.transpose().replicate(axes, 1).reshaped());
    };
    const double k = quotient_at_rest(weight_space_hessian(mesh, material), mass, mesh.X);
    add_pin_springs(on_axes(supports.pinned), k, on_axes(mass), K);
}

} // namespace limber
