// SPDX-License-Identifier: MIT
#include "engine/subspace/pod_basis.h"

#include "engine/core/contract.h"
#include "engine/linalg/compiled_solvers.h"

#include <algorithm>

namespace limber {
namespace {

constexpr double pod_energy_min = 1e-14; // relative to the largest; below this a direction is round-off

} // namespace

Matrix pod_basis(const std::vector<AffineStack>& motion, const Vector& mass, Index count) {
    EXPECTS(!motion.empty());
    const Vector weight = mass.cwiseSqrt();
    Matrix snapshots(3 * mass.size(), static_cast<Index>(motion.size()));
    for (std::size_t frame = 0; frame < motion.size(); ++frame) {
        const Points weighted = weight.asDiagonal() * motion[frame];
        snapshots.col(static_cast<Index>(frame)) = Eigen::Map<const Vector>(weighted.data(), weighted.size());
    }
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(Matrix(snapshots.transpose() * snapshots));
    const Vector& energies = eigen.eigenvalues(); // ascending
    const Index spanned = (energies.array() > pod_energy_min * energies.maxCoeff()).count();
    const Index kept = std::min(count, spanned);
    const Matrix basis = snapshots * eigen.eigenvectors().rightCols(kept);
    return weight.transpose().replicate(3, 1).reshaped().cwiseInverse().asDiagonal() * basis;
}

} // namespace limber
