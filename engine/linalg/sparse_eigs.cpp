// SPDX-License-Identifier: MIT
#include "engine/linalg/sparse_eigs.h"

#include "engine/core/detached_task.h"
#include "engine/core/stopwatch.h"
#include "engine/linalg/block_lanczos.h"
#include "engine/linalg/dense_eigs.h"
#include "engine/linalg/local_order.h"
#include "engine/linalg/orthonormal_basis.h"
#include "engine/linalg/preconditioned_eigs.h"
#include "engine/linalg/projected_inverse.h"
#include "engine/linalg/tall_products.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace limber {
namespace {

constexpr const char* phase_of_eigenmodes = "finding the modes";
constexpr double constraint_rank_tolerance = 1e-8;
constexpr Index rows_solved_densely = 256;
// A factor that fits the cache is fastest with one column at a time; a larger one is limited by memory traffic.
constexpr Index rows_for_blocks = 20'000;
// From this count on orthogonalisation costs more than the solves, and much less a column in wide blocks.
constexpr Index count_for_wide_blocks = 65;
constexpr int refinements_max = 4;
// Below this size no factor is dense; and for more pairs than this the block iteration, whose width is their number,
// costs more than a factorisation.
constexpr Index approximate_rows_min = 20'000;
constexpr Index approximate_count_max = 64;
// Relative to the shift: the approximate inverse only needs a regular matrix, and a smaller shift converges better
// where soft parts are attached to stiff ones.
constexpr double approximate_shift = 0.01;

// The following works in y = M^1/2 w, where the pencil is the symmetric A = M^-1/2 K M^-1/2 and the constraints are Q'
// y = 0.
struct StandardForm {
    SparseMatrix A;   // n x n
    Vector mass_root; // n
    Matrix Q;         // n x c, orthonormal
    Order order;      // of the rows, if it differs from the pencil's

