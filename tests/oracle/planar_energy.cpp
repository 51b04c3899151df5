// SPDX-License-Identifier: MIT
#include "tests/oracle/planar_energy.h"

#include <array>
#include <cmath>
#include <complex>

namespace limber::oracle {
namespace {

using Complex = std::complex<double>;

Complex corner(const Points& x, int vertex) {
    return {x(vertex, 0), x(vertex, 1)};
}

// The sides from the first corner to the others.
std::array<Complex, 2> sides(const Points& x, const Triangles& F, Index face) {
    const Complex origin = corner(x, F(face, 0));
    return {corner(x, F(face, 1)) - origin, corner(x, F(face, 2)) - origin};
}

double energy_of_triangle(const std::array<Complex, 2>& E, const std::array<Complex, 2>& e,
                          const PlanarMaterial& material) {
    const Complex determinant = E[0] * std::conj(E[1]) - E[1] * std::conj(E[0]);
    const double turned = std::abs((e[0] * std::conj(E[1]) - e[1] * std::conj(E[0])) / determinant);
    const double mirrored = std::abs((E[0] * e[1] - E[1] * e[0]) / determinant);
    const double area = 0.25 * std::abs(determinant);
    const double shape = 2.0 * material.mu * (std::pow(turned - 1.0, 2) + mirrored * mirrored);
    const double volume = 2.0 * material.lambda * std::pow(turned - 1.0, 2);
    return material.depth * area * (shape + volume);
}

} // namespace

double planar_energy(const SurfaceMesh& rest, const PlanarMaterial& material, const Points& x) {
    double energy = 0.0;
    for (Index face = 0; face < rest.F.rows(); ++face) {
        energy += energy_of_triangle(sides(rest.V, rest.F, face), sides(x, rest.F, face), material);
    }
    return energy;
}

Points planar_gradient(const SurfaceMesh& rest, const PlanarMaterial& material, const Points& x, double step) {
    Points gradient = Points::Zero(x.rows(), 3);
    Points moved = x;
    for (Index vertex = 0; vertex < x.rows(); ++vertex) {
        for (Index axis = 0; axis < 2; ++axis) {
            moved(vertex, axis) = x(vertex, axis) + step;
            const double above = planar_energy(rest, material, moved);
            moved(vertex, axis) = x(vertex, axis) - step;
            const double below = planar_energy(rest, material, moved);
            moved(vertex, axis) = x(vertex, axis);
            gradient(vertex, axis) = (above - below) / (2.0 * step);
        }
    }
    return gradient;
}

} // namespace limber::oracle
