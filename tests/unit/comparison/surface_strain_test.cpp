// SPDX-License-Identifier: MIT
#include "app/comparison/surface_strain.h"

#include "app/character/material_scales.h"
#include "app/character_build/build_character.h"
#include "app/document/character_file.h"
#include "tests/support/small_scene.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <cmath>

namespace limber::app {
namespace {

class SurfaceStrainTest : public ::testing::Test {
protected:
    Points moved(const Mat3& F) const {
        return (character->mesh.X * F.transpose()).rowwise() + Eigen::RowVector3d(1, 2, 3);
    }

    limber::testing::ScratchFolder folder;
    CharacterPtr character =
        build_character(read_scene(limber::testing::write_small_scene(folder)).value().value, nullptr, Stage::mesh)
            .value();
    SurfaceStrain strain{*character};
    Mat3 turn = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix();
};

TEST_F(SurfaceStrainTest, IsZeroForARigidMotionAndForSwelling) {
    for (const Mat3& F : {turn, Mat3(1.3 * turn)}) {
        const auto values = strain.at(moved(F), 1.0);
        ASSERT_EQ(values.strains.size(), character->boundary_vertices.size());
        EXPECT_LT(*std::ranges::max_element(values.strains), 1e-6F);
    }
}

// A small stretch at constant volume by e along one axis has the strains e, -e/2 and -e/2.
TEST_F(SurfaceStrainTest, IsTheStretchOfASmallUniaxialOne) {
    constexpr double e = 1e-4;
    const Mat3 stretch = Vec3(1.0 + e, 1.0 - 0.5 * e, 1.0 - 0.5 * e).asDiagonal();
    const auto values = strain.at(moved(turn * stretch), 2.0);
    const double mu = lame_mu(with_volume(character->material, character->description.material))(0);
    for (std::size_t i = 0; i < values.strains.size(); ++i) {
        EXPECT_NEAR(values.strains[i], e, 1e-3 * e);
        EXPECT_NEAR(values.stresses[i], 3.0 * 2.0 * mu * e, 1e-3 * 3.0 * 2.0 * mu * e);
    }
}

} // namespace
} // namespace limber::app
