// SPDX-License-Identifier: MIT
#include "engine/operators/rod_elements.h"
#include "tests/oracle/compiled_solvers.h"
#include "tests/oracle/corotated_energy.h"
#include "tests/support/meshes.h"
#include "tests/support/thin_meshes.h"

#include <gtest/gtest.h>

#include <limits>
#include <numbers>

namespace limber::testing {
namespace {

constexpr RodMaterial rubber_rod{.radius = 0.01, .young = 1e6, .density = 1100.0};
const double rod_area = std::numbers::pi * 1e-4;           // [m^2]
const double rod_EI = 1e6 * std::numbers::pi * 1e-8 / 4.0; // [N m^2]
const double rod_EA = 1e6 * rod_area;                      // [N]

double energy_between(const CurveMesh& rest, const CurveMesh& bent) {
    return oracle::corotated_energy(rod_elements(rest, rubber_rod), rest.V, bent.V);
}

// A straight rod that is bent once around a circle of radius 1, whose bending energy is pi E I.
double energy_of_a_circle_of(int edges) {
    const double length = 2.0 * std::numbers::pi / edges;
    return energy_between(turning_chain(edges + 1, length, 0.0),
                          turning_chain(edges + 1, length, 2.0 * std::numbers::pi / edges));
}

TEST(Rods, BendToACircleWithItsEnergyInTheLimit) {
    const double exact = std::numbers::pi * rod_EI;
    double error_before = 0.0;
    for (const int edges : {8, 16, 32, 64}) {
        const double energy = energy_of_a_circle_of(edges);
        // Half of each angle lies between the edge and the joint's rotation: 4 sin^2(angle / 4) each.
        const double half = std::sin(0.5 * std::numbers::pi / edges);
        EXPECT_NEAR(energy, rod_EI * 4.0 / std::numbers::pi * edges * edges * half * half, 1e-9 * exact) << edges;
        const double error = exact - energy;
        EXPECT_GT(error, 0.0);
        if (error_before > 0.0) {
            EXPECT_NEAR(error_before / error, 4.0, 0.1) << "second order";
        }
        error_before = error;
    }
    EXPECT_LT(error_before, 3e-4 * exact);
}

// A joint that bends to the other side is as one that turned about its edges.
TEST(Rods, BendFromACurvedRestShapeByTheChangeOfItsAngles) {
    const double length = 0.1;
    for (const double rest : {0.0, 0.2, -0.7}) {
        for (const double angle : {0.1, 0.5, -0.4}) {
            const double energy = energy_between(turning_chain(9, length, rest), turning_chain(9, length, angle));
            const double quarter = std::sin(0.25 * (std::abs(angle) - std::abs(rest)));
            EXPECT_NEAR(energy, 8 * 8.0 * rod_EI / length * quarter * quarter, 1e-9 * rod_EI / length)
                << rest << " to " << angle;
        }
    }
}

// E I / (2 m) a^2 with the mean length m.
TEST(Rods, BendAlikeWhereTheirEdgesDiffer) {
    constexpr double angle = 0.1;
    Points straight(3, 3);
    straight << 0.0, 0.0, 0.0, 0.05, 0.0, 0.0, 0.3, 0.0, 0.0;
    Points bent = straight;
    bent.row(2) << 0.05 + 0.25 * std::cos(angle), 0.25 * std::sin(angle), 0.0;
    const double energy = energy_between(chain_through(straight), chain_through(bent));
    const double expected = rod_EI / (2.0 * 0.15) * angle * angle;
    EXPECT_NEAR(energy, expected, angle * angle / 12.0 * expected);
}

TEST(Rods, StretchAsSprings) {
    constexpr int edges = 5;
    constexpr double length = 0.2;
    constexpr double strain = 0.1;
    const CurveMesh rest = turning_chain(edges, length, 0.0);
    CurveMesh longer = rest;
    longer.V *= 1.0 + strain;
    const double springs = edges * rod_EA / (2.0 * length) * std::pow(strain * length, 2);
    const double joints = (edges - 1) * 2.0 * rod_EI / length * strain * strain; // small beside the springs
    EXPECT_NEAR(energy_between(rest, longer), springs + joints, 1e-12 * springs);
    EXPECT_LT(joints, 0.01 * springs);
}

TEST(Rods, HaveTheSameEnergyInATurnedWorld) {
    Rng rng(3);
    const CurveMesh rest = helix(12);
    const Points x = shaken(rest.V, 0.02, rng);
    Affine turn;
    turn.leftCols<3>() = random_rotation(rng);
    turn.col(3) = random_vector(rng);
    const auto elements = rod_elements(rest, rubber_rod);
    const double energy = oracle::corotated_energy(elements, rest.V, x);
    EXPECT_GT(energy, 0.0);
    EXPECT_NEAR(oracle::corotated_energy(elements, rest.V, transformed(x, turn)), energy, 1e-9 * energy);
    EXPECT_NEAR(oracle::corotated_energy(elements, rest.V, transformed(rest.V, turn)), 0.0, 1e-12 * energy);
}

TEST(Rods, HaveTheirDensityTimesTheirVolume) {
    const CurveMesh curve = turning_chain(7, 0.3, 0.4);
    const double mass = 1100.0 * rod_area * 7 * 0.3;
    EXPECT_NEAR(rod_mass(curve, rubber_rod).sum(), mass, 1e-12 * mass);
    EXPECT_NEAR(rod_mass(curve, rubber_rod)(0), mass / 14.0, 1e-12 * mass);
}

// n x n [N/m]: the second derivatives of the energy at rest by the positions along y.
Matrix stiffness_along_y(const CurveMesh& rest) {
    constexpr double h = 1e-5;
    const auto elements = rod_elements(rest, rubber_rod);
    const Index n = rest.V.rows();
    const auto energy = [&](Index i, double by_i, Index j, double by_j) {
        Points x = rest.V;
        x(i, 1) += by_i;
        x(j, 1) += by_j;
        return oracle::corotated_energy(elements, rest.V, x);
    };
    Matrix K(n, n);
    for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < n; ++j) {
            K(i, j) =
                (energy(i, h, j, h) - energy(i, h, j, -h) - energy(i, -h, j, h) + energy(i, -h, j, -h)) / (4.0 * h * h);
        }
    }
    return K;
}

