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
    Clusters clusters = one_cluster(mesh.tet_count());
    Matrix D = whitened_rest_shapes(mesh, material, cage_muscles(box_cage(mesh, cubic_cells(mesh.X, 3)).weights));

    Points shape(const Vector& activation) const {
        const Vector d = D * activation;
        return mesh.X + Eigen::Map<const Points>(d.data(), d.size() / 3, 3);
    }
    Matrix activations(const std::vector<Points>& poses) const {
        const PoseActivations of_block(mesh, material, clusters, D);
        Matrix found(D.cols(), static_cast<Index>(poses.size()));
        for (std::size_t q = 0; q < poses.size(); ++q) {
            found.col(static_cast<Index>(q)) = of_block.of(poses[q]);
        }
        return found;
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
    EXPECT_LT((found.col(0) - wanted).norm(), 1e-6);
}

// Each cluster turns by itself, and its rotations are all of one turn.
TEST(PoseActivations, FindThoseOfAShapeOfClusters) {
    PosedBlock block;
    const double middle = block.mesh.X.col(1).mean();
    block.clusters.count = 2;
    for (Index t = 0; t < block.mesh.tet_count(); ++t) {
        const bool is_above = block.mesh.X(block.mesh.T.row(t).minCoeff(), 1) > middle;
        block.clusters.of_tet[static_cast<std::size_t>(t)] = is_above ? 1 : 0;
    }
    const Vector wanted = some_activation(block.D.cols(), 0.2);
    EXPECT_LT((block.activations({block.shape(wanted)}).col(0) - wanted).norm(), 1e-3);
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
    const PoseActivations of_example(block.mesh, block.material, block.clusters,
                                     MuscleTargets(none, &parameters.stretches));
    EXPECT_NEAR(of_example.of(stretched)(0), parameters.strains(0), 1e-6);
}

} // namespace
} // namespace limber::testing
