#include "engine/linalg/conjugate_gradient.h"

#include "engine/core/contract.h"

namespace limber {

std::optional<Vector> conjugate_gradient(const SparseMatrix& A, const Vector& b,
                                         const ConjugateGradientOptions& options, Progress* progress) {
    EXPECTS(A.rows() == A.cols() && A.rows() == b.size());
    const Vector diagonal = A.diagonal();
    if (!(diagonal.size() > 0 && diagonal.minCoeff() > 0.0)) {
        return std::nullopt;
    }
    const Vector inverse = diagonal.cwiseInverse();
    Vector x = Vector::Zero(b.size());
    Vector residual = b;
    Vector scaled = inverse.cwiseProduct(residual);
    Vector direction = scaled;
    Vector image(b.size());
    double size = residual.dot(scaled);
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
        scaled = inverse.cwiseProduct(residual);
        const double next_size = residual.dot(scaled);
        direction = scaled + next_size / size * direction;
        size = next_size;
    }
    return size <= target && x.allFinite() ? std::optional<Vector>(std::move(x)) : std::nullopt;
}

} // namespace limber
