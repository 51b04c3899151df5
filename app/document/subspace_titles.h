// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/character_description.h"

#include <array>

namespace limber::app {

/// The names of the kinds of subspaces in lists and titles of the window, in the order of the enumerators.
inline constexpr std::array subspace_titles{"Skinning",
                                            "Homogeneous",
                                            "Unconstrained",
                                            "Handle weights",
                                            "Localised",
                                            "Skinning for loads",
                                            "Displacements",
                                            "With affine motions",
                                            "Modal derivatives",
                                            "Best for a motion",
                                            "Displacements for loads",
                                            "Single responses to loads",
                                            "Sampled responses to loads",
                                            "Domains",
                                            "Modal warping",
                                            "Rotation-strain"};
static_assert(subspace_titles.size() == subspace_names.size());

/// Those of elastic energies, likewise.
inline constexpr std::array energy_titles{"Co-rotational", "ARAP", "Stable neo-Hookean", "St. Venant-Kirchhoff"};
static_assert(energy_titles.size() == elastic_energy_names.size());
constexpr const char* shown_energy(ElasticEnergy energy) {
    return energy_titles[static_cast<std::size_t>(energy)];
}

} // namespace limber::app
