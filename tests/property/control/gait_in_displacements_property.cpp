// SPDX-License-Identifier: MIT
#include "engine/actuation/muscles.h"
#include "engine/body/body_step.h"
#include "engine/body/build_body.h"
#include "engine/body/linear_subspace.h"
#include "engine/body/newton_body.h"
#include "engine/subspace/displacement_modes.h"
#include "tests/support/allocation_count.h"
#include "tests/support/meshes.h"
#include "tests/support/repeated_search.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

/// Gaits of bodies in linear subspaces: what a search measures there is what it measures in the skinning subspace of
/// the same displacements, and a search runs as there.
namespace limber::testing {
namespace {

constexpr Index muscles_of_bar = 4;

TetMesh tapered_bar() {
    TetMesh mesh = bar_mesh(8, 2, 2, Vec3(1.0, 0.2, 0.3));
    for (Index i = 0; i < mesh.X.rows(); ++i) {
        mesh.X(i, 1) *= 1.0 + 0.2 * mesh.X(i, 0);
    }
    return mesh;
}

Body bar_in(SubspaceKind kind) {
    return build_free_body(
               tapered_bar(),
               {.material = {.young = 5e4}, .subspace = kind, .modes = 3, .clusters = 8, .muscles = muscles_of_bar})
        .value();
}

// The same body, muscles and displacements as columns of a general basis.
Body in_displacements(Body body) {
    body.linear = std::make_shared<const LinearSubspace>(
        linear_subspace_of(body, body.material, displacements_of_weights(body)).value());
    const Matrix D =
        scaled_muscles(body.mesh, displacement_modes(body.mesh, body.material, {.count = muscles_of_bar}).value().D);
    body.linear = std::make_shared<const LinearSubspace>(
        with_muscles(body, *body.linear, body.material, one_cluster(body.mesh.tet_count()), D).value());
    return body;
}

/// One state of a body in both forms of its subspace.
struct SameState {
    State skinning;
    State displaced;
};

SameState state_of(const Body& skinning, const Body& displaced, std::uint64_t seed) {
    Rng rng(seed);
    AffineStack P = rest_controls(skinning).P;
    P.row(3) += Eigen::RowVector3d(0.3, -0.2, 0.1);
    SameState state{rest_state(skinning, P), rest_state(displaced, P)};
    state.skinning.Z = AffineStack::NullaryExpr(state.skinning.Z.rows(), 3, [&] { return 0.2 * rng.normal(); });
    state.displaced.Z = nearest_coordinates(displaced, displacements(skinning, state.skinning.Z, P), P);
    return state;
}

TEST(GaitInDisplacements, MeasuresTheSameStance) {
    const Body skinning = bar_in(SubspaceKind::skinning);
    const Body displaced = in_displacements(skinning);
    const StanceReader here(skinning);
    const StanceReader there(displaced);
    for (std::uint64_t seed = 1; seed < 6; ++seed) {
        const SameState state = state_of(skinning, displaced, seed);
        const Points x = positions(displaced, state.displaced);
        ASSERT_LT((x - positions(skinning, state.skinning)).norm(), 1e-7 * x.norm()) << "one motion";
        const Stance one = here.read(state.skinning);
        const Stance other = there.read(state.displaced);
        EXPECT_LT((one.centre - other.centre).norm(), 1e-7);
        EXPECT_LT((one.turn - other.turn).norm(), 1e-5);
        EXPECT_LT((other.centre.transpose() - skinning.mass.transpose() * x / skinning.mass.sum()).norm(), 1e-9);
    }
}

TEST(GaitInDisplacements, MeasuresTheSameWorkOfTheMuscles) {
    const Body skinning = bar_in(SubspaceKind::skinning);
    const Body displaced = in_displacements(skinning);
    const MuscleMeter here(skinning);
    const MuscleMeter there(displaced);
    MuscleMeter::Scratch one = here.scratch();
    MuscleMeter::Scratch other = there.scratch();
    Controls controls = rest_controls(skinning);
    controls.muscle_stiffness_scale = 1.7;
    Rng rng(8);
    const auto activation = [&] {
        return Vector(Vector::NullaryExpr(muscles_of_bar, [&] { return 0.4 * rng.normal(); }));
    };
    for (std::uint64_t seed = 1; seed < 6; ++seed) {
        const SameState state = state_of(skinning, displaced, seed);
        const Vector from = activation();
        const Vector to = activation();
        here.read(controls, state.skinning, from, to, one);
        there.read(controls, state.displaced, from, to, other);
        EXPECT_GT(one.work.norm(), 0.0);
        EXPECT_LT((one.work - other.work).norm(), 1e-5 * one.work.norm());
    }
}

TEST(GaitInDisplacements, MeasuresWithoutAllocations) {
    const Body displaced = in_displacements(bar_in(SubspaceKind::skinning));
    const MuscleMeter meter(displaced);
    MuscleMeter::Scratch scratch = meter.scratch();
    const Controls controls;
    const State state = rest_state(displaced, rest_controls(displaced).P);
    const Vector from = Vector::Zero(muscles_of_bar);
    const Vector to = Vector::Ones(muscles_of_bar);
    const auto before = allocation_count();
    meter.read(controls, state, from, to, scratch);
    EXPECT_EQ(allocation_count(), before);
}

Walker walker_in(SubspaceKind kind) {
    Walker walker;
    walker.body = std::make_shared<const Body>(bar_in(kind));
    const Body& body = *walker.body;
    walker.model = std::make_shared<const ReducedModel>(body.model);
    walker.controls = rest_controls(body);
    walker.controls.contact.points = contact_points_of(body, 16);
    const Vec3 lowest(0.0, body.mesh.X.col(1).minCoeff(), 0.0);
    walker.controls.contact.obstacles =
        std::make_shared<const Obstacles>(Obstacles{{HalfSpace{lowest, Vec3::UnitY()}, 0.8, 0.0}});
    walker.start = rest_state(body, walker.controls.P, walker.controls.contact.points->count());
    walker.front = Vec3::UnitX();
    EXPECT_TRUE(settle(walker, 200));
    return walker;
}

class GaitInAKind : public ::testing::TestWithParam<SubspaceKind> {};

TEST_P(GaitInAKind, IsTheSameOnAnyNumberOfThreadsAndAfterAnInterruption) {
    const Walker walker = walker_in(GetParam());
    ASSERT_EQ(muscle_count(walker), muscles_of_bar);
    const GaitSearch search = repeated_search(walker, {.muscles = muscles_of_bar, .harmonics = 1},
                                              {.generations = 4, .population = 6, .steps = 40, .seed = 9});
    EXPECT_LT(search.best_cost(), 0.0) << "it moves ahead";
    EXPECT_EQ(-search.scores(search.best()).travel, search.best_cost());
}

INSTANTIATE_TEST_SUITE_P(Kinds, GaitInAKind,
                         ::testing::Values(SubspaceKind::displacement, SubspaceKind::displacement_affine,
                                           SubspaceKind::modal_derivatives, SubspaceKind::force_dual));

} // namespace
} // namespace limber::testing
