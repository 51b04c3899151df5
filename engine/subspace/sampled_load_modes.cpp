// SPDX-License-Identifier: MIT
#include "engine/subspace/sampled_load_modes.h"

#include "engine/core/random.h"
#include "engine/linalg/compiled_solvers.h"
#include "engine/linalg/orthonormal_basis.h"
#include "engine/mesh/mesh_axes.h"
#include "engine/subspace/load_responses.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace limber {
namespace {

constexpr double response_rank_min = 1e-10; // of a column, relative to its length
constexpr double sample_energy_min = 1e-14; // relative to the largest; below this a direction is round-off

// Of each vertex, then of each pattern; without what pins bear. `acting`: the share of each vertex.
std::vector<double> variances_of_sources(const LoadDistribution& loads, const Vector& acting) {
    std::vector<double> variances;
    for (Index i = 0; i < loads.vertex_count(); ++i) {
        variances.push_back(acting(i) * loads.blocks.middleRows<3>(3 * i).trace());
    }
    for (Index j = 0; j < loads.patterns.cols(); ++j) {
        const auto pattern = loads.patterns.col(j).reshaped(3, loads.vertex_count());
        variances.push_back(pattern.colwise().squaredNorm().dot(acting));
    }
    return variances;
}

// An index, with a probability in proportion to its weight; the weights' sum is positive.
std::size_t drawn(const std::vector<double>& weights, double sum, Rng& rng) {
    double rest = rng.uniform() * sum;
    std::size_t last = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (weights[i] > 0.0) {
            last = i;
            rest -= weights[i];
        }
        if (rest < 0.0) {
            break;
        }
    }
    return last;
}

// `axes`: along which its numbers are drawn.
Vector force_of_source(const LoadDistribution& loads, Index source, const Mat3& axes, Rng& rng) {
    if (source >= loads.vertex_count()) {
        return loads.patterns.col(source - loads.vertex_count());
    }
    const Mat3 block = loads.blocks.middleRows<3>(3 * source);
    const Vec3 numbers(rng.normal(), rng.normal(), rng.normal());
    Vector force = Vector::Zero(3 * loads.vertex_count());
    force.segment<3>(3 * source) = root_of(block) * (axes * numbers);
    return force;
}

// 3n x count, or fewer. `weights`: of the sources.
Matrix single_forces(const LoadDistribution& loads, std::vector<double> weights, const LoadSampling& sampling,
                     const Mat3& axes) {
    Rng rng(sampling.seed);
    std::vector<Vector> forces;
    while (static_cast<Index>(forces.size()) < sampling.count) {
        double sum = 0.0;
        for (const double weight : weights) {
            sum += weight;
        }
        if (!(sum > 0.0)) {
            break;
        }
        const std::size_t source = drawn(weights, sum, rng);
        weights[source] = 0.0;
        forces.push_back(force_of_source(loads, static_cast<Index>(source), axes, rng));
    }
    Matrix columns(3 * loads.vertex_count(), static_cast<Index>(forces.size()));
    for (std::size_t j = 0; j < forces.size(); ++j) {
        columns.col(static_cast<Index>(j)) = forces[j];
    }
    return columns;
}

struct SampleComponents {
    Matrix columns; // orthonormal
    Vector squares; // of the lengths of Y along them, falling
};

// By the eigenvectors of the smaller of Y'Y and YY'.
SampleComponents components_of_samples(const Matrix& Y, Index count) {
    const bool is_tall = Y.rows() > Y.cols();
    const Matrix gram = is_tall ? Matrix(Y.transpose() * Y) : Matrix(Y * Y.transpose());
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(gram);
    const Vector squares = eigen.eigenvalues().reverse();
    const Index kept = std::min<Index>(count, (squares.array() > sample_energy_min * squares(0)).count());
    const Matrix vectors = eigen.eigenvectors().rowwise().reverse().leftCols(kept);
    if (!is_tall) {
        return {vectors, squares.head(kept)};
    }
    const Matrix columns = Y * vectors;
    return {columns * columns.colwise().norm().cwiseInverse().asDiagonal(), squares.head(kept)};
}

Error fault_in_responses() {
    return {ErrorKind::not_converged, "the responses to the loads are not finite; use a realistic size", "loads"};
}

} // namespace

Result<Matrix> greens_functions(const TetMesh& mesh, const Material& material, const Supports& supports,
                                const LoadDistribution& loads, const LoadSampling& sampling, Progress* progress) {
    if (auto fault = fault_in_load_modes({mesh, material, supports, loads}, sampling.count)) {
        return *fault;
    }
    const LoadProblem problem = displacement_responses(mesh, material, supports, loads);
    const auto responses = responses_of(problem, progress);
    if (!responses) {
        return responses.error();
    }
    const Vector inverse_root = problem.mass.cwiseSqrt().cwiseInverse();
    const auto weights = variances_of_sources(loads, unpinned_share(supports, mesh.vertex_count()));
    const Matrix Y =
        responses.value().apply(inverse_root.asDiagonal() * single_forces(loads, weights, sampling, mesh_axes(mesh)));
    const auto basis = orthonormal_basis(Y, response_rank_min);
    if (!basis) {
        return fault_in_responses();
    }
    return with_columns(inverse_root.asDiagonal() * *basis, problem.outside);
}

Result<ForceDualModes> sampled_response_modes(const TetMesh& mesh, const Material& material, const Supports& supports,
                                              const LoadDistribution& loads, const LoadSampling& sampling,
                                              Progress* progress) {
    if (auto fault =
            fault_in_load_modes({mesh, material, supports, loads}, std::min(sampling.count, sampling.samples))) {
        return *fault;
    }
    const LoadProblem problem = displacement_responses(mesh, material, supports, loads);
    const auto responses = responses_of(problem, progress);
    if (!responses) {
        return responses.error();
    }
    const Matrix numbers = sampled_numbers(problem.forces, sampling.seed, sampling.samples, mesh_axes(mesh));
    const Matrix Y = responses.value().apply(problem.forces.times(numbers));
    if (!Y.allFinite()) {
        return fault_in_responses();
    }
    const SampleComponents found = components_of_samples(Y, sampling.count);
    const Matrix B = problem.mass.cwiseSqrt().cwiseInverse().asDiagonal() * found.columns;
    return ForceDualModes{with_columns(B, problem.outside), found.squares / static_cast<double>(sampling.samples), 0.0,
                          responses.value().violation_of(found.columns)};
}

} // namespace limber
