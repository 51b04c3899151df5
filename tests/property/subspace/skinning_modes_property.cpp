// SPDX-License-Identifier: MIT
#include "engine/core/detached_task.h"
#include "engine/operators/scalar_operators.h"
#include "engine/rig/complementarity.h"
#include "engine/subspace/skinning_modes.h"
#include "tests/oracle/dense_pencil.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <latch>
#include <memory>
#include <optional>
#include <thread>

namespace limber {
namespace {

struct Body {
    TetMesh mesh;
    Material material;
    Matrix C;
};

Material uneven(const TetMesh& mesh) {
    Material material = uniform_material({.young = 2e4, .poisson = 0.2}, mesh.tet_count());
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        material.young(t) *= t % 7 == 0 ? 30.0 : 1.0;
        material.density(t) *= t % 5 == 0 ? 2.0 : 1.0;
    }
    return material;
}

Matrix unconstrained_leak(const TetMesh& mesh) {
    return Matrix(mesh.vertex_count(), 0);
}

// Weights of `bones` bones along x that overlap and sum to one.
Matrix rig_weights(const Points& X, Index bones) {
    const Vector x = (X.col(0).array() - X.col(0).minCoeff()) / (X.col(0).maxCoeff() - X.col(0).minCoeff());
    Matrix W(X.rows(), bones);
    for (Index b = 0; b < bones; ++b) {
        const double centre = (static_cast<double>(b) + 0.5) / static_cast<double>(bones);
        W.col(b) = (-20.0 * (x.array() - centre).square()).exp();
    }
    return W.rowwise().sum().cwiseInverse().asDiagonal() * W;
}

Matrix rig_columns(const TetMesh& mesh, const Material& material, Index bones) {
    const Vector leak = Vector::LinSpaced(mesh.vertex_count(), 0.2, 1.0);
    return complementarity_columns(mesh.X, lumped_mass(mesh, material.density), leak, rig_weights(mesh.X, bones));
}

// No symmetry, so that every eigenvalue is simple.
TetMesh crooked_bar() {
    TetMesh mesh = testing::bar_mesh(11, 5, 4, Vec3(3.0, 1.1, 0.8));
    Rng rng(3);
    mesh.X = testing::shaken(mesh.X, 0.01, rng);
    return mesh;
}

Body crooked_body(Index bones) {
    const TetMesh mesh = crooked_bar();
    const Material material = uneven(mesh);
    return {mesh, material, bones > 0 ? rig_columns(mesh, material, bones) : unconstrained_leak(mesh)};
}

SkinningModes modes_of(const Body& body, Index count) {
    auto solved = skinning_modes(body.mesh, body.material, body.C, {.count = count});
    EXPECT_TRUE(solved) << (solved ? "" : sentence(solved.error()));
    return std::move(solved).value();
}

Vector mass(const Body& body) {
    return lumped_mass(body.mesh, body.material.density);
}

TEST(SkinningModeLaws, ModesEqualTheDenseSolution) {
    for (const Index bones : {0, 1, 3}) {
        const Body body = crooked_body(bones);
        const Index count = 12;
        const SkinningModes modes = modes_of(body, count);
        const auto dense = oracle::dense_pencil(weight_space_hessian(body.mesh, body.material), mass(body), body.C);
        EXPECT_LE((modes.lambda - dense.values.head(count)).cwiseAbs().maxCoeff(), 1e-9 * dense.values(count - 1));
        EXPECT_LE(oracle::sine_between(dense.vectors.leftCols(count), modes.W, mass(body)), 1e-6) << bones;
    }
}

// A ball of twenty faces has the icosahedron's symmetry: eigenvalues of multiplicity three, four and five.
TEST(SkinningModeLaws, RepeatedEigenvaluesAreComplete) {
    const TetMesh mesh = testing::ball_mesh(4);
    const Material material = uniform_material({}, mesh.tet_count());
    const Vector M = lumped_mass(mesh, material.density);
    const auto dense = oracle::dense_pencil(weight_space_hessian(mesh, material), M, unconstrained_leak(mesh));
    for (const Index count : {2, 3, 4, 7, 9, 13, 16, 25}) {
        const SkinningModes modes = modes_of({mesh, material, unconstrained_leak(mesh)}, count);
        EXPECT_LE((modes.lambda - dense.values.head(count)).cwiseAbs().maxCoeff(), 1e-9 * dense.values(count - 1))
            << count << ": " << modes.lambda.transpose() << " instead of " << dense.values.head(count).transpose();
    }
}

TEST(SkinningModeLaws, ModesAreMassOrthonormalAndSatisfyTheConstraints) {
    for (const Index bones : {0, 1, 2, 5}) {
        const Body body = crooked_body(bones);
        for (const Index count : {1, 6, 20}) {
            const SkinningModes modes = modes_of(body, count);
            const Matrix gram = modes.W.transpose() * mass(body).asDiagonal() * modes.W;
            EXPECT_LE((gram - Matrix::Identity(count, count)).cwiseAbs().maxCoeff(), 1e-9);
            EXPECT_LE(modes.constraint_violation, 1e-12);
            EXPECT_LE(modes.residual_max, 1e-8);
            EXPECT_TRUE(std::is_sorted(modes.lambda.begin(), modes.lambda.end()));
        }
    }
}

TEST(SkinningModeLaws, DuplicateBoneChangesNothing) {
    Body body = crooked_body(2);
    const SkinningModes once = modes_of(body, 8);
    Matrix twice(body.C.rows(), 30);
    twice << body.C, 0.5 * body.C.leftCols(10) + body.C.rightCols(10);
    body.C = twice;
    const SkinningModes again = modes_of(body, 8);
    EXPECT_LE((again.lambda - once.lambda).cwiseAbs().maxCoeff(), 1e-9 * once.lambda.maxCoeff());
    EXPECT_LE(oracle::sine_between(once.W, again.W, mass(body)), 1e-6);
    EXPECT_LE(again.constraint_violation, 1e-12);
}

TEST(SkinningModeLaws, ConstraintsNeverLowerTheEigenvalues) {
    const SkinningModes loose = modes_of(crooked_body(0), 10);
    const SkinningModes tight = modes_of(crooked_body(1), 10);
    EXPECT_TRUE((tight.lambda.array() >= loose.lambda.array() - 1e-9 * loose.lambda.maxCoeff()).all());
}

TEST(SkinningModeLaws, EigenvaluesScaleWithTheirUnits) {
    const Body body = crooked_body(1);
    const Vector lambda = modes_of(body, 8).lambda;
    Body stiffer = body;
    stiffer.material.young *= 1e3;
    Body heavier = body;
    heavier.material.density *= 7.0;
    heavier.C *= 7.0;
    Body smaller = body;
    smaller.mesh.X *= 1e-3;
    EXPECT_LE((modes_of(stiffer, 8).lambda / 1e3 - lambda).norm(), 1e-9 * lambda.norm());
    EXPECT_LE((modes_of(heavier, 8).lambda * 7.0 - lambda).norm(), 1e-9 * lambda.norm());
    EXPECT_LE((modes_of(smaller, 8).lambda * 1e-6 - lambda).norm(), 1e-9 * lambda.norm());
}

TEST(SkinningModeLaws, AUniformPoissonsRatioScalesTheEigenvaluesAndKeepsTheModes) {
    const TetMesh mesh = crooked_bar();
    const auto with_ratio = [&](double poisson) {
        return modes_of({mesh, uniform_material({.poisson = poisson}, mesh.tet_count()), unconstrained_leak(mesh)}, 8);
    };
    const SkinningModes plain = with_ratio(0.0);
    const SkinningModes stiff = with_ratio(0.45);
    const double factor = stiff.lambda(7) / plain.lambda(7);
    EXPECT_GT(factor, 1.0);
    EXPECT_LE((stiff.lambda - factor * plain.lambda).norm(), 1e-9 * stiff.lambda.norm());
    EXPECT_LE((stiff.W - plain.W).norm(), 1e-6 * plain.W.norm());
}

TEST(SkinningModeLaws, RigidMotionKeepsWeightsAndSigns) {
    Rng rng(8);
    for (const Index bones : {0, 1}) {
        const Body body = crooked_body(bones);
        const SkinningModes modes = modes_of(body, 10);
        for (int trial = 0; trial < 3; ++trial) {
            Affine motion;
            motion << testing::random_rotation(rng), testing::random_vector(rng, 5.0);
            Body turned = body;
            turned.mesh = testing::transformed(body.mesh, motion);
            const SkinningModes same = modes_of(turned, 10);
            EXPECT_LE((same.lambda - modes.lambda).norm(), 1e-9 * modes.lambda.norm());
            EXPECT_LE((same.W - modes.W).norm(), 1e-7 * modes.W.norm());
        }
    }
}

// Mirror-symmetric bodies have modes whose sign no rotation-invariant moment determines.
TEST(SkinningModeLaws, RotationOfASymmetricBodyKeepsTheSigns) {
    Rng rng(9);
    Body body;
    body.mesh = testing::bar_mesh(9, 5, 3, Vec3(3.1, 1.3, 0.7));
    body.material = uniform_material({}, body.mesh.tet_count());
    body.C = unconstrained_leak(body.mesh);
    const SkinningModes modes = modes_of(body, 7);
    for (int trial = 0; trial < 5; ++trial) {
        Affine motion;
        motion << testing::random_rotation(rng), testing::random_vector(rng);
        Body turned = body;
        turned.mesh = testing::transformed(body.mesh, motion);
        EXPECT_LE((modes_of(turned, 7).W - modes.W).norm(), 1e-7 * modes.W.norm());
    }
}

TEST(SkinningModeLaws, RenumberingTheVerticesPermutesTheWeights) {
    Rng rng(10);
    const Body body = crooked_body(0);
    const SkinningModes modes = modes_of(body, 8);
    const std::vector<int> order = testing::random_order(static_cast<int>(body.mesh.vertex_count()), rng);
    Body mixed = body;
    mixed.mesh = testing::renumbered(body.mesh, order);
    const SkinningModes same = modes_of(mixed, 8);
    EXPECT_LE((same.lambda - modes.lambda).norm(), 1e-9 * modes.lambda.norm());
    EXPECT_LE((same.W - modes.W(order, Eigen::all)).norm(), 1e-7 * modes.W.norm());
}

TEST(SkinningModeLaws, BitsAreTheSameEveryTime) {
    const Body body = crooked_body(2);
    const SkinningModes first = modes_of(body, 10);
    const SkinningModes again = modes_of(body, 10);
    EXPECT_EQ(first.W, again.W);
    EXPECT_EQ(first.lambda, again.lambda);
}

TEST(SkinningModeLaws, TwoBodiesInOneMeshHaveTwoNullModes) {
    const TetMesh one = testing::bar_mesh(7, 4, 3);
    TetMesh two;
    two.X.resize(2 * one.vertex_count(), 3);
    two.X << one.X, one.X.rowwise() + Eigen::RowVector3d(3.0, 0.5, 0.0);
    two.T.resize(2 * one.tet_count(), 4);
    two.T << one.T, one.T.array() + static_cast<int>(one.vertex_count());
    const SkinningModes modes =
        modes_of({two, uniform_material({}, two.tet_count()), Matrix(two.vertex_count(), 0)}, 6);
    EXPECT_LE(modes.lambda(1), 1e-9 * modes.lambda(2));
    EXPECT_NEAR(modes.lambda(2) / modes.lambda(3), 1.0, 1e-9);
}

// Without a factor, which would take a tenth of a gigabyte.
TEST(SkinningModeLaws, LargeBallNeedsLittleMemory) {
    const TetMesh mesh = testing::ball_mesh(21);
    const Material material = uniform_material({}, mesh.tet_count());
    const auto problem = ModeProblem::of(mesh, material, unconstrained_leak(mesh));
    ASSERT_TRUE(problem);
    EXPECT_LT(problem.value().byte_count(), std::size_t(25) << 20U);
    const auto modes = problem.value().softest({.count = 9});
    ASSERT_TRUE(modes);
    EXPECT_LE(modes.value().residual_max, 1e-8);
    const Vector& lambda = modes.value().lambda;
    EXPECT_NEAR(lambda(0), 0.0, 1e-9 * lambda(8));
    EXPECT_NEAR(lambda(1), lambda(3), 1e-3 * lambda(8)); // along x, y and z
    EXPECT_NEAR(lambda(4), lambda(8), 1e-3 * lambda(8)); // the five stretching modes
    EXPECT_GT(lambda(4), 1.5 * lambda(3));
}

// A detached task that runs while this object lives. Its caller has cancelled it, so that the next one waits for it.
class HeldDetachedTask {
public:
    HeldDetachedTask() {
        Progress progress;
        std::jthread cancels([&] {
            has_started_->wait();
            progress.cancel();
        });
        const auto work = [has_started = has_started_, may_end = may_end_] {
            has_started->count_down();
            may_end->wait();
        };
        EXPECT_FALSE(run_detached(work, &progress));
    }
    HeldDetachedTask(const HeldDetachedTask&) = delete;
    HeldDetachedTask& operator=(const HeldDetachedTask&) = delete;
    ~HeldDetachedTask() {
        may_end_->count_down();
        EXPECT_TRUE(wait_for_abandoned_work(std::chrono::minutes(5)));
    }

private:
    std::shared_ptr<std::latch> has_started_ = std::make_shared<std::latch>(1);
    std::shared_ptr<std::latch> may_end_ = std::make_shared<std::latch>(1);
};

// The factorisation is a detached task: it does not start while another one runs, and its caller does not wait for
// either after it is cancelled. Detached tasks that are cancelled while they run are tested with their module.
TEST(SkinningModeLaws, CancelledFactorisationReturnsImmediately) {
    const TetMesh mesh = testing::ball_mesh(8);
    const Material material = uniform_material({}, mesh.tet_count());
    const HeldDetachedTask held;
    Progress progress;
    std::atomic<bool> has_returned = false;
    std::optional<Result<ModeProblem>> problem;
    std::jthread caller([&] {
        problem = ModeProblem::of(mesh, material, unconstrained_leak(mesh), &progress);
        has_returned = true;
    });
    while (progress.latest().phase != "preparing the search for modes") {
        std::this_thread::yield();
    }
    // A factorisation that does not wait ends within this time, so that the test fails. A slower machine cannot fail
    // it.
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    EXPECT_FALSE(has_returned) << "the factorisation is not a detached task";
    progress.cancel();
    caller.join(); // while the held task runs
    ASSERT_FALSE(*problem);
    EXPECT_EQ(problem->error().kind, ErrorKind::cancelled);
    EXPECT_FALSE(wait_for_abandoned_work(std::chrono::milliseconds(0)));
}

} // namespace
} // namespace limber