    Index free_count() const {
        return A.rows() - Q.cols();
    }
};

Error scale_error() {
    return {ErrorKind::not_converged,
            "stiffness and mass differ so much over the mesh that its eigenmodes cannot be computed; check it for "
            "slivers, and its unit",
            "modes"};
}

Result<StandardForm> standard_form(SparseMatrix K, const Vector& M, Matrix C) {
    StandardForm form;
    form.mass_root = M.cwiseSqrt();
    const Vector inverse = form.mass_root.cwiseInverse();
    form.A = std::move(K);
    form.A.makeCompressed();
    for (Index j = 0; j < form.A.cols(); ++j) {
        for (SparseMatrix::InnerIterator entry(form.A, j); entry; ++entry) {
            entry.valueRef() = inverse[entry.row()] * entry.value() * inverse[j];
        }
    }
    form.Q = Matrix(M.size(), 0);
    if (C.cols() > 0) {
        C = inverse.asDiagonal() * C;
        auto basis = orthonormal_basis(C, constraint_rank_tolerance);
        if (!basis) {
            return scale_error();
        }
        form.Q = *std::move(basis);
    }
    if (!std::isfinite(form.A.squaredNorm())) {
        return scale_error();
    }
    return form;
}

std::optional<Error> fault_in(Index count, const StandardForm& form) {
    if (count < 1) {
        return Error{ErrorKind::bad_input, "at least one mode is needed", "modes"};
    }
    if (count > form.free_count()) {
        const std::string constraints =
            form.Q.cols() > 0 ? " under " + std::to_string(form.Q.cols()) + " rig constraints" : "";
        const Index most = std::max<Index>(0, form.free_count());
        return Error{ErrorKind::bad_input,
                     most == 0 ? "no mode is possible on this mesh" + constraints
                               : std::to_string(count) + " modes are more than this mesh can have" + constraints +
                                     "; ask for at most " + std::to_string(most),
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

// Replaces the columns of Y by the best eigenvector approximations in its span, and returns their values.
Vector rayleigh_ritz(const StandardForm& form, Matrix& Y) {
    const Matrix AY = form.A * Y;
    const DenseEigenPairs pairs = dense_eigenpairs(gram(Y, AY));
    Y = tall_product(Y, pairs.vectors);
    return pairs.values;
}

EigenPairs eigen_pairs(const StandardForm& form, const Matrix& Y, const Vector& lambda, double shift) {
    EigenPairs pairs;
    pairs.residual_max = residual_max(form, Y, lambda, shift);
    pairs.values = lambda.cwiseMax(0.0); // K is positive semi-definite: negative values are round-off
    pairs.vectors = form.mass_root.cwiseInverse().asDiagonal() * Y;
    if (form.order.size() > 0) {
        pairs.vectors = form.order.transpose() * pairs.vectors;
    }
    pairs.constraint_rank = form.Q.cols();
    if (form.Q.cols() > 0) {
        pairs.constraint_violation = gram(form.Q, Y).colwise().norm().maxCoeff();
    }
    return pairs;
}

Index lanczos_block_size(Index rows, Index count) {
    const Index narrow = rows < rows_for_blocks ? 1 : 4;
    return count < count_for_wide_blocks ? narrow : 8;
}

bool is_solved_densely(const StandardForm& form, Index count) {
    return form.A.rows() <= rows_solved_densely || form.free_count() < 2 * count + 20;
}

} // namespace

struct FactorisedPencil::Parts {
    StandardForm form;
    double shift = 0.0;
    // Of A + shift I, at most one of them: neither where every count is solved densely.
    std::optional<ProjectedInverse> inverse;
    std::optional<ProjectedInverse> approximate_inverse;
    double seconds = 0.0;

    static Result<FactorisedPencil> build(SparseMatrix K, const Vector& M, Matrix C, const Inversion& inversion);
    std::optional<Error> invert(bool may_approximate);
    Result<EigenPairs> dense_solution(Index count) const;
    Result<EigenPairs> sparse_solution(const EigenOptions& options, Progress* progress) const;
    std::optional<Result<EigenPairs>> approximate_solution(const EigenOptions& options, Progress* progress) const;
    Result<ProjectedInverse> exact_inverse(Progress* progress) const;
};

namespace {

void apply_local_order(StandardForm& form) {
    form.order = local_order(form.A);
    form.A = ordered(form.A, form.order);
    form.mass_root = form.order * form.mass_root;
    form.Q = form.order * form.Q;
}

} // namespace

// Computes an exact inverse, unless an approximate one is cheaper.
std::optional<Error> FactorisedPencil::Parts::invert(bool may_approximate) {
    if (may_approximate && form.A.rows() >= approximate_rows_min && SparseCholesky::would_be_dense(form.A)) {
        apply_local_order(form);
        if (auto approximate =
                ProjectedInverse::approximate(form.A, approximate_shift * shift, form.Q, form.mass_root)) {
            approximate_inverse = std::move(approximate).value();
            return std::nullopt;
        }
    }
    auto exact = ProjectedInverse::of(form.A, shift, form.Q);
    if (!exact) {
        return exact.error();
    }
    inverse = std::move(exact).value();
    return std::nullopt;
}

Result<FactorisedPencil> FactorisedPencil::Parts::build(SparseMatrix K, const Vector& M, Matrix C,
                                                        const Inversion& inversion) {
    const Stopwatch watch;
    auto formed = standard_form(std::move(K), M, std::move(C));
    if (!formed) {
        return formed.error();
    }
    auto parts = std::make_unique<Parts>();
    parts->form = std::move(formed).value();
    parts->shift = inversion.shift;
    if (!is_solved_densely(parts->form, 1)) {
        if (auto fault = parts->invert(inversion.may_approximate)) {
            return *fault;
        }
    }
    parts->seconds = watch.seconds();
    return FactorisedPencil(std::move(parts));
}

Result<EigenPairs> FactorisedPencil::Parts::dense_solution(Index count) const {
    const Matrix N = orthogonal_complement(form.Q);
    const DenseEigenPairs reduced = dense_eigenpairs(gram(N, form.A * N));
    const Matrix Y = N * reduced.vectors.leftCols(count);
    return eigen_pairs(form, Y, reduced.values.head(count), shift);
}

namespace {

// Block inverse iteration: Lanczos stops when nu = 1 / (lambda + shift) is accurate, which leaves stiff noise in the
// vectors that one more solve removes. Nullopt on numerical breakdown or cancellation.
std::optional<Vector> refine(const StandardForm& form, const ProjectedInverse& inverse, const EigenOptions& options,
                             Progress* progress, Matrix& Y) {
    Vector lambda;
    for (int i = 0; i < refinements_max; ++i) {
        if (!keep_going(progress, phase_of_eigenmodes, 0.9 + 0.02 * i)) {
            return std::nullopt;
        }
        Y = inverse.apply(Y);
        project_out(form.Q, Y);
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

Result<EigenPairs> exact_solution(const StandardForm& form, const ProjectedInverse& inverse,
                                  const EigenOptions& options, Progress* progress) {
    const auto lanczos =
        largest_eigenpairs([&](const Matrix& Y) { return inverse.apply(Y); }, form.A.rows(),
                           {.count = options.count,
                            .block_size = lanczos_block_size(form.A.rows(), options.count),
                            .tolerance = options.tolerance},
                           [&](double share) { return keep_going(progress, phase_of_eigenmodes, 0.3 + 0.6 * share); });
    if (!lanczos) {
        return cancelled();
    }
    if (!lanczos->converged) {
        return Error{ErrorKind::not_converged, "the eigenmodes did not converge; ask for a few modes more or fewer",
                     "modes"};
    }
    Matrix Y = lanczos->vectors;
    const auto lambda = refine(form, inverse, options, progress, Y);
    if (!lambda) {
        return progress && progress->is_cancelled() ? cancelled() : scale_error();
    }
    return eigen_pairs(form, Y, *lambda, options.shift);
}

} // namespace

// Nullopt if the approximate inverse is not accurate enough, or too many pairs are requested.
std::optional<Result<EigenPairs>> FactorisedPencil::Parts::approximate_solution(const EigenOptions& options,
                                                                                Progress* progress) const {
    if (options.count > approximate_count_max || 3 * options.count > form.free_count()) {
        return std::nullopt;
    }
    const auto found = smallest_eigenpairs(
        form.A, form.Q,
        [&](const Matrix& R) {
            Matrix W = approximate_inverse->apply(R);
            project_out(form.Q, W);
            return W;
        },
        {.count = options.count, .shift = shift, .tolerance = options.tolerance},
        [&](double share) { return keep_going(progress, phase_of_eigenmodes, 0.3 + 0.6 * share); });
    if (!found) {
        return cancelled();
    }
    if (!found->converged) {
        return std::nullopt;
    }
    Matrix Y = found->vectors;
    if (!orthonormalise(Y)) {
        return std::nullopt;
    }
    const Vector lambda = rayleigh_ritz(form, Y);
    return eigen_pairs(form, Y, lambda, shift);
}

Result<ProjectedInverse> FactorisedPencil::Parts::exact_inverse(Progress* progress) const {
    auto result = compute_detached<Result<ProjectedInverse>>(
        [A = form.A, Q = form.Q, shift = shift] { return ProjectedInverse::of(A, shift, Q); }, progress);
    return result ? *std::move(result) : cancelled();
}

Result<EigenPairs> FactorisedPencil::Parts::sparse_solution(const EigenOptions& options, Progress* progress) const {
    if (inverse) {
        return exact_solution(form, *inverse, options, progress);
    }
    if (auto approximate = approximate_solution(options, progress)) {
        return *std::move(approximate);
    }
    const auto exact = exact_inverse(progress);
    return exact ? exact_solution(form, exact.value(), options, progress) : exact.error();
}

Result<FactorisedPencil> FactorisedPencil::inverted(SparseMatrix K, Vector M, Matrix C, const Inversion& inversion,
                                                    Progress* progress) {
    EXPECTS(K.rows() == K.cols() && K.rows() == M.size() && K.rows() == C.rows());
    EXPECTS(inversion.shift > 0.0 && (M.array() > 0.0).all());
    if (!keep_going(progress, "preparing the search for modes", 0.0)) {
        return cancelled();
    }
    auto result = compute_detached<Result<FactorisedPencil>>(
        [K = std::move(K), M = std::move(M), C = std::move(C), inversion]() mutable {
            return Parts::build(std::move(K), M, std::move(C), inversion);
        },
        progress);
    return result ? *std::move(result) : cancelled();
}

Result<FactorisedPencil> FactorisedPencil::of(SparseMatrix K, Vector M, Matrix C, double shift, Progress* progress) {
    return inverted(std::move(K), std::move(M), std::move(C), {shift, false}, progress);
}

Result<FactorisedPencil> FactorisedPencil::of_laplacian(SparseMatrix K, Vector M, Matrix C, double shift,
                                                        Progress* progress) {
    return inverted(std::move(K), std::move(M), std::move(C), {shift, true}, progress);
}

Result<EigenPairs> FactorisedPencil::smallest(Index count, double tolerance, Progress* progress) const {
    EXPECTS(tolerance > 0.0);
    if (auto fault = fault_in(count, parts_->form)) {
        return *fault;
    }
    const Stopwatch watch;
    auto pairs = is_solved_densely(parts_->form, count)
                     ? parts_->dense_solution(count)
                     : parts_->sparse_solution({count, parts_->shift, tolerance}, progress);
    if (!pairs) {
        return pairs;
    }
    EigenPairs found = std::move(pairs).value();
    found.seconds_eigen = watch.seconds();
    return found;
}

Index FactorisedPencil::free_count() const {
    return parts_->form.free_count();
}

std::size_t FactorisedPencil::byte_count() const {
    const auto numbers = static_cast<std::size_t>(parts_->form.Q.size() + parts_->form.mass_root.size());
    const auto entries = static_cast<std::size_t>(parts_->form.A.nonZeros());
    return numbers * sizeof(double) + entries * (sizeof(double) + sizeof(int)) +
           (parts_->inverse ? parts_->inverse->byte_count() : 0) +
           (parts_->approximate_inverse ? parts_->approximate_inverse->byte_count() : 0);
}

double FactorisedPencil::seconds() const {
    return parts_->seconds;
}

FactorisedPencil::FactorisedPencil(std::unique_ptr<const Parts> parts) : parts_(std::move(parts)) {}
FactorisedPencil::FactorisedPencil(FactorisedPencil&&) noexcept = default;
FactorisedPencil& FactorisedPencil::operator=(FactorisedPencil&&) noexcept = default;
FactorisedPencil::~FactorisedPencil() = default;

namespace {

// The rank of C is computed only if it matters.
std::optional<Error> fault_before_factorisation(Index count, const SparseMatrix& K, const Vector& M, const Matrix& C) {
    if (count >= 1 && count <= M.size() - C.cols()) {
        return std::nullopt;
    }
    const auto form = standard_form(K, M, C);
    return form ? fault_in(count, form.value()) : form.error();
}

} // namespace

Result<EigenPairs> smallest_eigenpairs(const SparseMatrix& K, const Vector& M, const Matrix& C,
                                       const EigenOptions& options, Progress* progress) {
    if (auto fault = fault_before_factorisation(options.count, K, M, C)) {
        return *fault;
    }
    const auto pencil = FactorisedPencil::of(K, M, C, options.shift, progress);
    if (!pencil) {
        return pencil.error();
    }
    auto pairs = pencil.value().smallest(options.count, options.tolerance, progress);
    if (!pairs) {
        return pairs;
    }
    EigenPairs found = std::move(pairs).value();
    found.seconds_factor = pencil.value().seconds();
    return found;
}

} // namespace limber
