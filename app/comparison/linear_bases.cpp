// SPDX-License-Identifier: MIT
#include "app/comparison/linear_bases.h"

#include "app/character/material_scales.h"
#include "engine/subspace/modal_derivatives.h"
#include "engine/subspace/skinning_basis.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <utility>

namespace limber::app {
namespace {

constexpr double pod_energy_min = 1e-14; // relative to the largest; below this a direction is round-off

// The twelve affine motions of the body, 3n x 12.
Matrix affine_motions(const Points& X) {
    const Points Y = in_frame(X, rest_frame(X));
    Matrix motions = Matrix::Zero(3 * X.rows(), 12);
    for (Index i = 0; i < X.rows(); ++i) {
        for (Index axis = 0; axis < 3; ++axis) {
            motions.row(3 * i + axis).segment<3>(4 * axis) = Y.row(i);
            motions(3 * i + axis, 4 * axis + 3) = 1.0;
        }
    }
    return motions;
}

// n x c: D M J, whose columns have no product with displacements that the rig cannot make; c = 0 for a body that
// nothing holds.
Matrix rig_constraint(const Character& character) {
    return character.is_held ? Matrix(character.leak.cwiseProduct(character.mass).asDiagonal() *
                                      rig_jacobian(character.mesh.X, character.rig.W))
                             : Matrix(character.vertex_count(), 0);
}

} // namespace

Result<DisplacementModes> vibration_modes_of(const Character& character, Index count, Progress* progress) {
    const Material material = with_volume(character.material, character.description.material);
    return constrained_displacement_modes(character.mesh, material, rig_constraint(character), {.count = count},
                                          progress);
}

Result<Matrix> displacement_basis(const Character& character, Index modes, bool with_affine, Progress* progress) {
    auto found = vibration_modes_of(character, modes, progress);
    if (!found) {
        return found.error();
    }
    if (!with_affine) {
        return std::move(found).value().D;
    }
    Matrix basis(3 * character.vertex_count(), modes + 12);
    basis << found.value().D, affine_motions(character.mesh.X);
    return basis;
}

Result<Matrix> modal_derivatives_of(const Character& character, Index count, Progress* progress) {
    const Material material = with_volume(character.material, character.description.material);
    auto found = modal_derivative_basis(character.mesh, material, rig_constraint(character), count, progress);
    return found ? Result<Matrix>(std::move(found).value().B) : found.error();
}

Matrix pod_basis(const std::vector<AffineStack>& motion, const Vector& mass, Index count) {
    EXPECTS(!motion.empty());
    const Vector weight = mass.cwiseSqrt();
    Matrix snapshots(3 * mass.size(), static_cast<Index>(motion.size()));
    for (std::size_t frame = 0; frame < motion.size(); ++frame) {
        const Points weighted = weight.asDiagonal() * motion[frame];
        snapshots.col(static_cast<Index>(frame)) = Eigen::Map<const Vector>(weighted.data(), weighted.size());
    }
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(snapshots.transpose() * snapshots);
    const Vector& energies = eigen.eigenvalues(); // ascending
    const Index spanned = (energies.array() > pod_energy_min * energies.maxCoeff()).count();
    const Index kept = std::min(count, spanned);
    const Matrix basis = snapshots * eigen.eigenvectors().rightCols(kept);
    return weight.transpose().replicate(3, 1).reshaped().cwiseInverse().asDiagonal() * basis;
}

} // namespace limber::app
