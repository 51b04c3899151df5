// SPDX-License-Identifier: MIT
#include "engine/subspace/force_dual_modes.h"

#include "engine/core/random.h"
#include "engine/operators/elasticity.h"
#include "engine/operators/scalar_operators.h"
#include "engine/rig/complementarity.h"
#include "engine/rig/rig.h"
#include "engine/subspace/axes.h"
#include "engine/subspace/displacement_modes.h"
#include "engine/subspace/skinning_modes.h"
#include "tests/oracle/compiled_solvers.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace limber {
namespace {

// The sine of the largest angle between two spans in the mass.
double angle(const Matrix& A, const Matrix& B, const Vector& mass) {
    const Vector root = mass.cwiseSqrt();
    const auto basis = [&](const Matrix& X) {
        const Eigen::HouseholderQR<Matrix> qr(Matrix(root.asDiagonal() * X));
        return Matrix(qr.householderQ() * Matrix::Identity(X.rows(), X.cols()));
    };
    const Matrix P = basis(A);
    const Matrix Q = basis(B);
    return Eigen::JacobiSVD<Matrix>(Matrix(Q - P * (P.transpose() * Q))).singularValues()(0);
}

Vector on_axes_of(const Vector& values) {
    return values.transpose().replicate(3, 1).reshaped();
}

class ForceDual : public ::testing::Test {
protected:
    // n: the end with the smallest x.
    Vector pinned_end() const {
        return (mesh.X.col(0).array() < 1e-9).cast<double>();
    }

    // 3n x r: of the body that the handle holds, by a dense saddle system: K u + C3 l = f, C3' u = 0.
    Matrix responses_to(const Matrix& forces) const {
        const Index size = 3 * mesh.vertex_count();
        Matrix saddle = Matrix::Zero(size + 12, size + 12);
        saddle.topLeftCorner(size, size) = rest_hessian(mesh, material);
        saddle.topRightCorner(size, 12) = on_each_axis(held);
        saddle.bottomLeftCorner(12, size) = on_each_axis(held).transpose();
        Matrix right = Matrix::Zero(size + 12, forces.cols());
        right.topRows(size) = forces;
        return saddle.fullPivLu().solve(right).topRows(size);
    }

