// SPDX-License-Identifier: MIT
#include "engine/mesh/filled_gaps.h"

#include "engine/mesh/inside_test.h"
#include "engine/mesh/tetrahedralise.h"
#include "tests/support/meshes.h"
#include "tests/support/needed.h"
#include "tests/support/surfaces.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

namespace limber {
namespace {

using namespace limber::testing;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

class FilledGaps : public ::testing::Test {
protected:
    void SetUp() override {
        SKIP_WITHOUT(can_tetrahedralise(), "mesher in this build");
    }
};

std::vector<std::string> warnings_of(const SurfaceMesh& surface, Index vertices) {
    MeshingOptions options;
    options.target_vertices = vertices;
    const auto mesh = tetrahedralise(surface, options);
    EXPECT_TRUE(mesh) << sentence(mesh.error());
    return mesh ? mesh.value().warnings : std::vector<std::string>{};
}

std::vector<FilledGap> gaps_of(const SurfaceMesh& surface, const TetMesh& tets, double edge_length) {
    const WindingNumber winding(surface);
    InsideTest inside(surface, winding);
    return filled_gaps(surface, std::ref(inside), tets, edge_length).value();
}

TEST_F(FilledGaps, AreSaidOfPlatesThatAreNearerThanTheTetsAreLong) {
    for (const Index vertices : {200, 1000}) {
        EXPECT_THAT(warnings_of(fork_surface(0.02), vertices),
                    Contains(HasSubstr(std::string(filled_gap_words) + "; raise target_vertices to keep them apart")));
    }
}

TEST_F(FilledGaps, AreSaidWithTheNamesOfTheirSides) {
    MeshingOptions options;
    options.target_vertices = 300;
    options.part_at = [](const Vec3& x) {
        return x.x() < 0.31 ? "left plate" : "right plate";
    };
    const auto mesh = tetrahedralise(fork_surface(0.02), options);
    ASSERT_TRUE(mesh) << sentence(mesh.error());
    EXPECT_THAT(mesh.value().warnings, Contains(HasSubstr("between left plate and right plate, 1.")));
}

TEST_F(FilledGaps, AreNoneBetweenPlatesThatTheTetsKeepApart) {
    for (const Index vertices : {500, 1000}) {
        EXPECT_THAT(warnings_of(fork_surface(0.2), vertices), Not(Contains(HasSubstr("gap"))));
    }
}

// With edges of one length, the first would have four gaps filled.
TEST_F(FilledGaps, AreNoneWhereShorterEdgesKeepPlatesApart) {
    EXPECT_THAT(warnings_of(fork_surface(0.06), 500), Not(Contains(HasSubstr("gap"))));
    EXPECT_THAT(warnings_of(fork_surface(0.08), 500), Not(Contains(HasSubstr("gap"))));
}

// Shorter edges leave two tets that join the plates.
TEST_F(FilledGaps, AreNoneWhereFewTetsAreDropped) {
    EXPECT_THAT(warnings_of(fork_surface(0.05), 1000), Not(Contains(HasSubstr("gap"))));
}

// The two plates in one: whole boxes around both of them.
TEST_F(FilledGaps, AreFoundWhereTheyAreFilledAsAWhole) {
    const SurfaceMesh fork = fork_surface(0.1);
    MeshingOptions options;
    options.target_vertices = 500;
    const auto around = tetrahedralise(box_surface(Vec3(0.7, 2.4, 0.5)), options);
    ASSERT_TRUE(around) << sentence(around.error());
    const auto gaps = gaps_of(fork, around.value().value, 0.2);
    ASSERT_EQ(gaps.size(), 1U);
    EXPECT_NEAR(gaps[0].width, 0.1, 1e-6);
    EXPECT_GT(gaps[0].size, 1.5);
    EXPECT_NEAR(0.5 * (gaps[0].from + gaps[0].to).x(), 0.35, 1e-6);
    EXPECT_GT(std::abs((gaps[0].from - gaps[0].to).x()), 0.099);
}

TEST_F(FilledGaps, AreFoundBetweenPartsThatShareNothing) {
    SurfaceMesh right = box_surface(Vec3(1, 1, 1));
    right.V.col(0).array() += 1.03;
    MeshingOptions options;
    options.target_vertices = 500;
    const auto around = tetrahedralise(box_surface(Vec3(2.03, 1, 1)), options);
    ASSERT_TRUE(around) << sentence(around.error());
    EXPECT_EQ(gaps_of(merged(box_surface(Vec3(1, 1, 1)), right), around.value().value, 0.2).size(), 1U);
}

TEST(FilledGapSearch, EndsWhenItIsCancelled) {
    const SurfaceMesh box = box_surface(Vec3(1, 1, 1));
    const auto everywhere = [](const Vec3& /*x*/) {
        return true;
    };
    Progress progress;
    ASSERT_TRUE(filled_gaps(box, everywhere, one_tet(), 0.2, &progress));
    EXPECT_EQ(progress.latest().phase, "looking for filled gaps");
    EXPECT_GT(progress.latest().fraction, 0.5);
    std::size_t tests = 0;
    const auto cancelling = [&](const Vec3& /*x*/) {
        progress.cancel();
        return ++tests > 0;
    };
    const auto gaps = filled_gaps(fork_surface(0.02), cancelling, one_tet(), 0.1, &progress);
    ASSERT_FALSE(gaps);
    EXPECT_EQ(gaps.error().kind, ErrorKind::cancelled);
    EXPECT_LE(tests, 3000U);
}

// A ball in a ball's wall, and a fold that opens by a right angle.
TEST_F(FilledGaps, AreNoneWherePartsOverlapOrFold) {
    const SurfaceMesh two = merged(sphere_surface(3), sphere_surface(3, Vec3(1.7, 0, 0)));
    SurfaceMesh fold = box_surface(Vec3(1, 1, 1));
    fold.V.col(0).array() += fold.V.col(1).array();
    SurfaceMesh mirrored = turned_inside_out(fold);
    mirrored.V.col(0) *= -1.0;
    for (const Index vertices : {200, 1000}) {
        EXPECT_THAT(warnings_of(two, vertices), Not(Contains(HasSubstr("gap"))));
        EXPECT_THAT(warnings_of(merged(fold, mirrored), vertices), Not(Contains(HasSubstr("gap"))));
    }
}

} // namespace
} // namespace limber
