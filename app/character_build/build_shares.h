// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/character_description.h"

/// How a build's progress is divided among its stages, so that it grows evenly and the remaining time can be estimated.
namespace limber::app {

inline constexpr double read_share = 0.15;        // at the end of the mesh, where it is only read
inline constexpr double model_share_begin = 0.85; // which ends where the muscles begin
inline constexpr double muscles_share_begin = 0.88;
inline constexpr double muscles_share_end = 0.98;
inline constexpr double cubature_share_end = 0.985;

/// The shares of a usual build, in which the mesh is read and a body has no muscles, mapped to those of another one.
struct BuildShares {
    bool is_filled = false;      // the tets of a surface take longer than all other stages: filling_share of the whole
    double muscles_weight = 1.0; // how many times longer than usual the muscles take
    double model_weight = 1.0;   // likewise
    double cubature_weight = 1.0;

    /// The share of this build at the share of a usual one.
    double of(double usual) const;
};

/// The number of modes that are solved for, at least 1. Of the toy block with 2,529 vertices, 12 modes took 3 times as
/// long as all other stages, 32 modes 5 times, and 96 modes 14 times.
double muscles_weight(const MuscleDescription& muscles);

/// Displacements are found with the model. Of the toy block, those of most kinds took ten to fifty times as long as all
/// other stages.
double model_weight(const CharacterDescription& description);

/// Cubature points are chosen for Newton's method. Of the toy block, 200 of them took four times as long as all other
/// stages.
double cubature_weight(const CharacterDescription& description);

} // namespace limber::app
