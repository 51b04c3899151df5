// SPDX-License-Identifier: MIT
#include "engine/operators/shell_elements.h"
#include "tests/oracle/corotated_energy.h"
#include "tests/support/meshes.h"
#include "tests/support/surfaces.h"
#include "tests/support/thin_meshes.h"

#include <gtest/gtest.h>

#include <limits>
#include <numbers>
#include <span>

namespace limber::testing {
namespace {

constexpr ShellMaterial rubber_sheet{.thickness = 0.01, .young = 1e6, .poisson = 0.3, .density = 1100.0};
const double sheet_D = 1e6 * 1e-6 / (12.0 * (1.0 - 0.09)); // [N m]

std::span<const CorotatedElement> hinges_of(const SurfaceMesh& surface, const std::vector<CorotatedElement>& elements) {
    return std::span(elements).subspan(static_cast<std::size_t>(surface.F.rows()));
}

// Pulled along x, narrower along y by Poisson's ratio: E / 2 strain^2 a volume, as a rod.
TEST(Shells, StretchByYoungsModulusWherePoissonsRatioNarrowsThem) {
    constexpr double strain = 0.02;
    SurfaceMesh surface = sheet(4, 3, 0.1);
    Rng rng(1);
    surface.V.leftCols<2>() = shaken(surface.V, 0.01, rng).leftCols<2>();
    Affine map = identity_affine();
    map(0, 0) = 1.0 + strain;
    map(1, 1) = 1.0 - rubber_sheet.poisson * strain;
    const double volume = shell_mass(surface, rubber_sheet).sum() / rubber_sheet.density;
    const auto elements = shell_elements(surface, rubber_sheet);
    const auto membranes = std::span(elements).first(static_cast<std::size_t>(surface.F.rows()));
    const double energy = oracle::corotated_energy(membranes, surface.V, transformed(surface.V, map));
    const double expected = 0.5 * rubber_sheet.young * strain * strain * volume;
    EXPECT_NEAR(energy, expected, 1e-9 * expected);
}

// The squares of the grid stay flat, so that the edges across bend alone.
TEST(Shells, BendToACylinderWithItsEnergyInTheLimit) {
    constexpr double width = 0.3;
    constexpr double angle = 0.9; // in all
    double error_before = 0.0;
    for (const int cells : {6, 12, 24}) {
        const double size = width / cells;
        const SurfaceMesh flat = sheet(cells, 2, size);
        const double turn = angle / cells;
        const CurveMesh arc = turning_chain(cells, size, turn);
        SurfaceMesh bent = flat;
        for (Index v = 0; v < flat.V.rows(); ++v) {
            const Index along = v % (cells + 1);
            bent.V.row(v) << arc.V(along, 0), flat.V(v, 1), arc.V(along, 1);
        }
        const double energy = oracle::corotated_energy(shell_elements(flat, rubber_sheet), flat.V, bent.V);
        const double quarter = std::sin(0.25 * turn);
        EXPECT_NEAR(energy, (cells - 1) * 2 * 8.0 * sheet_D * quarter * quarter, 1e-7 * energy) << cells;
        // The curvature angle / width on the area of the edges that bend, which lack half a cell at either end.
        const double cylinder = 0.5 * sheet_D * std::pow(angle / width, 2) * 2.0 * size * (width - size);
        const double error = (cylinder - energy) / cylinder;
        EXPECT_GT(error, 0.0);
        if (error_before > 0.0) {
            EXPECT_NEAR(error_before / error, 4.0, 0.1) << "second order";
        }
        error_before = error;
    }
    EXPECT_LT(error_before, 1e-4);
}

// A third of their stiffness, because their heights are thirds.
TEST(Shells, BendAsDiscreteShells) {
    for (const double rest : {0.0, 0.8, -0.5}) {
        for (const double change : {0.2, -0.1}) {
            const SurfaceMesh folded = fold(0.3, 0.2, 0.07, rest);
            const Points bent = fold(0.3, 0.2, 0.07, rest + change).V;
            const double energy = oracle::corotated_energy(shell_elements(folded, rubber_sheet), folded.V, bent);
            const double discrete = oracle::discrete_shell_energy(folded.F, folded.V, bent, sheet_D / 3.0);
            EXPECT_GT(discrete, 0.0);
            EXPECT_NEAR(energy, discrete, change * change / 12.0 * discrete) << rest << ", " << change;
        }
    }
}

TEST(Shells, BendAsDiscreteShellsOnAnySheet) {
    constexpr double size = 0.1;
    Rng rng(2);
    SurfaceMesh surface = sheet(5, 4, size);
    surface.V.leftCols<2>() = shaken(surface.V, 0.1 * size, rng).leftCols<2>();
    Points x = surface.V;
    x.col(2) = shaken(surface.V, 1e-4 * size, rng).col(2);
    const auto elements = shell_elements(surface, rubber_sheet);
    const double energy = oracle::corotated_energy(hinges_of(surface, elements), surface.V, x);
    const double discrete = oracle::discrete_shell_energy(surface.F, surface.V, x, sheet_D / 3.0);
    EXPECT_GT(discrete, 0.0);
    EXPECT_NEAR(energy, discrete, 1e-4 * discrete);
}

// Both wings are alike, so that each turns by half of the change.
TEST(Shells, TellAFoldFromItsMirrorImage) {
    constexpr double rest = 0.8;
    const SurfaceMesh folded = fold(0.2, 0.1, 0.1, rest);
    const auto elements = shell_elements(folded, rubber_sheet);
    const double spring = 2.0 * sheet_D * 0.2 / 0.1;
    const Points mirrored = fold(0.2, 0.1, 0.1, -rest).V;
    EXPECT_NEAR(oracle::corotated_energy(hinges_of(folded, elements), folded.V, mirrored),
                4.0 * spring * std::pow(std::sin(0.5 * rest), 2), 1e-9 * spring);
}

TEST(Shells, HaveTheSameEnergyInATurnedWorld) {
    Rng rng(4);
    const SurfaceMesh rest = sphere_surface(1);
    const Points x = shaken(rest.V, 0.05, rng);
    Affine turn;
    turn.leftCols<3>() = random_rotation(rng);
    turn.col(3) = random_vector(rng);
    const auto elements = shell_elements(rest, rubber_sheet);
    const double energy = oracle::corotated_energy(elements, rest.V, x);
    EXPECT_GT(energy, 0.0);
    EXPECT_NEAR(oracle::corotated_energy(elements, rest.V, transformed(x, turn)), energy, 1e-9 * energy);
    EXPECT_NEAR(oracle::corotated_energy(elements, rest.V, transformed(rest.V, turn)), 0.0, 1e-12 * energy);
}

// Three triangles at one edge form one hinge of three wings.
TEST(Shells, HingeAllTrianglesOfAnEdge) {
    SurfaceMesh surface = fold(0.2, 0.1, 0.1, 0.3);
    surface.V.conservativeResize(5, 3);
    surface.V.row(4) << 0.1, 0.0, 0.1;
    surface.F.conservativeResize(3, 3);
    surface.F.row(2) << 0, 1, 4;
    const auto elements = shell_elements(surface, rubber_sheet);
    ASSERT_EQ(elements.size(), 4U);
    EXPECT_EQ(elements.back().vertices.size(), 5U);
    EXPECT_EQ(elements.back().D.rows(), 4);
    EXPECT_LT(elements.back().D.rowwise().sum().cwiseAbs().maxCoeff(), 1e-15);
}

TEST(Shells, HaveTheirDensityTimesTheirVolume) {
    const SurfaceMesh surface = sheet(3, 2, 0.1);
    const double mass = 1100.0 * 0.01 * 0.06;
    EXPECT_NEAR(shell_mass(surface, rubber_sheet).sum(), mass, 1e-12 * mass);
}

TEST(Shells, RefuseMaterialsOutOfRange) {
    EXPECT_FALSE(fault_in(rubber_sheet));
    ShellMaterial material = rubber_sheet;
    material.thickness = -1.0;
    ASSERT_TRUE(fault_in(material));
    EXPECT_EQ(fault_in(material)->where, "thickness");
    material = rubber_sheet;
    material.poisson = 0.5;
    ASSERT_TRUE(fault_in(material));
    EXPECT_EQ(fault_in(material)->where, "Poisson's ratio");
    material = rubber_sheet;
    material.young = std::numeric_limits<double>::infinity();
    ASSERT_TRUE(fault_in(material));
    EXPECT_EQ(fault_in(material)->where, "Young's modulus");
}

} // namespace
} // namespace limber::testing
