// SPDX-License-Identifier: MIT
#include "engine/full_space/newton_system.h"

#include "engine/stepper/stress_scale.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace limber {
namespace {

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

// Adds block (x) phi phi' to the lower triangle of H, which has these entries.
void add_block_product(const Mat3& block, const Vector& phi, SparseMatrix& H) {
    std::vector<Index> vertices;
    for (Index i = 0; i < phi.size(); ++i) {
        if (phi(i) != 0.0) {
            vertices.push_back(i);
        }
    }
    for (const Index column : vertices) {
        for (const Index row : vertices) {
            for (Index i = 0; i < 9 && row >= column; ++i) {
                H.coeffRef(3 * row + i % 3, 3 * column + i / 3) += phi(row) * phi(column) * block(i % 3, i / 3);
            }
        }
    }
}

// H has the quadratic part of the springs between points, which resists along all axes alike. Their local steps take
// from it across each spring.
void add_local_steps(const NewtonInput& input, const Coordinates& Z, SparseMatrix& H) {
    const FullSpaceObjective& objective = input.objective;
    Index place = 0;
    for (const Spring& spring : input.controls.springs) {
        const Vec3 d = vector_at(spring, place++, objective.springs, Z);
        const double length = d.norm();
        if (length == 0.0) {
            continue;
        }
        const Vec3 u = d / length;
        const double change = std::max(share_across(spring, length), 0.0) - 1.0;
        const Mat3 block = objective.share * spring.stiffness * change * (Mat3::Identity() - u * u.transpose());
        add_block_product(block, spring.span.phi, H);
    }
}

// Of the gas in pockets, to the lower triangle of H, which has these entries, because the edges of pockets are those of
// tets.
void add_pressures(const NewtonInput& input, const Points& x, SparseMatrix& H) {
    for (const InflatedPocket& one : input.model.stresses.pockets) {
        const double pressure = one.pressure * stress_scale(input.controls, one.muscle);
        for_each_pressure_block(one.pocket, pressure, x, [&](int i, int j, const Mat3& block) {
            for (int entry = 0; entry < 9 && i > j; ++entry) {
                H.coeffRef(3 * i + entry % 3, 3 * j + entry / 3) += block(entry % 3, entry / 3);
            }
        });
    }
}

bool is_inflated(const NewtonInput& input) {
    return std::ranges::any_of(input.model.stresses.pockets, [&](const InflatedPocket& one) {
        return one.pressure * stress_scale(input.controls, one.muscle) != 0.0;
    });
}

// With the second derivative of the gas's energy where the sum is positive definite, and without it elsewhere.
Result<ConstrainedInverse> inverse_of(const NewtonInput& input, const Points& x, const NewtonSystem& system,
                                      std::optional<ConstrainedInverse> before) {
    if (!is_inflated(input)) {
        return cancellable_inverse(system.hessian.matrix, system.C3, std::move(before), input.objective.progress);
    }
    SparseMatrix H = system.hessian.matrix;
    add_pressures(input, x, H);
    auto inverse = cancellable_inverse(std::move(H), system.C3, std::move(before), input.objective.progress);
    return inverse || inverse.error().kind == ErrorKind::cancelled
               ? std::move(inverse)
               : cancellable_inverse(system.hessian.matrix, system.C3, std::nullopt, input.objective.progress);
}

constexpr Index muscle_columns_max = 600;        // each takes a solution, as long as an iteration without them does
constexpr Index muscle_numbers_max = 50'000'000; // of a matrix of columns: 400 MB
constexpr Index columns_at_once = 32;            // after which a step may be cancelled

// H^-1 U; nullopt: cancelled.
std::optional<Matrix> solved_columns(const ConstrainedInverse& inverse, const Matrix& U, const Progress* progress) {
    Matrix solved(U.rows(), U.cols());
    for (Index first = 0; first < U.cols(); first += columns_at_once) {
        if (progress && progress->is_cancelled()) {
            return std::nullopt;
        }
        const Index count = std::min(columns_at_once, U.cols() - first);
        solved.middleCols(first, count) = inverse.solve(U.middleCols(first, count));
    }
    return solved;
}

// Nullopt where H less the muscles' part is not positive definite, or there is none, or the step was cancelled.
std::optional<LowRankPart> muscles_of(const NewtonInput& input, const Points& x, const ConstrainedInverse& inverse) {
    const auto& [model, controls, objective] = input;
    if (objective.active.empty()) {
        return std::nullopt;
    }
    const Index columns = 3 * model.muscles->clusters.count;
    if (columns > muscle_columns_max || columns * x.size() > muscle_numbers_max) {
        return std::nullopt;
    }
    const Matrix U = muscle_curvature_columns(model, objective.active, x,
                                              controls.young_scale * muscle_stiffness_scale(model, controls));
    auto solved = solved_columns(inverse, U, objective.progress);
    if (!solved) {
        return std::nullopt;
    }
    LowRankPart part{std::move(*solved), {}};
    part.small.compute(Matrix::Identity(U.cols(), U.cols()) - U.transpose() * part.solved);
    return part.small.info() == Eigen::Success ? std::optional(std::move(part)) : std::nullopt;
}

} // namespace

NewtonSystem newton_system(const FullSpaceModel& model) {
    return {{}, std::nullopt, std::make_shared<const Matrix>(constraint_columns(model)), std::nullopt};
}

Result<Done> factorise(const NewtonInput& input, const Coordinates& Z, NewtonSystem& system) {
    const auto& [model, controls, objective] = input;
    const Points x = Z + objective.rig;
    const bool is_new = assemble(model, objective.A, x, controls.young_scale, controls.lambda_scale,
                                 Definiteness::projected, objective.threads, system.hessian);
    add_local_steps(input, Z, system.hessian.matrix);
    std::optional<ConstrainedInverse> before = std::exchange(system.inverse, std::nullopt);
    if (is_new) {
        before.reset();
    }
    auto inverse = inverse_of(input, x, system, std::move(before));
    if (!inverse) {
        return inverse.error();
    }
    system.inverse = std::move(inverse).value();
    system.muscles = muscles_of(input, x, *system.inverse);
    return Done{};
}

Matrix solve_on_constraint(const NewtonSystem& system, const Matrix& right_sides) {
    Matrix solved = system.inverse->solve(right_sides);
    if (system.muscles) {
        const auto& [columns, small] = *system.muscles;
        solved += columns * small.solve(Matrix(columns.transpose() * right_sides));
    }
    return solved;
}

} // namespace limber
