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

constexpr double constraint_rank_tolerance = 1e-8;
constexpr Index rows_solved_densely = 256;
// A factor that fits the cache is fastest read for one column at a time; a larger one costs its way through the memory.
constexpr Index rows_for_blocks = 20'000;
// From here on orthogonalisation costs more than the solves, and much less a column in wide blocks.
constexpr Index count_for_wide_blocks = 65;
constexpr int polishes_max = 4;
// Fewer rows make no full factor; and more pairs than this cost the block iteration, of which they are the width, more
// than a factorisation.
constexpr Index rows_inverted_roughly = 20'000;
constexpr Index count_found_roughly = 64;
// Of the shift: what must only be regular may lie much nearer to the matrix itself, which shows where
// soft parts hang on stiff ones.
constexpr double shift_of_rough = 0.01;

// Everything below is in y = M^1/2 w, where the pencil is the symmetric A = M^-1/2 K M^-1/2 and the constraints Q' y =
// 0.
struct StandardForm {
    SparseMatrix A;   // n x n
    Vector mass_root; // n
    Matrix Q;         // n x c, orthonormal
    Order order;      // of the rows, where it is not that of the pencil

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
            return beyond_numbers();
        }
        form.Q = *std::move(basis);
    }
    if (!std::isfinite(form.A.squaredNorm())) {
        return beyond_numbers();
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
        return Error{ErrorKind::bad_input,
                     std::to_string(count) + " modes are more than this mesh can have" + constraints +
                         "; ask for at most " + std::to_string(std::max<Index>(0, form.free_count())),
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
    // Of A + shift I, one or none: where every count is solved densely neither is asked for.
    std::optional<ProjectedInverse> inverse;
    std::optional<ProjectedInverse> rough_inverse;
    double seconds = 0.0;

    static Result<FactorisedPencil> made(SparseMatrix K, const Vector& M, Matrix C, const Inversion& inversion);
    std::optional<Error> invert(bool may_be_rough);
    Result<EigenPairs> dense_solution(Index count) const;
    Result<EigenPairs> sparse_solution(const EigenOptions& options, Progress* progress) const;
    std::optional<Result<EigenPairs>> rough_solution(const EigenOptions& options, Progress* progress) const;
    Result<ProjectedInverse> exact_inverse(Progress* progress) const;
};

namespace {

void put_in_local_order(StandardForm& form) {
    form.order = local_order(form.A);
    form.A = ordered(form.A, form.order);
    form.mass_root = form.order * form.mass_root;
    form.Q = form.order * form.Q;
}

} // namespace

// Exactly, unless that costs more than it saves.
std::optional<Error> FactorisedPencil::Parts::invert(bool may_be_rough) {
    if (may_be_rough && form.A.rows() >= rows_inverted_roughly && SparseCholesky::would_be_full(form.A)) {
        put_in_local_order(form);
        if (auto rough = ProjectedInverse::roughly(form.A, shift_of_rough * shift, form.Q, form.mass_root)) {
            rough_inverse = std::move(rough).value();
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

Result<FactorisedPencil> FactorisedPencil::Parts::made(SparseMatrix K, const Vector& M, Matrix C,
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
        if (auto fault = parts->invert(inversion.may_be_rough)) {
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
    return finished(form, Y, reduced.values.head(count), shift);
}

namespace {

// Block inverse iteration: Lanczos stops when nu = 1 / (lambda + shift) is accurate, which leaves stiff
// noise in the vectors that one more solve takes out. Nothing when the numbers gave out, or somebody did.
std::optional<Vector> polish(const StandardForm& form, const ProjectedInverse& inverse, const EigenOptions& options,
                             Progress* progress, Matrix& Y) {
    Vector lambda;
    for (int i = 0; i < polishes_max; ++i) {
        if (!keep_going(progress, "eigenmodes", 0.9 + 0.02 * i)) {
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
                           [&](double share) { return keep_going(progress, "eigenmodes", 0.3 + 0.6 * share); });
    if (!lanczos) {
        return cancelled();
    }
    if (!lanczos->converged) {
        return Error{ErrorKind::not_converged, "the eigenmodes did not converge; ask for a few modes more or fewer",
                     "modes"};
    }
    Matrix Y = lanczos->vectors;
    const auto lambda = polish(form, inverse, options, progress, Y);
    if (!lambda) {
        return progress && progress->is_cancelled() ? cancelled() : beyond_numbers();
    }
    return finished(form, Y, *lambda, options.shift);
}

} // namespace

// Nothing where the rough inverse is too rough, or too much is asked of it.
std::optional<Result<EigenPairs>> FactorisedPencil::Parts::rough_solution(const EigenOptions& options,
                                                                          Progress* progress) const {
    if (options.count > count_found_roughly || 3 * options.count > form.free_count()) {
        return std::nullopt;
    }
    const auto found = smallest_eigenpairs(
        form.A, form.Q,
        [&](const Matrix& R) {
            Matrix W = rough_inverse->apply(R);
            project_out(form.Q, W);
            return W;
        },
        {.count = options.count, .shift = shift, .tolerance = options.tolerance},
        [&](double share) { return keep_going(progress, "eigenmodes", 0.3 + 0.6 * share); });
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
    return finished(form, Y, lambda, shift);
}

Result<ProjectedInverse> FactorisedPencil::Parts::exact_inverse(Progress* progress) const {
    auto made = made_unless_cancelled<Result<ProjectedInverse>>(
        [A = form.A, Q = form.Q, shift = shift] { return ProjectedInverse::of(A, shift, Q); }, progress);
    return made ? *std::move(made) : cancelled();
}

Result<EigenPairs> FactorisedPencil::Parts::sparse_solution(const EigenOptions& options, Progress* progress) const {
    if (inverse) {
        return exact_solution(form, *inverse, options, progress);
    }
    if (auto rough = rough_solution(options, progress)) {
        return *std::move(rough);
    }
    const auto exact = exact_inverse(progress);
    return exact ? exact_solution(form, exact.value(), options, progress) : exact.error();
}

Result<FactorisedPencil> FactorisedPencil::inverted(SparseMatrix K, Vector M, Matrix C, const Inversion& inversion,
                                                    Progress* progress) {
    EXPECTS(K.rows() == K.cols() && K.rows() == M.size() && K.rows() == C.rows());
    EXPECTS(inversion.shift > 0.0 && (M.array() > 0.0).all());
    if (!keep_going(progress, "factorisation", 0.0)) {
        return cancelled();
    }
    auto made = made_unless_cancelled<Result<FactorisedPencil>>(
        [K = std::move(K), M = std::move(M), C = std::move(C), inversion]() mutable {
            return Parts::made(std::move(K), M, std::move(C), inversion);
        },
        progress);
    return made ? *std::move(made) : cancelled();
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
           (parts_->rough_inverse ? parts_->rough_inverse->byte_count() : 0);
}

double FactorisedPencil::seconds() const {
    return parts_->seconds;
}

FactorisedPencil::FactorisedPencil(std::unique_ptr<const Parts> parts) : parts_(std::move(parts)) {}
FactorisedPencil::FactorisedPencil(FactorisedPencil&&) noexcept = default;
FactorisedPencil& FactorisedPencil::operator=(FactorisedPencil&&) noexcept = default;
FactorisedPencil::~FactorisedPencil() = default;

Result<EigenPairs> smallest_eigenpairs(const SparseMatrix& K, const Vector& M, const Matrix& C,
                                       const EigenOptions& options, Progress* progress) {
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