    TetMesh mesh = testing::bar_mesh(8, 3, 2, Vec3(1.0, 0.35, 0.22)); // no two equal frequencies
    Material material = uniform_material({.young = 1e5, .poisson = 0.3}, mesh.tet_count());
    Vector mass = lumped_mass(mesh, material.density);
    Rig rig = affine_handle(mesh);
    Matrix held = mass.asDiagonal() * rig_jacobian(mesh.X, rig.W); // C of a body on one handle
    Matrix free = Matrix(mesh.vertex_count(), 0);
    Vector near_end = share_of({Vec3(1.0, 0.1, 0.1), 0.1, 40.0}, mesh.X);
    Vector in_a_corner = share_of({Vec3(0.5, 0.35, 0.22), 0.02, 400.0}, mesh.X);
};

// Section 4.1, with 1 / lambda^2 as the variances.
TEST_F(ForceDual, OfEqualForcesEverywhereAreTheVibrationModes) {
    const auto dual = force_dual_displacements(mesh, material, held, loads_everywhere(mass), 8).value();
    const auto modes = constrained_displacement_modes(mesh, material, held, {.count = 8}).value();
    EXPECT_LT(angle(dual.B, modes.D, on_axes_of(mass)), 1e-8);
    for (Index j = 0; j < 8; ++j) {
        EXPECT_NEAR(dual.variances(j) * modes.lambda(j) * modes.lambda(j), 1.0, 1e-8) << j;
    }
}

// More than a fifth of all columns that the body can have are found in one decomposition, fewer by a search.
TEST_F(ForceDual, ComponentsOfManyColumnsBeginWithThoseOfFew) {
    for (const LoadDistribution& loads : {loads_everywhere(mass), loads_within(mass, near_end + 0.1 * in_a_corner)}) {
        for (const Matrix& rig_columns : {held, free}) {
            const auto few = force_dual_displacements(mesh, material, rig_columns, loads, 50).value();
            const auto many = force_dual_displacements(mesh, material, rig_columns, loads, 120).value();
            ASSERT_EQ(few.variances.size(), 50);
            EXPECT_LT(angle(few.B.leftCols(50), many.B.leftCols(50), on_axes_of(mass)), 1e-7);
            const Vector difference = few.variances - many.variances.head(50);
            EXPECT_LT(difference.cwiseQuotient(few.variances).cwiseAbs().maxCoeff(), 1e-9);
            EXPECT_LE(many.residual_max, 1e-9);
            const Matrix product = many.B.transpose() * on_axes_of(mass).asDiagonal() * many.B;
            EXPECT_LT((product.topLeftCorner(120, 120) - Matrix::Identity(120, 120)).norm(), 1e-10);
        }
    }
}

TEST_F(ForceDual, OfEqualForcesOnAFreeBodyAreItsElasticModes) {
    const auto dual = force_dual_displacements(mesh, material, free, loads_everywhere(mass), 6).value();
    const auto modes = displacement_modes(mesh, material, {.count = 6}).value();
    ASSERT_EQ(dual.B.cols(), 6 + 12);
    EXPECT_LT(angle(dual.B.leftCols(6), modes.D, on_axes_of(mass)), 1e-8);
    EXPECT_NEAR(dual.variances(0) * modes.lambda(0) * modes.lambda(0), 1.0, 1e-8);
}

TEST_F(ForceDual, WeightsOfEqualForcesAreTheSkinningEigenmodes) {
    const Matrix C = complementarity_columns(mesh.X, mass, Vector::Ones(mass.size()), rig.W);
    const auto dual = force_dual_weights(mesh, material, C, loads_everywhere(mass), 6).value();
    const auto modes = skinning_modes(mesh, material, C, {.count = 6}).value();
    EXPECT_LT(angle(dual.B, modes.W, mass), 1e-8);
    for (Index j = 0; j < 6; ++j) {
        EXPECT_NEAR(dual.variances(j) * modes.lambda(j) * modes.lambda(j), 1.0, 1e-8) << j;
    }
    const auto whole = force_dual_weights(mesh, material, free, loads_everywhere(mass), 5).value();
    const auto all = skinning_modes(mesh, material, free, {.count = 6}).value();
    EXPECT_LT(angle(whole.B, all.W, mass), 1e-8); // with the constant weight
}

// By the Hessian with the springs of the pins, as in full space.
TEST_F(ForceDual, OfEqualForcesOnAPinnedBodyAreItsOwnVibrationModes) {
    const Supports supports(free, pinned_end());
    const auto dual = force_dual_displacements(mesh, material, supports, loads_everywhere(mass), 6).value();
    SparseMatrix H = rest_hessian(mesh, material);
    add_springs(mesh, material, supports, H);
    const Vector root = on_axes_of(mass).cwiseSqrt().cwiseInverse();
    const Matrix A = root.asDiagonal() * Matrix(H) * root.asDiagonal();
    // Of the inverse, in which the stiff springs do not cost the digits of soft modes.
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(Matrix(A.llt().solve(Matrix::Identity(A.rows(), A.cols()))));
    ASSERT_EQ(dual.B.cols(), 6) << "the pins hold it";
    EXPECT_LT(angle(dual.B, root.asDiagonal() * eigen.eigenvectors().rightCols(6), on_axes_of(mass)), 1e-6);
    for (Index j = 0; j < 6; ++j) {
        EXPECT_NEAR(dual.variances(j) / std::pow(eigen.eigenvalues().reverse()(j), 2), 1.0, 1e-6) << j;
    }
    const auto weights = force_dual_weights(mesh, material, supports, loads_everywhere(mass), 6).value();
    const auto modes = ModeProblem::of(mesh, material, free, nullptr, supports.pinned).value().softest({.count = 6});
    EXPECT_EQ(weights.B.cols(), 6);
    EXPECT_LT(angle(weights.B, modes.value().W, mass), 1e-6);
    EXPECT_NEAR(weights.variances(0) * std::pow(modes.value().lambda(0), 2), 1.0, 1e-6);
}

// What its pins let turn has no elastic response.
TEST_F(ForceDual, OfABodyThatIsPinnedAtAPointAreWithoutTurnsAboutIt) {
    Vector pinned = Vector::Zero(mass.size());
    pinned(5) = 1.0;
    const Supports supports(free, pinned);
    const auto dual = force_dual_displacements(mesh, material, supports, loads_within(mass, near_end), 6).value();
    ASSERT_EQ(dual.B.cols(), 6 + 9);
    EXPECT_LT(dual.B.middleRows<3>(15).norm(), 1e-6 * dual.B.norm());
    const Matrix turns = unheld_rigid_motions(mesh, supports);
    const Matrix along = turns.transpose() * (on_axes_of(mass).asDiagonal() * dual.B.leftCols(6));
    const Vector lengths = (on_axes_of(mass).cwiseSqrt().asDiagonal() * turns).colwise().norm();
    EXPECT_LT((lengths.cwiseInverse().asDiagonal() * along).cwiseAbs().maxCoeff(), 1e-8);
    const auto unpinned = force_dual_displacements(mesh, material, free, loads_within(mass, near_end), 6).value();
    EXPECT_GT(angle(dual.B, unpinned.B.leftCols(6), on_axes_of(mass)), 1e-3) << "the pin bears a part of the loads";
}

TEST_F(ForceDual, RefuseLoadsThatThePinsBear) {
    const Supports supports(held, pinned_end());
    const auto refused = force_dual_displacements(mesh, material, supports, loads_within(mass, supports.pinned), 4);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::bad_input);
    EXPECT_NE(refused.error().message.find("pinned"), std::string::npos);
    EXPECT_TRUE(force_dual_displacements(mesh, material, supports, loads_everywhere(mass), 4));
}

