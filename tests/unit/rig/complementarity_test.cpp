#include "engine/rig/complementarity.h"
#include "engine/rig/rig.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

namespace limber::testing {
namespace {

TEST(ComplementarityColumns, AreTenABone) {
    const TetMesh mesh = ball_mesh(3);
    const Vector ones = Vector::Ones(mesh.vertex_count());
    EXPECT_EQ(complementarity_columns(mesh.X, ones, ones, Matrix::Ones(mesh.vertex_count(), 3)).cols(), 30);
}

} // namespace
} // namespace limber::testing
