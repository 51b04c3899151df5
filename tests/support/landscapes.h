// SPDX-License-Identifier: MIT
#pragma once

#include "engine/linalg/types.h"

#include <cmath>
#include <numbers>

/// Test functions for evolution strategies, all with minimum 0 [Hansen 2016, The CMA Evolution Strategy: A Tutorial].
namespace limber::testing {

inline double sphere(const Vector& x) {
    return x.squaredNorm();
}

/// An ellipsoid with axis ratio 1000.
inline double ellipsoid(const Vector& x) {
    double sum = 0.0;
    for (Index i = 0; i < x.size(); ++i) {
        sum += std::pow(1e6, static_cast<double>(i) / static_cast<double>(x.size() - 1)) * x(i) * x(i);
    }
    return sum;
}

/// A curved valley; with four or more dimensions it has a second minimum of nearly 4.
inline double rosenbrock(const Vector& x) {
    double sum = 0.0;
    for (Index i = 0; i + 1 < x.size(); ++i) {
        sum += 100.0 * std::pow(x(i) * x(i) - x(i + 1), 2.0) + std::pow(x(i) - 1.0, 2.0);
    }
    return sum;
}

/// A bowl with about 10^n local minima.
inline double rastrigin(const Vector& x) {
    double sum = 0.0;
    for (const double xi : x) {
        sum += xi * xi - 10.0 * std::cos(2.0 * std::numbers::pi * xi) + 10.0;
    }
    return sum;
}

} // namespace limber::testing
