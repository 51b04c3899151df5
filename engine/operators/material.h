#pragma once

#include "engine/core/result.h"
#include "engine/mesh/tet_mesh.h"

#include <optional>

/// What the body is made of, tet by tet.
namespace limber {

struct Material {
    Vector young;   // t, Young's modulus [Pa]
    Vector poisson; // t, Poisson's ratio, in [0, 0.5)
    Vector density; // t, [kg/m^3]
};

struct UniformMaterial {
    double young = 1e5;      // [Pa]
    double poisson = 0.0;    // in [0, 0.5)
    double density = 1000.0; // [kg/m^3]
};

Material uniform_material(const UniformMaterial& material, Index tet_count);

/// The first value that is out of range or not finite, if any, with its tet.
std::optional<Error> fault_in(const Material& material, const TetMesh& mesh);

/// Lame parameters [Pa]: mu = E / (2 (1 + nu)), lambda = E nu / ((1 + nu) (1 - 2 nu)).
Vector lame_mu(const Material& material);
Vector lame_lambda(const Material& material);

} // namespace limber