// Their springs bear such forces but for 1e-8 of them, which is far more than round-off.
TEST_F(ForceDual, HaveNoColumnsOfForcesThatThePinsBear) {
    const Vector pinned = (mesh.X.col(0).array() < 0.2).cast<double>();
    Vector loaded = pinned;
    loaded.tail(2).setOnes();
    ASSERT_TRUE(pinned.tail(2).isZero(0.0));
    const Supports supports(free, pinned);
    LoadDistribution loads = loads_within(mass, loaded);
    EXPECT_EQ(force_dual_displacements(mesh, material, supports, loads, 36).value().B.cols(), 6);
    EXPECT_EQ(force_dual_weights(mesh, material, supports, loads, 12).value().B.cols(), 2);
    loads.patterns = (on_axes_of(pinned).array() * Vector::LinSpaced(3 * mass.size(), 1.0, 2.0).array()).matrix();
    loads.mean = loads.patterns.col(0);
    EXPECT_EQ(force_dual_displacements(mesh, material, supports, loads, 36).value().B.cols(), 6);
    EXPECT_EQ(force_dual_weights(mesh, material, supports, loads, 12).value().B.cols(), 2);
}

// Section 4.2: fewer patterns than columns give the span of the responses to them.
TEST_F(ForceDual, OfAFewPatternsAreTheirGreensFunctions) {
    const std::array springs{std::array{0, 20}, std::array{5, 40}, std::array{11, 60}};
    const LoadDistribution loads = spring_loads(mesh.X, springs);
    const auto dual = force_dual_displacements(mesh, material, held, loads, 10).value();
    ASSERT_EQ(dual.B.cols(), 3);
    EXPECT_LT(angle(dual.B, responses_to(loads.patterns), on_axes_of(mass)), 1e-7);
}

// Equation 35. One decomposition of all responses is enough, where an iteration would solve for each column many times.
TEST_F(ForceDual, OfMorePatternsThanColumnsAreTheLargestComponentsOfTheirResponses) {
    std::vector<std::array<int, 2>> springs;
    for (int i = 0; i + 13 < static_cast<int>(mass.size()) && springs.size() < 40; i += 2) {
        springs.push_back({i, i + 13});
    }
    ASSERT_EQ(springs.size(), 40);
    const LoadDistribution loads = spring_loads(mesh.X, springs);
    Progress progress;
    const auto dual = force_dual_displacements(mesh, material, held, loads, 8, &progress).value();
    EXPECT_EQ(progress.latest().phase.find("round"), std::string::npos) << progress.latest().phase;
    const Vector root = on_axes_of(mass).cwiseSqrt();
    const Matrix K = root.asDiagonal() * responses_to(loads.patterns);
    const Eigen::JacobiSVD<Matrix> svd(K, Eigen::ComputeThinU);
    const Matrix largest = root.cwiseInverse().asDiagonal() * svd.matrixU().leftCols(8);
    ASSERT_EQ(dual.B.cols(), 8);
    EXPECT_LT(angle(dual.B, largest, on_axes_of(mass)), 1e-7);
    for (Index j = 0; j < 8; ++j) {
        EXPECT_NEAR(std::sqrt(dual.variances(j)) / svd.singularValues()(j), 1.0, 1e-8) << j;
    }
    EXPECT_LT(dual.residual_max, 1e-9);
}

