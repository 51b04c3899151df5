// SPDX-License-Identifier: MIT
#include "engine/mesh/seam_welding.h"

#include <gtest/gtest.h>

namespace limber {
namespace {

// Two triangles of a square whose common diagonal is there twice, `noise` apart.
SurfaceMesh seam(double noise) {
    SurfaceMesh surface;
    surface.V.resize(6, 3);
    surface.V << 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, noise, 1 + noise, 1, 0, 0, 1, 0;
    surface.F.resize(2, 3);
    surface.F << 0, 1, 2, 3, 4, 5;
    return surface;
}

TEST(SeamWelding, MergesWhatTheRoundingOfFloatsKeepsApart) {
    for (const double noise : {0.0, 1e-16, 1e-8}) {
        const SurfaceMesh welded = welded_at_seams(seam(noise));
        EXPECT_EQ(welded.V.rows(), 4) << noise;
        EXPECT_EQ(welded.F.row(1), Eigen::RowVector3i(0, 2, 3)) << noise;
        EXPECT_EQ(welded.V.row(2), Eigen::RowVector3d(1, 1, 0)) << noise;
    }
}

TEST(SeamWelding, KeepsApartWhatIsApart) {
    EXPECT_EQ(welded_at_seams(seam(1e-5)).V.rows(), 6);
}

// A vertex that no open edge has touches another surface there.
TEST(SeamWelding, MergesNoClosedSurfaces) {
    SurfaceMesh surface;
    surface.V.resize(8, 3);
    surface.V << 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1e-9, 0, 0, -1, 0, 0, 0, -1, 0, 0, 0, -1;
    surface.F.resize(8, 3);
    surface.F << 0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3, 4, 6, 5, 4, 5, 7, 4, 7, 6, 5, 6, 7;
    EXPECT_EQ(welded_at_seams(surface).V.rows(), 8);
}

} // namespace
} // namespace limber
