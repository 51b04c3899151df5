// SPDX-License-Identifier: MIT
#include "engine/actuation/mesh_cage.h"

#include "engine/actuation/cage_muscles.h"
#include "engine/actuation/surface_crossings.h"
#include "tests/support/meshes.h"
#include "tests/support/surfaces.h"

#include <gmock/gmock.h>

#include <cmath>
#include <string>
#include <vector>

namespace limber::testing {
namespace {

using ::testing::HasSubstr;

Matrix weights_in(const SurfaceMesh& cage, const Points& X, Index cells) {
    auto weights = harmonic_coordinates(cage, X, cells);
    EXPECT_TRUE(weights) << weights.error().message;
    return std::move(weights).value();
}

SurfaceMesh box_around(const Vec3& low, const Vec3& size) {
    SurfaceMesh box = box_surface(size);
    const Vec3 to_low = low - Vec3(box.V.colwise().minCoeff());
    box.V.rowwise() += to_low.transpose();
    return box;
}

/// Bodies in cages: round, with faces along the axes, as large as its body, concave, and with thin parts.
struct Caged {
    const char* name;
    SurfaceMesh cage;
    Points X;
};

std::vector<Caged> bodies_in_cages() {
    const TetMesh bar = bar_mesh(3, 4, 2, Vec3(0.6, 1.0, 0.4));
    const Points points = bar.X.rowwise() - Eigen::RowVector3d(0.3, 0.5, 0.2);
    const SurfaceMesh fork = fork_surface(0.2);
    Points in_fork(2 * fork.F.rows(), 3);
    for (Index face = 0; face < fork.F.rows(); ++face) { // on its faces, and just below them
        const Vec3 a = fork.V.row(fork.F(face, 0));
        const Vec3 b = fork.V.row(fork.F(face, 1));
        const Vec3 c = fork.V.row(fork.F(face, 2));
        const Vec3 centre = (a + b + c) / 3.0;
        in_fork.row(2 * face) = centre;
        in_fork.row(2 * face + 1) = centre - 0.01 * (b - a).cross(c - a).normalized();
    }
    return {{"sphere", sphere_surface(1, Vec3(0.02, -0.01, 0.03), 0.8), points},
            {"box", box_around(Vec3(-0.4, -0.6, -0.3), Vec3(0.8, 1.2, 0.6)), points},
            {"tight box", box_around(Vec3(-0.3, -0.5, -0.2), Vec3(0.6, 1.0, 0.4)), points},
            {"fork", fork, in_fork}};
}

TEST(MeshCage, ReproducesConstantsAndLinearFunctionsAtAnyResolution) {
    for (const auto& [name, cage, X] : bodies_in_cages()) {
        for (const Index cells : {2, 7, 16}) {
            const Matrix W = weights_in(cage, X, cells);
            EXPECT_LT((W.rowwise().sum().array() - 1.0).abs().maxCoeff(), 1e-9) << name << " " << cells;
            EXPECT_LT((W * cage.V - X).cwiseAbs().maxCoeff(), 1e-9) << name << " " << cells;
        }
    }
}

// Mean value coordinates are negative in a concave cage.
TEST(MeshCage, IsBetweenItsLeastAndItsGreatestValueOnTheCage) {
    for (const auto& [name, cage, X] : bodies_in_cages()) {
        for (const Index cells : {2, 7, 16}) {
            const Matrix W = weights_in(cage, X, cells);
            EXPECT_GE(W.minCoeff(), -1e-12) << name << " " << cells;
            EXPECT_LE(W.maxCoeff(), 1.0 + 1e-12) << name << " " << cells;
        }
    }
}

TEST(MeshCage, MovesTheBodyAffinelyWithAnAffineMotionOfTheCage) {
    const Caged caged = bodies_in_cages().front();
    Mat3 A;
    A << 1.1, 0.2, -0.3, 0.1, 0.9, 0.4, 0.0, -0.2, 1.3;
    const Points moved = (caged.cage.V * A.transpose()).rowwise() + Eigen::RowVector3d(0.5, -1.0, 2.0);
    const Points d = moved - caged.cage.V;
    const Vector x = cage_muscles(weights_in(caged.cage, caged.X, 8)) * Eigen::Map<const Vector>(d.data(), d.size());
    const Points expected = (caged.X * A.transpose()).rowwise() + Eigen::RowVector3d(0.5, -1.0, 2.0);
    const Points found = caged.X + Eigen::Map<const Points>(x.data(), caged.X.rows(), 3);
    EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-9);
}

// Each vertex of an icosahedron has the same weight at its centre.
TEST(MeshCage, ConvergesToTheHarmonicFunction) {
    const SurfaceMesh cage = sphere_surface(0);
    const auto error = [&](Index cells) {
        const Matrix W = weights_in(cage, Points::Zero(1, 3), cells);
        return (W.array() - 1.0 / static_cast<double>(cage.V.rows())).abs().maxCoeff();
    };
    EXPECT_LT(error(16), 0.004);
    EXPECT_LT(error(24), 0.5 * error(6));
}

TEST(MeshCage, AgreesAtOtherResolutions) {
    for (const auto& [name, cage, X] : bodies_in_cages()) {
        const Matrix fine = weights_in(cage, X, 28);
        const double coarse = (weights_in(cage, X, 7) - fine).cwiseAbs().maxCoeff();
        const double medium = (weights_in(cage, X, 14) - fine).cwiseAbs().maxCoeff();
        EXPECT_LT(medium, std::string(name) == "fork" ? 0.15 : 0.05) << name; // a prong is two cells thick
        EXPECT_LE(medium, 0.7 * coarse + 1e-9) << name;
    }
}

TEST(MeshCage, HasTheValuesOfTheCageOnIt) {
    const SurfaceMesh cage = sphere_surface(1);
    const Matrix W = weights_in(cage, 0.999999 * cage.V, 12);
    EXPECT_LT((W - Matrix::Identity(cage.V.rows(), cage.V.rows())).cwiseAbs().maxCoeff(), 1e-3);
}

TEST(MeshCage, RefusesACageThatIsNotClosed) {
    SurfaceMesh cage = sphere_surface(1);
    EXPECT_TRUE(is_closed(cage));
    cage.F.conservativeResize(cage.F.rows() - 1, 3);
    EXPECT_FALSE(is_closed(cage));
    const auto refused = harmonic_coordinates(cage, Points::Zero(1, 3));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, ErrorKind::bad_input);
    EXPECT_THAT(refused.error().message, HasSubstr("the cage is not closed"));
    EXPECT_FALSE(harmonic_coordinates(SurfaceMesh{}, Points::Zero(1, 3)));
}

