// SPDX-License-Identifier: MIT
#include "engine/body/subspace_switch.h"

#include "engine/body/body_step.h"
#include "engine/core/contract.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace limber {
namespace {

// The coordinates row by row.
Vector numbers_of(const AffineStack& Z) {
    return Z.transpose().reshaped();
}

constexpr int additions_max = 3; // of a fixed-point iteration

// Adds the remainder of coordinates to them while it falls. `remainder`: of coordinates, k x 3.
template <typename Remainder>
AffineStack with_small_remainder(AffineStack Z, const Remainder& remainder) {
    AffineStack rest = remainder(Z);
    for (int i = 0; i < additions_max; ++i) {
        AffineStack next = Z + rest;
        AffineStack next_rest = remainder(next);
        if (!(next_rest.norm() < rest.norm())) {
            break;
        }
        Z = std::move(next);
        rest = std::move(next_rest);
    }
    return Z;
}

} // namespace

SubspaceSwitch SubspaceSwitch::between(const Body& from, const Body& to) {
    EXPECTS(from.vertex_count() == to.vertex_count());
    EXPECTS(is_reconstructed(from) == is_reconstructed(to));
    const Vector mass = to.mass.transpose().replicate(3, 1).reshaped();
    const Matrix before = displacement_basis(from);
    const Matrix after = displacement_basis(to);
    SubspaceSwitch result;
    result.across_ = after.transpose() * (mass.asDiagonal() * before);
    // Of the remainders: as a difference of squares, a small loss would be round-off.
    const Matrix rest = mass.cwiseSqrt().asDiagonal() * (before - after * result.across_);
    result.lost_ = rest.transpose() * rest;
    return result;
}

double SubspaceSwitch::lost_share(const AffineStack& Z) const {
    const Vector z = numbers_of(Z);
    EXPECTS(z.size() == across_.cols());
    const double lost = std::sqrt(std::max(0.0, z.dot(lost_ * z)));
    const double whole = std::hypot((across_ * z).norm(), lost);
    return whole > 0.0 ? lost / whole : 0.0;
}

// All at once, because the time is that of reading the matrix.
State SubspaceSwitch::carried(const State& state) const {
    State next = state;
    const std::array stacks{&next.Z, &next.Zdot, &next.previous.Z, &next.previous.Zdot};
    Matrix numbers(across_.cols(), static_cast<Index>(stacks.size()));
    for (std::size_t i = 0; i < stacks.size(); ++i) {
        EXPECTS(3 * stacks[i]->rows() == across_.cols());
        numbers.col(static_cast<Index>(i)) = numbers_of(*stacks[i]);
    }
    const Matrix moved = across_ * numbers;
    for (std::size_t i = 0; i < stacks.size(); ++i) {
        *stacks[i] = moved.col(static_cast<Index>(i)).reshaped(3, across_.rows() / 3).transpose();
    }
    return next;
}

SubspaceSwitch::Errors SubspaceSwitch::errors(const State& state) const {
    return {lost_share(state.Z), lost_share(state.Zdot)};
}

SubspaceSwitch::Switched SubspaceSwitch::apply(const State& state) const {
    return {carried(state), errors(state)};
}

State state_with_positions_of(const Body& from, const State& state, const Body& to) {
    EXPECTS(from.vertex_count() == to.vertex_count() && from.rig.W.cols() == to.rig.W.cols());
    EXPECTS(is_reconstructed(from) != is_reconstructed(to));
    const Points u = displacements(from, state.Z, state.P);
    const Points v = displacement_rates(from, state.Z, state.Zdot, state.P, state.Pdot);
    State next = state;
    next.Z = nearest_coordinates(to, u, state.P);
    next.Zdot = nearest_coordinates(to, v, state.P);
    if (is_reconstructed(to)) {
        next.Z = with_small_remainder(std::move(next.Z), [&](const AffineStack& Z) {
            return nearest_coordinates(to, u - displacements(to, Z, state.P), state.P);
        });
        next.Zdot = with_small_remainder(std::move(next.Zdot), [&](const AffineStack& Zdot) {
            return nearest_coordinates(to, v - displacement_rates(to, next.Z, Zdot, state.P, state.Pdot), state.P);
        });
    }
    next.clear_history();
    return next;
}

} // namespace limber
