// SPDX-License-Identifier: MIT
#include "engine/cubature/cubature_energy.h"

#include "engine/linalg/nearest_rotation.h"
#include "engine/operators/scalar_operators.h"
#include "engine/subspace/skinning_basis.h"
#include "tests/support/living_bar.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <utility>

namespace limber::testing {
namespace {

/// A bar in a skinning subspace, which holds every rotation of its displacements.
struct SkinnedBar {
    explicit SkinnedBar(std::uint64_t seed) : SkinnedBar(living_bar(seed, 2), true) {}
    SkinnedBar(LivingBar given, bool is_on_a_rig) : bar(std::move(given)), is_held(is_on_a_rig) {
        for (Index t = 0; t < bar.material.poisson.size(); ++t) {
            bar.material.poisson(t) = 0.1 + 0.05 * static_cast<double>(t % 8);
        }
        const Matrix B = skinning_basis(bar.mesh.X, bar.W, {});
        Matrix basis = Matrix::Zero(3 * B.rows(), 3 * B.cols());
        for (Index i = 0; i < B.rows(); ++i) {
            for (Index axis = 0; axis < 3; ++axis) {
                basis.row(3 * i + axis).segment(axis * B.cols(), B.cols()) = B.row(i);
            }
        }
        use(basis);
    }
    void use(const Matrix& basis) {
        model = general_model(bar.mesh, bar.material, bar.rig, {}, basis, bar.clusters).value();
    }
    ElasticBody body(ElasticEnergy energy = ElasticEnergy::stable_neo_hookean) const {
        return {bar.mesh, bar.material, model, energy};
    }
    PoseSource source() const {
        return {rig_maps(bar.rig, rest_pose(bar.rig.skeleton)), is_held,
                loads_everywhere(lumped_mass(bar.mesh, bar.material.density))};
    }
    std::vector<BodyPose> poses(const PoseSampling& sampling = {.count = 12}) const {
        return sampled_poses(body(), source(), sampling).value();
    }

