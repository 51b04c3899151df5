#pragma once

#include "engine/clusters/clusters.h"
#include "engine/core/random.h"
#include "engine/operators/material.h"
#include "engine/rig/rig.h"
#include "engine/stepper/state.h"
#include "tests/oracle/textbook_step.h"

/// A small body with everything that a step knows about (two bones, soft and stiff tets, a momentum leak,
/// secondary weights that obey the constraint) in both forms: the engine's and the textbook's.
namespace limber::testing {

struct LivingBar {
    TetMesh mesh;
    Material material;
    Rig rig;
    Vector leak; // n, in [0.2, 1]
    Matrix C;    // n x 20 complementarity columns
    Matrix W;    // n x m
    Clusters clusters;

    ReducedModel model() const;
    /// The engine's subspace in the textbook's form.
    oracle::TextbookBody reduced_body() const;
    /// Full space with the constraint J' M D u = 0 and one rotation a tet.
    oracle::TextbookBody full_body() const;
};

/// mode_count weights from the null space of C; all of them when mode_count is 0.
LivingBar living_bar(std::uint64_t seed, Index mode_count, bool one_cluster_each = false);
/// One bone that holds still, no constraint: a body in free flight.
LivingBar flying_bar(std::uint64_t seed, Index mode_count);

/// The same body, turned (rest shape, rig and all).
LivingBar turned(LivingBar bar, const Affine& turn);

/// The rig's maps at frame i of a lively dance.
AffineStack dancing_maps(const LivingBar& bar, int frame);

/// A handle on a random point of a random tet, and the spring that is its textbook twin.
struct HandleAndSpring {
    Handle handle;
    oracle::TextbookSpring spring;
};
HandleAndSpring random_handle(const LivingBar& bar, const ReducedModel& model, Rng& rng);

/// The textbook's form of what a step is told, without its handles, and of what moves.
oracle::TextbookControls textbook(const Controls& controls);
oracle::TextbookState textbook(const LivingBar& bar, const ReducedModel& model, const State& state);

/// Positions of all vertices, n x 3.
Points positions(const LivingBar& bar, const ReducedModel& model, const State& state);

} // namespace limber::testing
