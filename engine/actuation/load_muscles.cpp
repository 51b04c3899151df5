// SPDX-License-Identifier: MIT
#include "engine/actuation/load_muscles.h"

#include "engine/core/contract.h"
#include "engine/linalg/compiled_solvers.h"
#include "engine/loads/load_distribution.h"
#include "engine/operators/scalar_operators.h"
#include "engine/operators/tet_gradient.h"
#include "engine/subspace/load_responses.h"

#include <utility>

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

// 3n x q: H^-1 f of each force.
Result<Matrix> responses_to(const TetMesh& mesh, const Material& material, const Supports& supports,
                            const Matrix& forces, Progress* progress) {
    LoadDistribution loads = no_loads(mesh.vertex_count());
    loads.patterns = forces;
    if (auto fault = fault_in_load_modes({mesh, material, supports, loads}, 1)) {
        return *fault;
    }
    const LoadProblem problem = displacement_responses(mesh, material, supports, loads);
    const auto responses = responses_of(problem, progress);
    if (!responses) {
        return responses.error();
    }
    const Matrix U =
        problem.mass.cwiseSqrt().cwiseInverse().asDiagonal() * responses.value().apply(problem.forces.patterns);
    return U.allFinite()
               ? Result<Matrix>(U)
               : Error{ErrorKind::not_converged,
                       "the responses to the forces of muscles are not finite; use a realistic size", "muscles"};
}

} // namespace

Result<LoadMuscles> load_muscles(const TetMesh& mesh, const Material& material, const Supports& supports,
                                 const Matrix& forces, const LoadMuscleNames& names, const MuscleScale& scale,
                                 Progress* progress) {
    EXPECTS(forces.rows() == 3 * mesh.vertex_count());
    if (forces.cols() == 0) {
        return LoadMuscles{Matrix(forces.rows(), 0), Matrix(9 * mesh.tet_count(), 0), Vector(0)};
    }
    auto responses = responses_to(mesh, material, supports, forces, progress);
    if (!responses) {
        return responses.error();
    }
    LoadMuscles muscles{std::move(responses).value(), Matrix(9 * mesh.tet_count(), forces.cols()),
                        Vector(forces.cols())};
    const TetGradients hats = hat_gradients(mesh);
    const Vector volumes = tet_volumes(mesh);
    for (Index v = 0; v < muscles.D.cols(); ++v) {
        const Eigen::Map<const Points> u(muscles.D.col(v).data(), mesh.vertex_count(), 3);
        muscles.stretches.col(v) = strains_in_tets(mesh, hats, u);
        const double peak = peak_value(principal_strains(muscles.stretches.col(v)), volumes, scale.left_out_volume);
        if (!(peak > 0.0)) {
            return Error{ErrorKind::bad_input,
                         "has " + names.load + ", number " + std::to_string(v + 1) +
                             ", that cannot move it: the body is pinned around it; erase the pins there",
                         names.member};
        }
        muscles.stress(v) = scale.peak_strain / peak;
        muscles.D.col(v) *= muscles.stress(v);
        muscles.stretches.col(v) *= muscles.stress(v);
    }
    return muscles;
}

} // namespace limber
