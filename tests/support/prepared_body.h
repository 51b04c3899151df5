// SPDX-License-Identifier: MIT
#pragma once

#include "tests/support/living_bar.h"

#include <array>

/// Bodies after the whole preparation: leak, constraint, modes, clusters. They have no symmetry, so that no tie depends
/// on the last digit.
namespace limber::testing {

struct PreparedBody {
    LivingBar bar;
    Vector lambda; // m [1/s^2]
};

/// Mesh, material and rig of a bar of some hundred tets: two bones, and every tet of its own stiffness, Poisson's ratio
/// and density.
LivingBar patchy_bar(std::uint64_t seed);

/// Computes leak, constraint and modes from mesh, material and rig.
PreparedBody with_modes(LivingBar bar, Index mode_count);
PreparedBody with_clusters(PreparedBody body, Index cluster_count);

/// The point half way between two vertices.
BodyPoint middle_of(const LivingBar& bar, const ReducedModel& model, std::array<int, 2> vertices);

} // namespace limber::testing
