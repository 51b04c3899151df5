// SPDX-License-Identifier: MIT
#include "engine/full_space/full_space_model.h"
#include "engine/operators/elasticity.h"
#include "engine/operators/scalar_operators.h"
#include "engine/subspace/supports.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

namespace limber {
namespace {

// Also of springs that are partly stiff: those of responses to loads are those of full space.
TEST(PinSprings, OfLoadResponsesAreThoseOfFullSpace) {
    const TetMesh mesh = testing::bar_mesh(4, 2, 2, Vec3(1.0, 0.35, 0.22));
    const Material material = uniform_material({.young = 1e5, .poisson = 0.3}, mesh.tet_count());
    Vector pinned = Vector::Zero(mesh.vertex_count());
    pinned(3) = 0.3;
    pinned(17) = 0.5;
    pinned(40) = 1.0;
    FullSpaceModel model = full_space_model(mesh, material, affine_handle(mesh), {}).value();
    pin(mesh, material, pinned, model);
    const Supports supports(Matrix(mesh.vertex_count(), 0), pinned);
    for (const Index axes : {1, 3}) {
        SparseMatrix springs(axes * mesh.vertex_count(), axes * mesh.vertex_count());
        add_springs(mesh, material, supports, springs);
        const Vector expected = model.pins.transpose().replicate(axes, 1).reshaped();
        const Matrix added = springs;
        EXPECT_LT((added.diagonal() - expected).norm(), 1e-12 * expected.norm()) << axes;
        for (const Index vertex : {3, 17, 40}) { // the norm is that of the stiffest
            EXPECT_NEAR(added(axes * vertex, axes * vertex) / expected(axes * vertex), 1.0, 1e-12) << vertex;
        }
    }
}

} // namespace
} // namespace limber
