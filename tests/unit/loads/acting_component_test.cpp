// SPDX-License-Identifier: MIT
#include "engine/loads/acting_component.h"

#include "engine/core/random.h"
#include "engine/operators/scalar_operators.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <array>
#include <exception>
#include <limits>
#include <memory>
#include <vector>

namespace limber {
namespace {

class ActsOnABar : public ::testing::Test {
protected:
    static constexpr double frame = 1.0 / 60.0; // [s]

    ActsOnABar() {
        mixture.components = {within(Vec3(0, 0, 0)), within(Vec3(1, 0, 0))};
        mixture.shares = Eigen::Vector2d(0.4, 0.6);
    }
    LoadDistribution within(const Vec3& place) const {
        return loads_within(mass, share_of({place, 0.2, 50.0}, mesh.X));
    }
    std::shared_ptr<const LoadMixture> shared() const {
        return std::make_shared<const LoadMixture>(mixture);
    }
    // The component after the same force was seen so many times.
    static std::size_t after(ActingComponent& acting, int vertex, const Vec3& force, int times) {
        for (int i = 0; i < times; ++i) {
            acting.observe(std::array{VertexForce{vertex, force}}, frame);
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
    ActingComponent acting(shared());
    EXPECT_EQ(acting.chosen(), 1u) << "the largest share";
    EXPECT_EQ(after(acting, left, Vec3(0, 1, 0), 4), 1u) << "not at once";
    EXPECT_EQ(after(acting, left, Vec3(0, 1, 0), 2), 0u);
    EXPECT_EQ(after(acting, right, Vec3(0, 1, 0), 10), 0u) << "nor soon after a switch";
    EXPECT_EQ(after(acting, right, Vec3(0, 1, 0), 5), 1u);
}

// Amounts of loads are no forces of the scene, so that a weak pull says as much as a strong one.
TEST_F(ActsOnABar, WhateverTheSizeOfTheForce) {
    for (const double size : {1e-9, 1.0, 1e9}) {
        ActingComponent acting(shared());
        EXPECT_EQ(after(acting, left, Vec3(0, size, 0), 6), 0u) << size;
    }
}

TEST_F(ActsOnABar, UntilAnotherIsTouched) {
    ActingComponent acting(shared());
    ASSERT_EQ(after(acting, left, Vec3(0, 1, 0), 6), 0u);
    for (int i = 0; i < 10; ++i) {
        EXPECT_EQ(acting.observe({}, frame), 0u);
        EXPECT_EQ(acting.observe(std::array{VertexForce{right, Vec3::Zero()}}, frame), 0u);
        const double nan = std::numeric_limits<double>::quiet_NaN();
        EXPECT_EQ(acting.observe(std::array{VertexForce{right, Vec3(0, nan, 0)}}, frame), 0u);
    }
}

TEST_F(ActsOnABar, ByTheStrongestOfSeveralForces) {
    ActingComponent acting(shared());
    const std::array forces{VertexForce{left, Vec3(0, 2, 0)}, VertexForce{right, Vec3(0, 1e-4, 0)},
                            VertexForce{left, Vec3(0, 1, 0)}};
    for (int i = 0; i < 6; ++i) {
        acting.observe(forces, frame);
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
    ActingComponent acting(shared());
    EXPECT_EQ(after(acting, right, Vec3(5, 0, 0), 6), 0u);
    EXPECT_EQ(after(acting, right, Vec3(0, -5, 0), 20), 1u);
}

TEST_F(ActsOnABar, AsItDidWhereNoComponentHasForces) {
    for (LoadDistribution& loads : mixture.components) {
        loads = loads_within(mass, (mesh.X.col(0).array() < 0.1).cast<double>());
    }
    ActingComponent acting(shared());
    EXPECT_EQ(after(acting, right, Vec3(0, 1, 0), 20), 1u);
}

// As under contact, where other vertices bear the body at each step.
TEST_F(ActsOnABar, ByForcesOnOtherVerticesEachTime) {
    std::vector<int> of_the_end;
    for (int vertex = 0; vertex < mesh.vertex_count(); ++vertex) {
        if (mesh.X(vertex, 0) < 0.05) {
            of_the_end.push_back(vertex);
        }
    }
    ASSERT_GT(of_the_end.size(), 6u);
    ActingComponent acting(shared());
    for (std::size_t i = 0; i < 6; ++i) {
        after(acting, of_the_end[i], Vec3(0, 1, 0), 1);
    }
    EXPECT_EQ(acting.chosen(), 0u);
}

// As of a body that rocks on its ends.
TEST_F(ActsOnABar, AsItDidWhileTheEndsAreTouchedInTurns) {
    ActingComponent acting(shared());
    for (int i = 0; i < 60; ++i) {
        EXPECT_EQ(after(acting, i % 2 == 0 ? left : right, Vec3(0, 1, 0), 1), 1u) << i;
    }
}

// Stored factors change no choice.
TEST_F(ActsOnABar, AsAfterTheSameMemory) {
    ActingComponent acting(shared());
    ASSERT_EQ(after(acting, left, Vec3(0, 1, 0), 9), 0u);
    ActingComponent other(shared());
    after(other, right, Vec3(1, 0, 0), 3);
    other.set_memory(acting.memory());
    EXPECT_EQ(other.chosen(), 0u);
    for (int i = 0; i < 30; ++i) {
        after(acting, right, Vec3(0, 1, 0), 1);
        after(other, right, Vec3(0, 1, 0), 1);
        ASSERT_EQ(other.memory(), acting.memory()) << i;
    }
    EXPECT_EQ(acting.chosen(), 1u);
    acting.restart();
    EXPECT_EQ(acting.memory(), ActingComponent(shared()).memory());
}

// The strongest of many forces are others each time.
TEST_F(ActsOnABar, ByForcesOfChangingStrength) {
    ActingComponent acting(shared());
    Rng random(1);
    for (int i = 0; i < 6; ++i) {
        std::vector<VertexForce> forces;
        for (int vertex = 0; vertex < mesh.vertex_count(); ++vertex) {
            if (mesh.X(vertex, 0) < 0.3) {
                forces.push_back({vertex, Vec3(0.1, random.uniform(0.5, 1.0), 0.1)});
            }
        }
        ASSERT_GT(forces.size(), 20u);
        acting.observe(forces, frame);
    }
    EXPECT_EQ(acting.chosen(), 0u);
}

TEST_F(ActsOnABar, OnVerticesOfTheMeshOnly) {
    ActingComponent acting(shared());
    for (const int vertex : {-1, static_cast<int>(mesh.vertex_count())}) {
        EXPECT_THROW(acting.observe(std::array{VertexForce{vertex, Vec3(0, 1, 0)}}, frame), std::exception);
    }
}

} // namespace
} // namespace limber
