// SPDX-License-Identifier: MIT
#include "engine/actuation/fibre_muscles.h"

#include "engine/operators/elasticity.h"
#include "tests/support/meshes.h"

#include <gmock/gmock.h>

namespace limber::testing {
namespace {

using ::testing::HasSubstr;

/// A bar with a muscle in its upper half and one in its left half, both along it.
class BarWithFibres : public ::testing::Test {
protected:
    std::vector<MuscleFibres> fibres() const {
        const Vector upper = (mesh.X.col(1).array() > 0.5).cast<double>();
        const Vector left = (mesh.X.col(0).array() < 1.5).cast<double>();
        return {muscle_fibres(mesh, mesh.X.col(0), upper), muscle_fibres(mesh, mesh.X.col(0), left)};
    }

    TetMesh mesh = bar_mesh(6, 2, 2, Vec3(3.0, 1.0, 1.0));
    Material material = uniform_material({.young = 1e5, .poisson = 0.3}, mesh.tet_count());
    Supports free = Matrix(mesh.vertex_count(), 0);
};

TEST_F(BarWithFibres, AnswersToTheTensionAndShortens) {
    const LoadMuscles muscles = fibre_muscles(mesh, material, free, fibres(), {.peak_strain = 0.3}).value();
    ASSERT_EQ(muscles.D.cols(), 2);
    const SparseMatrix H = rest_hessian(mesh, material);
    for (Index v = 0; v < 2; ++v) {
        const MuscleFibres one = fibres()[static_cast<std::size_t>(v)];
        const Vector pull = muscle_jacobian(mesh, one.directions) * one.share;
        const Vector force = H * muscles.D.col(v);
        EXPECT_GT(muscles.stress(v), 0.0);
        EXPECT_LT((force - muscles.stress(v) * pull).norm(), 1e-6 * force.norm());
        const Eigen::Map<const Points> u(muscles.D.col(v).data(), mesh.vertex_count(), 3);
        const Points change = fibre_matrix(mesh, one) * mesh.X; // of the energy of 1 Pa
        EXPECT_LT(change.cwiseProduct(u).sum(), 0.0);
    }
}

TEST_F(BarWithFibres, IsRefusedWhereItIsPinned) {
    const Vector pins = (mesh.X.col(0).array() < 2.2).cast<double>();
    const auto pinned = fibre_muscles(mesh, material, {Matrix(mesh.vertex_count(), 0), pins}, fibres());
    ASSERT_FALSE(pinned);
    EXPECT_THAT(pinned.error().message, HasSubstr("has a muscle of fibres, number 2"));
    EXPECT_THAT(pinned.error().message, HasSubstr("the body is pinned around it"));
}

} // namespace
} // namespace limber::testing
