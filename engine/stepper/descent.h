// SPDX-License-Identifier: MIT
#pragma once

#include "engine/stepper/iterate.h"

/// What all descents return: lbfgs_descent.h without contact, projected_descent.h in contact, quasi_newton.h in other
/// spaces. Every iteration is one pass over the clusters, after a first pass for the start.
namespace limber {

struct Descent {
    int iterations = 0;
    double change = 0.0;    // |dZ| / |Z| of the last move at full length, in the mass norm
    bool converged = false; // the change is below the tolerance, or no descent direction is left
    bool failed = false;    // the result is not finite, or no move was accepted and the last trial was not finite
};

/// |next - now| / |next|: NaN if `next` is NaN, 0 only if nothing moved.
double relative_change(const Coordinates& next, const Coordinates& now);

} // namespace limber
