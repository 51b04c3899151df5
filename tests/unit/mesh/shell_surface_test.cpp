// SPDX-License-Identifier: MIT
#include "engine/mesh/shell_surface.h"
#include "tests/support/surfaces.h"
#include "tests/support/thin_meshes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace limber::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Repaired<SurfaceMesh> mended(const SurfaceMesh& surface) {
    auto result = shell_surface({surface, {}}, "a file");
    EXPECT_TRUE(result) << sentence(result.error());
    return std::move(result).value();
}

TEST(ShellSurface, KeepsWhatIsThereOnce) {
    const SurfaceMesh open = sheet(4, 3, 0.1);
    const auto kept = mended(open);
    EXPECT_EQ(kept.value.V, open.V);
    EXPECT_EQ(kept.value.F, open.F);
    EXPECT_THAT(kept.warnings, IsEmpty());
}

// The sheet falls apart into triangles otherwise.
TEST(ShellSurface, JoinsItsSeams) {
    const SurfaceMesh open = sheet(4, 3, 0.1);
    const auto joined = mended(unwelded(open));
    EXPECT_EQ(joined.value.V.rows(), open.V.rows());
    EXPECT_EQ(joined.value.F.rows(), open.F.rows());
    EXPECT_THAT(joined.warnings, ElementsAre("52 vertices stand in the place of others and are joined with them"));
}

TEST(ShellSurface, HasBothSidesOnce) {
    const SurfaceMesh open = sheet(2, 1, 0.1);
    const auto once = mended(merged(open, turned_inside_out(open)));
    EXPECT_EQ(once.value.V.rows(), open.V.rows());
    EXPECT_EQ(once.value.F, open.F);
    EXPECT_THAT(once.warnings, ElementsAre(HasSubstr("joined"), HasSubstr("4 triangles lie on others")));
}

TEST(ShellSurface, ReportsAnEdgeOfThreeTriangles) {
    SurfaceMesh three = fold(0.2, 0.1, 0.1, 0.3);
    three.V.conservativeResize(5, 3);
    three.V.row(4) << 0.1, 0.0, 0.1;
    three.F.conservativeResize(3, 3);
    three.F.row(2) << 0, 1, 4;
    EXPECT_THAT(mended(three).warnings, ElementsAre(HasSubstr("1 edge has more than two triangles")));
}

TEST(ShellSurface, ReportsAFoldThatIsClosed) {
    SurfaceMesh closed = fold(0.3, 0.2, 0.2, 0.0);
    closed.V(3, 1) = -0.1; // the second triangle lies on the first
    EXPECT_THAT(mended(closed).warnings, ElementsAre(HasSubstr("1 edge is folded")));
}

} // namespace
} // namespace limber::testing
