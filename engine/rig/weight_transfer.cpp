// SPDX-License-Identifier: MIT
#include "engine/core/contract.h"
#include "engine/linalg/sparse_cholesky.h"
#include "engine/mesh/closest_point.h"
#include "engine/mesh/topology.h"
#include "engine/operators/scalar_operators.h"
#include "engine/rig/rig_file.h"

#include <algorithm>

namespace limber {
namespace {

// Required fit of a surface and a mesh, relative to the box's diagonal. Meshes made with a coarse tolerance are well
// within; another character is not.
constexpr double mean_distance_max = 0.02;
constexpr double box_distance_max = 0.1;

Error weight_error(const std::string& message) {
    return Error{ErrorKind::bad_input, message + "; use the rig that belongs to this mesh", "weights"};
}

bool have_similar_boxes(const Points& A, const Points& B) {
    const BoundingBox a = bounding_box(A);
    const BoundingBox b = bounding_box(B);
    const double distance = std::max((a.low - b.low).norm(), (a.high - b.high).norm());
    return distance <= box_distance_max * b.diagonal();
}

/// Writes the boundary's rows of W; returns the mean distance to the surface [m].
double interpolate_on_boundary(const SurfaceMesh& surface, const Matrix& surface_weights, const Points& X,
                               const std::vector<int>& boundary, Matrix& W) {
    const ClosestPoint closest(surface);
    double distance_sum = 0.0;
    for (const int vertex : boundary) {
        const SurfacePoint point = closest(X.row(vertex));
        W.row(vertex).setZero();
        for (int a = 0; a < 3; ++a) {
            W.row(vertex) += point.barycentric[a] * surface_weights.row(surface.F(point.triangle, a));
        }
        distance_sum += point.distance;
    }
    return distance_sum / static_cast<double>(boundary.size());
}

/// Each vertex's index among the unknowns, or -1 on the boundary.
std::vector<int> places_inside(Index vertex_count, const std::vector<int>& boundary) {
    std::vector<int> place(static_cast<std::size_t>(vertex_count), 0);
    for (const int vertex : boundary) {
        place[static_cast<std::size_t>(vertex)] = -1;
    }
    int next = 0;
    for (int& p : place) {
        p = p < 0 ? -1 : next++;
    }
    return place;
}

struct DirichletProblem {
    SparseMatrix A;            // the Laplacian of the interior vertices
    Matrix rhs;                // negated contribution of the boundary vertices
    std::vector<int> unknowns; // the interior vertices
};

DirichletProblem dirichlet_problem(const SparseMatrix& L, const std::vector<int>& boundary, const Matrix& W) {
    const std::vector<int> place = places_inside(L.rows(), boundary);
    DirichletProblem problem;
    for (int v = 0; v < L.cols(); ++v) {
        if (place[static_cast<std::size_t>(v)] >= 0) {
            problem.unknowns.push_back(v);
        }
    }
    const auto count = static_cast<Index>(problem.unknowns.size());
    problem.rhs = Matrix::Zero(count, W.cols());
    problem.A.resize(count, count);
    problem.A.reserve(L.nonZeros());
    for (Index column = 0; column < count; ++column) {
        problem.A.startVec(column);
        for (SparseMatrix::InnerIterator entry(L, problem.unknowns[static_cast<std::size_t>(column)]); entry; ++entry) {
            const int row = place[static_cast<std::size_t>(entry.row())];
            if (row >= 0) {
                problem.A.insertBack(row, column) = entry.value();
            } else {
                problem.rhs.row(column) -= entry.value() * W.row(entry.row()); // L is symmetric
            }
        }
    }
    problem.A.finalize();
    return problem;
}

Result<Done> extend_inside(const TetMesh& mesh, const std::vector<int>& boundary, Matrix& W) {
    const SparseMatrix L = stiffness_laplacian(mesh, Vector::Ones(mesh.tet_count()));
    const DirichletProblem problem = dirichlet_problem(L, boundary, W);
    if (problem.unknowns.empty()) {
        return Done{};
    }
    const auto factor = SparseCholesky::factorise(problem.A);
    if (!factor) {
        return factor.error();
    }
    W(problem.unknowns, Eigen::all) = factor.value().solve(problem.rhs);
    return Done{};
}

} // namespace

// Poorly shaped tets can make a harmonic function overshoot a little.
Matrix convex_weights(Matrix W) {
    W = W.cwiseMax(0.0);
    for (Index i = 0; i < W.rows(); ++i) {
        const double sum = W.row(i).sum();
        if (sum > 0.0) {
            W.row(i) /= sum;
        } else {
            W.row(i).setConstant(1.0 / static_cast<double>(W.cols()));
        }
    }
    return W;
}

Result<Matrix> transferred_field(const SurfaceMesh& surface, const Matrix& values, const TetMesh& mesh,
                                 SurfaceFit fit) {
    EXPECTS(values.rows() == surface.V.rows() && mesh.tet_count() > 0);
    const bool is_checked = fit == SurfaceFit::checked;
    if (surface.F.rows() == 0 || (is_checked && !have_similar_boxes(surface.V, mesh.X))) {
        return weight_error("the surface of the rig is not the shape of the mesh");
    }
    const std::vector<int> boundary = boundary_vertices(mesh.T);
    Matrix field = Matrix::Zero(mesh.vertex_count(), values.cols());
    const double distance = interpolate_on_boundary(surface, values, mesh.X, boundary, field);
    if (is_checked && !(distance <= mean_distance_max * bounding_box(mesh.X).diagonal())) {
        return weight_error("the surface of the rig lies far from the surface of the mesh");
    }
    const auto extended = extend_inside(mesh, boundary, field);
    if (!extended) {
        return extended.error();
    }
    return field;
}

Result<Matrix> transferred_weights(const SurfaceMesh& surface, const Matrix& surface_weights, const TetMesh& mesh) {
    auto field = transferred_field(surface, surface_weights, mesh);
    if (!field) {
        return field.error();
    }
    return convex_weights(std::move(field).value());
}

} // namespace limber
