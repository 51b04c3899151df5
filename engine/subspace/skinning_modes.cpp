// SPDX-License-Identifier: MIT
#include "engine/subspace/skinning_modes.h"

#include "engine/core/stopwatch.h"
#include "engine/operators/scalar_operators.h"
#include "engine/subspace/mode_conventions.h"
#include "engine/subspace/pins.h"
#include "engine/subspace/skinning_basis.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace limber {
namespace {

std::optional<Error> fault_in(const SkinningModeOptions& options) {
    if (options.count < 1) {
        return Error{ErrorKind::bad_input, "at least one mode is needed", "modes"};
    }
    if (!(options.tolerance > 0.0 && options.tolerance < 1.0)) {
        return Error{ErrorKind::bad_input, "the eigensolver's tolerance must lie between 0 and 1", "tolerance"};
    }
    return std::nullopt;
}

// Of the Rayleigh quotient of the rest positions, below the first eigenvalue that is not null.
constexpr double share_of_quotient = 0.05;

} // namespace

ModeProblem::ModeProblem(FactorisedPencil pencil, Points X, Vector M)
    : pencil_(std::move(pencil)), X_(std::move(X)), M_(std::move(M)) {}

Result<ModeProblem> ModeProblem::of(const TetMesh& mesh, const Material& material, const Matrix& C, Progress* progress,
                                    const Vector& pinned) {
    EXPECTS(C.rows() == mesh.vertex_count());
    if (auto fault = fault_in(material, mesh)) {
        return *fault;
    }
    const Stopwatch watch;
    SparseMatrix H = weight_space_hessian(mesh, material);
    Vector M = lumped_mass(mesh, material.density);
    const double quotient = quotient_at_rest(H, M, mesh.X);
    const double shift = share_of_quotient * quotient;
    if (auto fault = fault_in_size(M, shift)) {
        return *fault;
    }
    if (pinned.size() > 0) {
        add_pin_springs(pinned, quotient, M, H);
    }
    const double seconds_operators = watch.seconds();
    auto pencil = FactorisedPencil::of_laplacian(std::move(H), M, C, shift, progress);
    if (!pencil) {
        return pencil.error();
    }
    ModeProblem problem(std::move(pencil).value(), mesh.X, std::move(M));
    problem.seconds_operators_ = seconds_operators;
    return problem;
}

Result<SkinningModes> ModeProblem::softest(const SkinningModeOptions& options, Progress* progress) const {
    if (auto fault = fault_in(options)) {
        return *fault;
    }
    auto solved = pencil_.smallest(options.count, options.tolerance, progress);
    if (!solved) {
        return solved.error();
    }
    EigenPairs pairs = std::move(solved).value();
    fix_signs(pairs.vectors, M_.cwiseProduct(generic_values(M_, X_)), M_);
    SkinningModes modes;
    modes.W = std::move(pairs.vectors);
    modes.lambda = std::move(pairs.values);
    modes.residual_max = pairs.residual_max;
    modes.constraint_violation = pairs.constraint_violation;
    modes.seconds_eigen = pairs.seconds_eigen;
    return modes;
}

std::size_t ModeProblem::byte_count() const {
    return pencil_.byte_count() + static_cast<std::size_t>(X_.size() + M_.size()) * sizeof(double);
}

Result<SkinningModes> skinning_modes(const TetMesh& mesh, const Material& material, const Matrix& C,
                                     const SkinningModeOptions& options, Progress* progress) {
    if (auto fault = fault_in(options)) {
        return *fault;
    }
    const auto problem = ModeProblem::of(mesh, material, C, progress);
    if (!problem) {
        return problem.error();
    }
    auto solved = problem.value().softest(options, progress);
    if (!solved) {
        return solved;
    }
    SkinningModes modes = std::move(solved).value();
    modes.seconds_operators = problem.value().seconds_operators();
    modes.seconds_factor = problem.value().seconds_factor();
    return modes;
}

} // namespace limber
