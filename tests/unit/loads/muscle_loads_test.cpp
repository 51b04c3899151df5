// SPDX-License-Identifier: MIT
#include "engine/loads/muscle_loads.h"

#include "engine/core/random.h"
#include "engine/loads/load.h"
#include "engine/operators/scalar_operators.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace limber {
namespace {

class MuscleLoads : public ::testing::Test {
protected:
    // sum_t V/2 |F d|^2 A [equation 23]
    double energy(const Points& x, const Points& directions, const Vector& activation) const {
        const TetGradients hats = hat_gradients(mesh);
        const Vector volumes = tet_volumes(mesh);
        double sum = 0.0;
        for (Index t = 0; t < mesh.tet_count(); ++t) {
            const Eigen::Matrix<double, 4, 3> corners = x(mesh.T.row(t), Eigen::all);
            const Mat3 F = corners.transpose() * hats[static_cast<std::size_t>(t)];
            const Vec3 d = directions.row(t);
            sum += 0.5 * volumes(t) * (F * d).squaredNorm() * activation(t);
        }
        return sum;
    }
    Vector where(int axis, double from, double to) const {
        return (mesh.X.col(axis).array() >= from && mesh.X.col(axis).array() <= to).cast<double>();
    }

    TetMesh mesh = testing::bar_mesh(6, 2, 2, Vec3(3.0, 1.0, 1.0));
    Index n = mesh.vertex_count();
};

TEST_F(MuscleLoads, AreTheNegativeGradientOfTheirEnergy) {
    Rng rng(11);
    Points directions(mesh.tet_count(), 3);
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        directions.row(t) = testing::random_vector(rng).normalized();
    }
    directions.row(3).setZero();
    const Vector activation = Vector::NullaryExpr(mesh.tet_count(), [&] { return rng.normal(); });
    const Points v = Points::NullaryExpr(n, 3, [&] { return rng.normal(); });
    constexpr double h = 1e-5;
    const double change = (energy(mesh.X + h * v, directions, activation) - //
                           energy(mesh.X - h * v, directions, activation)) /
                          (2.0 * h);
    const Vector forces = muscle_jacobian(mesh, directions) * activation;
    EXPECT_NEAR(forces.dot(Vector(v.reshaped<Eigen::RowMajor>())), -change, 1e-8 * std::abs(change));
}

TEST_F(MuscleLoads, HaveTheMatrixOfTheirEnergy) {
    Rng rng(12);
    const Vector share = Vector::NullaryExpr(n, [&] { return std::max(rng.normal(), 0.0); });
    const MuscleFibres fibres = muscle_fibres(mesh, mesh.X.col(0) + mesh.X.col(1), share);
    const SparseMatrix K = fibre_matrix(mesh, fibres);
    const Points x = mesh.X + Points(Points::NullaryExpr(n, 3, [&] { return 0.1 * rng.normal(); }));
    const double expected = energy(x, fibres.directions, fibres.share);
    EXPECT_NEAR(0.5 * x.cwiseProduct(K * x).sum(), expected, 1e-12 * expected);
    const Points forces = -(K * mesh.X);
    const Vector at_rest = muscle_jacobian(mesh, fibres.directions) * fibres.share;
    EXPECT_LT((Vector(forces.reshaped<Eigen::RowMajor>()) - at_rest).norm(), 1e-12 * at_rest.norm());
}

// Between the ends of a bar the harmonic function is linear, in tets of any shape.
TEST_F(MuscleLoads, HaveStraightFibresInABar) {
    const auto phi = fibre_potential(mesh, where(0, 0.0, 0.1), where(0, 2.9, 3.0));
    ASSERT_TRUE(phi);
    EXPECT_LT((phi.value() - mesh.X.col(0) / 3.0).cwiseAbs().maxCoeff(), 1e-12);
    const Points d = fibre_directions(mesh, phi.value());
    EXPECT_LT((d.rowwise() - Eigen::RowVector3d(1, 0, 0)).cwiseAbs().maxCoeff(), 1e-9);
}

TEST_F(MuscleLoads, HaveFibresWhereTheyAreLimitedTo) {
    const Vector mass = Vector::Ones(n);
    const LoadedBody body{
        mesh, mass, {{"left", where(0, 0.0, 0.1)}, {"right", where(0, 2.9, 3.0)}, {"low", where(1, 0.0, 0.1)}}};
    Load load{.kind = LoadKind::muscle, .field = "low", .from = "left", .to = "right"};
    const auto fibres = fibres_of(load, body);
    ASSERT_TRUE(fibres) << fibres.error().message;
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        const bool is_low = mesh.X(mesh.T.row(t), 1).minCoeff() < 0.1;
        const Vec3 expected = is_low ? Vec3(1, 0, 0) : Vec3(0, 0, 0);
        EXPECT_LT((fibres.value().directions.row(t).transpose() - expected).norm(), 1e-9) << t;
    }
    load.to.clear();
    EXPECT_FALSE(fibres_of(load, body));
}

// A muscle that contracts pulls its ends together and has no resultant force.
TEST_F(MuscleLoads, PullTheEndsTogether) {
    const auto loads = muscle_loads(mesh, mesh.X.col(0), Vector::Ones(n), 1);
    ASSERT_TRUE(loads);
    ASSERT_EQ(loads.value().patterns.cols(), 1);
    double left = 0.0;
    Vec3 sum = Vec3::Zero();
    for (Index i = 0; i < n; ++i) {
        const Vec3 f = loads.value().patterns.block<3, 1>(3 * i, 0);
        sum += f;
        left += mesh.X(i, 0) == 0.0 ? f.x() : 0.0;
    }
    EXPECT_NEAR(left, 1.0, 1e-12); // the area of the end times an activation of one
    EXPECT_LT(sum.norm(), 1e-12);
}

TEST_F(MuscleLoads, OfSectionsAddUpToThoseOfTheWhole) {
    const Vector share = where(1, 0.0, 0.6);
    const auto whole = muscle_loads(mesh, mesh.X.col(0), share, 1);
    const auto parts = muscle_loads(mesh, mesh.X.col(0), share, 3);
    ASSERT_TRUE(whole && parts);
    ASSERT_EQ(parts.value().patterns.cols(), 3);
    const Vector sum = parts.value().patterns.rowwise().sum();
    EXPECT_LT((sum - whole.value().patterns.col(0)).norm(), 1e-12);
}

TEST_F(MuscleLoads, AreRefusedWithoutFibres) {
    const Vector left = where(0, 0.0, 0.1);
    const Vector right = where(0, 2.9, 3.0);
    const auto expect_refusal = [](const auto& result, const char* words) {
        ASSERT_FALSE(result);
        EXPECT_NE(result.error().message.find(words), std::string::npos) << result.error().message;
    };
    expect_refusal(fibre_potential(mesh, left, Vector::Zero(n)), "without an end");
    expect_refusal(fibre_potential(mesh, left, left), "overlap");
    expect_refusal(muscle_loads(mesh, Vector::Ones(n), Vector::Ones(n), 1), "without fibres");
    expect_refusal(muscle_loads(mesh, mesh.X.col(0), Vector::Zero(n), 2), "without fibres");

    TetMesh apart = mesh; // the bar's middle is taken out
    std::vector<Index> kept;
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        const double x = mesh.X(mesh.T.row(t), 0).mean();
        if (x < 1.0 || x > 2.0) {
            kept.push_back(t);
        }
    }
    apart.T = Tets(mesh.T(kept, Eigen::all));
    expect_refusal(fibre_potential(apart, left, right), "do not touch");
}

} // namespace
} // namespace limber
