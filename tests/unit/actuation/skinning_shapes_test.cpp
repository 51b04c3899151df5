// SPDX-License-Identifier: MIT
#include "engine/actuation/skinning_shapes.h"

#include "engine/actuation/rest_shapes.h"
#include "engine/linalg/orthonormal_basis.h"
#include "engine/operators/scalar_operators.h"
#include "tests/support/free_body.h"
#include "tests/support/meshes.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <cmath>

/// Rest shapes of skinning modes as handles.
namespace limber::testing {
namespace {

constexpr Index mode_count = 3;

struct SkinnedBlock {
    TetMesh mesh;
    Material material;
    Matrix W; // of the softest modes

    Matrix shapes() const {
        return whitened_rest_shapes(mesh, material, skinning_shapes(mesh.X, W));
    }
};

SkinnedBlock skinned_block() {
    const FreeBody body = free_body(bar_mesh(3, 6, 3, Vec3(0.4, 1.2, 0.4)), {.modes = mode_count});
    return {body.bar.mesh, body.bar.material, body.bar.W};
}

// The root-mean-square strain of a displacement, weighted by 2 mu V.
double strain_of(const SkinnedBlock& block, const Vector& d) {
    const TetGradients hats = hat_gradients(block.mesh);
    const Vector weight = 2.0 * lame_mu(block.material).cwiseProduct(tet_volumes(block.mesh));
    double sum = 0.0;
    for (Index t = 0; t < block.mesh.tet_count(); ++t) {
        Mat3 gradient = Mat3::Zero();
        for (Index corner = 0; corner < 4; ++corner) {
            gradient += d.segment<3>(3 * block.mesh.T(t, corner)) * hats[static_cast<std::size_t>(t)].row(corner);
        }
        sum += weight(t) * (0.5 * (gradient + gradient.transpose())).squaredNorm();
    }
    return std::sqrt(sum / weight.sum());
}

// The part of the columns of A that the columns of B do not span.
double part_outside(const Matrix& A, const Matrix& B) {
    const Matrix Q = orthonormal_basis(B, 1e-10).value();
    return (A - Q * (Q.transpose() * A)).norm() / A.norm();
}

TEST(SkinningShapes, HoldEveryAffineMotionOfEachMode) {
    const SkinnedBlock block = skinned_block();
    const Matrix D = skinning_shapes(block.mesh.X, block.W);
    ASSERT_EQ(D.cols(), 12 * mode_count);
    Rng rng(3);
    for (Index mode = 0; mode < mode_count; ++mode) {
        const Mat3 A = Mat3::NullaryExpr([&] { return rng.normal(); });
        const Vec3 shift = random_vector(rng, 1.0);
        Points moved = (block.mesh.X * A.transpose()).rowwise() + shift.transpose();
        moved.array().colwise() *= block.W.col(mode).array();
        const Eigen::Map<const Vector> d(moved.data(), moved.size());
        EXPECT_LT(part_outside(d, D.middleCols(12 * mode, 12)), 1e-10);
    }
}

// The first weight of a free body is constant.
TEST(SkinningShapes, LoseTheSixRigidMotionsWhenTheyAreWhitened) {
    const SkinnedBlock block = skinned_block();
    EXPECT_EQ(block.shapes().cols(), 12 * mode_count - 6);
}

TEST(SkinningShapes, OfLengthOneHaveAStrainOfOne) {
    const SkinnedBlock block = skinned_block();
    const Matrix shapes = block.shapes();
    Rng rng(5);
    for (int trial = 0; trial < 5; ++trial) {
        Vector p = Vector::NullaryExpr(shapes.cols(), [&] { return rng.normal(); });
        p.normalize();
        EXPECT_NEAR(strain_of(block, shapes * p), 1.0, 1e-9);
    }
}

// |p| = 1 is the same strain of a body that is larger and stiffer, and the same shape.
TEST(SkinningShapes, GrowWithTheBodyWhateverItsStiffness) {
    const SkinnedBlock block = skinned_block();
    SkinnedBlock large = block;
    large.mesh.X *= 5.0;
    large.material = uniform_material({7e6, 0.0, 300.0}, block.mesh.tet_count());
    const Matrix small_shapes = block.shapes();
    const Matrix large_shapes = large.shapes();
    ASSERT_EQ(large_shapes.cols(), small_shapes.cols());
    Rng rng(6);
    const Vector p = Vector::NullaryExpr(small_shapes.cols(), [&] { return rng.normal(); });
    EXPECT_NEAR(strain_of(large, large_shapes * p), p.norm(), 1e-9 * p.norm());
    EXPECT_LT(part_outside(small_shapes, large_shapes), 1e-8);
}

TEST(SkinningShapes, OfATurnedAndMovedBodyAreTurned) {
    const SkinnedBlock block = skinned_block();
    const Mat3 R = Eigen::AngleAxisd(0.9, Vec3(0.3, 1.0, -0.4).normalized()).toRotationMatrix();
    SkinnedBlock turned = block;
    turned.mesh.X = (block.mesh.X * R.transpose()).rowwise() + Eigen::RowVector3d(3.0, -2.0, 40.0);
    Matrix shapes = block.shapes();
    for (Index v = 0; v < block.mesh.vertex_count(); ++v) {
        shapes.middleRows<3>(3 * v) = (R * shapes.middleRows<3>(3 * v)).eval();
    }
    const Matrix of_turned = turned.shapes();
    ASSERT_EQ(of_turned.cols(), shapes.cols());
    // Both are of length one, so that the shapes are the same but for rotations of the parameters. Whitening leaves a
    // rigid motion of the whole body free, which changes no shape: the strains are the same.
    const Matrix moves = skinning_shapes(turned.mesh.X, turned.W.leftCols(1));
    Matrix span(of_turned.rows(), of_turned.cols() + moves.cols());
    span << of_turned, moves;
    EXPECT_LT(part_outside(shapes, span), 1e-8);
}

} // namespace
} // namespace limber::testing
