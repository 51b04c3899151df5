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

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace limber {
namespace {

// Of the mean square of the distances of pins from their centre, a line or a plane, relative to the square of their
// piece's radius: less is zero.
constexpr double spread_min = 1e-10;

struct Pieces {
    std::vector<int> of_vertex;
    int count = 0;
};

Pieces pieces_of(const TetMesh& mesh) {
    const Components pieces = connected_components(mesh.T, mesh.vertex_count());
    return {components_of_vertices(mesh.T, mesh.vertex_count(), pieces), pieces.count};
}

double pin_at(const Vector& pinned, Index vertex) {
    return pinned.size() > 0 ? pinned(vertex) : 0.0;
}

// All pieces without pins are one; there is none if each has pins.
Pieces with_free_ones_joined(Pieces pieces, const Vector& pinned) {
    std::vector<bool> is_pinned(static_cast<std::size_t>(pieces.count), false);
    for (std::size_t i = 0; i < pieces.of_vertex.size(); ++i) {
        if (pin_at(pinned, static_cast<Index>(i)) > 0.0) {
            is_pinned[static_cast<std::size_t>(pieces.of_vertex[i])] = true;
        }
    }
    int count = std::ranges::find(is_pinned, false) == is_pinned.end() ? 0 : 1;
    std::vector<int> label;
    for (const bool pinned_piece : is_pinned) {
        label.push_back(pinned_piece ? count++ : 0);
    }
    for (int& piece : pieces.of_vertex) {
        piece = label[static_cast<std::size_t>(piece)];
    }
    pieces.count = count;
    return pieces;
}

/// The affine functions of a piece that vanish at its pins: f(x) = e'(x - origin) for each column e, and the constant 1
/// if it has no pin. The three cases of pins at a point, on a line and on a plane have 3, 2 and 1.
struct FreeFunctions {
    Vec3 origin = Vec3::Zero();
    Matrix gradients = Mat3::Identity(); // 3 x q, orthonormal
    bool has_constant = true;

    Index count() const {
        return gradients.cols() + (has_constant ? 1 : 0);
    }
    // q, or q + 1 with the constant behind them.
    Eigen::RowVectorXd at(const Vec3& x) const {
        Eigen::RowVectorXd values = Eigen::RowVectorXd::Ones(count());
        values.head(gradients.cols()) = (x - origin).transpose() * gradients;
        return values;
    }
};

/// Sums over the pins of a piece.
struct PinMoments {
    double weight = 0.0;
    Vec3 centre = Vec3::Zero();
    Mat3 spread = Mat3::Zero(); // mean of (x - centre)(x - centre)'
    double radius = 0.0;        // of the piece, from the centre
};

std::vector<PinMoments> pin_moments(const Pieces& pieces, const Points& X, const Vector& pinned) {
    std::vector<PinMoments> moments(static_cast<std::size_t>(pieces.count));
    const auto each_vertex = [&](const auto& action) {
        for (Index i = 0; i < X.rows(); ++i) {
            action(moments[static_cast<std::size_t>(pieces.of_vertex[static_cast<std::size_t>(i)])], pin_at(pinned, i),
                   Vec3(X.row(i)));
        }
    };
    each_vertex([](PinMoments& of, double pin, const Vec3& x) {
        of.weight += pin;
        of.centre += pin * x;
    });
    for (PinMoments& of : moments) {
        of.centre /= of.weight > 0.0 ? of.weight : 1.0;
    }
    each_vertex([](PinMoments& of, double pin, const Vec3& x) {
        const Vec3 arm = x - of.centre;
        of.spread += pin * arm * arm.transpose() / (of.weight > 0.0 ? of.weight : 1.0);
        of.radius = std::max(of.radius, arm.norm());
    });
    return moments;
}

std::vector<FreeFunctions> free_functions(const Pieces& pieces, const Points& X, const Vector& pinned) {
    const Vec3 centre = X.colwise().mean();
    std::vector<FreeFunctions> functions;
    for (const PinMoments& of : pin_moments(pieces, X, pinned)) {
        if (of.weight == 0.0) {
            functions.push_back({.origin = centre});
            continue;
        }
        const Eigen::SelfAdjointEigenSolver<Mat3> eigen(of.spread); // ascending
        const Index free = (eigen.eigenvalues().array() <= spread_min * of.radius * of.radius).count();
        functions.push_back({of.centre, eigen.eigenvectors().leftCols(free), false});
    }
    return functions;
}

// The turns e_i f_j - e_j f_i of each pair of functions, and the translations if the constant is free: 3 x q.
Matrix rigid_motions_at(const FreeFunctions& functions, const Vec3& x) {
    const Matrix& e = functions.gradients;
    const Eigen::RowVectorXd f = functions.at(x);
    const Index turns = e.cols() * (e.cols() - 1) / 2;
    Matrix motions(3, turns + (functions.has_constant ? 3 : 0));
    Index column = 0;
    for (Index i = 0; i < e.cols(); ++i) {
        for (Index j = i + 1; j < e.cols(); ++j) {
            motions.col(column++) = e.col(i) * f(j) - e.col(j) * f(i);
        }
    }
    if (functions.has_constant) {
        motions.rightCols<3>().setIdentity();
    }
    return motions;
}

// Columns of each piece behind those of the one before, with the rows of a vertex that `at(piece, vertex)` returns.
template <typename Rows>
Matrix columns_of(const Pieces& pieces, const Rows& at) {
    const auto n = static_cast<Index>(pieces.of_vertex.size());
    std::vector<Matrix> rows;
    std::vector<Index> columns(static_cast<std::size_t>(pieces.count), 0);
    for (Index i = 0; i < n; ++i) {
        const auto piece = static_cast<std::size_t>(pieces.of_vertex[static_cast<std::size_t>(i)]);
        rows.push_back(at(piece, i));
        columns[piece] = rows.back().cols();
    }
    std::vector<Index> first(columns.size());
    std::exclusive_scan(columns.begin(), columns.end(), first.begin(), Index{0});
    const Index height = n > 0 ? rows.front().rows() : 0;
    Matrix all = Matrix::Zero(height * n, std::accumulate(columns.begin(), columns.end(), Index{0}));
    for (Index i = 0; i < n; ++i) {
        const auto piece = static_cast<std::size_t>(pieces.of_vertex[static_cast<std::size_t>(i)]);
        const Matrix& here = rows[static_cast<std::size_t>(i)];
        all.block(height * i, first[piece], height, here.cols()) = here;
    }
    return all;
}

// n x 3: the rest positions from their centre, about as large as one.
Points relative_positions(const TetMesh& mesh) {
    const Eigen::RowVector3d centre = mesh.X.colwise().mean();
    const Points arms = mesh.X.rowwise() - centre;
    return arms / arms.rowwise().norm().maxCoeff();
}

} // namespace

Matrix unheld_rigid_motions(const TetMesh& mesh, const Supports& supports) {
    if (supports.C.cols() > 0) {
        return Matrix(3 * mesh.vertex_count(), 0);
    }
    const Pieces pieces = pieces_of(mesh);
    const Points X = relative_positions(mesh);
    const auto functions = free_functions(pieces, X, supports.pinned);
    return columns_of(
        pieces, [&](std::size_t piece, Index vertex) { return rigid_motions_at(functions[piece], X.row(vertex)); });
}

Matrix unheld_constants(const TetMesh& mesh, const Supports& supports) {
    if (supports.C.cols() > 0) {
        return Matrix(mesh.vertex_count(), 0);
    }
    const Pieces pieces = pieces_of(mesh);
    const auto functions = free_functions(pieces, mesh.X, supports.pinned);
    return columns_of(pieces, [&](std::size_t piece, Index) {
        return Matrix(Matrix::Ones(1, functions[piece].has_constant ? 1 : 0));
    });
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
    const Points X = relative_positions(mesh);
    const auto functions = free_functions(pieces, X, supports.pinned);
    return on_each_axis(columns_of(pieces, [&](std::size_t piece, Index vertex) {
        const bool can_turn = functions[piece].count() > 1; // pins on a plane leave no turn
        return Matrix(can_turn ? Matrix(functions[piece].at(X.row(vertex))) : Matrix(1, 0));
    }));
}

Supports with_handles(Supports supports, const LoadDistribution& loads) {
    for (const HeldVertex& one : loads.handles) {
        if (one.stiffness > 0.0) {
            if (supports.pinned.size() == 0) {
                supports.pinned = Vector::Zero(loads.vertex_count());
            }
            supports.pinned(one.vertex) = 1.0;
        }
    }
    return supports;
}

void add_stiffness(const TetMesh& mesh, const LoadDistribution& loads, SparseMatrix& K) {
    const bool is_of_weights = K.rows() == mesh.vertex_count();
    EXPECTS(is_of_weights || K.rows() == 3 * mesh.vertex_count());
    std::vector<Eigen::Triplet<double>> entries;
    // A 3 x 3 block, or its trace.
    const auto add = [&](int row, int column, const Mat3& block) {
        if (is_of_weights) {
            entries.emplace_back(row, column, block.trace());
            return;
        }
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                entries.emplace_back(3 * row + i, 3 * column + j, block(i, j));
            }
        }
    };
    for (const HeldVertex& one : loads.handles) {
        add(one.vertex, one.vertex, one.stiffness * Mat3::Identity());
    }
    for (const HeldPair& one : loads.springs) {
        const auto [a, b] = one.ends;
        const Vec3 along = mesh.X.row(b) - mesh.X.row(a);
        const Vec3 d = along.norm() > 0.0 ? Vec3(along.normalized()) : Vec3(Vec3::Zero());
        const Mat3 block = one.stiffness * d * d.transpose();
        add(a, a, block);
        add(b, b, block);
        add(a, b, -block);
        add(b, a, -block);
    }
    if (!entries.empty()) {
        SparseMatrix stiffness(K.rows(), K.cols());
        stiffness.setFromTriplets(entries.begin(), entries.end());
        K = (K + stiffness).eval();
    }
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
