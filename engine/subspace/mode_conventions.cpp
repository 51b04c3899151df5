// SPDX-License-Identifier: MIT
#include "engine/subspace/mode_conventions.h"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

// The first of the entries within the largest, up to the differences of mirrored vertices.
double peak(const Eigen::Ref<const Vector>& mode) {
    const double almost = (1.0 - 1e-6) * mode.cwiseAbs().maxCoeff();
    return *std::find_if(mode.begin(), mode.end(), [almost](double value) { return std::abs(value) >= almost; });
}

} // namespace

Vector generic_values(const Vector& M, const Points& X) {
    const Eigen::RowVector3d centre = M.transpose() * X / M.sum();
    const Vector squares = (X.rowwise() - centre).rowwise().squaredNorm();
    const double mean = M.dot(squares) / M.sum();
    return (squares / mean).unaryExpr([](double s) { return std::sin(12.99 * s + 1.7 * s * s + 0.4); });
}

void fix_signs(Matrix& modes, const Vector& probe, const Vector& mass) {
    const double scale = std::sqrt(probe.cwiseAbs2().cwiseQuotient(mass).sum());
    for (Index j = 0; j < modes.cols(); ++j) {
        const double product = probe.dot(modes.col(j));
        const bool has_sign = std::abs(product) > 1e-6 * scale;
        if (has_sign ? product < 0.0 : peak(modes.col(j)) < 0.0) {
            modes.col(j) *= -1.0;
        }
    }
}

std::optional<Error> fault_in_size(const Vector& M, double stiffness) {
    if (M.minCoeff() > 0.0 && std::isfinite(M.sum()) && stiffness > 0.0 && std::isfinite(stiffness)) {
        return std::nullopt;
    }
    return Error{ErrorKind::bad_input,
                 "the body is too small, too large or too thin for its mass and stiffness to be computed; check its "
                 "unit",
                 "mesh"};
}

} // namespace limber