    LivingBar bar;
    bool is_held;
    GeneralModel model;
};

double strain_of(const GeneralModel& model, const AffineStack& Z) {
    const Points rows = Z;
    const Vector z = Eigen::Map<const Vector>(rows.data(), rows.size());
    return std::sqrt(z.cwiseAbs2().dot(model.stiffness) / model.w_sum);
}

/// The elastic energy of cubature points in a pose; adds their force to `at`.
double add_force(const CubatureModel& model, const BodyPose& pose, Iterate& at) {
    CubatureScratch scratch = cubature_scratch(model);
    prepare_cubature(model, pose.P, scratch);
    at.Z = pose.Z;
    return add_cubature_gradient(model, Controls{}, scratch, at);
}

double energy_of(const CubatureModel& model, const BodyPose& pose) {
    Iterate at = iterate(pose.Z.rows());
    at.gradient.setZero();
    return add_force(model, pose, at);
}

Vector force_of(const CubatureModel& model, const BodyPose& pose) {
    Iterate at = iterate(pose.Z.rows());
    at.gradient.setZero();
    add_force(model, pose, at);
    return Eigen::Map<const Vector>(at.gradient.data(), at.gradient.size());
}

TEST(TrainingPoses, HaveTheStrainThatIsAskedFor) {
    const SkinnedBar skinned(41);
    double largest = 0.0;
    for (const BodyPose& pose : skinned.poses({.count = 40, .strain = 0.2})) {
        const double strain = strain_of(skinned.model, pose.Z); // a turn does not change it
        EXPECT_GT(strain, 0.0);
        EXPECT_LT(strain, 0.2 * (1.0 + 1e-9));
        largest = std::max(largest, strain);
    }
    EXPECT_GT(largest, 0.1);
}

TEST(TrainingPoses, DependOnTheSeedAlone) {
    const SkinnedBar skinned(42);
    const auto poses = skinned.poses({.count = 5});
    const auto again = skinned.poses({.count = 5});
    const auto other = skinned.poses({.count = 5, .seed = 2});
    for (std::size_t i = 0; i < poses.size(); ++i) {
        EXPECT_EQ(poses[i].Z, again[i].Z);
        EXPECT_EQ(poses[i].P, again[i].P);
        EXPECT_NE(poses[i].Z, other[i].Z);
    }
}

// All tets together have forces of the same length, and the same energy, when they are turned back.
TEST(TrainingPoses, AreTurnedAsAWhole) {
    const SkinnedBar skinned(43);
    const CubatureModel all = cubature_model(skinned.body(), whole_cubature(skinned.bar.mesh.tet_count()));
    const Vector mass = lumped_mass(skinned.bar.mesh, skinned.bar.material.density);
    const AffineStack rest = skinned.source().P;
    double largest_turn = 0.0;
    for (const BodyPose& pose : skinned.poses({.count = 6})) {
        const Mat3 Q = pose.P.topRows<3>().transpose(); // the first bone's map is the identity at rest
        EXPECT_LT((Q * Q.transpose() - Mat3::Identity()).cwiseAbs().maxCoeff(), 1e-12);
        EXPECT_LT((pose.P - rest * Q.transpose()).cwiseAbs().maxCoeff(), 1e-12);
        largest_turn = std::max(largest_turn, (Q - Mat3::Identity()).norm());
        const Points u = positions(skinned.model, pose.Z, AffineStack::Zero(rest.rows(), 3));
        const BodyPose back{projected(skinned.model, mass, AffineStack(u * Q)), rest};
        EXPECT_NEAR(energy_of(all, back), energy_of(all, pose), 1e-7 * energy_of(all, pose));
    }
    EXPECT_GT(largest_turn, 1.0);
}

TEST(TrainingPoses, OfAFreeBodyAreTurnedByItsCoordinates) {
    const SkinnedBar skinned(flying_bar(53, 3), false);
    const CubatureModel all = cubature_model(skinned.body(), whole_cubature(skinned.bar.mesh.tet_count()));
    const Vector mass = lumped_mass(skinned.bar.mesh, skinned.bar.material.density);
    const AffineStack rest = skinned.source().P;
    const Points& X = skinned.bar.mesh.X;
    const Points arms = X.rowwise() - X.colwise().mean();
    double largest_turn = 0.0;
    for (const BodyPose& pose : skinned.poses({.count = 6})) {
        EXPECT_EQ(pose.P, rest);
        const Points x = positions(skinned.model, pose.Z, pose.P);
        const Mat3 R = nearest_rotation(x.transpose() * arms);
        largest_turn = std::max(largest_turn, (R - Mat3::Identity()).norm());
        const BodyPose back{projected(skinned.model, mass, AffineStack(x * R - X)), rest};
        EXPECT_NEAR(energy_of(all, back), energy_of(all, pose), 1e-7 * energy_of(all, pose));
    }
    EXPECT_GT(largest_turn, 1.0);
}

// A load that moves a free body as a whole trains nothing.
TEST(TrainingPoses, RefuseLoadsThatStrainNothing) {
    const SkinnedBar skinned(44);
    const Index n = skinned.bar.mesh.vertex_count();
    LivingBar bar = skinned.bar;
    Matrix basis = Matrix::Zero(3 * n, 3);
    for (Index i = 0; i < n; ++i) {
        basis.block<3, 3>(3 * i, 0).setIdentity();
    }
    const GeneralModel model = general_model(bar.mesh, bar.material, bar.rig, {}, basis, bar.clusters).value();
    const auto refused = sampled_poses({bar.mesh, bar.material, model}, skinned.source(), {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::bad_input);
    EXPECT_EQ(refused.error().where, "loads");
}

TEST(TrainingPoses, AreCancelledAndSayHowFarTheyAre) {
    const SkinnedBar skinned(44);
    Progress progress;
    ASSERT_TRUE(sampled_poses(skinned.body(), skinned.source(), {.count = 4}, &progress));
    EXPECT_GT(progress.latest().fraction, 0.5);
    EXPECT_FALSE(progress.latest().phase.empty());
    progress.cancel();
    const auto cancelled = sampled_poses(skinned.body(), skinned.source(), {.count = 4}, &progress);
    ASSERT_FALSE(cancelled);
    EXPECT_EQ(cancelled.error().kind, ErrorKind::cancelled);
}

TEST(Cubature, TheErrorIsThatOfTheForcesAndNeverRises) {
    const SkinnedBar skinned(45);
    const auto poses = skinned.poses();
    const auto trained = trained_cubature(skinned.body(), poses, {.points = 30, .candidates = 40});
    ASSERT_TRUE(trained) << trained.error().message;
    const Cubature& cubature = trained.value();
    EXPECT_TRUE(std::ranges::is_sorted(cubature.errors, std::greater<>()));
    EXPECT_LT(cubature.training_error, cubature.errors.front());
    EXPECT_EQ(cubature.training_error, cubature.errors.back());
    EXPECT_LE(cubature.tets.size(), 30u);
    EXPECT_EQ(std::set<int>(cubature.tets.begin(), cubature.tets.end()).size(), cubature.tets.size());
    EXPECT_GT(cubature.weights.minCoeff(), 0.0);
    const CubatureModel few = cubature_model(skinned.body(), cubature);
    const CubatureModel all = cubature_model(skinned.body(), whole_cubature(skinned.bar.mesh.tet_count()));
    double squares = 0.0;
    for (const BodyPose& pose : poses) {
        const Vector force = force_of(all, pose);
        squares += (force_of(few, pose) - force).squaredNorm() / force.squaredNorm();
    }
    EXPECT_NEAR(std::sqrt(squares / static_cast<double>(poses.size())), cubature.training_error, 1e-8);
}

// One number is matched by one tet with the right weight.
TEST(Cubature, OnePointMatchesOneNumber) {
    SkinnedBar skinned(46);
    skinned.use(skinned.model.B.leftCols(1));
    const auto trained = trained_cubature(skinned.body(), skinned.poses({.count = 1}), {.points = 5});
    ASSERT_TRUE(trained) << trained.error().message;
    EXPECT_EQ(trained.value().tets.size(), 1u);
    EXPECT_LT(trained.value().training_error, 1e-12);
}

TEST(Cubature, EndsWithTheErrorThatIsEnough) {
    const SkinnedBar skinned(47);
    const auto poses = skinned.poses();
    const Cubature whole = trained_cubature(skinned.body(), poses, {.points = 40}).value();
    const double enough = whole.errors[whole.errors.size() / 2];
    const Cubature fewer = trained_cubature(skinned.body(), poses, {.points = 40, .error = enough}).value();
    EXPECT_LE(fewer.training_error, enough);
    EXPECT_LT(fewer.tets.size(), whole.tets.size());
}

TEST(Cubature, HasTheSameBitsOnAnyNumberOfThreads) {
    const SkinnedBar skinned(48);
    const auto poses = skinned.poses();
    const Cubature one = trained_cubature(skinned.body(), poses, {.points = 20, .threads = {1}}).value();
    const Cubature four = trained_cubature(skinned.body(), poses, {.points = 20, .threads = {4}}).value();
    EXPECT_EQ(one.tets, four.tets);
    EXPECT_EQ(one.weights, four.weights);
}

TEST(Cubature, OfAsManyPointsAsTetsIsTheWholeBody) {
    const SkinnedBar skinned(49);
    const Index tets = skinned.bar.mesh.tet_count();
    const Cubature cubature = trained_cubature(skinned.body(), skinned.poses(), {.points = tets}).value();
    EXPECT_EQ(static_cast<Index>(cubature.tets.size()), tets);
    EXPECT_EQ(cubature.weights, Vector::Ones(tets));
    EXPECT_EQ(cubature.training_error, 0.0);
}

TEST(Cubature, RefusesAnErrorThatIsTooLarge) {
    const SkinnedBar skinned(50);
    const auto refused = trained_cubature(skinned.body(), skinned.poses(), {.points = 2, .error_max = 1e-6});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::not_converged);
    EXPECT_EQ(refused.error().where, "points");
}

TEST(Cubature, RefusesPosesWithoutAForce) {
    const SkinnedBar skinned(51);
    const BodyPose rest{AffineStack::Zero(skinned.model.coordinate_count() / 3, 3), skinned.source().P};
    const auto refused = trained_cubature(skinned.body(), {rest}, {.points = 2});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::bad_input);
}

TEST(Cubature, CanBeCancelled) {
    const SkinnedBar skinned(52);
    Progress progress;
    progress.cancel();
    const auto cancelled = trained_cubature(skinned.body(), skinned.poses(), {.points = 10}, &progress);
    ASSERT_FALSE(cancelled);
    EXPECT_EQ(cancelled.error().kind, ErrorKind::cancelled);
}

} // namespace
} // namespace limber::testing