TEST_F(ForceDual, OfAPatternThatIsThereTwiceHaveItOnce) {
    const std::array springs{std::array{0, 20}, std::array{5, 40}, std::array{0, 20}, std::array{3, 3}};
    const auto dual = force_dual_displacements(mesh, material, held, spring_loads(mesh.X, springs), 10);
    ASSERT_TRUE(dual) << dual.error().message;
    EXPECT_EQ(dual.value().B.cols(), 2);
}

// Along normals, a block has one variance that is not zero; the same forces as patterns have the same responses.
TEST_F(ForceDual, OfWhatPressesAreThoseOfAPatternForEachNormal) {
    const LoadDistribution pressing = pressing_loads(mesh, near_end);
    LoadDistribution normals = no_loads(mass.size());
    normals.patterns = Matrix::Zero(3 * mass.size(), mass.size());
    for (Index i = 0; i < mass.size(); ++i) {
        const Mat3 block = pressing.blocks.middleRows<3>(3 * i);
        Index axis = 0;
        if (block.diagonal().maxCoeff(&axis) > 0.0) {
            normals.patterns.block<3, 1>(3 * i, i) = block.col(axis) / std::sqrt(block(axis, axis));
        }
    }
    const auto dual = force_dual_displacements(mesh, material, held, pressing, 6);
    ASSERT_TRUE(dual) << dual.error().message;
    const auto same = force_dual_displacements(mesh, material, held, normals, 6).value();
    EXPECT_LT(angle(dual.value().B, same.B, on_axes_of(mass)), 1e-7);
    EXPECT_TRUE(dual.value().variances.isApprox(same.variances, 1e-8));
}

// Equation 13: the displacement of the origin is a column, and those of the variances are the same without a mean.
TEST_F(ForceDual, OfAMeanHaveItsResponse) {
    LoadDistribution loads = loads_within(mass, near_end);
    const auto without = force_dual_displacements(mesh, material, held, loads, 5).value();
    Rng rng(4);
    const Vector f = Vector::NullaryExpr(3 * mass.size(), [&] { return rng.normal(); });
    loads.mean = f;
    const auto dual = force_dual_displacements(mesh, material, held, loads, 6).value();
    ASSERT_EQ(dual.variances.size(), 5);
    ASSERT_EQ(dual.B.cols(), 6);
    EXPECT_LT(angle(dual.B.leftCols(5), without.B, on_axes_of(mass)), 1e-7);
    const Matrix gram = dual.B.transpose() * on_axes_of(mass).asDiagonal() * dual.B;
    EXPECT_LT((gram - Matrix::Identity(6, 6)).cwiseAbs().maxCoeff(), 1e-9);
    const Matrix all = constrained_displacement_modes(mesh, material, held, {.count = 312}).value().D;
    const SparseMatrix H = rest_hessian(mesh, material);
    const Vector origin = all * Matrix(all.transpose() * H * all).ldlt().solve(Vector(all.transpose() * f));
    const Vector rest = origin - dual.B * (dual.B.transpose() * (on_axes_of(mass).asDiagonal() * origin));
    EXPECT_LT(rest.norm(), 1e-8 * origin.norm());

    loads.mean = covariance_times(loads, f); // whose response is not far from the span
    EXPECT_EQ(force_dual_displacements(mesh, material, held, loads, 1).value().variances.size(), 0);
    const auto weights = force_dual_weights(mesh, material, free, loads, 6).value();
    EXPECT_EQ(weights.variances.size(), 3); // three components of the mean, and the constant weight besides
    EXPECT_EQ(weights.B.cols(), 7);
}

// A body that nothing holds falls with its weight and does not change its shape.
TEST_F(ForceDual, OfTheWeightOfAFreeBodyHaveNoResponse) {
    LoadDistribution loads = loads_everywhere(mass);
    loads.mean = (Vec3(0.0, -9.81, 0.0) * mass.transpose()).reshaped();
    const auto dual = force_dual_displacements(mesh, material, free, loads, 6).value();
    EXPECT_EQ(dual.variances.size(), 6);
    EXPECT_EQ(dual.B.cols(), 6 + 12);
}

