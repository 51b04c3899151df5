// SPDX-License-Identifier: MIT
#include "engine/body/linear_subspace.h"

#include "engine/core/contract.h"
#include "engine/linalg/compiled_solvers.h"
#include "engine/linalg/orthonormal_basis.h"
#include "engine/operators/elasticity.h"
#include "engine/rig/complementarity.h"
#include "engine/subspace/force_dual_modes.h"
#include "engine/subspace/linear_basis.h"
#include "engine/subspace/pins.h"
#include "engine/subspace/pod_basis.h"
#include "engine/subspace/sampled_load_modes.h"
#include "engine/subspace/skinning_basis.h"

#include <algorithm>
#include <string>
#include <utility>

namespace limber {
namespace {

constexpr Index columns_a_mode = 12;
constexpr Index samples_a_column = 2;        // of the responses to loads
constexpr double constraint_rank_min = 1e-8; // of a column's length
constexpr double still = 1e-9;               // of the body's size; smaller displacements are round-off

// Columns that have no product with displacements that the rig cannot make; n x 0 for a body that nothing holds.
Matrix rig_constraint(const Body& body) {
    return body.is_held ? complementarity_of_displacements(body.mesh, body.mass, body.leak, body.rig)
                        : Matrix(body.vertex_count(), 0);
}

// x - J P for the pose P nearest to x with these weights of the vertices.
class WithoutRig {
public:
    WithoutRig(const Matrix& J, const Vector& weight) : J_(J), weighted_(J.transpose() * weight.asDiagonal()) {
        moment_.compute(Matrix(weighted_ * J_));
    }
    AffineStack displacement(const Points& x) const {
        const AffineStack pose = moment_.solve(AffineStack(weighted_ * x));
        return x - J_ * pose;
    }

private:
    Matrix J_;
    Matrix weighted_; // 4b x n
    Eigen::CompleteOrthogonalDecomposition<Matrix> moment_;
};

// Removes from each column of B what the rig could make. It is round-off of the largest columns, in which the smallest
// ones would drown: they would seem to violate the rig's constraint, and be lost.
Matrix without_round_off(const WithoutRig& without_rig, const Matrix& B) {
    Matrix clean(B.rows(), B.cols());
    for (Index j = 0; j < B.cols(); ++j) {
        const Vector column = B.col(j).normalized();
        const Points u = without_rig.displacement(Eigen::Map<const Points>(column.data(), column.size() / 3, 3));
        clean.col(j) = Eigen::Map<const Vector>(u.data(), u.size());
    }
    return clean;
}

// B has rows 3 i + axis.
Matrix as_weights(const Matrix& B) {
    const Index n = B.rows() / 3;
    Matrix W(n, 3 * B.cols());
    for (Index j = 0; j < B.cols(); ++j) {
        W.middleCols<3>(3 * j) = Eigen::Map<const Points>(B.col(j).data(), n, 3);
    }
    return W;
}

// The columns n x 3m of weights as displacements, vertex by vertex.
Matrix as_displacements(const Matrix& W) {
    Matrix B(3 * W.rows(), W.cols() / 3);
    for (Index j = 0; j < B.cols(); ++j) {
        Eigen::Map<Points>(B.col(j).data(), W.rows(), 3) = W.middleCols<3>(3 * j);
    }
    return B;
}

// Displacements that vanish where the body is pinned and that the rig cannot make.
Result<Matrix> pinned_displacements(const Body& body, Matrix B, Progress* progress) {
    if (body.pinned.size() == 0) {
        return B;
    }
    const auto mask = pin_mask(body.mesh, body.material, body.pinned, progress);
    if (!mask) {
        return mask.error();
    }
    return as_displacements(masked(as_weights(B), mask.value(), body.mass, rig_constraint(body)));
}

// The springs of pins leave 1e-8 of the body's motion at p = 1.
Matrix still_at_pins(const Body& body, const Matrix& B) {
    if (body.pinned.size() == 0) {
        return B;
    }
    const Vector unpinned = (body.pinned.array() < 1.0).cast<double>();
    return as_displacements(masked(as_weights(B), unpinned, body.mass, rig_constraint(body)));
}

// Of the kinds that fail where the mesh has fewer displacements than they need. The others have fewer columns then, or
// count otherwise.
bool needs_all_columns(SubspaceKind kind) {
    return is_linear(kind) && kind != SubspaceKind::pod && kind != SubspaceKind::greens &&
           kind != SubspaceKind::pod_sampled && kind != SubspaceKind::substructured;
}

// n x c
Matrix constraint_of_columns(const Body& body) {
    return depends_on_loads(body.subspace) ? supports_of(body).C : rig_constraint(body);
}

LinearBasis as_basis(ForceDualModes modes) {
    return {std::move(modes.B), std::move(modes.variances), modes.unresolved};
}

Result<LinearBasis> load_columns(const Body& body, const Material& material, Index count, Progress* progress) {
    const LoadDistribution loads = body.loads ? *body.loads : loads_everywhere(body.mass);
    const Supports supports = supports_of(body);
    if (body.subspace == SubspaceKind::greens) {
        auto columns = greens_functions(body.mesh, material, supports, loads, {.count = count}, progress);
        return columns ? Result<LinearBasis>(LinearBasis{std::move(columns).value(), {}}) : columns.error();
    }
    const LoadSampling sampling{.count = count, .samples = samples_a_column * count};
    auto modes = body.subspace == SubspaceKind::pod_sampled
                     ? sampled_response_modes(body.mesh, material, supports, loads, sampling, progress)
                     : force_dual_displacements(body.mesh, material, supports, loads, count, progress);
    return modes ? Result<LinearBasis>(as_basis(std::move(modes).value())) : modes.error();
}

} // namespace

bool holds_against_loads(const Body& body) {
    return body.is_held && body.leak.maxCoeff() > 0.0;
}

Supports supports_of(const Body& body) {
    return {holds_against_loads(body) ? rig_constraint(body) : Matrix(body.vertex_count(), 0), body.pinned};
}

std::optional<Index> displacements_possible(const Body& body) {
    if (!needs_all_columns(body.subspace)) {
        return std::nullopt;
    }
    const Matrix C = constraint_of_columns(body);
    const auto span = orthonormal_basis(body.mass.cwiseSqrt().cwiseInverse().asDiagonal() * C, constraint_rank_min);
    if (!span) {
        return std::nullopt;
    }
    const Index unheld =
        depends_on_loads(body.subspace) ? unheld_rigid_motions(body.mesh, supports_of(body)).cols() : 0;
    return 3 * (body.vertex_count() - span->cols()) - unheld;
}

std::optional<Error> fault_in_displacement_count(const Body& body, Index modes) {
    if (!needs_all_columns(body.subspace)) {
        return std::nullopt;
    }
    const Index constraints = constraint_of_columns(body).cols();
    const Index unheld_max = 6 * body.vertex_count() / 4; // of pieces of four vertices each
    const Index surely = 3 * (body.vertex_count() - constraints) - (depends_on_loads(body.subspace) ? unheld_max : 0);
    if (columns_a_mode * modes <= surely) {
        return std::nullopt; // whatever the rank of the constraints
    }
    const auto possible = displacements_possible(body);
    if (!possible || columns_a_mode * modes <= *possible) {
        return std::nullopt;
    }
    const std::string under = constraints > 0 ? " under its rig" : "";
    const Index most = *possible / columns_a_mode;
    return Error{ErrorKind::bad_input,
                 most < 1 ? "no mode of twelve displacements is possible on this mesh" + under
                          : std::to_string(modes) + " modes of twelve displacements are more than this mesh can have" +
                                under + "; ask for at most " + std::to_string(most),
                 "modes"};
}

Result<Matrix> linear_basis_of(const Body& body, const Material& material, Index modes, Progress* progress) {
    if (auto fault = fault_in_displacement_count(body, modes)) {
        return *fault;
    }
    auto basis =
        linear_basis(body.subspace, body.mesh, material, rig_constraint(body), columns_a_mode * modes, progress);
    return basis ? pinned_displacements(body, std::move(basis).value(), progress) : std::move(basis);
}

Result<LinearBasis> load_basis_of(const Body& body, const Material& material, Index modes, Progress* progress) {
    EXPECTS(is_linear(body.subspace) && depends_on_loads(body.subspace));
    if (auto fault = fault_in_displacement_count(body, modes)) {
        return *fault;
    }
    auto found = load_columns(body, material, columns_a_mode * modes, progress);
    if (!found) {
        return found;
    }
    LinearBasis basis = std::move(found).value();
    return LinearBasis{still_at_pins(body, basis.columns), std::move(basis.variances), basis.unresolved};
}

std::optional<Error> fault_in_motion(const Body& body, const std::vector<Points>& motion) {
    for (const Points& x : motion) {
        if (x.rows() != body.vertex_count()) {
            return Error{ErrorKind::bad_input,
                         "is the motion of another mesh: it has " + std::to_string(x.rows()) +
                             " vertices, but the body has " + std::to_string(body.vertex_count()) +
                             "; write one of this body's own tets",
                         "motion"};
        }
    }
    return std::nullopt;
}

Result<Matrix> basis_of_motion(const Body& body, const std::vector<Points>& motion, Index modes, Progress* progress) {
    if (auto fault = fault_in_motion(body, motion)) {
        return *fault;
    }
    const Vector held = body.leak.cwiseProduct(body.mass);
    const Matrix J = rig_jacobian(in_frame(body.mesh.X, rest_frame(body.mesh.X)), body.rig.W);
    const WithoutRig without_rig(J, held.maxCoeff() > 0.0 ? held : body.mass);
    std::vector<AffineStack> displacements;
    double largest = 0.0;
    for (const Points& x : motion) {
        displacements.push_back(without_rig.displacement(x));
        largest = std::max(largest, displacements.back().cwiseAbs().maxCoeff());
    }
    if (!(largest > still * rest_frame(body.mesh.X).scale)) {
        return Error{ErrorKind::bad_input, "never leaves the poses of the rig, so that it has no secondary motion",
                     "motion"};
    }
    const auto best = pod_basis(displacements, body.mass, columns_a_mode * modes, progress);
    if (!best) {
        return best.error();
    }
    const Matrix basis = without_round_off(without_rig, best.value());
    return pinned_displacements(body, body.is_held ? basis : with_affine_motions(basis, body.mesh.X), progress);
}

Result<DisplacementModes> vibration_modes_of(const Body& body, const Material& material, Index count,
                                             Progress* progress) {
    return constrained_displacement_modes(body.mesh, material, rig_constraint(body), {.count = count}, progress);
}

Result<LinearSubspace> linear_subspace_of(const Body& body, const Material& material, const Matrix& basis) {
    auto model =
        general_model(body.mesh, material, body.rig, body.is_held ? body.leak : Vector(), basis, body.clusters);
    if (!model) {
        return model.error();
    }
    Matrix W = as_weights(model.value().B);
    return LinearSubspace{std::move(model).value(), basis.cols(), {}, std::move(W)};
}

Result<LinearSubspace> reconstructed_subspace_of(const Body& body, const UncoupledModes& uncoupled,
                                                 Progress* progress) {
    const auto& [modes, eigenvalues] = uncoupled;
    auto reconstruction = reconstruction_of(body, body.subspace, progress);
    if (!reconstruction) {
        return reconstruction.error();
    }
    return LinearSubspace{vibrating_model(body, modes, eigenvalues), modes.cols(), eigenvalues,
                          Matrix(body.vertex_count(), 0),
                          std::make_shared<const Reconstruction>(std::move(reconstruction).value())};
}

Result<LinearSubspace> with_muscles(const Body& body, LinearSubspace subspace, const Material& material,
                                    const Clusters& clusters, const MuscleTargets& targets, Progress* progress) {
    auto actuation = general_actuation(body.mesh, material, subspace.model, clusters, targets, progress);
    if (!actuation) {
        return actuation.error();
    }
    subspace.model.actuation = std::move(actuation).value();
    return subspace;
}

Vector rest_eigenvalues(const Body& body, const LinearSubspace& subspace, const Material& material) {
    const Matrix& whole = subspace.model.B; // its last columns may be zero
    const Matrix B = whole.leftCols((whole.colwise().squaredNorm().array() > 0.0).count());
    const Matrix H = B.transpose() * (rest_hessian(body.mesh, material) * B);
    return Eigen::SelfAdjointEigenSolver<Matrix>(H, Eigen::EigenvaluesOnly).eigenvalues();
}

AffineStack maps_of_coordinates(const AffineStack& Z) {
    AffineStack maps = AffineStack::Zero(12 * Z.size(), 3);
    for (Index row = 0; row < Z.rows(); ++row) {
        for (Index column = 0; column < 3; ++column) {
            for (Index axis = 0; axis < 3; ++axis) {
                const Index map = 3 * (3 * row + column) + axis;
                maps(4 * map + 3, axis) = Z(row, column); // the translation, for the map is transposed
            }
        }
    }
    return maps;
}

} // namespace limber
