#include "engine/linalg/sparse_eigs.h"

#include "engine/core/stopwatch.h"
#include "engine/linalg/block_lanczos.h"
#include "engine/linalg/dense_eigs.h"
#include "engine/linalg/orthonormal_basis.h"
#include "engine/linalg/projected_inverse.h"
#include "engine/linalg/tall_products.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace limber {
namespace {

constexpr double constraint_rank_tolerance = 1e-8;
constexpr Index rows_solved_densely = 256;
// A factor that fits the cache is fastest read for one column at a time; a larger one costs its way through the memory.
constexpr Index rows_for_blocks = 20'000;
constexpr int polishes_max = 4;

// Everything below is in y = M^1/2 w, where the pencil is the symmetric A = M^-1/2 K M^-1/2 and the constraints Q' y =
// 0.
struct StandardForm {
    SparseMatrix A;   // n x n
    Vector mass_root; // n
    Matrix Q;         // n x c, orthonormal

    Index free_count() const {
        return A.rows() - Q.cols();
    }
};

Error beyond_numbers() {
    return {ErrorKind::not_converged,
            "stiffness and mass differ so much over the mesh that its eigenmodes cannot be computed; check it for "
            "slivers, and its unit",
            "modes"};
}

Result<StandardForm> standard_form(const SparseMatrix& K, const Vector& M, const Matrix& C) {
    StandardForm form;
    form.mass_root = M.cwiseSqrt();
    const Vector inverse = form.mass_root.cwiseInverse();
    form.A = inverse.asDiagonal() * K * inverse.asDiagonal();
    form.A.makeCompressed();
    form.Q = Matrix(K.rows(), 0);
    if (C.cols() > 0) {
        auto basis = orthonormal_basis(inverse.asDiagonal() * C, constraint_rank_tolerance);
        if (!basis) {
            return beyond_numbers();
        }
        form.Q = *std::move(basis);
    }
    if (!std::isfinite(form.A.squaredNorm())) {
        return beyond_numbers();
    }
    return form;
}

SparseMatrix shifted(const SparseMatrix& A, double shift) {
    SparseMatrix identity(A.rows(), A.cols());
    identity.setIdentity();
    return A + shift * identity;
}

std::optional<Error> fault_in(const EigenOptions& options, const StandardForm& form) {
    if (options.count < 1) {
        return Error{ErrorKind::bad_input, "at least one mode is needed", "modes"};
    }
    if (options.count > form.free_count()) {
        const std::string constraints =
            form.Q.cols() > 0 ? " and " + std::to_string(form.Q.cols()) + " rig constraints" : "";
        return Error{ErrorKind::bad_input,
                     std::to_string(options.count) + " modes are more than a mesh with " +
                         std::to_string(form.A.rows()) + " vertices" + constraints + " can have; ask for at most " +
                         std::to_string(std::max<Index>(0, form.free_count())),
                     "modes"};
    }
    return std::nullopt;
}

Error cancelled() {
    return {ErrorKind::cancelled, "the eigenmodes were cancelled", ""};
}

// The true residuals' largest norm, relative to the largest eigenvalue.
double residual_max(const StandardForm& form, const Matrix& Y, const Vector& lambda, double shift) {
    Matrix residual = form.A * Y - Y * lambda.asDiagonal();
    project_out(form.Q, residual);
    return residual.colwise().norm().maxCoeff() / (lambda.maxCoeff() + shift);
}

// The best pairs inside the span of Y, whose columns become them.
Vector rayleigh_ritz(const StandardForm& form, Matrix& Y) {
    const Matrix AY = form.A * Y;
    const DenseEigenPairs pairs = dense_eigenpairs(gram(Y, AY));
    Y = tall_product(Y, pairs.vectors);
    return pairs.values;
}

EigenPairs finished(const StandardForm& form, const Matrix& Y, const Vector& lambda, double shift) {
    EigenPairs pairs;
    pairs.residual_max = residual_max(form, Y, lambda, shift);
    pairs.values = lambda.cwiseMax(0.0); // K is positive semi-definite: below zero is round-off
    pairs.vectors = form.mass_root.cwiseInverse().asDiagonal() * Y;
    pairs.constraint_rank = form.Q.cols();
    return pairs;
}

EigenPairs dense_solution(const StandardForm& form, const EigenOptions& options) {
    const Stopwatch watch;
    const Matrix N = orthogonal_complement(form.Q);
    const DenseEigenPairs reduced = dense_eigenpairs(gram(N, form.A * N));
    const Matrix Y = N * reduced.vectors.leftCols(options.count);
    EigenPairs pairs = finished(form, Y, reduced.values.head(options.count), options.shift);
    pairs.seconds_eigen = watch.seconds();
    return pairs;
}

// Block inverse iteration: Lanczos stops when nu = 1 / (lambda + shift) is accurate, which leaves stiff
// noise in the vectors that one more solve takes out. Nothing when the numbers gave out.
std::optional<Vector> polish(const StandardForm& form, const ProjectedInverse& inverse, const EigenOptions& options,
                             Matrix& Y) {
    Vector lambda;
    for (int i = 0; i < polishes_max; ++i) {
        Y = inverse.apply(Y);
        inverse.project(Y);
        Y.colwise().normalize();
        if (!orthonormalise(Y)) {
            return std::nullopt;
        }
        lambda = rayleigh_ritz(form, Y);
        if (residual_max(form, Y, lambda, options.shift) <= options.tolerance) {
            break;
        }
    }
    return lambda;
}

Result<EigenPairs> sparse_solution(const StandardForm& form, const EigenOptions& options, Progress* progress) {
    Stopwatch watch;
    auto inverse = ProjectedInverse::of(shifted(form.A, options.shift), form.Q);
    if (!inverse) {
        return inverse.error();
    }
    const double seconds_factor = watch.lap();
    const auto lanczos = largest_eigenpairs(
        [&](const Matrix& Y) { return inverse.value().apply(Y); }, form.A.rows(),
        {.count = options.count, .block_size = form.A.rows() < rows_for_blocks ? 1 : 4, .tolerance = options.tolerance},
        [&](double share) { return keep_going(progress, "eigenmodes", 0.3 + 0.6 * share); });
    if (!lanczos) {
        return cancelled();
    }
    if (!lanczos->converged) {
        return Error{ErrorKind::not_converged, "the eigenmodes did not converge; ask for a few modes more or fewer",
                     "modes"};
    }
    Matrix Y = lanczos->vectors;
    const auto lambda = polish(form, inverse.value(), options, Y);
    if (!lambda) {
        return beyond_numbers();
    }
    EigenPairs pairs = finished(form, Y, *lambda, options.shift);
    pairs.seconds_factor = seconds_factor;
    pairs.seconds_eigen = watch.seconds();
    return pairs;
}

bool is_small(const StandardForm& form, const EigenOptions& options) {
    return form.A.rows() <= rows_solved_densely || form.free_count() < 2 * options.count + 20;
}

} // namespace

Result<EigenPairs> smallest_eigenpairs(const SparseMatrix& K, const Vector& M, const Matrix& C,
                                       const EigenOptions& options, Progress* progress) {
    EXPECTS(K.rows() == K.cols() && K.rows() == M.size() && K.rows() == C.rows());
    EXPECTS(options.shift > 0.0 && options.tolerance > 0.0 && (M.array() > 0.0).all());
    if (!keep_going(progress, "factorisation", 0.0)) {
        return cancelled();
    }
    const auto formed = standard_form(K, M, C);
    if (!formed) {
        return formed.error();
    }
    const StandardForm& form = formed.value();
    if (auto fault = fault_in(options, form)) {
        return *fault;
    }
    if (is_small(form, options)) {
        return dense_solution(form, options);
    }
    return sparse_solution(form, options, progress);
}

} // namespace limber
