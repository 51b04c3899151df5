// SPDX-License-Identifier: MIT
#include "engine/subspace/displacement_modes.h"

#include "engine/core/stopwatch.h"
#include "engine/linalg/sparse_eigs.h"
#include "engine/mesh/topology.h"
#include "engine/operators/elasticity.h"
#include "engine/operators/scalar_operators.h"
#include "engine/subspace/axes.h"
#include "engine/subspace/mode_conventions.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <vector>

namespace limber {
namespace {

// Relative to the stiffness of a stretch of the whole body: much stiffer than any useful mode, and far from losing the
// factorisation's digits.
constexpr double outside_stiffness = 1e3;
// Likewise: below the first modes even of thin limbs, and far above round-off.
constexpr double shift_share = 1e-4;
// A component with less hold everywhere is floating.
constexpr double hold_min = 1e-3;

std::optional<Error> fault_in(const TetMesh& mesh, const Material& material, const DisplacementModeOptions& options) {
    if (options.count < 1) {
        return Error{ErrorKind::bad_input, "at least one mode is needed", "muscles"};
    }
    if (!(options.tolerance > 0.0 && options.tolerance < 1.0)) {
        return Error{ErrorKind::bad_input, "the eigensolver's tolerance must lie between 0 and 1", "tolerance"};
    }
    return fault_in(material, mesh);
}

Points centred(const Points& X, const Vector& M) {
    const Eigen::RowVector3d centre = M.transpose() * X / M.sum();
    return X.rowwise() - centre;
}

// The Rayleigh quotient of a uniform stretch [1/s^2].
double stretch_quotient(const SparseMatrix& K, const Vector& M, const Points& Y) {
    const Vector y = Eigen::Map<const Vector>(Y.data(), Y.size());
    return y.dot(K * y) / y.dot(M.asDiagonal() * y);
}

// Three translations and three rotations, about its own centre, of every floating component: 3n x 6 a component.
// `outside` n: how much each vertex is held.
Matrix rigid_motions(const TetMesh& mesh, const Vector& outside) {
    const Components components = connected_components(mesh.T, mesh.vertex_count());
    const std::vector<int> of_vertex = components_of_vertices(mesh.T, mesh.vertex_count(), components);
    Points centre = Points::Zero(components.count, 3);
    Vector vertices = Vector::Zero(components.count);
    Vector hold = Vector::Zero(components.count);
    for (Index i = 0; i < mesh.vertex_count(); ++i) {
        const int c = of_vertex[static_cast<std::size_t>(i)];
        centre.row(c) += mesh.X.row(i);
        vertices(c) += 1.0;
        hold(c) = std::max(hold(c), outside(i));
    }
    std::vector<Index> column(static_cast<std::size_t>(components.count), -1);
    Index columns = 0;
    for (std::size_t c = 0; c < column.size(); ++c) {
        if (hold(static_cast<Index>(c)) < hold_min) {
            column[c] = columns;
            columns += 6;
        }
    }
    Matrix motions = Matrix::Zero(3 * mesh.vertex_count(), columns);
    for (Index i = 0; i < mesh.vertex_count(); ++i) {
        const int c = of_vertex[static_cast<std::size_t>(i)];
        const Index first = column[static_cast<std::size_t>(c)];
        const Vec3 arm = mesh.X.row(i) - centre.row(c) / vertices(c);
        for (Index axis = 0; first >= 0 && axis < 3; ++axis) {
            motions(3 * i + axis, first + axis) = 1.0;
            motions.block<3, 1>(3 * i, first + 3 + axis) = Vec3::Unit(axis).cross(arm);
        }
    }
    return motions;
}

// 3n: a force field that points away from the centre and depends on the distance alone, so that it rotates with the
// body. Antisymmetric modes have no product with it.
Vector generic_radial_field(const Vector& M, const Points& Y) {
    const Points field = (M.cwiseProduct(generic_values(M, Y))).asDiagonal() * Y;
    return Eigen::Map<const Vector>(field.data(), field.size());
}

SparseMatrix diagonal(const Vector& values) {
    SparseMatrix matrix(values.size(), values.size());
    matrix.reserve(Eigen::VectorXi::Ones(values.size()));
    for (Index i = 0; i < values.size(); ++i) {
        matrix.insert(i, i) = values(i);
    }
    return matrix;
}

// The vertices of tets that are not wholly outside the region, and their neighbours; ascending.
std::vector<Index> free_vertices(const TetMesh& mesh, const Vector& outside) {
    Vector is_free = Vector::Zero(mesh.vertex_count());
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        const auto corners = mesh.T.row(t);
        const double held =
            std::min({outside(corners(0)), outside(corners(1)), outside(corners(2)), outside(corners(3))});
        for (Index corner = 0; held < 1.0 && corner < 4; ++corner) {
            is_free(corners(corner)) = 1.0;
        }
    }
    std::vector<Index> free;
    for (Index i = 0; i < mesh.vertex_count(); ++i) {
        if (is_free(i) > 0.0) {
            free.push_back(i);
        }
    }
    return free;
}

// 3n x 3f: expands displacements of the free vertices to all vertices.
SparseMatrix expansion(const std::vector<Index>& free, Index vertex_count) {
    SparseMatrix S(3 * vertex_count, 3 * static_cast<Index>(free.size()));
    S.reserve(Eigen::VectorXi::Ones(S.cols()));
    for (Index column = 0; column < S.cols(); ++column) {
        S.insert(3 * free[static_cast<std::size_t>(column / 3)] + column % 3, column) = 1.0;
    }
    return S;
}

// `outside` n: how much each vertex is held; a component without hold floats.
Result<DisplacementModes> solve_modes(const TetMesh& mesh, const Material& material, const Vector& outside,
                                      const DisplacementModeOptions& options, Progress* progress) {
    if (auto fault = fault_in(mesh, material, options)) {
        return *fault;
    }
    const Stopwatch watch;
    SparseMatrix K = rest_hessian(mesh, material);
    const Vector M = lumped_mass(mesh, material.density);
    const Vector mass = per_axis(M);
    const Points Y = centred(mesh.X, M);
    const double stretch = stretch_quotient(K, mass, Y);
    if (auto fault = fault_in_size(M, stretch)) {
        return *fault;
    }
    K += diagonal(outside_stiffness * stretch * mass.cwiseProduct(per_axis(outside)));
    const Matrix C = mass.asDiagonal() * rigid_motions(mesh, outside);
    const SparseMatrix S = expansion(free_vertices(mesh, outside), mesh.vertex_count());
    DisplacementModes modes;
    modes.seconds_operators = watch.seconds();
    auto pairs = smallest_eigenpairs(S.transpose() * K * S, S.transpose() * mass, S.transpose() * C,
                                     {options.count, shift_share * stretch, options.tolerance}, progress);
    if (!pairs) {
        return pairs.error();
    }
    EigenPairs found = std::move(pairs).value();
    modes.D = S * found.vectors;
    fix_signs(modes.D, generic_radial_field(M, Y), mass);
    modes.lambda = std::move(found.values);
    modes.residual_max = found.residual_max;
    modes.seconds_factor = found.seconds_factor;
    modes.seconds_eigen = found.seconds_eigen;
    return modes;
}

} // namespace

