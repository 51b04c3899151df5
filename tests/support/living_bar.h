// SPDX-License-Identifier: MIT
#pragma once

#include "engine/clusters/clusters.h"
#include "engine/core/random.h"
#include "engine/operators/material.h"
#include "engine/rig/rig.h"
#include "engine/stepper/state.h"
#include "tests/oracle/textbook_step.h"

/// A small body with every feature of a step (two bones, soft and stiff tets, a momentum leak, secondary weights that
/// satisfy the constraint), for the engine and for the reference implementation.
namespace limber::testing {

struct LivingBar {
    TetMesh mesh;
    Material material;
    Rig rig;
    Vector leak; // n, in [0.2, 1]
    Matrix C;    // n x c complementarity columns
    Matrix W;    // n x m
    Clusters clusters;

    ReducedModel model() const;
    /// The engine's subspace for the reference implementation.
    oracle::TextbookBody reduced_body() const;
    /// Full space with the constraint J' M D u = 0 and one rotation for each tet.
    oracle::TextbookBody full_body() const;
};

/// mode_count weights from the null space of C; all of them when mode_count is 0.
LivingBar living_bar(std::uint64_t seed, Index mode_count, bool one_cluster_each = false);
/// The same with two targets beside the bones: a bulge on the second bone and a wave on the first.
LivingBar shaped_bar(std::uint64_t seed, Index mode_count, bool one_cluster_each = false);
/// One bone at rest and no constraint: a body in free flight.
LivingBar flying_bar(std::uint64_t seed, Index mode_count);

/// The same body, rotated with rest shape and rig.
LivingBar turned(LivingBar bar, const Affine& turn);

/// The rig's maps at frame i of a fast motion.
AffineStack dancing_maps(const LivingBar& bar, int frame);

/// A handle on a random point of a random tet, and the equal spring of the reference.
struct HandleAndSpring {
    Handle handle;
    oracle::TextbookSpring spring;
};
HandleAndSpring random_handle(const LivingBar& bar, const ReducedModel& model, Rng& rng);

/// Controls, without handles, and state for the reference implementation.
oracle::TextbookControls textbook(const Controls& controls);
oracle::TextbookState textbook(const LivingBar& bar, const ReducedModel& model, const State& state);

/// Positions of all vertices, n x 3.
Points positions(const LivingBar& bar, const ReducedModel& model, const State& state);

} // namespace limber::testing
