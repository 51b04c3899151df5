// SPDX-License-Identifier: MIT
#include "engine/subspace/linear_basis.h"

#include "engine/core/contract.h"
#include "engine/subspace/displacement_modes.h"
#include "engine/subspace/modal_derivatives.h"
#include "engine/subspace/skinning_basis.h"
#include "engine/subspace/substructures.h"

#include <algorithm>
#include <utility>

namespace limber {
namespace {

constexpr Index modes_of_a_domain = 12; // six of them rigid

// 3n x 12
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

} // namespace

Matrix with_affine_motions(const Matrix& basis, const Points& X) {
    Matrix whole(basis.rows(), basis.cols() + 12);
    whole << basis, affine_motions(X);
    return whole;
}

namespace {

Result<Matrix> domain_basis(const TetMesh& mesh, const Material& material, Index count, Progress* progress) {
    const Index domains = std::max<Index>(1, count / modes_of_a_domain);
    return substructure_modes(mesh, material, domains, std::min(count, modes_of_a_domain), progress);
}

} // namespace

Result<Matrix> linear_basis(SubspaceKind kind, const TetMesh& mesh, const Material& material, const Matrix& C,
                            Index count, Progress* progress) {
    EXPECTS(is_linear(kind) && kind != SubspaceKind::pod && !depends_on_loads(kind));
    if (kind == SubspaceKind::substructured) {
        auto modes = domain_basis(mesh, material, count, progress);
        const bool is_held = C.cols() > 0;
        return !modes || is_held ? std::move(modes) : with_affine_motions(modes.value(), mesh.X);
    }
    if (kind == SubspaceKind::modal_derivatives) {
        auto found = modal_derivative_basis(mesh, material, C, count, progress);
        return found ? Result<Matrix>(std::move(found).value().B) : found.error();
    }
    auto modes = constrained_displacement_modes(mesh, material, C, {.count = count}, progress);
    if (!modes) {
        return modes.error();
    }
    DisplacementModes found = std::move(modes).value();
    return kind == SubspaceKind::displacement_affine ? with_affine_motions(found.D, mesh.X) : std::move(found.D);
}

} // namespace limber