// Two vertices are clamped, which clamps the beam at the middle of the first edge: the angle of the first free edge is
// that of the curvature around the second vertex.
TEST(Rods, SagAsABeamThatIsClampedAtOneEnd) {
    constexpr int edges = 16;
    constexpr double length = 0.01;
    const CurveMesh rest = turning_chain(edges, length, 0.0);
    const Matrix K = stiffness_along_y(rest).bottomRightCorner(edges - 1, edges - 1);
    const Vector weight = 9.81 * rod_mass(rest, rubber_rod).tail(edges - 1);
    const Vector sag = Eigen::PartialPivLU<Matrix>(K).solve(weight);
    const double load = 9.81 * 1100.0 * rod_area; // [N/m]
    const double beam = load * std::pow(length * (edges - 0.5), 4) / (8.0 * rod_EI);
    EXPECT_NEAR(sag(edges - 2), beam, 0.005 * beam);
}

TEST(Rods, RefuseMaterialsOutOfRange) {
    EXPECT_FALSE(fault_in(rubber_rod));
    RodMaterial material = rubber_rod;
    material.radius = 0.0;
    ASSERT_TRUE(fault_in(material));
    EXPECT_EQ(fault_in(material)->where, "radius");
    material = rubber_rod;
    material.young = std::numeric_limits<double>::quiet_NaN();
    ASSERT_TRUE(fault_in(material));
    EXPECT_EQ(fault_in(material)->where, "Young's modulus");
    material = rubber_rod;
    material.density = std::numeric_limits<double>::infinity();
    ASSERT_TRUE(fault_in(material));
    EXPECT_EQ(fault_in(material)->where, "density");
}

} // namespace
} // namespace limber::testing
