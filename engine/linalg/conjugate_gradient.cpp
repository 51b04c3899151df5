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
    Vector guess = inverse.apply(residual);
    Vector direction = guess;
    Vector image(b.size());
    double size = residual.dot(guess);
    const double target = options.tolerance * options.tolerance * size;
    const double halfway = options.tolerance * size; // as many digits as are still missing
    for (int i = 0; i < options.iterations_max && size > target; ++i) {
        const bool is_hopeless = i == options.iterations_max / 2 && size > halfway;
        if (is_hopeless || (progress && progress->is_cancelled())) {
            return std::nullopt;
        }
        image.noalias() = A.transpose() * direction; // A is symmetric, and its columns are what is stored
        const double length = size / direction.dot(image);
        x += length * direction;
        residual -= length * image;
        guess = inverse.apply(residual);
        const double next_size = residual.dot(guess);
        direction = guess + next_size / size * direction;
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
