// SPDX-License-Identifier: MIT
#include "engine/body/subspace_switch.h"

#include "engine/body/body_step.h"
#include "engine/core/contract.h"

#include <algorithm>
#include <cmath>

namespace limber {
namespace {

// The coordinates row by row.
Vector numbers_of(const AffineStack& Z) {
    return Z.transpose().reshaped();
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

AffineStack SubspaceSwitch::carried(const AffineStack& Z) const {
    EXPECTS(3 * Z.rows() == across_.cols());
    return (across_ * numbers_of(Z)).reshaped(3, across_.rows() / 3).transpose();
}

double SubspaceSwitch::lost_share(const AffineStack& Z) const {
    const Vector z = numbers_of(Z);
    const double lost = std::sqrt(std::max(0.0, z.dot(lost_ * z)));
    const double whole = std::hypot((across_ * z).norm(), lost);
    return whole > 0.0 ? lost / whole : 0.0;
}

SubspaceSwitch::Switched SubspaceSwitch::apply(const State& state) const {
    Switched switched{state, {lost_share(state.Z), lost_share(state.Zdot)}};
    State& next = switched.state;
    next.Z = carried(state.Z);
    next.Zdot = carried(state.Zdot);
    next.previous.Z = carried(state.previous.Z);
    next.previous.Zdot = carried(state.previous.Zdot);
    return switched;
}

} // namespace limber