TEST(MeshCage, RefusesABodyThatIsNotInside) {
    Points X = Points::Zero(3, 3);
    X(1, 0) = 1.5;
    X(2, 2) = -1.2;
    const auto refused = harmonic_coordinates(sphere_surface(2), X, 8);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("the body is not inside the cage, 2 of its vertices are outside"));
}

// Through edges and vertices too, where the faces of a box are along the lines.
TEST(SurfaceCrossings, AreAsManyInAsOut) {
    const SurfaceMesh box = box_around(Vec3::Zero(), Vec3::Ones());
    for (int axis = 0; axis < 3; ++axis) {
        for (int i = -2; i <= 6; ++i) {
            for (int j = -2; j <= 6; ++j) {
                Vec3 x = Vec3::Zero();
                x((axis + 1) % 3) = 0.25 * i;
                x((axis + 2) % 3) = 0.25 * j;
                const auto crossings = crossings_of_line(box, x, axis);
                const bool passes = i > 0 && i < 4 && j > 0 && j < 4;
                const bool misses = i < 0 || i > 4 || j < 0 || j > 4;
                EXPECT_EQ(crossings.size() % 2, 0U) << axis << " " << i << " " << j;
                EXPECT_TRUE(!passes || crossings.size() == 2) << axis << " " << i << " " << j;
                EXPECT_TRUE(!misses || crossings.empty()) << axis << " " << i << " " << j;
                if (passes) {
                    EXPECT_TRUE(is_inside(crossings, 0.5));
                    EXPECT_FALSE(is_inside(crossings, 1.5));
                    EXPECT_FALSE(is_inside(crossings, -0.5));
                    EXPECT_NEAR(last_below(crossings, 0.5)->at, 0.0, 1e-15);
                    EXPECT_NEAR(first_above(crossings, 0.5)->at, 1.0, 1e-15);
                    EXPECT_EQ(first_above(crossings, 1.5), nullptr);
                    EXPECT_EQ(last_below(crossings, -0.5), nullptr);
                }
            }
        }
    }
}

} // namespace
} // namespace limber::testing