// Patterns L whose responses are orthonormal columns times these deviations, mixed. Their variances are then known, to
// round-off of the largest deviation; those of the covariance, which is squared, are lost below 1e-16 of the largest.
class KnownVariances : public ForceDual {
protected:
    static constexpr int count = 9;

    static Vector deviations() { // variances from 1 to 1e-16
        return Vector::NullaryExpr(count, [](Index j) { return std::pow(10.0, -static_cast<double>(j)); });
    }
    LoadDistribution mixed(Index pattern_count) const {
        const auto modes = constrained_displacement_modes(mesh, material, held, {.count = count}).value();
        Rng rng(11);
        const Matrix numbers = Matrix::NullaryExpr(pattern_count, count, [&] { return rng.normal(); });
        const Eigen::HouseholderQR<Matrix> qr(numbers);
        const Matrix mixing = qr.householderQ() * Matrix::Identity(pattern_count, count);
        LoadDistribution loads = no_loads(mass.size());
        loads.patterns = on_axes_of(mass).asDiagonal() * modes.D *
                         modes.lambda.cwiseProduct(deviations()).asDiagonal() * mixing.transpose();
        return loads;
    }
};

TEST_F(KnownVariances, KeepTheDigitsThatTheirSquaresLose) {
    for (const Index patterns : {count, 200}) {
        const LoadDistribution loads = mixed(patterns);
        const auto dual = force_dual_displacements(mesh, material, held, loads, count);
        ASSERT_TRUE(dual) << dual.error().message;
        ASSERT_EQ(dual.value().variances.size(), count) << patterns;
        const Vector found = dual.value().variances.cwiseSqrt();
        for (Index j = 0; j < count; ++j) {
            EXPECT_NEAR(found(j) / deviations()(j), 1.0, 1e-8 + 1e-13 / deviations()(j)) << patterns << " " << j;
        }
        const Matrix K = on_axes_of(mass).cwiseSqrt().asDiagonal() * responses_to(loads.patterns);
        const Eigen::SelfAdjointEigenSolver<Matrix> squared(Matrix(K.transpose() * K), Eigen::EigenvaluesOnly);
        const double smallest = squared.eigenvalues().reverse()(count - 1);
        EXPECT_GT(std::abs(smallest / std::pow(deviations()(count - 1), 2) - 1.0), 0.1) << patterns;
    }
}

// Of shares that fall off within a tet, all variances but a few are far below round-off of the largest.
TEST_F(ForceDual, OfSteepLoadsAreThoseThatRoundOffLeaves) {
    for (const double decay : {300.0, 1000.0, 3000.0, 1e5}) {
        const LoadDistribution loads = loads_within(mass, share_of({Vec3(1.0, 0.2, 0.1), 0.02, decay}, mesh.X));
        const auto dual = force_dual_displacements(mesh, material, held, loads, 24);
        ASSERT_TRUE(dual) << decay << ": " << dual.error().message;
        const Vector& variances = dual.value().variances;
        EXPECT_GE(variances.size(), 3) << decay;
        EXPECT_LE(variances.size(), 24) << decay;
        EXPECT_EQ(dual.value().B.cols(), variances.size()) << decay;
        EXPECT_EQ(dual.value().unresolved, 24 - variances.size()) << decay;
        EXPECT_GT(variances.minCoeff(), 1e-26 * variances(0)) << decay;
        EXPECT_LT(dual.value().residual_max, 1e-5) << decay;
        const auto weights = force_dual_weights(mesh, material, free, loads, 12);
        ASSERT_TRUE(weights) << decay << ": " << weights.error().message;
        EXPECT_GE(weights.value().variances.size(), 1) << decay;
    }
}

TEST_F(ForceDual, OfForcesOnOneVertexAreItsThreeGreensFunctions) {
    Vector share = Vector::Zero(mass.size());
    share(50) = 1.0;
    const auto dual = force_dual_displacements(mesh, material, held, loads_within(mass, share), 24).value();
    EXPECT_EQ(dual.B.cols(), 3);
    Matrix forces = Matrix::Zero(3 * mass.size(), 3);
    forces.middleRows<3>(150).setIdentity();
    EXPECT_LT(angle(dual.B, responses_to(forces), on_axes_of(mass)), 1e-7);
}

