// SPDX-License-Identifier: MIT
#include "engine/core/random.h"
#include "engine/core/stopwatch.h"
#include "engine/linalg/block_lanczos.h"
#include "engine/linalg/dense_eigs.h"
#include "engine/linalg/orthonormal_basis.h"
#include "engine/linalg/projected_inverse.h"
#include "engine/linalg/tall_products.h"
#include "engine/operators/material.h"
#include "engine/operators/scalar_operators.h"
#include "engine/rig/complementarity.h"
#include "tests/support/meshes.h"

#include <Spectra/SymEigsSolver.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>
#include <vector>

/// Block Lanczos of the engine against Spectra's implicitly restarted Lanczos over one projected inverse: the same
/// factor, the same constraint, the same refinement (block inverse iteration with Rayleigh-Ritz). Runs alternate; times
/// are medians. A pair counts as missed where a value differs from those of a wider and stricter block solve.
///
///     eigenpairs_bench BODY SIZE COUNT [RUNS] [handle]
///
/// BODY is ball (SIZE layers), cube (SIZE cells a side) or two (two equal balls); handle adds the ten constraint
/// columns of an affine handle.
namespace limber {
namespace {

constexpr double tolerance = 1e-8;
constexpr double same_value = 1e-6; // of lambda + shift

struct Problem {
    SparseMatrix A; // M^-1/2 K M^-1/2
    Matrix Q;       // n x c, orthonormal
    double shift = 0.0;
};

struct Run {
    double seconds = 0.0;
    Index operations = 0;
    double residual = 0.0;
    Index missed = 0;
    bool converged = false;
};

TetMesh two_balls(int layers) {
    const TetMesh one = testing::ball_mesh(layers);
    const Index n = one.vertex_count();
    TetMesh two{Points(2 * n, 3), Tets(2 * one.tet_count(), 4)};
    two.X << one.X, one.X.rowwise() + Eigen::RowVector3d(3.0, 0.0, 0.0);
    two.T << one.T, (one.T.array() + static_cast<int>(n)).matrix();
    return two;
}

TetMesh body(const std::string& name, int size) {
    if (name == "cube") {
        return testing::bar_mesh(size, size, size);
    }
    return name == "two" ? two_balls(size) : testing::ball_mesh(size);
}

Problem problem_of(const TetMesh& mesh, bool has_handle) {
    const Material material = uniform_material({}, mesh.tet_count());
    SparseMatrix K = weight_space_hessian(mesh, material);
    const Vector M = lumped_mass(mesh, material.density);
    // The engine's shift: a twentieth of the Rayleigh quotient of the centred coordinates.
    const Eigen::RowVector3d centre = M.transpose() * mesh.X / M.sum();
    const Matrix X = mesh.X.rowwise() - centre;
    Problem problem;
    problem.shift = 0.05 * X.cwiseProduct(K * X).sum() / (M.asDiagonal() * X.cwiseAbs2()).sum();
    const Vector inverse = M.cwiseSqrt().cwiseInverse();
    problem.A = inverse.asDiagonal() * K * inverse.asDiagonal();
    problem.Q = Matrix(M.size(), 0);
    if (has_handle) {
        const Vector ones = Vector::Ones(M.size());
        const Matrix C = inverse.asDiagonal() * complementarity_columns(mesh.X, M, ones, ones);
        problem.Q = orthonormal_basis(C, 1e-8).value();
    }
    return problem;
}

double residual_of(const Problem& problem, const Matrix& Y, const Vector& lambda) {
    Matrix R = problem.A * Y - Y * lambda.asDiagonal();
    project_out(problem.Q, R);
    return R.colwise().norm().maxCoeff() / (lambda.maxCoeff() + problem.shift);
}

// The engine's refinement, whose solves count as operations.
Vector refine(const Problem& problem, const ProjectedInverse& inverse, Matrix& Y, Run& run) {
    Vector lambda;
    for (int i = 0; i < 4; ++i) {
        Y = inverse.apply(Y);
        run.operations += Y.cols();
        project_out(problem.Q, Y);
        Y.colwise().normalize();
        if (!orthonormalise(Y)) {
            run.converged = false;
            return lambda;
        }
        const Matrix AY = problem.A * Y;
        const DenseEigenPairs pairs = dense_eigenpairs(gram(Y, AY));
        Y = tall_product(Y, pairs.vectors);
        lambda = pairs.values;
        run.residual = residual_of(problem, Y, lambda);
        if (run.residual <= tolerance) {
            break;
        }
    }
    return lambda;
}

Index block_size(Index rows, Index count) {
    const Index narrow = rows < 20'000 ? 1 : 4; // as the engine chooses
    return count < 65 ? narrow : 8;
}

std::optional<Matrix> block_vectors(const Problem& problem, const ProjectedInverse& inverse,
                                    const LanczosOptions& options, Run& run) {
    const auto pairs = largest_eigenpairs([&](const Matrix& Y) { return inverse.apply(Y); }, problem.A.rows(), options,
                                          [](double) { return true; });
    run.operations = pairs->operations;
    run.converged = pairs->converged;
    return pairs->converged ? std::optional(pairs->vectors) : std::nullopt;
}

class SpectraOperator {
public:
    using Scalar = double;

