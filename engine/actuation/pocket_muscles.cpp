// SPDX-License-Identifier: MIT
#include "engine/actuation/pocket_muscles.h"

#include "engine/linalg/compiled_solvers.h"
#include "engine/loads/pockets.h"
#include "engine/operators/scalar_operators.h"
#include "engine/operators/tet_gradient.h"
#include "engine/subspace/load_responses.h"

#include <string>
#include <vector>

namespace limber {
namespace {

// 9t: the symmetric part of the gradient in each tet, column by column.
Vector strains_in_tets(const TetMesh& mesh, const TetGradients& hats, const Eigen::Ref<const Points>& d) {
    Vector strains(9 * mesh.tet_count());
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        const Mat3 gradient = gradient_in_tet(d, mesh.T, t, hats[static_cast<std::size_t>(t)]);
        strains.segment<9>(9 * t) = (0.5 * (gradient + gradient.transpose())).reshaped();
    }
    return strains;
}

// t: the largest absolute principal strain in each tet.
Vector principal_strains(const Vector& strains) {
    Vector largest(strains.size() / 9);
    for (Index t = 0; t < largest.size(); ++t) {
        const Mat3 strain = strains.segment<9>(9 * t).reshaped(3, 3);
        largest(t) =
            Eigen::SelfAdjointEigenSolver<Mat3>(strain, Eigen::EigenvaluesOnly).eigenvalues().cwiseAbs().maxCoeff();
    }
    return largest;
}

// 3n x q: H^-1 dv/dx of each pocket.
Result<Matrix> pressure_responses(const TetMesh& mesh, const Material& material, const Supports& supports,
                                  const std::vector<Pocket>& pockets, Progress* progress) {
    const LoadDistribution pressures = pocket_loads(mesh, pockets);
    if (auto fault = fault_in_load_modes({mesh, material, supports, pressures}, 1)) {
        return *fault;
    }
    const LoadProblem problem = displacement_responses(mesh, material, supports, pressures);
    const auto responses = responses_of(problem, progress);
    if (!responses) {
        return responses.error();
    }
    const Matrix U =
        problem.mass.cwiseSqrt().cwiseInverse().asDiagonal() * responses.value().apply(problem.forces.patterns);
    return U.allFinite() ? Result<Matrix>(U)
                         : Error{ErrorKind::not_converged,
                                 "the responses to the pressure are not finite; use a realistic size", "muscles"};
}

} // namespace

Result<PocketMuscles> pocket_muscles(const TetMesh& mesh, const Material& material, const Supports& supports,
                                     const MuscleScale& scale, Progress* progress) {
    const std::vector<Pocket> pockets = pockets_of(mesh);
    if (pockets.empty()) {
        return Error{ErrorKind::bad_input,
                     "inflates pockets of a body without a closed cavity: close its cavities, or leave the pockets out",
                     "muscles.pockets"};
    }
    auto responses = pressure_responses(mesh, material, supports, pockets, progress);
    if (!responses) {
        return responses.error();
    }
    PocketMuscles muscles{std::move(responses).value(),
                          Matrix(9 * mesh.tet_count(), static_cast<Index>(pockets.size())),
                          Vector(static_cast<Index>(pockets.size()))};
    const TetGradients hats = hat_gradients(mesh);
    const Vector volumes = tet_volumes(mesh);
    for (Index v = 0; v < muscles.D.cols(); ++v) {
        const Eigen::Map<const Points> u(muscles.D.col(v).data(), mesh.vertex_count(), 3);
        muscles.stretches.col(v) = strains_in_tets(mesh, hats, u);
        const double peak = peak_value(principal_strains(muscles.stretches.col(v)), volumes, scale.left_out_volume);
        if (!(peak > 0.0)) {
            return Error{ErrorKind::bad_input,
                         "has a pocket, number " + std::to_string(v + 1) +
                             ", that cannot inflate: the body is pinned around it; erase the pins there",
                         "muscles.pockets"};
        }
        muscles.D.col(v) *= scale.peak_strain / peak;
        muscles.stretches.col(v) *= scale.peak_strain / peak;
        muscles.pressures(v) = scale.peak_strain / peak;
    }
    return muscles;
}

} // namespace limber
