// SPDX-License-Identifier: MIT
#include "engine/actuation/example_poses.h"

#include "engine/linalg/rigid_alignment.h"
#include "tests/support/meshes.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <gtest/gtest.h>

namespace limber::testing {
namespace {

Material even_material(const TetMesh& mesh) {
    return uniform_material({1e5, 0.3, 1000.0}, mesh.tet_count());
}

Affine some_rigid_motion(Rng& rng) {
    Affine motion;
    motion << random_rotation(rng), random_vector(rng, 3.0);
    return motion;
}

// Bent by a quadratic, which no rigid motion is.
Points bent(const Points& X, double amount) {
    Points x = X;
    x.col(0) += amount * X.col(2).cwiseProduct(X.col(2));
    return x;
}

Points twisted(const Points& X, double angle) {
    Points x = X;
    for (Index i = 0; i < X.rows(); ++i) {
        x.row(i) = (Eigen::AngleAxisd(angle * X(i, 2), Vec3::UnitZ()) * Vec3(X.row(i))).transpose();
    }
    return x;
}

Mat3 stretch_of_tet(const Matrix& stretches, Index example, Index t) {
    return Mat3(stretches.col(example).segment<9>(9 * t).reshaped(3, 3));
}

TEST(ExamplePoses, AreTheSymmetricFactorsOfTheDeformation) {
    Rng rng(5);
    const TetMesh mesh = bar_mesh(2, 2, 4, Vec3(0.4, 0.4, 1.0));
    const Mat3 Q = random_rotation(rng);
    const Mat3 U = Q * Vec3(1.3, 0.8, 1.1).asDiagonal() * Q.transpose();
    Affine map;
    map << random_rotation(rng) * U, random_vector(rng);
    const Matrix stretches = example_stretches(mesh, {transformed(mesh.X, map)});
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        EXPECT_LT((stretch_of_tet(stretches, 0, t) - (U - Mat3::Identity())).norm(), 1e-12) << t;
    }
}

TEST(ExamplePoses, ThatAreTurnedRestPosesHaveNoStretchAndNoParameter) {
    Rng rng(6);
    const TetMesh mesh = bar_mesh(2, 2, 4, Vec3(0.4, 0.4, 1.0));
    const Matrix stretches = example_stretches(mesh, {transformed(mesh.X, some_rigid_motion(rng)), mesh.X});
    EXPECT_LT(stretches.norm(), 1e-11);
    EXPECT_LT(strains_of_stretches(mesh, even_material(mesh), stretches).maxCoeff(), 1e-11);
    const ExampleParameters parameters = example_parameters(mesh, even_material(mesh), stretches);
    EXPECT_EQ(parameters.stretches.cols(), 0);
    EXPECT_EQ(parameters.strains.size(), 0);
    EXPECT_TRUE(parameters.example_of.empty());
}

TEST(ExamplePoses, DoNotDependOnWhereTheyStandAndHowTheyAreTurned) {
    Rng rng(7);
    const TetMesh mesh = bar_mesh(2, 2, 4, Vec3(0.4, 0.4, 1.0));
    const Points example = bent(mesh.X, 0.5);
    const Matrix stretches = example_stretches(mesh, {example, transformed(example, some_rigid_motion(rng))});
    EXPECT_GT(stretches.norm(), 0.1);
    EXPECT_LT((stretches.col(0) - stretches.col(1)).norm(), 1e-11);
}

TEST(ExamplePoses, OfATurnedBodyAreTurnedWithTheSameBlend) {
    Rng rng(8);
    const TetMesh mesh = bar_mesh(2, 2, 4, Vec3(0.4, 0.4, 1.0));
    const std::vector<Points> examples{bent(mesh.X, 0.5), twisted(mesh.X, 0.8)};
    const Affine turn = some_rigid_motion(rng);
    const Mat3 R = turn.leftCols<3>();
    const TetMesh turned_mesh = transformed(mesh, turn);
    const Matrix straight = example_stretches(mesh, examples);
    const Matrix turned_too =
        example_stretches(turned_mesh, {transformed(examples[0], turn), transformed(examples[1], turn)});
    for (Index k = 0; k < 2; ++k) {
        for (Index t = 0; t < mesh.tet_count(); ++t) {
            const Mat3 expected = R * stretch_of_tet(straight, k, t) * R.transpose();
            EXPECT_LT((stretch_of_tet(turned_too, k, t) - expected).norm(), 1e-11) << k << ", " << t;
        }
    }
    const Vector strains = example_parameters(mesh, even_material(mesh), straight).strains;
    const Vector of_turned = example_parameters(turned_mesh, even_material(turned_mesh), turned_too).strains;
    ASSERT_EQ(strains.size(), 2);
    EXPECT_LT((strains - of_turned).norm(), 1e-9 * strains.norm());
}

TEST(ExamplePoses, ThatAreInvertedHaveANegativeStretch) {
    const TetMesh mesh = one_tet();
    Points mirrored = mesh.X;
    mirrored.col(2) *= -0.5;
    const Mat3 U = stretch_of_tet(example_stretches(mesh, {mirrored}), 0, 0) + Mat3::Identity();
    EXPECT_LT((U - U.transpose()).norm(), 1e-15);
    EXPECT_NEAR(U.determinant(), -0.5, 1e-12);
    EXPECT_NEAR(U.squaredNorm(), 2.25, 1e-12);
}

TEST(ExamplePoses, HaveAParameterEachWithARootMeanSquareStrainOfOne) {
    const TetMesh mesh = bar_mesh(2, 2, 4, Vec3(0.4, 0.4, 1.0));
    const Matrix stretches = example_stretches(mesh, {bent(mesh.X, 0.5), twisted(mesh.X, 0.8), Points(1.2 * mesh.X)});
    const ExampleParameters parameters = example_parameters(mesh, even_material(mesh), stretches);
    ASSERT_EQ(parameters.stretches.cols(), 3);
    EXPECT_EQ(parameters.example_of, (std::vector<Index>{0, 1, 2}));
    const Vector strains = strains_of_stretches(mesh, even_material(mesh), parameters.stretches);
    for (Index i = 0; i < 3; ++i) {
        EXPECT_NEAR(strains(i), 1.0, 1e-12) << i;
        EXPECT_LT((parameters.strains(i) * parameters.stretches.col(i) - stretches.col(i)).norm(), 1e-12) << i;
    }
}

TEST(ExamplePoses, KeepTheParametersOfEarlierExamples) {
    const TetMesh mesh = bar_mesh(2, 2, 4, Vec3(0.4, 0.4, 1.0));
    const Material material = even_material(mesh);
    const Matrix one = example_stretches(mesh, {bent(mesh.X, 0.5)});
    const Matrix all = example_stretches(mesh, {bent(mesh.X, 0.5), bent(mesh.X, 0.5), twisted(mesh.X, 0.8)});
    const ExampleParameters first = example_parameters(mesh, material, one);
    const ExampleParameters parameters = example_parameters(mesh, material, all);
    EXPECT_EQ(parameters.example_of, (std::vector<Index>{0, 2})) << "an equal example adds nothing";
    EXPECT_LT((parameters.stretches.col(0) - first.stretches.col(0)).norm(), 1e-12);
    EXPECT_NEAR(parameters.strains(0), first.strains(0), 1e-12);
}

// A parameter is not negative, and at most its example.
TEST(ExamplePoses, OfTheSameDirectionAreLeftOutUnlessTheyAreLargerOrOpposite) {
    const TetMesh mesh = bar_mesh(2, 2, 4, Vec3(0.4, 0.4, 1.0));
    const auto scaled = [&](double z) {
        return Points(mesh.X * Vec3(1.0, 1.0, z).asDiagonal());
    };
    const Matrix stretches = example_stretches(mesh, {scaled(1.2), scaled(1.1), scaled(1.4), scaled(0.9)});
    const ExampleParameters parameters = example_parameters(mesh, even_material(mesh), stretches);
    EXPECT_EQ(parameters.example_of, (std::vector<Index>{0, 2, 3}));
    ASSERT_EQ(parameters.strains.size(), 3);
    const Vector expected = Vec3(0.2, 0.4, 0.1); // the only stretch of every tet
    EXPECT_LT((parameters.strains - expected).norm(), 1e-12);
}

TEST(RigidAlignment, FindsARigidMotion) {
    Rng rng(10);
    const TetMesh mesh = bar_mesh(2, 2, 4, Vec3(0.4, 0.4, 1.0));
    const Affine motion = some_rigid_motion(rng);
    const Vector weight = Vector::NullaryExpr(mesh.vertex_count(), [&] { return rng.uniform(0.5, 2.0); });
    EXPECT_LT((rigid_alignment(mesh.X, transformed(mesh.X, motion), weight) - motion).norm(), 1e-12);
}

} // namespace
} // namespace limber::testing
