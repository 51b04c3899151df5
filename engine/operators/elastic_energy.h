// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

namespace limber {

/// The elastic energies of a body. All agree with linear elasticity for small strains but ARAP, which is co-rotational
/// elasticity without its volume term. hyperelasticity.h has their formulas.
enum class ElasticEnergy { corotational, arap, stable_neo_hookean, st_venant_kirchhoff };

/// As options and files have them, in the order of the enumeration.
inline constexpr std::array elastic_energy_names{"corotational", "arap", "stable-neo-hookean", "st-venant-kirchhoff"};

constexpr const char* name_of(ElasticEnergy energy) {
    return elastic_energy_names[static_cast<std::size_t>(energy)];
}

/// Whether the energy is a smooth function of F. Full space minimises such energies by Newton's method, the others,
/// which have a rotation for each tet, by L-BFGS from the local-global move.
constexpr bool is_hyperelastic(ElasticEnergy energy) {
    return energy == ElasticEnergy::stable_neo_hookean || energy == ElasticEnergy::st_venant_kirchhoff;
}

} // namespace limber
