// SPDX-License-Identifier: MIT
#include "engine/mesh/quality.h"
#include "engine/mesh/surface_file.h"
#include "engine/mesh/tet_mesh_file.h"
#include "tests/support/shared_data.h"

#include <gmock/gmock.h>

namespace limber::testing {
namespace {

struct Known {
    std::string name;
    Index vertices;
    Index simplices;

    friend std::ostream& operator<<(std::ostream& out, const Known& known) {
        return out << known.name;
    }
};

class RealTetMesh : public ::testing::TestWithParam<Known> {};

TEST_P(RealTetMesh, IsReadWithItsKnownCounts) {
    const auto path = shared_data(GetParam().name);
    SKIP_IF_ABSENT(path);
    const auto mesh = read_tet_mesh(path);
    ASSERT_TRUE(mesh) << sentence(mesh.error());
    EXPECT_EQ(mesh.value().value.vertex_count(), GetParam().vertices);
    EXPECT_EQ(mesh.value().value.tet_count(), GetParam().simplices);
    EXPECT_THAT(mesh.value().warnings, ::testing::IsEmpty());
    const MeshQuality quality = quality_of(mesh.value().value);
    EXPECT_GT(quality.volume, 0.0);
    EXPECT_GT(quality.dihedral_min, 0.0);
    EXPECT_LT(quality.dihedral_max, 180.0);
}

INSTANTIATE_TEST_SUITE_P(OfOthers, RealTetMesh,
                         ::testing::Values(Known{"rigged/cd_fish/cd_fish.msh", 10000, 42205},
                                           Known{"rigged/mantaray/mantaray.msh", 5091, 16919},
                                           Known{"rigged/moray/moray.msh", 17426, 72033},
                                           Known{"tets/elephant.msh", 7842, 29011}, Known{"tets/bat.mesh", 9266, 34720},
                                           Known{"tets/octopus.mesh", 13893, 48514},
                                           Known{"tets/pegasus.mesh", 15281, 58401},
                                           Known{"tets/leg.mesh", 347, 1024}));

class RealSurface : public ::testing::TestWithParam<Known> {};

TEST_P(RealSurface, IsReadWithItsKnownCounts) {
    const auto path = shared_data(GetParam().name);
    SKIP_IF_ABSENT(path);
    const auto surface = read_surface(path);
    ASSERT_TRUE(surface) << sentence(surface.error());
    EXPECT_EQ(surface.value().value.V.rows(), GetParam().vertices);
    EXPECT_EQ(surface.value().value.F.rows(), GetParam().simplices);
}

INSTANTIATE_TEST_SUITE_P(OfOthers, RealSurface,
                         ::testing::Values(Known{"rigged/cd_fish/surface.obj", 3200, 6396},
                                           Known{"rigged/mantaray/surface.obj", 15645, 31274},
                                           Known{"rigged/moray/surface.obj", 16692, 33222},
                                           Known{"tets/pegasus_horn.obj", 1789, 3510}));

} // namespace
} // namespace limber::testing
