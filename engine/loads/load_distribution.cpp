// SPDX-License-Identifier: MIT
#include "engine/loads/load_distribution.h"

#include "engine/core/contract.h"
#include "engine/linalg/compiled_solvers.h"
#include "engine/mesh/mesh_axes.h"
#include "engine/mesh/topology.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace limber {
namespace {

constexpr double negative_max = 1e-12; // relative to the largest; a smaller negative variance is round-off

// n x 3 [m^2]: a third of the area vectors of the triangles around each vertex; zero inside.
Points area_vectors(const TetMesh& mesh) {
    Points areas = Points::Zero(mesh.vertex_count(), 3);
    const Triangles boundary = boundary_triangles(mesh.T);
    for (Index f = 0; f < boundary.rows(); ++f) {
        const Vec3 a = mesh.X.row(boundary(f, 0));
        const Vec3 b = mesh.X.row(boundary(f, 1));
        const Vec3 c = mesh.X.row(boundary(f, 2));
        const Vec3 sixth = (b - a).cross(c - a) / 6.0;
        for (Index corner = 0; corner < 3; ++corner) {
            areas.row(boundary(f, corner)) += sixth;
        }
    }
    return areas;
}

LoadDistribution of_patterns(Matrix patterns) {
    LoadDistribution loads = no_loads(patterns.rows() / 3);
    loads.patterns = std::move(patterns);
    return loads;
}

template <typename Value>
std::vector<Value> joined(const std::vector<Value>& a, const std::vector<Value>& b) {
    std::vector<Value> all = a;
    all.insert(all.end(), b.begin(), b.end());
    return all;
}

bool is_stiffness(double stiffness) {
    return std::isfinite(stiffness) && stiffness >= 0.0;
}

bool hold_vertices(const LoadDistribution& loads, Index vertex_count) {
    const auto is_vertex = [vertex_count](int vertex) {
        return vertex >= 0 && vertex < vertex_count;
    };
    return std::ranges::all_of(
               loads.handles,
               [&](const HeldVertex& one) { return is_vertex(one.vertex) && is_stiffness(one.stiffness); }) &&
           std::ranges::all_of(loads.springs, [&](const HeldPair& one) {
               return is_vertex(one.ends[0]) && is_vertex(one.ends[1]) && is_stiffness(one.stiffness);
           });
}

} // namespace

LoadDistribution no_loads(Index vertex_count) {
    return {Matrix::Zero(3 * vertex_count, 3), Matrix(3 * vertex_count, 0), Vector::Zero(3 * vertex_count)};
}

LoadDistribution loads_everywhere(const Vector& mass) {
    return loads_within(mass, Vector::Ones(mass.size()));
}

Vector share_of(const LoadRegion& region, const Points& X) {
    const Vector beyond =
        ((X.rowwise() - region.centre.transpose()).rowwise().norm().array() - region.radius).cwiseMax(0.0);
    return (-region.decay * beyond.array().square()).exp();
}

Vector around(const Vector& share, const Points& X, double decay) {
    EXPECTS(share.size() == X.rows() && decay >= 0.0);
    Vector exponent = Vector::Constant(share.size(), -std::numeric_limits<double>::infinity());
    for (Index j = 0; j < share.size(); ++j) {
        if (share(j) > 0.0) {
            const Vector squares = (X.rowwise() - X.row(j)).rowwise().squaredNorm();
            exponent = exponent.cwiseMax(Vector(std::log(share(j)) - decay * squares.array()));
        }
    }
    return exponent.unaryExpr([](double x) { return std::exp(x); }); // Eigen's own is not zero at -infinity
}

LoadDistribution loads_within(const Vector& mass, const Vector& share) {
    EXPECTS(mass.size() == share.size());
    LoadDistribution loads = no_loads(mass.size());
    for (Index i = 0; i < mass.size(); ++i) {
        loads.blocks.middleRows<3>(3 * i) = mass(i) * share(i) * Mat3::Identity();
    }
    return loads;
}

LoadDistribution pressing_loads(const TetMesh& mesh, const Vector& share) {
    EXPECTS(mesh.vertex_count() == share.size());
    const Points areas = area_vectors(mesh);
    LoadDistribution loads = no_loads(mesh.vertex_count());
    for (Index i = 0; i < mesh.vertex_count(); ++i) {
        const double area = areas.row(i).norm();
        if (area > 0.0) {
            const Vec3 normal = areas.row(i).transpose() / area;
            loads.blocks.middleRows<3>(3 * i) = area * share(i) * normal * normal.transpose();
        }
    }
    return loads;
}

Vector pressing_force(const TetMesh& mesh, const Vector& share, double pressure) {
    EXPECTS(mesh.vertex_count() == share.size());
    const Points areas = area_vectors(mesh);
    Vector force(3 * mesh.vertex_count());
    for (Index i = 0; i < mesh.vertex_count(); ++i) {
        force.segment<3>(3 * i) = -pressure * share(i) * areas.row(i).transpose();
    }
    return force;
}

