// SPDX-License-Identifier: MIT
#include "engine/mesh/unmeshed_parts.h"

#include "engine/mesh/winding_number.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

namespace limber {
namespace {

// Tets around the middle of a long strip leave both of its ends.
TEST(UnmeshedParts, CountAnOpenSheetOnceWhereTetsDivideIt) {
    SurfaceMesh strip{Points(4, 3), Triangles(2, 3)};
    strip.V << 0, 0, 0, 10, 0, 0, 0, 1, 0, 10, 1, 0;
    strip.F << 0, 1, 3, 0, 3, 2;
    TetMesh tets = testing::bar_mesh(8, 4, 1, Vec3(2.0, 1.0, 0.2));
    const Vec3 middle = 0.5 * (tets.X.colwise().minCoeff() + tets.X.colwise().maxCoeff()).transpose();
    tets.X.rowwise() += (Vec3(5.0, 0.5, 0.0) - middle).transpose();
    const UnmeshedParts parts = unmeshed_parts(strip, WindingNumber(strip), tets, 0.3);
    EXPECT_EQ(parts.sheet_place_count, 1);
    EXPECT_GT(parts.sheet_place_size, 3.0);
    EXPECT_EQ(parts.sheet_count, 0);
    EXPECT_EQ(parts.unmeshed_count + parts.place_count, 0);
}

} // namespace
} // namespace limber
