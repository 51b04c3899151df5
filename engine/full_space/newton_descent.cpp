// SPDX-License-Identifier: MIT
#include "engine/full_space/newton_descent.h"

#include "engine/linalg/compiled_solvers.h"
#include "engine/stepper/descent_memory.h"

#include <cmath>
#include <utility>

namespace limber {
namespace {

constexpr double sufficient_decrease = 1e-4; // Armijo's share of the slope
constexpr double length_min = 1e-12;         // of the direction

// C (x) I_3 for C = M^1/2 Q.
Matrix constraint_columns(const FullSpaceModel& model) {
    Matrix C3 = Matrix::Zero(3 * model.vertex_count(), 3 * model.Q.cols());
    for (Index column = 0; column < model.Q.cols(); ++column) {
        for (Index vertex = 0; vertex < model.vertex_count(); ++vertex) {
            const double entry = std::sqrt(model.M(vertex)) * model.Q(vertex, column);
            C3.block<3, 3>(3 * vertex, 3 * column).diagonal().setConstant(entry);
        }
    }
    return C3;
}

Result<Done> update_factor(const FullSpaceModel& model, const Controls& controls, const FullSpaceObjective& objective,
                           const Points& x, NewtonScratch& scratch) {
    const bool is_new = assemble(model, objective.A, x, controls.young_scale, controls.lambda_scale,
                                 Definiteness::projected, objective.threads, scratch.hessian);
    if (scratch.factor && !is_new) {
        return scratch.factor->refactorise(scratch.hessian.matrix);
    }
    scratch.factor.reset();
    auto factor = SparseCholesky::factorise(scratch.hessian.matrix);
    if (!factor) {
        return factor.error();
    }
    scratch.factor = std::move(factor).value();
    return Done{};
}

// Writes the direction at `now`.
Result<Done> compute_direction(const FullSpaceModel& model, const Controls& controls,
                               const FullSpaceObjective& objective, const Iterate& now, NewtonScratch& scratch) {
    const Points x = now.Z + objective.rig;
    if (auto done = update_factor(model, controls, objective, x, scratch); !done) {
        return done;
    }
    const Matrix& C3 = scratch.C3;
    Matrix columns(C3.rows(), C3.cols() + 1);
    columns.leftCols(C3.cols()) = C3;
    columns.rightCols<1>() = -Eigen::Map<const Vector>(now.gradient.data(), now.gradient.size());
    const Matrix solved = scratch.factor->solve(columns);
    Vector d = solved.rightCols<1>();
    if (C3.cols() > 0) {
        const Eigen::LLT<Matrix> schur(Matrix(C3.transpose() * solved.leftCols(C3.cols())));
        d -= solved.leftCols(C3.cols()) * schur.solve(Vector(C3.transpose() * d));
    }
    scratch.direction = Eigen::Map<const Points>(d.data(), now.Z.rows(), 3);
    return Done{};
}

// Armijo's condition. Where the difference is below the round-off of the objective, the slope at the trial must not be
// larger than the one at the start of the line.
bool is_low_enough(const Iterate& now, const Iterate& trial, const Coordinates& direction, const Line& line,
                   double round_off) {
    const double difference = trial.objective - now.objective;
    if (std::abs(difference) > round_off) {
        return difference <= sufficient_decrease * line.length * line.slope;
    }
    return std::abs(trial.gradient.cwiseProduct(direction).sum()) <= std::abs(line.slope);
}

} // namespace

NewtonScratch newton_scratch(const FullSpaceModel& model) {
    const Index n = model.vertex_count();
    return {{}, std::nullopt, constraint_columns(model), Coordinates(n, 3), iterate(n)};
}

Result<Descent> newton_descent(const FullSpaceModel& model, const Controls& controls, const NewtonProblem& problem,
                               const FullSpaceObjective& objective, NewtonScratch& scratch, Iterate& now) {
    Iterate& trial = scratch.trial;
    Descent descent;
    descent.converged = problem.is_converged(now);
    bool has_direction = false;
    Line line;
    while (!descent.converged && descent.iterations < problem.evaluations) {
        if (!has_direction) {
            if (auto done = compute_direction(model, controls, objective, now, scratch); !done) {
                return done.error();
            }
            line = {scratch.direction.cwiseProduct(now.gradient).sum(), 1.0};
            has_direction = true;
        }
        if (!(line.slope < 0.0) || line.length < length_min) {
            break;
        }
        trial.Z = now.Z + line.length * scratch.direction;
        problem.evaluate(trial);
        ++descent.iterations;
        if (!is_low_enough(now, trial, scratch.direction, line, problem.round_off(now))) {
            line.length = shorter_length(now, trial, line);
            continue;
        }
        descent.change = relative_change(trial.Z, now.Z) / line.length;
        std::swap(now, trial);
        has_direction = false;
        descent.converged = problem.is_converged(now);
    }
    descent.failed = !std::isfinite(now.objective);
    return descent;
}

} // namespace limber