LoadDistribution contact_patch(const TetMesh& mesh, const Vector& share, double tangent_variance) {
    EXPECTS(mesh.vertex_count() == share.size() && tangent_variance >= 0.0);
    const Points areas = area_vectors(mesh);
    const Vec3 sum = areas.transpose() * share;
    if (!(sum.norm() > 0.0)) {
        return no_loads(mesh.vertex_count());
    }
    Mat3 frame; // columns: normal and tangents, which turn with the mesh
    const Mat3 axes = mesh_axes(mesh);
    frame.col(0) = sum.normalized();
    frame.col(1) = axes * Vec3(axes.transpose() * frame.col(0)).unitOrthogonal();
    frame.col(2) = frame.col(0).cross(frame.col(1));
    frame.rightCols<2>() *= std::sqrt(tangent_variance);
    Matrix patterns(3 * mesh.vertex_count(), 3);
    for (Index i = 0; i < mesh.vertex_count(); ++i) {
        patterns.middleRows<3>(3 * i) = areas.row(i).norm() * share(i) * frame;
    }
    return of_patterns(std::move(patterns));
}

LoadDistribution handle_loads(const Vector& mass, std::span<const int> vertices, double alpha, const Mat3& covariance,
                              const Vec3& mean) {
    LoadDistribution loads = no_loads(mass.size());
    for (const int vertex : vertices) {
        EXPECTS(vertex >= 0 && vertex < mass.size());
        const double stiffness = 2.0 * alpha * mass(vertex);
        loads.blocks.middleRows<3>(3 * vertex) = stiffness * stiffness * covariance;
        loads.mean.segment<3>(3 * vertex) = stiffness * mean;
    }
    return loads;
}

LoadDistribution spring_loads(const Points& X, std::span<const std::array<int, 2>> springs) {
    Matrix patterns = Matrix::Zero(3 * X.rows(), static_cast<Index>(springs.size()));
    for (std::size_t s = 0; s < springs.size(); ++s) {
        const auto [a, b] = springs[s];
        EXPECTS(a >= 0 && a < X.rows() && b >= 0 && b < X.rows());
        const Vec3 along = X.row(b) - X.row(a);
        if (along.norm() > 0.0) {
            patterns.block<3, 1>(3 * a, static_cast<Index>(s)) = along.normalized();
            patterns.block<3, 1>(3 * b, static_cast<Index>(s)) = -along.normalized();
        }
    }
    return of_patterns(std::move(patterns));
}

LoadDistribution scaled(LoadDistribution loads, double factor) {
    EXPECTS(factor >= 0.0);
    loads.blocks *= factor;
    loads.patterns *= std::sqrt(factor);
    return loads;
}

LoadDistribution sum_of(const LoadDistribution& a, const LoadDistribution& b) {
    EXPECTS(a.blocks.rows() == b.blocks.rows());
    Matrix patterns(a.patterns.rows(), a.patterns.cols() + b.patterns.cols());
    patterns << a.patterns, b.patterns;
    return {a.blocks + b.blocks, std::move(patterns), a.mean + b.mean, joined(a.handles, b.handles),
            joined(a.springs, b.springs)};
}

double total_variance(const LoadDistribution& loads) {
    double variance = loads.patterns.squaredNorm();
    for (Index i = 0; i < loads.vertex_count(); ++i) {
        variance += loads.blocks.middleRows<3>(3 * i).trace();
    }
    return variance;
}

Matrix covariance_times(const LoadDistribution& loads, const Matrix& X) {
    Matrix product(X.rows(), X.cols());
    for (Index i = 0; i < loads.vertex_count(); ++i) {
        product.middleRows<3>(3 * i).noalias() = loads.blocks.middleRows<3>(3 * i) * X.middleRows<3>(3 * i);
    }
    if (loads.patterns.cols() > 0) {
        product.noalias() += loads.patterns * (loads.patterns.transpose() * X);
    }
    return product;
}

std::optional<Error> fault_in(const LoadDistribution& loads, Index vertex_count) {
    if (loads.blocks.rows() != 3 * vertex_count || loads.patterns.rows() != 3 * vertex_count ||
        loads.mean.size() != 3 * vertex_count) {
        return Error{ErrorKind::bad_input,
                     "are the loads of another mesh: they are of " + std::to_string(loads.vertex_count()) +
                         " vertices, but the mesh has " + std::to_string(vertex_count),
                     "loads"};
    }
    if (!loads.blocks.allFinite() || !loads.patterns.allFinite() || !loads.mean.allFinite()) {
        return Error{ErrorKind::bad_input, "must be finite", "loads"};
    }
    if (!hold_vertices(loads, vertex_count)) {
        return Error{ErrorKind::bad_input,
                     "must hold vertices of the mesh, with a stiffness that is finite and not negative", "loads"};
    }
    const double largest = loads.blocks.cwiseAbs().maxCoeff();
    for (Index i = 0; i < vertex_count; ++i) {
        const Mat3 block = loads.blocks.middleRows<3>(3 * i);
        const double smallest =
            block.isZero(0.0) ? 0.0
                              : Eigen::SelfAdjointEigenSolver<Mat3>(block, Eigen::EigenvaluesOnly).eigenvalues()(0);
        if (smallest < -negative_max * largest) {
            return Error{ErrorKind::bad_input, "have a negative variance at vertex " + std::to_string(i), "loads"};
        }
    }
    if (largest == 0.0 && loads.patterns.isZero(0.0)) {
        return Error{ErrorKind::bad_input, "are zero everywhere; say where forces come from and vary", "loads"};
    }
    return std::nullopt;
}

} // namespace limber
