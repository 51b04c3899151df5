// SPDX-License-Identifier: MIT
#include "engine/operators/elasticity.h"
#include "engine/operators/scalar_operators.h"
#include "tests/oracle/compiled_solvers.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

namespace limber::testing {
namespace {

Material random_material(Index tet_count, Rng& rng, double poisson_max = 0.4) {
    Material material = uniform_material({}, tet_count);
    for (Index t = 0; t < tet_count; ++t) {
        material.young[t] = rng.uniform(1.0, 10.0);
        material.poisson[t] = rng.uniform(0.0, poisson_max);
        material.density[t] = rng.uniform(500.0, 2000.0);
    }
    return material;
}

TetMesh shaken_ball(int n, Rng& rng) {
    TetMesh mesh = ball_mesh(n);
    mesh.X = shaken(mesh.X, 0.03 / n, rng);
    return mesh;
}

double defect(const Matrix& A, const Matrix& B) {
    return (A - B).cwiseAbs().maxCoeff() / B.cwiseAbs().maxCoeff();
}

TEST(OperatorLaws, TheGradientOfAnAffineMapIsItsLinearPartInEveryTet) {
    Rng rng(1);
    for (int trial = 0; trial < 10; ++trial) {
        const TetMesh mesh = shaken_ball(2, rng);
        const Affine map = random_affine(rng, 2.0);
        const Points x = transformed(mesh.X, map);
        const auto gradients = hat_gradients(mesh);
        for (Index t = 0; t < mesh.tet_count(); ++t) {
            Mat3 F = Mat3::Zero();
            for (int a = 0; a < 4; ++a) {
                F += x.row(mesh.T(t, a)).transpose() * gradients[static_cast<std::size_t>(t)].row(a);
            }
            ASSERT_LT((F - map.leftCols<3>()).norm(), 1e-13 * 10.0);
        }
    }
}

TEST(OperatorLaws, MassesSumToDensityTimesVolume) {
    Rng rng(2);
    const TetMesh mesh = shaken_ball(3, rng);
    const Material material = random_material(mesh.tet_count(), rng);
    const double mass = material.density.dot(tet_volumes(mesh));
    EXPECT_NEAR(lumped_mass(mesh, material.density).sum(), mass, 1e-12 * mass);
}

TEST(OperatorLaws, LaplacianNullSpaceIsTheConstants) {
    Rng rng(3);
    const TetMesh mesh = shaken_ball(2, rng);
    const Matrix L = weight_space_hessian(mesh, random_material(mesh.tet_count(), rng));
    const Vector values = Eigen::SelfAdjointEigenSolver<Matrix>(L).eigenvalues();
    EXPECT_LT((L * Vector::Ones(L.cols())).cwiseAbs().maxCoeff(), 1e-13 * values.maxCoeff());
    EXPECT_NEAR(values[0], 0.0, 1e-13 * values.maxCoeff());
    EXPECT_GT(values[1], 1e-4 * values.maxCoeff());
}

TEST(OperatorLaws, RenumberingPermutesOnly) {
    Rng rng(4);
    const TetMesh mesh = shaken_ball(2, rng);
    const Material material = random_material(mesh.tet_count(), rng);
    const auto order = random_order(static_cast<int>(mesh.vertex_count()), rng);
    const TetMesh other = renumbered(mesh, order);
    const Matrix L = weight_space_hessian(mesh, material);
    const Vector m = lumped_mass(mesh, material.density);
    EXPECT_LT(defect(weight_space_hessian(other, material), L(order, order)), 1e-14);
    EXPECT_LT(defect(lumped_mass(other, material.density), m(order)), 1e-14);

    const auto tet_order = random_order(static_cast<int>(mesh.tet_count()), rng);
    const Material shuffled = {material.young(tet_order), material.poisson(tet_order), material.density(tet_order)};
    EXPECT_LT(defect(weight_space_hessian(reordered(mesh, tet_order), shuffled), L), 1e-14);
}

TEST(OperatorLaws, ScalingFollowsTheUnits) {
    Rng rng(5);
    const TetMesh mesh = shaken_ball(2, rng);
    const Material material = random_material(mesh.tet_count(), rng);
    for (const double s : {1e-3, 1e3}) {
        TetMesh scaled = mesh;
        scaled.X *= s;
        EXPECT_LT(defect(weight_space_hessian(scaled, material) / s, weight_space_hessian(mesh, material)), 1e-12);
        EXPECT_LT(defect(lumped_mass(scaled, material.density) / (s * s * s), lumped_mass(mesh, material.density)),
                  1e-12);
        const Points x = shaken(mesh.X, 0.1, rng);
        const double energy = elastic_energy(mesh, material, x);
        EXPECT_NEAR(elastic_energy(scaled, material, s * x) / (s * s * s), energy, 1e-11 * energy);
    }
}

TEST(Elasticity, TheGradientIsTheDerivativeOfTheEnergy) {
    Rng rng(6);
    for (const double amount : {0.02, 0.1, 0.4}) { // the last one inverts tets
        const TetMesh mesh = shaken_ball(1, rng);
        const Material material = random_material(mesh.tet_count(), rng, 0.45);
        const Points x = shaken(mesh.X, amount, rng);
        const Points gradient = elastic_gradient(mesh, material, x);
        const double h = 1e-5;
        for (int trial = 0; trial < 8; ++trial) {
            const Points d = shaken(Points::Zero(x.rows(), 3), 1.0, rng);
            const double slope =
                (elastic_energy(mesh, material, x + h * d) - elastic_energy(mesh, material, x - h * d)) / (2.0 * h);
            EXPECT_NEAR(slope, gradient.cwiseProduct(d).sum(), 1e-6 * gradient.norm() * d.norm());
        }
    }
}

TEST(Elasticity, IsZeroAtRestAndUnderEveryRigidMotion) {
    Rng rng(7);
    const TetMesh mesh = shaken_ball(2, rng);
    const Material material = random_material(mesh.tet_count(), rng);
    for (int trial = 0; trial < 5; ++trial) {
        Affine rigid;
        rigid << random_rotation(rng), random_vector(rng, 3.0);
        const Points x = trial == 0 ? mesh.X : transformed(mesh.X, rigid);
        EXPECT_LT(elastic_energy(mesh, material, x), 1e-24);
        EXPECT_LT(elastic_gradient(mesh, material, x).norm(), 1e-12);
    }
}

TEST(Elasticity, IsEquivariantUnderRotation) {
    Rng rng(8);
    const TetMesh mesh = shaken_ball(2, rng);
    const Material material = random_material(mesh.tet_count(), rng);
    const Points x = shaken(mesh.X, 0.1, rng);
    const double energy = elastic_energy(mesh, material, x);
    const Points gradient = elastic_gradient(mesh, material, x);
    for (int trial = 0; trial < 5; ++trial) {
        const Mat3 Q = random_rotation(rng);
        EXPECT_NEAR(elastic_energy(mesh, material, x * Q.transpose()), energy, 1e-12 * energy);
        EXPECT_LT(defect(elastic_gradient(mesh, material, x * Q.transpose()), gradient * Q.transpose()), 1e-11);
    }
}

TEST(Elasticity, TheRestHessianIsTheDerivativeOfTheGradient) {
    Rng rng(9);
    const TetMesh mesh = shaken_ball(1, rng);
    const Material material = random_material(mesh.tet_count(), rng, 0.45);
    const Matrix H = rest_hessian(mesh, material);
    const double h = 1e-5;
    for (int trial = 0; trial < 10; ++trial) {
        const Points d = shaken(Points::Zero(mesh.X.rows(), 3), 1.0, rng);
        const Points change =
            (elastic_gradient(mesh, material, mesh.X + h * d) - elastic_gradient(mesh, material, mesh.X - h * d)) /
            (2.0 * h);
        const Vector expected = H * d.reshaped<Eigen::RowMajor>();
        EXPECT_LT((change.reshaped<Eigen::RowMajor>() - expected).norm(), 1e-7 * expected.norm());
    }
}

TEST(Elasticity, TheRestHessianHasExactlyTheSixRigidMotionsAsNullSpace) {
    Rng rng(10);
    const TetMesh mesh = shaken_ball(2, rng);
    const Matrix H = rest_hessian(mesh, random_material(mesh.tet_count(), rng));
    EXPECT_EQ((H - H.transpose()).cwiseAbs().maxCoeff(), 0.0);
    const Vector values = Eigen::SelfAdjointEigenSolver<Matrix>(H).eigenvalues();
    EXPECT_LT(values.head(6).cwiseAbs().maxCoeff(), 1e-13 * values.maxCoeff());
    EXPECT_GT(values[6], 1e-4 * values.maxCoeff());
}

TEST(Elasticity, TheDiagonalBlocksOfTheRestHessianSumToTheWeightSpaceHessian) {
    Rng rng(11);
    const TetMesh mesh = shaken_ball(2, rng);
    const Material material = random_material(mesh.tet_count(), rng);
    const Matrix H = rest_hessian(mesh, material);
    const Index n = mesh.vertex_count();
    Matrix sum = Matrix::Zero(n, n);
    for (int axis = 0; axis < 3; ++axis) {
        sum += H(Eigen::seqN(axis, n, 3), Eigen::seqN(axis, n, 3));
    }
    EXPECT_LT(defect(sum, weight_space_hessian(mesh, material)), 1e-13);
}

} // namespace
} // namespace limber::testing