// Figure 16: for a force of the kind that was expected, the same number of columns leaves less error.
TEST_F(ForceDual, AreBetterThanVibrationModesForTheExpectedForces) {
    const auto dual = force_dual_displacements(mesh, material, held, loads_within(mass, in_a_corner), 8).value();
    const auto modes = constrained_displacement_modes(mesh, material, held, {.count = 8}).value();
    const SparseMatrix H = rest_hessian(mesh, material);
    Vector f = Vector::Zero(3 * mesh.vertex_count());
    Rng rng(3);
    for (Index i = 0; i < f.size(); ++i) {
        f(i) = std::sqrt(mass(i / 3) * in_a_corner(i / 3)) * rng.normal();
    }
    const Matrix all = constrained_displacement_modes(mesh, material, held, {.count = 312})
                           .value()
                           .D; // of 324 numbers, 12 constrained
    const auto response_in = [&](const Matrix& B) {
        return Vector(B * Matrix(B.transpose() * H * B).ldlt().solve(Vector(B.transpose() * f)));
    };
    const Vector truth = response_in(all);
    const auto error = [&](const Matrix& B) {
        const Vector u = response_in(B) - truth;
        return std::sqrt(u.dot(on_axes_of(mass).asDiagonal() * u));
    };
    EXPECT_LT(error(dual.B), 0.25 * error(modes.D));
}

// E[u u'] = H^-1 Sigma H^-1, sampled, with responses from solves: the coordinates of u have these variances, and are
// not correlated.
TEST_F(ForceDual, VariancesAreThoseOfSampledResponses) {
    constexpr Index count = 5;
    constexpr Index samples = 4000;
    const auto dual = force_dual_displacements(mesh, material, held, loads_within(mass, near_end), count).value();
    Rng rng(7);
    Matrix forces(3 * mesh.vertex_count(), samples);
    for (Index s = 0; s < samples; ++s) {
        for (Index i = 0; i < forces.rows(); ++i) {
            forces(i, s) = std::sqrt(mass(i / 3) * near_end(i / 3)) * rng.normal();
        }
    }
    const Matrix coordinates = dual.B.transpose() * (on_axes_of(mass).asDiagonal() * responses_to(forces));
    const Vector scale = dual.variances.cwiseSqrt().cwiseInverse();
    const Matrix correlation = scale.asDiagonal() * Matrix(coordinates * coordinates.transpose()) * scale.asDiagonal() /
                               static_cast<double>(samples);
    EXPECT_LT((correlation - Matrix::Identity(count, count)).cwiseAbs().maxCoeff(),
              5.0 * std::sqrt(2.0 / static_cast<double>(samples)));
}

// Equation 7 with dense matrices, on the displacements that the rig leaves.
TEST_F(ForceDual, VariancesAreTheEigenvaluesOfTheCovariance) {
    const auto dual = force_dual_displacements(mesh, material, held, loads_within(mass, near_end), 30).value();
    const Vector root = on_axes_of(mass).cwiseSqrt().cwiseInverse();
    const Matrix A = root.asDiagonal() * Matrix(rest_hessian(mesh, material)) * root.asDiagonal();
    const Eigen::HouseholderQR<Matrix> qr(Matrix(root.asDiagonal() * on_each_axis(held)));
    const Matrix all = qr.householderQ() * Matrix::Identity(A.rows(), A.rows());
    const Matrix allowed = all.rightCols(A.rows() - 3 * held.cols());
    const Eigen::LLT<Matrix> stiffness(Matrix(allowed.transpose() * A * allowed));
    const Matrix inverse = stiffness.solve(Matrix(allowed.transpose()));
    const Matrix covariance = inverse * on_axes_of(near_end).asDiagonal() * inverse.transpose();
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(covariance);
    ASSERT_EQ(dual.variances.size(), 30);
    for (Index j = 0; j < 30; ++j) {
        EXPECT_NEAR(dual.variances(j) / eigen.eigenvalues().reverse()(j), 1.0, 1e-6) << j;
    }
}

/// A free body on handles that hold its end, and on a spring across it.
class OnHandles : public ForceDual {
protected:
    LoadDistribution loads_with(double stiffness) const {
        LoadDistribution loads = loads_within(mass, near_end);
        for (Index i = 0; i < mesh.vertex_count(); ++i) {
            if (pinned_end()(i) > 0.0) {
                loads.handles.push_back({static_cast<int>(i), stiffness});
            }
        }
        return loads;
    }
};

