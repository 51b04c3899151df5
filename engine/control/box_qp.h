// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

/// A quadratic problem with bounds,
///
///     minimise 1/2 p'K p + b'p     subject to   low <= p <= high,
///
/// by a primal active set [Nocedal and Wright 2006, Numerical Optimization, section 16.5]: the free variables move to
/// their minimum, or until the first one meets a bound, which it then keeps; at a minimum the bound whose multiplier
/// has the wrong sign by most is released. The objective falls with every move, so no set of bounds comes twice.
namespace limber {

struct BoxQp {
    Matrix K;    // p x p, symmetric positive definite
    Vector b;    // p
    Vector low;  // p
    Vector high; // p, not below low
};

/// Starts from `start`, moved between the bounds. The largest violation of the optimality conditions of the result is
/// below 1e-12 of |K p| and |b|, unless K is not positive definite on the free variables: then the start is returned.
Vector minimise(const BoxQp& problem, const Vector& start);

/// The largest violation of the optimality conditions at p: how far p is outside the bounds, and the part of the
/// gradient K p + b that no bound explains.
double optimality_violation(const BoxQp& problem, const Vector& p);

} // namespace limber
