// SPDX-License-Identifier: MIT
#include "engine/loads/pockets.h"

#include "engine/core/random.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <functional>

namespace limber {
namespace {

// A box of unit cells without those that are chosen by their indices.
TetMesh box_without(int nx, int ny, int nz, const std::function<bool(int, int, int)>& is_empty) {
    TetMesh mesh = testing::bar_mesh(nx, ny, nz, Vec3(nx, ny, nz));
    std::vector<Index> kept;
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        const Vec3 centre = mesh.X(mesh.T.row(t), Eigen::all).colwise().mean();
        if (!is_empty(static_cast<int>(centre.x()), static_cast<int>(centre.y()), static_cast<int>(centre.z()))) {
            kept.push_back(t);
        }
    }
    const Tets T = mesh.T(kept, Eigen::all);
    mesh.T = T;
    return mesh;
}

TetMesh with_two_pockets() {
    return box_without(5, 3, 3, [](int x, int y, int z) { return (x == 1 || x == 3) && y == 1 && z == 1; });
}

// Of the cavity, at these positions.
double volume_at(const Points& X, const Pocket& pocket) {
    double volume = 0.0;
    for (Index f = 0; f < pocket.surface.rows(); ++f) {
        const Vec3 a = X.row(pocket.surface(f, 0));
        const Vec3 b = X.row(pocket.surface(f, 1));
        const Vec3 c = X.row(pocket.surface(f, 2));
        volume -= a.dot(b.cross(c)) / 6.0;
    }
    return volume;
}

TEST(Pockets, AreTheClosedCavities) {
    EXPECT_TRUE(pockets_of(testing::bar_mesh(2, 2, 2)).empty());
    const auto pockets = pockets_of(with_two_pockets());
    ASSERT_EQ(pockets.size(), 2u);
    for (const Pocket& pocket : pockets) {
        EXPECT_EQ(pocket.surface.rows(), 12);
        EXPECT_NEAR(pocket.volume, 1.0, 1e-12);
    }
}

TEST(Pockets, AreNoneWhereACavityIsOpen) {
    const TetMesh open = box_without(3, 3, 3, [](int x, int y, int z) { return x == 1 && y >= 1 && z == 1; });
    EXPECT_TRUE(pockets_of(open).empty());
    EXPECT_FALSE(pocket_around(open, Vec3(1.5, 1.5, 1.5)));
}

// What lies inside a cavity has a surface that is oriented outwards.
TEST(Pockets, AreNotTheBodiesInside) {
    const auto is_ring = [](int x, int y, int z) {
        const bool is_inner = x >= 1 && x <= 3 && y >= 1 && y <= 3 && z >= 1 && z <= 3;
        return is_inner && !(x == 2 && y == 2 && z == 2);
    };
    const auto pockets = pockets_of(box_without(5, 5, 5, is_ring));
    ASSERT_EQ(pockets.size(), 1u);
    EXPECT_NEAR(pockets[0].volume, 27.0, 1e-12);
}

TEST(Pockets, AreFoundByAPointInTheirCavity) {
    const TetMesh mesh = with_two_pockets();
    const auto second = pocket_around(mesh, Vec3(3.4, 1.5, 1.6));
    ASSERT_TRUE(second);
    EXPECT_GT(mesh.X(second.value().surface(0, 0), 0), 2.9);
    for (const Vec3& elsewhere : {Vec3(2.5, 1.5, 1.5), Vec3(9.0, 0.0, 0.0)}) {
        const auto none = pocket_around(mesh, elsewhere);
        ASSERT_FALSE(none);
        EXPECT_NE(none.error().message.find("no closed pocket"), std::string::npos);
    }
}

TEST(Pockets, AreRefusedUnlessTheirFieldClosesThem) {
    const TetMesh mesh = with_two_pockets();
    Vector share = Vector::Zero(mesh.vertex_count());
    const auto empty = pocket_of_share(mesh, share);
    ASSERT_FALSE(empty);
    EXPECT_NE(empty.error().message.find("without a surface"), std::string::npos);
    const Triangles surface = pockets_of(mesh)[0].surface;
    for (const int vertex : surface.reshaped()) {
        share(vertex) = 0.5;
    }
    const auto closed = pocket_of_share(mesh, share);
    ASSERT_TRUE(closed);
    EXPECT_NEAR(closed.value().volume, 1.0, 1e-12);
    share(surface(0, 0)) = 0.4;
    const auto open = pocket_of_share(mesh, share);
    ASSERT_FALSE(open);
    EXPECT_NE(open.error().message.find("not closed"), std::string::npos);
}

// The work of a pressure is the change of the volume [equation 21].
TEST(Pockets, PushWithTheDerivativeOfTheirVolume) {
    TetMesh mesh = with_two_pockets();
    Rng rng(5);
    mesh.X = testing::shaken(mesh.X, 0.05, rng);
    const Pocket pocket = pockets_of(mesh)[1];
    const Points v = Points::NullaryExpr(mesh.vertex_count(), 3, [&] { return rng.normal(); });
    constexpr double h = 1e-5;
    const double change = (volume_at(mesh.X + h * v, pocket) - volume_at(mesh.X - h * v, pocket)) / (2.0 * h);
    const Vector forces = pressure_forces(mesh, pocket);
    EXPECT_NEAR(forces.dot(Vector(v.reshaped<Eigen::RowMajor>())), change, 1e-8 * std::abs(change));
}

// A closed pocket neither pushes nor turns the body as a whole.
TEST(Pockets, HaveNoResultantForce) {
    const TetMesh mesh = with_two_pockets();
    const LoadDistribution loads = pocket_loads(mesh, pockets_of(mesh));
    ASSERT_EQ(loads.patterns.cols(), 2);
    for (Index p = 0; p < 2; ++p) {
        Vec3 force = Vec3::Zero();
        Vec3 torque = Vec3::Zero();
        for (Index i = 0; i < mesh.vertex_count(); ++i) {
            const Vec3 f = loads.patterns.block<3, 1>(3 * i, p);
            const Vec3 x = mesh.X.row(i);
            force += f;
            torque += x.cross(f);
        }
        EXPECT_LT(force.norm() + torque.norm(), 1e-12);
        EXPECT_GT(loads.patterns.col(p).norm(), 0.5);
    }
}

} // namespace
} // namespace limber
