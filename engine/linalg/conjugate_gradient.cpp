// SPDX-License-Identifier: MIT
#include "engine/linalg/conjugate_gradient.h"

#include "engine/core/contract.h"
#include "engine/linalg/local_order.h"
#include "engine/linalg/multigrid.h"

namespace limber {

namespace {

std::optional<Vector> preconditioned_solution(const SparseMatrix& A, const Multigrid& inverse, const Vector& b,
                                              const ConjugateGradientOptions& options, Progress* progress) {
    Vector x = Vector::Zero(b.size());
    Vector residual = b;
    Vector preconditioned = inverse.apply(residual);
    Vector direction = preconditioned;
    Vector A_direction(b.size());
    double size = residual.dot(preconditioned);
    const double target = options.tolerance * options.tolerance * size;
    const double halfway = options.tolerance * size; // half of the digits of the target
    for (int i = 0; i < options.iterations_max && size > target; ++i) {
        const bool is_too_slow = i == options.iterations_max / 2 && size > halfway;
        if (is_too_slow || (progress && progress->is_cancelled())) {
            return std::nullopt;
        }
        A_direction.noalias() = A.transpose() * direction; // A is symmetric and stored by columns
        const double length = size / direction.dot(A_direction);
        x += length * direction;
        residual -= length * A_direction;
        preconditioned = inverse.apply(residual);
        const double next_size = residual.dot(preconditioned);
        direction = preconditioned + next_size / size * direction;
        size = next_size;
    }
    return size <= target && x.allFinite() ? std::optional<Vector>(std::move(x)) : std::nullopt;
}

} // namespace

std::optional<Vector> conjugate_gradient(const SparseMatrix& A, const Vector& b,
                                         const ConjugateGradientOptions& options, Progress* progress) {
    EXPECTS(A.rows() == A.cols() && A.rows() == b.size());
    const Order order = local_order(A);
    const SparseMatrix A_ordered = ordered(A, order);
    const auto inverse = Multigrid::of(A_ordered, 0.0, Vector::Ones(b.size()));
    if (!inverse) {
        return std::nullopt;
    }
    auto x = preconditioned_solution(A_ordered, inverse.value(), order * b, options, progress);
    return x ? std::optional<Vector>(order.transpose() * *x) : std::nullopt;
}

} // namespace limber
