// SPDX-License-Identifier: MIT
#include "engine/subspace/pod_basis.h"

#include "engine/core/contract.h"
#include "engine/linalg/compiled_solvers.h"

#include <algorithm>
#include <optional>

namespace limber {
namespace {

constexpr double pod_energy_min = 1e-14; // relative to the largest; below this a direction is round-off
constexpr Index frames_at_once = 64;     // of the products between two reports
constexpr double product_share = 0.7;    // of the progress

// The lower half of snapshots' snapshots, which is all that an eigensolver reads; nullopt: cancelled.
std::optional<Matrix> lower_products(const Matrix& snapshots, Progress* progress) {
    const Index frames = snapshots.cols();
    Matrix products = Matrix::Zero(frames, frames);
    for (Index first = 0; first < frames; first += frames_at_once) {
        const double done = static_cast<double>(first) / static_cast<double>(frames);
        if (!keep_going(progress, "finding the best subspace for the motion", product_share * done)) {
            return std::nullopt;
        }
        const Index count = std::min(frames_at_once, frames - first);
        products.block(first, first, frames - first, count).noalias() =
            snapshots.rightCols(frames - first).transpose() * snapshots.middleCols(first, count);
    }
    return products;
}

} // namespace

Result<Matrix> pod_basis(const std::vector<AffineStack>& motion, const Vector& mass, Index count, Progress* progress) {
    EXPECTS(!motion.empty());
    const Vector weight = mass.cwiseSqrt();
    Matrix snapshots(3 * mass.size(), static_cast<Index>(motion.size()));
    for (std::size_t frame = 0; frame < motion.size(); ++frame) {
        const Points weighted = weight.asDiagonal() * motion[frame];
        snapshots.col(static_cast<Index>(frame)) = Eigen::Map<const Vector>(weighted.data(), weighted.size());
    }
    const auto products = lower_products(snapshots, progress);
    if (!products || !keep_going(progress, "finding the best subspace for the motion", product_share)) {
        return Error{ErrorKind::cancelled, "the computation was cancelled", {}};
    }
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(*products);
    const Vector& energies = eigen.eigenvalues(); // ascending
    const Index spanned = (energies.array() > pod_energy_min * energies.maxCoeff()).count();
    const Index kept = std::min(count, spanned);
    const Matrix basis = snapshots * eigen.eigenvectors().rightCols(kept);
    return Matrix(weight.transpose().replicate(3, 1).reshaped().cwiseInverse().asDiagonal() * basis);
}

} // namespace limber
