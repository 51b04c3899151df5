#pragma once

#include "engine/linalg/types.h"

#include <cmath>
#include <numbers>

/// What evolution strategies are compared on, all with the cost 0 at the best place [Hansen 2016, The CMA Evolution
/// Strategy: A Tutorial].
namespace limber::testing {

inline double sphere(const Vector& x) {
    return x.squaredNorm();
}

/// Its axes have lengths a thousand times apart.
inline double ellipsoid(const Vector& x) {
    double sum = 0.0;
    for (Index i = 0; i < x.size(); ++i) {
        sum += std::pow(1e6, static_cast<double>(i) / static_cast<double>(x.size() - 1)) * x(i) * x(i);
    }
    return sum;
}

/// A bent valley; from four dimensions on with a second, worse minimum of nearly 4.
inline double rosenbrock(const Vector& x) {
    double sum = 0.0;
    for (Index i = 0; i + 1 < x.size(); ++i) {
        sum += 100.0 * std::pow(x(i) * x(i) - x(i + 1), 2.0) + std::pow(x(i) - 1.0, 2.0);
    }
    return sum;
}

/// A bowl of some 10^n dents.
inline double rastrigin(const Vector& x) {
    double sum = 0.0;
    for (const double xi : x) {
        sum += xi * xi - 10.0 * std::cos(2.0 * std::numbers::pi * xi) + 10.0;
    }
    return sum;
}

} // namespace limber::testing
