// SPDX-License-Identifier: MIT
#include "engine/subspace/rotation_warping.h"

#include "engine/operators/elasticity.h"
#include "engine/operators/material.h"
#include "engine/subspace/displacement_modes.h"
#include "tests/support/meshes.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <vector>

namespace limber {
namespace {

TetMesh warped_bar() {
    TetMesh mesh = testing::bar_mesh(10, 3, 3, Vec3(4.0, 1.0, 0.9));
    Rng rng(15);
    mesh.X = testing::shaken(mesh.X, 0.01, rng);
    return mesh;
}

using Warp = std::function<Points(const Points&)>;

std::vector<Warp> both_warps(const TetMesh& mesh) {
    const auto warping = std::make_shared<ModalWarping>(mesh);
    const auto strain = std::make_shared<RotationStrain>(RotationStrain::of(mesh).value());
    return {[warping](const Points& u) { return warping->apply(u); },
            [strain](const Points& u) {
                return strain->apply(u);
            }};
}

Mat3 cross_matrix(const Vec3& w) {
    Mat3 W;
    W << 0.0, -w.z(), w.y(), w.z(), 0.0, -w.x(), -w.y(), w.x(), 0.0;
    return W;
}

TEST(RotationWarpingLaws, LinearisedRotationsBecomeRotations) {
    const TetMesh mesh = warped_bar();
    const Vec3 w(0.9, -1.4, 0.6);
    const Mat3 R = Eigen::AngleAxisd(w.norm(), w.normalized()).toRotationMatrix();
    const Points u = mesh.X * cross_matrix(w).transpose();
    const auto warps = both_warps(mesh);
    const Points rotated = mesh.X * R.transpose();
    EXPECT_LT((mesh.X + warps[0](u) - rotated).norm(), 1e-10 * mesh.X.norm());
    // Rotation-strain keeps the mean, so that only the shape is compared.
    const auto centred = [](const Points& x) {
        return Points(x.rowwise() - x.colwise().mean());
    };
    EXPECT_LT((centred(mesh.X + warps[1](u)) - centred(rotated)).norm(), 1e-8 * mesh.X.norm());
}

TEST(RotationWarpingLaws, StretchesAndTranslationsStay) {
    const TetMesh mesh = warped_bar();
    Mat3 A;
    A << 0.3, 0.1, -0.2, 0.1, -0.4, 0.05, -0.2, 0.05, 0.2;
    const Points u = (mesh.X * A).rowwise() + Eigen::RowVector3d(1.0, -2.0, 0.5);
    for (const Warp& warp : both_warps(mesh)) {
        EXPECT_LT((warp(u) - u).norm(), 1e-8 * u.norm());
    }
}

TEST(RotationWarpingLaws, SmallDisplacementsChangeToSecondOrder) {
    const TetMesh mesh = warped_bar();
    const auto modes = displacement_modes(mesh, uniform_material({}, mesh.tet_count()), {.count = 2}).value();
    const Points mode = modes.displacement(0);
    for (const Warp& warp : both_warps(mesh)) {
        const auto change = [&](double e) {
            return (warp(e * mode) - e * mode).norm();
        };
        const double e = 0.02 / mode.cwiseAbs().maxCoeff();
        EXPECT_NEAR(change(e) / change(0.5 * e), 4.0, 0.1);
    }
}

TEST(RotationWarpingLaws, WarpsRotateWithTheBody) {
    const TetMesh mesh = warped_bar();
    Rng rng(4);
    const Points u = 0.3 * Points(mesh.X.array().sin());
    const Mat3 R = testing::random_rotation(rng);
    Affine map;
    map << R, Vec3::Zero();
    const auto warps = both_warps(mesh);
    const auto turned = both_warps(testing::transformed(mesh, map));
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_LT((turned[i](u * R.transpose()) - warps[i](u) * R.transpose()).norm(), 1e-8 * u.norm());
    }
}

// On both sides of the angle below which the coefficients' derivatives are series.
TEST(RotationWarpingLaws, AWarpedDisplacementHasTheDerivativesOfFiniteDifferences) {
    Rng rng(7);
    const auto some = [&](double size) {
        return Vec3(size * rng.normal(), size * rng.normal(), size * rng.normal());
    };
    for (const double angle : {0.0, 1e-3, 0.0499, 0.0501, 0.7, 3.0, 7.0}) {
        const Vec3 w = angle * some(1.0).normalized();
        const Vec3 u = some(1.0);
        const WarpedDisplacement here = warped_displacement(w, u);
        constexpr double length = 1e-5;
        for (int axis = 0; axis < 3; ++axis) {
            const Vec3 step = length * Vec3::Unit(axis);
            const Vec3 by_u =
                (warped_displacement(w, u + step).value - warped_displacement(w, u - step).value) / (2.0 * length);
            const Vec3 by_w =
                (warped_displacement(w + step, u).value - warped_displacement(w - step, u).value) / (2.0 * length);
            EXPECT_LT((here.by_displacement.col(axis) - by_u).norm(), 1e-7) << angle;
            EXPECT_LT((here.by_rotation.col(axis) - by_w).norm(), 1e-7) << angle;
        }
    }
}

TEST(RotationWarpingLaws, AWarpedDisplacementIsThatOfTheWholeBody) {
    const TetMesh mesh = warped_bar();
    const ModalWarping warping(mesh);
    Rng rng(9);
    const Matrix B = Matrix::NullaryExpr(3 * mesh.vertex_count(), 4, [&] { return 0.2 * rng.normal(); });
    const Vector z = Vector::NullaryExpr(4, [&] { return rng.normal(); });
    const Vector numbers = B * z;
    const Points u = Eigen::Map<const Points>(numbers.data(), mesh.vertex_count(), 3);
    const Points expected = warping.apply(u);
    const std::vector<int> vertices{5, 0, 17};
    const Vector w = warping.rotation_rows(B, vertices) * z;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        const Vec3 of_vertex = u.row(vertices[i]);
        const Vec3 shown = expected.row(vertices[i]);
        const Vec3 found = warped_displacement(w.segment<3>(3 * static_cast<Index>(i)), of_vertex).value;
        EXPECT_LT((found - shown).norm(), 1e-12 * (1.0 + shown.norm()));
    }
}

