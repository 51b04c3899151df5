// SPDX-License-Identifier: MIT
#include "engine/actuation/pocket_muscles.h"

#include "engine/actuation/example_poses.h"
#include "engine/linalg/compiled_solvers.h"
#include "engine/loads/pockets.h"
#include "engine/operators/elasticity.h"
#include "tests/support/meshes.h"

#include <gmock/gmock.h>

#include <cmath>

namespace limber::testing {
namespace {

using ::testing::HasSubstr;

constexpr double farther = 2.5; // [m] along x: the pockets are on both sides of it

// A box of unit cells without two of them, in its inside.
TetMesh box_with_two_pockets() {
    TetMesh mesh = bar_mesh(5, 3, 3, Vec3(5.0, 3.0, 3.0));
    std::vector<Index> kept;
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        const Vec3 centre = mesh.X(mesh.T.row(t), Eigen::all).colwise().mean();
        const Vec3 cell(std::floor(centre.x()), std::floor(centre.y()), std::floor(centre.z()));
        if (cell != Vec3(1, 1, 1) && cell != Vec3(3, 1, 1)) {
            kept.push_back(t);
        }
    }
    const Tets T = mesh.T(kept, Eigen::all);
    mesh.T = T;
    return mesh;
}

class InflatedBox : public ::testing::Test {
protected:
    Result<LoadMuscles> made(const TetMesh& body, const MuscleScale& scale = {}) const {
        return pocket_muscles(body, material, Matrix(body.vertex_count(), 0), scale);
    }

    TetMesh mesh = box_with_two_pockets();
    Material material = uniform_material({.young = 1e5, .poisson = 0.3}, mesh.tet_count());
};

// A closed pocket neither pushes nor turns the body as a whole, so that its free body answers as H u = dv/dx.
TEST_F(InflatedBox, AnswersToThePressureAndGrowsItsPocket) {
    const LoadMuscles muscles = made(mesh).value();
    const auto pockets = pockets_of(mesh);
    ASSERT_EQ(muscles.D.cols(), 2);
    ASSERT_EQ(pockets.size(), 2u);
    const SparseMatrix H = rest_hessian(mesh, material);
    for (Index v = 0; v < 2; ++v) {
        const Vector pressure = pressure_forces(mesh, pockets[static_cast<std::size_t>(v)]);
        const Vector force = H * muscles.D.col(v);
        const double scale = pressure.dot(force) / pressure.squaredNorm();
        EXPECT_NEAR(scale, muscles.stress(v), 1e-6 * scale);
        EXPECT_GT(scale, 0.0);
        EXPECT_LT((force - scale * pressure).norm(), 1e-6 * force.norm());
        EXPECT_GT(pressure.dot(muscles.D.col(v)), 0.0) << "the change of its volume";
    }
}

TEST_F(InflatedBox, HasTheStrainOfItsDisplacementAsTarget) {
    const LoadMuscles muscles = made(mesh).value();
    constexpr double small = 1e-6; // where a stretch is a strain but for its square
    for (Index v = 0; v < muscles.D.cols(); ++v) {
        const Eigen::Map<const Points> u(muscles.D.col(v).data(), mesh.vertex_count(), 3);
        const Matrix stretches = example_stretches(mesh, {Points(mesh.X + small * u)}) / small;
        EXPECT_LT((stretches.col(0) - muscles.stretches.col(v)).norm(), 1e-4 * muscles.stretches.col(v).norm());
    }
}

TEST_F(InflatedBox, HasTheStatedPeakStrain) {
    const LoadMuscles muscles = made(mesh, {.peak_strain = 0.3, .left_out_volume = 0.0}).value();
    for (Index v = 0; v < muscles.D.cols(); ++v) {
        double largest = 0.0;
        for (Index t = 0; t < mesh.tet_count(); ++t) {
            const Mat3 strain = muscles.stretches.col(v).segment<9>(9 * t).reshaped(3, 3);
            largest =
                std::max(largest, Eigen::SelfAdjointEigenSolver<Mat3>(strain).eigenvalues().cwiseAbs().maxCoeff());
        }
        EXPECT_NEAR(largest, 0.3, 1e-9);
    }
}

TEST_F(InflatedBox, IsTurnedWithTheBody) {
    Rng rng(4);
    const Mat3 R = random_rotation(rng);
    Affine turn;
    turn << R, Vec3(1.0, -2.0, 0.5);
    const LoadMuscles muscles = made(mesh).value();
    const LoadMuscles turned = made(transformed(mesh, turn)).value();
    for (Index v = 0; v < muscles.D.cols(); ++v) {
        for (Index i = 0; i < mesh.vertex_count(); ++i) {
            const Vec3 expected = R * muscles.D.col(v).segment<3>(3 * i);
            EXPECT_LT((turned.D.col(v).segment<3>(3 * i) - expected).norm(), 1e-6);
        }
        for (Index t = 0; t < mesh.tet_count(); ++t) {
            const Mat3 before = muscles.stretches.col(v).segment<9>(9 * t).reshaped(3, 3);
            const Mat3 after = turned.stretches.col(v).segment<9>(9 * t).reshaped(3, 3);
            EXPECT_LT((after - R * before * R.transpose()).norm(), 1e-6);
        }
    }
}

TEST_F(InflatedBox, IsRefusedWhereNothingCanInflate) {
    const TetMesh solid = bar_mesh(2, 2, 2);
    const Material of_solid = uniform_material({.young = 1e5}, solid.tet_count());
    const auto none = pocket_muscles(solid, of_solid, Matrix(solid.vertex_count(), 0));
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().kind, ErrorKind::bad_input);
    EXPECT_THAT(none.error().message, HasSubstr("without a closed cavity"));
    const Vector pins = (mesh.X.col(0).array() < farther).cast<double>();
    const auto pinned = pocket_muscles(mesh, material, {Matrix(mesh.vertex_count(), 0), pins});
    ASSERT_FALSE(pinned);
    EXPECT_THAT(pinned.error().message, HasSubstr("the body is pinned around it"));
}

} // namespace
} // namespace limber::testing