Result<DisplacementModes> displacement_modes(const TetMesh& mesh, const Material& material,
                                             const DisplacementModeOptions& options, Progress* progress) {
    return solve_modes(mesh, material, Vector::Zero(mesh.vertex_count()), options, progress);
}

Result<DisplacementModes> constrained_displacement_modes(const TetMesh& mesh, const Material& material, const Matrix& C,
                                                         const DisplacementModeOptions& options, Progress* progress) {
    if (auto fault = fault_in(mesh, material, options)) {
        return *fault;
    }
    const SparseMatrix K = rest_hessian(mesh, material);
    const Vector M = lumped_mass(mesh, material.density);
    const Points Y = centred(mesh.X, M);
    const double stretch = stretch_quotient(K, per_axis(M), Y);
    if (auto fault = fault_in_size(M, stretch)) {
        return *fault;
    }
    auto pairs = smallest_eigenpairs(K, per_axis(M), on_each_axis(C),
                                     {options.count, shift_share * stretch, options.tolerance}, progress);
    if (!pairs) {
        return pairs.error();
    }
    EigenPairs found = std::move(pairs).value();
    DisplacementModes modes;
    modes.D = std::move(found.vectors);
    fix_signs(modes.D, generic_radial_field(M, Y), per_axis(M));
    modes.lambda = std::move(found.values);
    modes.residual_max = found.residual_max;
    modes.seconds_factor = found.seconds_factor;
    modes.seconds_eigen = found.seconds_eigen;
    return modes;
}

Result<DisplacementModes> bound_displacement_modes(const TetMesh& mesh, const Material& material, const Vector& region,
                                                   const DisplacementModeOptions& options, Progress* progress) {
    EXPECTS(region.size() == mesh.vertex_count());
    if (!(region.maxCoeff() > 0.5) || !region.allFinite()) {
        return Error{ErrorKind::bad_input, "the region holds no vertex, so no muscle can be bound to it", "region"};
    }
    const Vector outside = (1.0 - region.array()).cwiseMax(0.0).cwiseMin(1.0);
    return solve_modes(mesh, material, outside, options, progress);
}

} // namespace limber