// Large first bends lengthen the bar; warped ones much less.
TEST(RotationWarpingLaws, WarpsLowerTheEnergyOfLargeBends) {
    const TetMesh mesh = warped_bar();
    const Material material = uniform_material({}, mesh.tet_count());
    const auto modes = displacement_modes(mesh, material, {.count = 2}).value();
    const Points u = (1.0 / modes.displacement(0).rowwise().norm().maxCoeff()) * modes.displacement(0);
    const double linear = elastic_energy(mesh, material, mesh.X + u);
    const auto warps = both_warps(mesh);
    EXPECT_LT(elastic_energy(mesh, material, mesh.X + warps[0](u)), linear);
    EXPECT_LT(elastic_energy(mesh, material, mesh.X + warps[1](u)), 0.5 * linear);
}

// FCD section 9.4: the displacement of a whole quarter turn, not its linearisation, has the strain -I across the axis,
// so that rotation-strain collapses the body to the axis.
TEST(RotationWarpingLaws, RotationStrainCollapsesAQuarterTurn) {
    const TetMesh mesh = warped_bar();
    const Mat3 R = Eigen::AngleAxisd(1.5707963267948966, Vec3::UnitZ()).toRotationMatrix();
    const Points x = mesh.X + both_warps(mesh)[1](mesh.X * R.transpose() - mesh.X);
    const Points centred = x.rowwise() - x.colwise().mean();
    EXPECT_LT(centred.leftCols(2).norm(), 1e-8 * mesh.X.norm());
    EXPECT_LT((centred.col(2).array() - (mesh.X.col(2).array() - mesh.X.col(2).mean())).abs().maxCoeff(), 1e-8);
}

TEST(RotationWarpingLaws, RotationStrainIsCancelled) {
    Progress progress;
    progress.cancel();
    const auto strain = RotationStrain::of(warped_bar(), {}, &progress);
    ASSERT_FALSE(strain);
    EXPECT_EQ(strain.error().kind, ErrorKind::cancelled);
}

} // namespace
} // namespace limber