    SpectraOperator(const ProjectedInverse& inverse, Index size) : inverse_(inverse), size_(size) {}
    Index rows() const {
        return size_;
    }
    Index cols() const {
        return size_;
    }
    void perform_op(const double* in, double* out) const {
        const Matrix column = Eigen::Map<const Vector>(in, size_);
        Eigen::Map<Vector>(out, size_) = inverse_.apply(column).col(0);
    }

private:
    const ProjectedInverse& inverse_;
    Index size_;
};

std::optional<Matrix> spectra_vectors(const Problem& problem, const ProjectedInverse& inverse, Index count, Index basis,
                                      std::uint64_t seed, Run& run) {
    const Index n = problem.A.rows();
    SpectraOperator apply(inverse, n);
    try {
        Rng rng(seed);
        const Vector start = Vector::NullaryExpr(n, [&] { return rng.normal(); });
        Spectra::SymEigsSolver<SpectraOperator> solver(apply, count, std::min(basis, n));
        solver.init(start.data());
        solver.compute(Spectra::SortRule::LargestAlge, 1000, tolerance, Spectra::SortRule::LargestAlge);
        run.operations = solver.num_operations();
        run.converged = solver.info() == Spectra::CompInfo::Successful;
        return run.converged ? std::optional<Matrix>(solver.eigenvectors()) : std::nullopt;
    } catch (const std::exception& fault) {
        std::printf("  Spectra threw: %s\n", fault.what());
        return std::nullopt;
    }
}

template <typename Solve>
Run measured(const Problem& problem, const ProjectedInverse& inverse, const Vector& expected, const Solve& solve) {
    Run run;
    const Stopwatch watch;
    auto Y = solve(run);
    Vector lambda;
    if (Y) {
        lambda = refine(problem, inverse, *Y, run);
    }
    run.seconds = watch.seconds();
    run.missed = expected.size();
    if (lambda.size() == expected.size()) {
        const auto limit = same_value * (expected.array().abs() + problem.shift);
        run.missed = ((lambda - expected).array().abs() > limit).count();
    }
    return run;
}

void print(const char* name, std::vector<Run> runs) {
    std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.seconds < b.seconds; });
    Run worst = runs[runs.size() / 2];
    Index faulty = 0;
    for (const Run& run : runs) {
        worst.residual = std::max(worst.residual, run.residual);
        worst.operations = std::max(worst.operations, run.operations);
        worst.missed = std::max(worst.missed, run.missed);
        faulty += run.missed > 0 || !run.converged;
    }
    std::printf("| %s | %.3f (%.3f to %.3f) | %d | %.1e | %d | %d of %d |\n", name, runs[runs.size() / 2].seconds,
                runs.front().seconds, runs.back().seconds, static_cast<int>(worst.operations), worst.residual,
                static_cast<int>(worst.missed), static_cast<int>(faulty), static_cast<int>(runs.size()));
}

int compare(const std::string& name, int size, Index count, int repetitions, bool has_handle) {
    const TetMesh mesh = body(name, size);
    const Problem problem = problem_of(mesh, has_handle);
    const Index n = mesh.vertex_count();
    const auto inverse = ProjectedInverse::of(problem.A, problem.shift, problem.Q);
    if (!inverse) {
        std::printf("no factor\n");
        return 1;
    }
    Run reference;
    auto Y =
        block_vectors(problem, inverse.value(), {.count = count + 8, .block_size = 8, .tolerance = 1e-10}, reference);
    if (!Y) {
        std::printf("no reference\n");
        return 1;
    }
    const Vector expected = refine(problem, inverse.value(), *Y, reference).head(count);
    std::vector<Run> block;
    std::vector<Run> narrow;
    std::vector<Run> wide;
    const LanczosOptions options{.count = count, .block_size = block_size(n, count), .tolerance = tolerance};
    for (int i = 0; i < repetitions; ++i) {
        const auto seed = static_cast<std::uint64_t>(i + 1);
        const auto spectra = [&](Index basis) {
            return measured(problem, inverse.value(), expected, [&](Run& run) {
                return spectra_vectors(problem, inverse.value(), count, basis, seed, run);
            });
        };
        block.push_back(measured(problem, inverse.value(), expected,
                                 [&](Run& run) { return block_vectors(problem, inverse.value(), options, run); }));
        narrow.push_back(spectra(std::max<Index>(2 * count + 1, 20)));
        wide.push_back(spectra(3 * count + 8));
    }
    std::printf("%s %d, %d vertices, %d modes%s\n", name.c_str(), size, static_cast<int>(n), static_cast<int>(count),
                has_handle ? ", handle" : "");
    print("block", block);
    print("Spectra, 2 m + 1", narrow);
    print("Spectra, 3 m + 8", wide);
    std::fflush(stdout);
    return 0;
}

} // namespace
} // namespace limber

int main(int count, char** arguments) {
    if (count < 4) {
        std::printf("eigenpairs_bench BODY SIZE COUNT [RUNS] [handle]\n");
        return 2;
    }
    return limber::compare(arguments[1], std::atoi(arguments[2]), std::atoi(arguments[3]),
                           count > 4 ? std::atoi(arguments[4]) : 5, count > 5);
}
