// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/character_description.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace limber::app {

/// The names of the kinds of subspaces in lists and titles of the window, in the order of the enumerators.
inline constexpr std::array subspace_titles{"Skinning",
                                            "Homogeneous",
                                            "Unconstrained",
                                            "Partly constrained",
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
                                            "Rotation-strain",
                                            "Rotation-strain for loads"};
static_assert(subspace_titles.size() == subspace_names.size());

/// The name in files and on the command line of a kind with this title; null: there is none.
inline const char* subspace_name_titled(std::string_view title) {
    const auto place = static_cast<std::size_t>(std::ranges::find(subspace_titles, title) - subspace_titles.begin());
    return place == subspace_titles.size() ? nullptr : subspace_names.at(place);
}

/// Those of elastic energies, likewise.
inline constexpr std::array energy_titles{"Co-rotational", "ARAP", "Stable neo-Hookean", "St. Venant-Kirchhoff"};
static_assert(energy_titles.size() == elastic_energy_names.size());
constexpr const char* shown_energy(ElasticEnergy energy) {
    return energy_titles[static_cast<std::size_t>(energy)];
}

} // namespace limber::app
