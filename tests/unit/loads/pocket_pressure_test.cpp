// SPDX-License-Identifier: MIT
#include "engine/loads/pocket_pressure.h"

#include "engine/core/random.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

namespace limber {
namespace {

constexpr double pressure = 700.0; // [Pa]

/// A box with a cavity, at shaken places.
class GasInABox : public ::testing::Test {
protected:
    GasInABox() {
        Rng rng(21);
        x = testing::shaken(mesh.X, 0.02, rng);
        along = testing::shaken(Points::Zero(x.rows(), 3), 1.0, rng);
    }
    double energy_at(const Points& at) const {
        Points unused = Points::Zero(at.rows(), 3);
        return add_pressure_energy(pocket, pressure, at, unused);
    }
    Points gradient_at(const Points& at) const {
        Points gradient = Points::Zero(at.rows(), 3);
        add_pressure_energy(pocket, pressure, at, gradient);
        return gradient;
    }

    TetMesh mesh = testing::part_of(testing::bar_mesh(4, 3, 3, Vec3(0.4, 0.3, 0.3)), [](const Vec3& c) {
        return c.x() < 0.1 || c.x() > 0.3 || c.y() < 0.1 || c.y() > 0.2 || c.z() < 0.1 || c.z() > 0.2;
    });
    Pocket pocket = pockets_of(mesh).front();
    Points x;
    Points along;
};

TEST_F(GasInABox, HasNoEnergyAndThePocketsForcesAtRest) {
    EXPECT_NEAR(energy_at(mesh.X), 0.0, 1e-12 * pressure);
    const Points gradient = gradient_at(mesh.X);
    const Vector force = pressure_forces(mesh, pocket);
    EXPECT_LT((Eigen::Map<const Vector>(gradient.data(), gradient.size()) + pressure * force).norm(),
              1e-12 * pressure * force.norm());
}

TEST_F(GasInABox, HasTheEnergyOfItsVolume) {
    const double factor = 1.3;
    EXPECT_NEAR(energy_at(factor * mesh.X), -pressure * (factor * factor * factor - 1.0) * pocket.volume, 1e-10);
}

TEST_F(GasInABox, HasTheGradientAndTheHessianOfFiniteDifferences) {
    constexpr double step = 1e-5;
    const double difference = (energy_at(x + step * along) - energy_at(x - step * along)) / (2.0 * step);
    const double slope = gradient_at(x).cwiseProduct(along).sum();
    EXPECT_GT(std::abs(slope), 1e-3);
    EXPECT_NEAR(slope, difference, 1e-7 * std::abs(slope));
    const Points change = (gradient_at(x + step * along) - gradient_at(x - step * along)) / (2.0 * step);
    Matrix products = Matrix::Zero(x.size(), 2);
    Matrix columns(x.size(), 2);
    columns << Eigen::Map<const Vector>(along.data(), along.size()), Vector::Zero(x.size());
    add_pressure_hessian_times(pocket, pressure, x, columns, products);
    const Eigen::Map<const Vector> expected(change.data(), change.size());
    EXPECT_LT((products.col(0) - expected).norm(), 1e-7 * expected.norm());
    EXPECT_TRUE(products.col(1).isZero(0.0));
}

TEST_F(GasInABox, PushesAlikeWhereverAndHoweverTurnedTheBodyIs) {
    Rng rng(5);
    const Mat3 R = testing::random_rotation(rng);
    const Points moved = (x * R.transpose()).rowwise() + Eigen::RowVector3d(100.0, -50.0, 30.0);
    EXPECT_NEAR(energy_at(moved), energy_at(x), 1e-9 * pressure * pocket.volume);
    const Points gradient = gradient_at(x);
    EXPECT_LT((gradient_at(moved) - gradient * R.transpose()).norm(), 1e-9 * gradient.norm());
    EXPECT_LT(gradient.colwise().sum().norm(), 1e-12 * gradient.norm()) << "a closed surface has no resultant";
    Vec3 moment = Vec3::Zero();
    for (Index i = 0; i < x.rows(); ++i) {
        moment += Vec3(x.row(i)).cross(Vec3(gradient.row(i)));
    }
    EXPECT_LT(moment.norm(), 1e-12 * gradient.norm());
}

} // namespace
} // namespace limber
