// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"

#include <optional>

/// The material of a body, tet by tet.
namespace limber {

/// The largest allowed Poisson's ratio. Nearer to 0.5 the volume stiffness, lambda = 2 mu nu / (1 - 2 nu), is so much
/// larger than the shape stiffness that ten iterations do not get near the minimum of a step, and the body gains energy
/// (measured on bodies of 1e4 to 1e8 Pa with large initial velocities, at steps of 1/240 to 1/15 s, in both
/// arithmetics).
inline constexpr double poisson_max = 0.49;
inline constexpr const char* poisson_demand = "between 0 and 0.49: nearer to 0.5 a body gains energy as it moves";
bool is_poisson(double ratio);

struct Material {
    Vector young;   // t, Young's modulus [Pa]
    Vector poisson; // t, Poisson's ratio, in [0, poisson_max]
    Vector density; // t, [kg/m^3]
};

struct UniformMaterial {
    double young = 1e5;      // [Pa]
    double poisson = 0.0;    // in [0, poisson_max]
    double density = 1000.0; // [kg/m^3]
};

Material uniform_material(const UniformMaterial& material, Index tet_count);

/// Returns an error for the first value that is out of range or not finite, with its tet.
std::optional<Error> fault_in(const Material& material, const TetMesh& mesh);

/// Lame parameters [Pa]: mu = E / (2 (1 + nu)), lambda = E nu / ((1 + nu) (1 - 2 nu)).
Vector lame_mu(const Material& material);
Vector lame_lambda(const Material& material);

} // namespace limber
