// SPDX-License-Identifier: MIT
#include "engine/actuation/pose_activations.h"

#include "engine/actuation/box_cage.h"
#include "engine/actuation/cage_muscles.h"
#include "engine/actuation/example_poses.h"
#include "engine/actuation/rest_shapes.h"
#include "engine/linalg/nearest_rotation.h"
#include "engine/operators/scalar_operators.h"
#include "engine/operators/tet_gradient.h"
#include "tests/support/meshes.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

/// Activations that give a body the shape of a pose.
namespace limber::testing {
namespace {

struct PosedBlock {
    TetMesh mesh = bar_mesh(3, 6, 3, Vec3(0.4, 1.2, 0.4));
    Material material = uniform_material({1e5, 0.3, 1000.0}, mesh.tet_count());
    Matrix D = whitened_rest_shapes(mesh, material, cage_muscles(box_cage(mesh, cubic_cells(mesh.X, 3)).weights));

    Points shape(const Vector& activation) const {
        const Vector d = D * activation;
        return mesh.X + Eigen::Map<const Points>(d.data(), d.size() / 3, 3);
    }
    Matrix activations(const std::vector<Points>& poses) const {
        return activations_of_poses(mesh, material, one_cluster(mesh.tet_count()), D, poses);
    }
};

Vector some_activation(Index count, double length) {
    Rng rng(7);
    const Vector a = Vector::NullaryExpr(count, [&] { return rng.normal(); });
    return length * a.normalized();
}

TEST(PoseActivations, OfTheRestPoseAreZero) {
    const PosedBlock block;
    EXPECT_LT(block.activations({block.mesh.X}).norm(), 1e-8);
}

// Of a shape that the muscles make, wherever the body is and however it is turned.
TEST(PoseActivations, FindThoseOfAShapeThatIsTurnedAndMoved) {
    const PosedBlock block;
    const Vector wanted = some_activation(block.D.cols(), 0.4);
    const Mat3 R = Eigen::AngleAxisd(2.0, Vec3(0.3, 1.0, -0.4).normalized()).toRotationMatrix();
    const Points straight = block.shape(wanted);
    const Points turned = (straight * R.transpose()).rowwise() + Eigen::RowVector3d(3.0, -2.0, 1.0);
    const Matrix found = block.activations({straight, turned});
    EXPECT_LT((found.col(0) - found.col(1)).norm(), 1e-6);
    // A cage has shapes that differ by a turn of the whole body, to first order, so that shapes are compared.
    EXPECT_LT((block.shape(found.col(0)) - straight).norm(), 0.05 * (straight - block.mesh.X).norm());
}

// No other activation has less energy in the pose.
TEST(PoseActivations, AreAMinimum) {
    const PosedBlock block;
    Points bent = block.mesh.X;
    bent.col(0) += 0.3 * bent.col(1).cwiseProduct(bent.col(1));
    const Clusters one = one_cluster(block.mesh.tet_count());
    const Vector found = block.activations({bent}).col(0);
    const TetGradients hats = hat_gradients(block.mesh);
    const Vector weight = 2.0 * lame_mu(block.material).cwiseProduct(tet_volumes(block.mesh));
    const auto energy = [&](const Vector& activation) {
        Mat3 mean = Mat3::Zero();
        const Points target = block.shape(activation);
        std::vector<Mat3> F;
        std::vector<Mat3> Y;
        for (Index t = 0; t < block.mesh.tet_count(); ++t) {
            F.push_back(gradient_in_tet(bent, block.mesh.T, t, hats[static_cast<std::size_t>(t)]));
            Y.push_back(gradient_in_tet(target, block.mesh.T, t, hats[static_cast<std::size_t>(t)]));
            mean += weight(t) * F.back() * Y.back().transpose();
        }
        const Mat3 R = nearest_rotation(mean);
        double sum = 0.0;
        for (std::size_t t = 0; t < F.size(); ++t) {
            sum += 0.5 * weight(static_cast<Index>(t)) * (F[t] - R * Y[t]).squaredNorm();
        }
        return sum;
    };
    const double least = energy(found);
    EXPECT_LT(least, 0.2 * energy(Vector::Zero(found.size())));
    for (Index v = 0; v < found.size(); ++v) {
        for (const double change : {-1e-3, 1e-3}) {
            EXPECT_GE(energy(found + change * Vector::Unit(found.size(), v)), least * (1.0 - 1e-9)) << v;
        }
    }
}

// The targets of example poses are stretches and no displacement.
TEST(PoseActivations, OfAnExamplePoseAreItsStrain) {
    const PosedBlock block;
    const Points stretched = block.mesh.X * Vec3(0.9, 1.3, 0.9).asDiagonal();
    const ExampleParameters parameters =
        example_parameters(block.mesh, block.material, example_stretches(block.mesh, {stretched}));
    const Matrix none = Matrix::Zero(3 * block.mesh.vertex_count(), 1);
    const Matrix found = activations_of_poses(block.mesh, block.material, one_cluster(block.mesh.tet_count()),
                                              MuscleTargets(none, &parameters.stretches), {stretched});
    EXPECT_NEAR(found(0, 0), parameters.strains(0), 1e-6);
}

} // namespace
} // namespace limber::testing
