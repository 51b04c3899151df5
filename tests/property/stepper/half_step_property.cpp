// SPDX-License-Identifier: MIT
#include "engine/stepper/step.h"

#include "tests/support/living_bar.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <cmath>

/// The local and the global half of an iteration, tested separately. The engine only returns the positions after each
/// iteration; the reference evaluates the objective.
namespace limber::testing {
namespace {

constexpr int iterations_max = 25;

// A body of soft and stiff tets in fast motion, held by two handles.
struct Struggle {
    LivingBar bar;
    ReducedModel model;
    oracle::TextbookBody body;
    State before;
    Controls controls;
    oracle::TextbookState twin_before;
    oracle::TextbookControls twin_controls;

    explicit Struggle(std::uint64_t seed)
        : bar(living_bar(seed, 4)), model(bar.model()), body(bar.reduced_body()),
          before(rest_state(model, dancing_maps(bar, 2))) {
        Rng rng(seed + 1000);
        for (Index i = 0; i < before.Z.size(); ++i) {
            before.Z.data()[i] = rng.uniform(0.0, 0.4) * rng.normal();
            before.Zdot.data()[i] = 4.0 * rng.normal();
        }
        before.Pdot = (before.P - dancing_maps(bar, 1)) * 60.0;
        controls.P = dancing_maps(bar, 3);
        controls.gravity = random_vector(rng, 10.0);
        controls.damping = rng.uniform(0.0, 3.0);
        controls.memory = 0;
        controls.arithmetic = Arithmetic::double_precision;
        twin_before = textbook(bar, model, before);
        twin_controls = textbook(controls);
        for (int i = 0; i < 2; ++i) {
            const auto [handle, spring] = random_handle(bar, model, rng);
            controls.handles.push_back(handle);
            twin_controls.springs.push_back(spring);
        }
    }

    Vector rig() const {
        return body.operators.J * twin_controls.p;
    }

    /// The complementary displacement that a step starts from, and after each of its iterations.
    std::vector<Vector> displacements() const {
        std::vector<Vector> u = {twin_before.u + twin_controls.h * twin_before.u_dot};
        Workspace workspace(model);
        for (int i = 1; i <= iterations_max; ++i) {
            Controls so_many = controls;
            so_many.iterations = i;
            State state = before;
            EXPECT_EQ(step(model, so_many, state, workspace).iterations, i);
            u.push_back(textbook(bar, model, state).u);
        }
        return u;
    }

    std::vector<Mat3> rotations(const Vector& u) const {
        return oracle::textbook_rotations(body, u + rig());
    }

    double objective(const Vector& u, const std::vector<Mat3>& R) const {
        return oracle::textbook_objective(body, twin_controls, twin_before, u, R);
    }

    // [J] the absolute sum of the objective's terms, the scale of its round-off.
    double scale() const {
        return std::abs(objective(twin_before.u, rotations(twin_before.u)));
    }
};

class HalfStep : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(HalfStep, OfRotationsDoesNotRaiseTheObjective) {
    const Struggle of(GetParam());
    const std::vector<Vector> u = of.displacements();
    const double round_off = 1e-12 * of.scale();
    double fall = 0.0;
    for (std::size_t i = 1; i < u.size(); ++i) {
        const double held = of.objective(u[i], of.rotations(u[i - 1]));
        const double turned = of.objective(u[i], of.rotations(u[i]));
        EXPECT_LE(turned, held + round_off) << i;
        fall += held - turned;
    }
    EXPECT_GT(fall, 1e3 * round_off) << "and does lower it, while there is something to gain";
}

TEST_P(HalfStep, OfPositionsDoesNotRaiseTheObjective) {
    const Struggle of(GetParam());
    const std::vector<Vector> u = of.displacements();
    const double round_off = 1e-12 * of.scale();
    double fall = 0.0;
    for (std::size_t i = 0; i + 1 < u.size(); ++i) {
        const std::vector<Mat3> R = of.rotations(u[i]);
        EXPECT_LE(of.objective(u[i + 1], R), of.objective(u[i], R) + round_off) << i;
        fall += of.objective(u[i], R) - of.objective(u[i + 1], R);
    }
    EXPECT_GT(fall, 1e3 * round_off);
}

// With fixed rotations the objective is quadratic, so central differences give its exact slope.
TEST_P(HalfStep, OfPositionsFindsTheMinimumInTheSubspace) {
    const Struggle of(GetParam());
    const std::vector<Vector> u = of.displacements();
    Rng rng(GetParam() + 2000);
    for (const std::size_t i : {std::size_t{0}, std::size_t{3}}) {
        const std::vector<Mat3> R = of.rotations(u[i]);
        const double lowest = of.objective(u[i + 1], R);
        for (int trial = 0; trial < 5; ++trial) {
            Vector z(of.body.B.cols());
            for (Index k = 0; k < z.size(); ++k) {
                z(k) = rng.normal();
            }
            const Vector d = of.body.B * z;
            const double ahead = of.objective(u[i + 1] + d, R) - lowest;
            const double behind = of.objective(u[i + 1] - d, R) - lowest;
            EXPECT_GT(ahead, 0.0);
            EXPECT_LT(std::abs(ahead - behind), 1e-8 * (ahead + behind)) << i;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Bodies, HalfStep, ::testing::Values(1u, 2u, 3u, 4u, 5u, 6u));

} // namespace
} // namespace limber::testing
