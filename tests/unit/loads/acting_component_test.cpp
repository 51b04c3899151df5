// SPDX-License-Identifier: MIT
#include "engine/loads/acting_component.h"

#include "engine/core/random.h"
#include "engine/operators/scalar_operators.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <array>
#include <exception>
#include <limits>
#include <vector>

namespace limber {
namespace {

class ActsOnABar : public ::testing::Test {
protected:
    ActsOnABar() {
        mixture.components = {within(Vec3(0, 0, 0)), within(Vec3(1, 0, 0))};
        mixture.shares = Eigen::Vector2d(0.4, 0.6);
    }
    LoadDistribution within(const Vec3& place) const {
        return loads_within(mass, share_of({place, 0.2, 50.0}, mesh.X));
    }
    // The component after the same force was seen so many times.
    static std::size_t after(ActingComponent& acting, int vertex, const Vec3& force, int times) {
        for (int i = 0; i < times; ++i) {
            acting.observe(std::array{VertexForce{vertex, force}});
        }
        return acting.chosen();
    }

    TetMesh mesh = testing::bar_mesh(8, 2, 2, Vec3(1.0, 0.3, 0.3));
    Vector mass = lumped_mass(mesh, Vector::Constant(mesh.tet_count(), 100.0));
    int left = 0;
    int right = static_cast<int>(mesh.vertex_count()) - 1;
    LoadMixture mixture;
};

TEST_F(ActsOnABar, TheComponentWhosePlaceIsTouched) {
    ActingComponent acting(mixture);
    EXPECT_EQ(acting.chosen(), 1u) << "the largest share";
    EXPECT_EQ(after(acting, left, Vec3(0, 1, 0), 2), 1u) << "not at once";
    EXPECT_EQ(after(acting, left, Vec3(0, 1, 0), 1), 0u);
    EXPECT_EQ(after(acting, right, Vec3(0, 1, 0), 3), 1u);
}

// Amounts of loads are no forces of the scene, so that a weak pull says as much as a strong one.
TEST_F(ActsOnABar, WhateverTheSizeOfTheForce) {
    for (const double size : {1e-9, 1.0, 1e9}) {
        ActingComponent acting(mixture);
        EXPECT_EQ(after(acting, left, Vec3(0, size, 0), 3), 0u) << size;
    }
}

TEST_F(ActsOnABar, UntilAnotherIsTouched) {
    ActingComponent acting(mixture);
    ASSERT_EQ(after(acting, left, Vec3(0, 1, 0), 3), 0u);
    for (int i = 0; i < 10; ++i) {
        EXPECT_EQ(acting.observe({}), 0u);
        EXPECT_EQ(acting.observe(std::array{VertexForce{right, Vec3::Zero()}}), 0u);
        const double nan = std::numeric_limits<double>::quiet_NaN();
        EXPECT_EQ(acting.observe(std::array{VertexForce{right, Vec3(0, nan, 0)}}), 0u);
    }
}

TEST_F(ActsOnABar, ByTheStrongestOfSeveralForces) {
    ActingComponent acting(mixture);
    const std::array forces{VertexForce{left, Vec3(0, 2, 0)}, VertexForce{right, Vec3(0, 1e-4, 0)},
                            VertexForce{left, Vec3(0, 1, 0)}};
    for (int i = 0; i < 3; ++i) {
        acting.observe(forces);
    }
    EXPECT_EQ(acting.chosen(), 0u);
}

// Forces along one axis are told from those along another at the same place.
TEST_F(ActsOnABar, ByTheDirectionOfTheForce) {
    for (std::size_t k = 0; k < 2; ++k) {
        LoadDistribution& loads = mixture.components[k];
        loads = no_loads(mesh.vertex_count());
        loads.patterns = Matrix::Zero(3 * mesh.vertex_count(), 1);
        loads.patterns(3 * right + static_cast<Index>(k), 0) = 1.0;
    }
    ActingComponent acting(mixture);
    EXPECT_EQ(after(acting, right, Vec3(5, 0, 0), 3), 0u);
    EXPECT_EQ(after(acting, right, Vec3(0, -5, 0), 3), 1u);
}

TEST_F(ActsOnABar, AsItDidWhereNoComponentHasForces) {
    for (LoadDistribution& loads : mixture.components) {
        loads = loads_within(mass, (mesh.X.col(0).array() < 0.1).cast<double>());
    }
    ActingComponent acting(mixture);
    EXPECT_EQ(after(acting, right, Vec3(0, 1, 0), 5), 1u);
}

// As under contact, where other vertices bear the body at each step.
TEST_F(ActsOnABar, NotByObservationsOfDifferentVertices) {
    ActingComponent acting(mixture);
    for (int i = 0; i < 12; ++i) {
        EXPECT_EQ(after(acting, i % 3, Vec3(0, 1, 0), 1), 1u) << i;
    }
    EXPECT_EQ(after(acting, 0, Vec3(0, 1, 0), 3), 0u);
}

// The vertices on which forces are compared remain, though the strongest of many forces are others each time.
TEST_F(ActsOnABar, ByForcesOfChangingStrength) {
    ActingComponent acting(mixture);
    Rng random(1);
    for (int i = 0; i < 4; ++i) {
        std::vector<VertexForce> forces;
        for (int vertex = 0; vertex < mesh.vertex_count(); ++vertex) {
            if (mesh.X(vertex, 0) < 0.3) {
                forces.push_back({vertex, Vec3(0.1, random.uniform(0.5, 1.0), 0.1)});
            }
        }
        ASSERT_GT(forces.size(), 20u);
        acting.observe(forces);
    }
    EXPECT_EQ(acting.chosen(), 0u);
}

TEST_F(ActsOnABar, OnVerticesOfTheMeshOnly) {
    ActingComponent acting(mixture);
    for (const int vertex : {-1, static_cast<int>(mesh.vertex_count())}) {
        EXPECT_THROW(acting.observe(std::array{VertexForce{vertex, Vec3(0, 1, 0)}}), std::exception);
    }
}

} // namespace
} // namespace limber
