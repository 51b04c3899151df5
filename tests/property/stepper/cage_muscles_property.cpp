// SPDX-License-Identifier: MIT
#include "engine/actuation/cage_muscles.h"

#include "engine/actuation/box_cage.h"
#include "engine/stepper/step.h"
#include "tests/support/meshes.h"
#include "tests/support/muscled_bar.h"

#include <gtest/gtest.h>

#include <cmath>

/// Muscles from a cage instead of vibration modes, with the same interface and properties.
namespace limber::testing {
namespace {

Vector row_by_row(const Points& points) {
    return Eigen::Map<const Vector>(points.data(), points.size());
}

// Muscles from the corners of a box around a flying bar, in a complete subspace.
struct CagedBar {
    BoxCage cage;
    MuscledBar body;
};

CagedBar caged_bar(std::uint64_t seed, const std::array<Index, 3>& cells) {
    LivingBar bar = flying_bar(seed, 4);
    bar.W = Matrix::Identity(bar.mesh.vertex_count(), bar.mesh.vertex_count());
    BoxCage cage = box_cage(bar.mesh, cells);
    Matrix D = cage_muscles(cage.weights);
    const Clusters groups = one_cluster(bar.mesh.tet_count());
    return {std::move(cage), {std::move(bar), std::move(D), groups}};
}

Controls calm_controls(const LivingBar& bar) {
    Controls controls;
    controls.P = dancing_maps(bar, 0);
    controls.arithmetic = Arithmetic::double_precision;
    controls.damping = 30.0;
    controls.muscle_stiffness_scale = 1e4; // the passive elasticity is negligible
    controls.iterations = 30;
    return controls;
}

TEST(CageMuscles, AffineCageMotionsMoveTheBodyAffinely) {
    Rng rng(2);
    const CagedBar caged = caged_bar(3, {2, 1, 3});
    const Points& X = caged.body.bar.mesh.X;
    const Mat3 A = Mat3::NullaryExpr([&] { return rng.normal(); });
    const Vec3 shift = random_vector(rng, 1.0);
    const auto moved = [&](const Points& x) {
        return Points((x * A.transpose()).rowwise() + shift.transpose());
    };
    const Vector expected = row_by_row(moved(X));
    EXPECT_LT((caged.body.D * row_by_row(moved(caged.cage.corners)) - expected).norm(), 1e-12 * expected.norm());
}

TEST(CageMuscles, TranslationHasNoTarget) {
    const CagedBar caged = caged_bar(3, {1, 1, 2});
    const ReducedModel model = caged.body.model();
    const LivingBar& bar = caged.body.bar;
    State state = rest_state(model, dancing_maps(bar, 0));
    const Points before = positions(bar, model, state);
    Controls controls = calm_controls(bar);
    const Vec3 shift(0.3, -0.2, 0.5);
    controls.activation = row_by_row(shift.transpose().replicate(caged.cage.corners.rows(), 1));
    Workspace workspace(model);
    for (int i = 0; i < 20; ++i) {
        step(model, controls, state, workspace);
    }
    EXPECT_LT((positions(bar, model, state) - before).norm(), 1e-6 * before.norm());
}

TEST(CageMuscles, BodyFollowsStretchBendAndTwist) {
    const CagedBar caged = caged_bar(7, {1, 1, 2});
    const ReducedModel model = caged.body.model();
    const LivingBar& bar = caged.body.bar;
    const Points& C = caged.cage.corners;
    const double length = bar.mesh.X.col(2).maxCoeff() - bar.mesh.X.col(2).minCoeff();
    Points stretch = Points::Zero(C.rows(), 3);
    stretch.col(2) = 0.3 * C.col(2);
    Points bend = Points::Zero(C.rows(), 3);
    bend.col(0) = 0.3 / length * (C.col(2).array() - bar.mesh.X.col(2).mean()).square();
    Points twist = Points::Zero(C.rows(), 3);
    twist.col(0) = 0.5 / length * C.col(1).cwiseProduct(C.col(2));
    twist.col(1) = -0.5 / length * C.col(0).cwiseProduct(C.col(2));
    for (const Points& moved : {stretch, bend, twist}) {
        State state = rest_state(model, dancing_maps(bar, 0));
        Controls controls = calm_controls(bar);
        controls.activation = row_by_row(moved);
        Workspace workspace(model);
        for (int i = 0; i < 100; ++i) {
            step(model, controls, state, workspace);
        }
        EXPECT_LT(caged.body.energy(positions(bar, model, state), controls.activation),
                  1e-3 * caged.body.energy(bar.mesh.X, controls.activation));
    }
}

} // namespace
} // namespace limber::testing