// In the limit, with an error that falls with the stiffness.
TEST_F(OnHandles, OfAnEndWithStiffHandlesAreThoseOfTheBodyThatIsPinnedThere) {
    const Supports pinned(free, pinned_end());
    const LoadDistribution loads = loads_within(mass, near_end);
    const Matrix expected = force_dual_displacements(mesh, material, pinned, loads, 5).value().B;
    const Matrix weights = force_dual_weights(mesh, material, pinned, loads, 5).value().B;
    double before = 0.0;
    double weights_before = 0.0;
    for (const double stiffness : {1e6, 1e8}) {
        const auto dual = force_dual_displacements(mesh, material, free, loads_with(stiffness), 5).value();
        const auto of_weights = force_dual_weights(mesh, material, free, loads_with(stiffness), 5).value();
        ASSERT_EQ(dual.B.cols(), 5 + 12) << "the handles may be released";
        ASSERT_EQ(of_weights.B.cols(), 5 + 1);
        const double now = angle(dual.B.leftCols(5), expected, on_axes_of(mass));
        const double weights_now = angle(of_weights.B.leftCols(5), weights, mass);
        if (before > 0.0) {
            EXPECT_LT(now, 0.03 * before);
            EXPECT_LT(weights_now, 0.03 * weights_before);
            EXPECT_LT(now, 1e-3);
            EXPECT_LT(weights_now, 1e-3);
        }
        before = now;
        weights_before = weights_now;
    }
    const auto without = force_dual_displacements(mesh, material, free, loads, 5).value();
    EXPECT_GT(angle(expected, without.B.leftCols(5), on_axes_of(mass)), 0.01);
}

// E[u u'] = H^-1 Sigma H^-1 with the stiffness in H, from dense solves of sampled forces.
TEST_F(OnHandles, HaveTheCovarianceOfSampledResponses) {
    LoadDistribution loads = loads_with(5e3);
    loads.springs = {{{2, static_cast<int>(mesh.vertex_count()) - 1}, 2e4}};
    constexpr Index count = 6;
    const auto dual = force_dual_displacements(mesh, material, free, loads, count).value();
    ASSERT_EQ(dual.B.cols(), count + 12);
    SparseMatrix H = rest_hessian(mesh, material);
    add_stiffness(mesh, loads, H);
    const Eigen::LLT<Matrix> factor{Matrix(H)};
    ASSERT_EQ(factor.info(), Eigen::Success);
    Rng rng(17);
    constexpr Index samples = 4000;
    Matrix forces(H.rows(), samples);
    for (Index s = 0; s < samples; ++s) {
        for (Index i = 0; i < forces.rows(); ++i) {
            forces(i, s) = std::sqrt(loads.blocks(i, i % 3)) * rng.normal();
        }
    }
    const Matrix responses = factor.solve(forces);
    const Matrix coordinates = dual.B.leftCols(count).transpose() * (on_axes_of(mass).asDiagonal() * responses);
    const Matrix covariance = coordinates * coordinates.transpose() / static_cast<double>(samples);
    const Vector deviations = dual.variances.cwiseSqrt();
    const Matrix correlation =
        deviations.cwiseInverse().asDiagonal() * covariance * deviations.cwiseInverse().asDiagonal();
    const double sampling = 5.0 * std::sqrt(2.0 / static_cast<double>(samples));
    EXPECT_LT((correlation - Matrix::Identity(count, count)).cwiseAbs().maxCoeff(), sampling);
    // Of the modes without the stiffness it is far from that.
    const auto without =
        force_dual_displacements(mesh, material, Supports(free, pinned_end()), loads_within(mass, near_end), count);
    EXPECT_GT((without.value().variances.array() / dual.variances.array() - 1.0).abs().maxCoeff(), 0.1);
}

TEST_F(ForceDual, RefusesWhatCannotBe) {
    EXPECT_FALSE(force_dual_displacements(mesh, material, held, no_loads(mesh.vertex_count()), 3));
    EXPECT_FALSE(force_dual_displacements(mesh, material, held, no_loads(2), 3));
    EXPECT_FALSE(force_dual_weights(mesh, material, free, loads_everywhere(mass), mesh.vertex_count()));
    EXPECT_FALSE(force_dual_weights(mesh, material, free, loads_everywhere(mass), 0));
}

} // namespace
} // namespace limber
