// SPDX-License-Identifier: MIT
#include "engine/body/body_step.h"
#include "engine/body/build_body.h"
#include "engine/body/linear_subspace.h"
#include "engine/loads/pockets.h"
#include "engine/operators/elasticity.h"
#include "engine/operators/scalar_operators.h"
#include "engine/subspace/force_dual_modes.h"
#include "engine/subspace/load_responses.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>

/// Force-Dual Modes, section 8.5: columns for loads as the linear motion that rotation-strain coordinates take.
namespace limber {
namespace {

constexpr SubspaceKind kind = SubspaceKind::force_dual_rotation_strain;

// A finger along x, pinned at x = 0, with a closed chamber near its top; it bends down when that is inflated.
TetMesh finger() {
    return testing::part_of(testing::bar_mesh(20, 4, 3, Vec3(2.0, 0.4, 0.3)), [](const Vec3& x) {
        return x.x() < 0.3 || x.x() > 1.7 || x.y() < 0.2 || x.y() > 0.3 || x.z() < 0.1 || x.z() > 0.2;
    });
}

// Its lower side and bands around it are stiff, as those of soft grippers, so that it bends more than it bulges.
Material banded_rubber(const TetMesh& mesh) {
    Material material = uniform_material({.young = 1e5, .poisson = 0.3}, mesh.tet_count());
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        const Eigen::RowVector3d centre = mesh.X(mesh.T.row(t), Eigen::all).colwise().mean();
        const bool is_band = static_cast<int>(10.0 * centre.x()) % 2 == 1;
        material.young(t) *= is_band || centre.y() < 0.1 ? 100.0 : 1.0;
    }
    return material;
}

Vector pinned_end(const TetMesh& mesh) {
    return (mesh.X.col(0).array() < 1e-9).cast<double>();
}

class InflatedFinger : public ::testing::Test {
protected:
    InflatedFinger() {
        body.mesh = mesh;
        body.material = banded_rubber(mesh);
        body.rig = affine_handle(mesh);
        body.mass = lumped_mass(mesh, body.material.density);
        body.leak = Vector::Ones(mesh.vertex_count());
        body.is_held = false;
        body.pinned = pinned_end(mesh);
        body.loads = std::make_shared<const LoadDistribution>(pocket_loads(mesh, pockets_of(mesh)));
        body.subspace = kind;
    }

    Matrix columns() const {
        return load_basis_of(body, body.material, 1).value().columns;
    }
    Body free_body() const {
        Body unpinned = body;
        unpinned.pinned = {};
        return unpinned;
    }
    // 3n: H^-1 dv/dx, with the pins.
    Vector response() const {
        SparseMatrix H = rest_hessian(mesh, body.material);
        add_springs(mesh, body.material, supports_of(body), H);
        const Vector force = pressure_forces(mesh, pockets_of(mesh).front());
        return SparseCholesky::factorise(H).value().solve(Matrix(force)).col(0);
    }

    TetMesh mesh = finger();
    Body body;
};

Points as_points(const Vector& u) {
    return Eigen::Map<const Points>(u.data(), u.size() / 3, 3);
}

TEST_F(InflatedFinger, HasUncoupledModesWithTheSpanOfTheColumns) {
    const Vector share = share_of({Vec3(2.0, 0.2, 0.15), 0.1, 20.0}, mesh.X);
    body.loads = std::make_shared<const LoadDistribution>(loads_within(body.mass, share));
    const Matrix B = columns();
    ASSERT_EQ(B.cols(), 12);
    const auto [U, eigenvalues] = uncoupled_modes(body, B, body.material);
    ASSERT_EQ(U.cols(), B.cols());
    const Vector mass = body.mass.transpose().replicate(3, 1).reshaped();
    const Matrix MU = mass.asDiagonal() * U;
    const Matrix HU = rest_hessian(mesh, body.material) * U;
    EXPECT_LT((U.transpose() * MU - Matrix::Identity(U.cols(), U.cols())).norm(), 1e-10);
    const Matrix coupling = U.transpose() * HU - Matrix(eigenvalues.asDiagonal());
    EXPECT_LT(coupling.norm(), 1e-9 * eigenvalues.maxCoeff());
    EXPECT_LT((B - U * (MU.transpose() * B)).norm(), 1e-8 * B.norm());
    const Matrix coupled = B.transpose() * (rest_hessian(mesh, body.material) * B);
    EXPECT_GT((coupled - Matrix(coupled.diagonal().asDiagonal())).norm(), 1e-3 * coupled.norm())
        << "the columns vibrate each by itself, and the test says nothing";
}

// Figure 9: the first mode is the inflation. That of equal forces everywhere, the first vibration mode of the pinned
// finger, is another motion.
TEST_F(InflatedFinger, HasItsInflationAsTheFirstMode) {
    const Vector u = response();
    const Vector mass = body.mass.transpose().replicate(3, 1).reshaped();
    const auto share_in = [&](const Vector& b) {
        const double along = b.dot(mass.cwiseProduct(u));
        return along * along / (mass.dot(b.cwiseAbs2()) * mass.dot(u.cwiseAbs2()));
    };
    EXPECT_GT(share_in(columns().col(0)), 1.0 - 1e-8);
    body.loads = std::make_shared<const LoadDistribution>(loads_everywhere(body.mass));
    const double of_vibration = share_in(columns().col(0));
    RecordProperty("share", std::to_string(of_vibration));
    EXPECT_LT(of_vibration, 0.95);
}

TEST_F(InflatedFinger, StaysAtItsPins) {
    const Reconstruction strain = reconstruction_of(body, kind).value();
    const Points u = 0.8 / response().cwiseAbs().maxCoeff() * as_points(response());
    const Points shown = corrected(strain, u);
    for (Index i = 0; i < mesh.vertex_count(); ++i) {
        if (body.pinned(i) == 1.0) {
            EXPECT_EQ(shown.row(i), u.row(i)) << i;
        }
    }
    const double change = (shown - u).rowwise().norm().maxCoeff();
    EXPECT_GT(change, 0.05) << "it corrects nothing";
}

// The springs of pinned vertices are an approximation of a system without them.
TEST_F(InflatedFinger, HasTheNearestGradientsAmongThoseThatStayAtThePins) {
    const Reconstruction strain = reconstruction_of(body, kind).value();
    const Points u = 0.5 / response().cwiseAbs().maxCoeff() * as_points(response());
    const Points shown = corrected(strain, u);
    // L d = pull on vertices that are not pinned.
    const SparseMatrix L = stiffness_laplacian(mesh, Vector::Ones(mesh.tet_count()));
    const Points alone = corrected(reconstruction_of(free_body(), kind).value(), u);
    const Matrix difference = L * Matrix(shown - alone); // the pull is the same
    const double at_pins = (body.pinned.asDiagonal() * difference).norm();
    EXPECT_LT(((1.0 - body.pinned.array()).matrix().asDiagonal() * difference).norm(), 1e-3 * at_pins);
}

// Figure 9: linear displacements make the end of a finger grow that has bent far.
TEST_F(InflatedFinger, HasTheEnergyOfTheLinearTheoryWhenItBendsFar) {
    const Points unit = as_points(response());
    const auto at_tip = (mesh.X.col(0).array() > 2.0 - 1e-9).cast<double>().matrix();
    const double travel = (unit.transpose() * at_tip).norm() / at_tip.sum();
    const Points u = 1.2 / travel * unit;
    const Reconstruction strain = reconstruction_of(body, kind).value();
    const double of_theory = elastic_energy(mesh, body.material, mesh.X + 1e-3 * u) * 1e6;
    const double linear = elastic_energy(mesh, body.material, mesh.X + u) / of_theory;
    const double shown = elastic_energy(mesh, body.material, mesh.X + corrected(strain, u)) / of_theory;
    RecordProperty("linear", std::to_string(linear));
    RecordProperty("shown", std::to_string(shown));
    EXPECT_GT(linear, 4.0);
    EXPECT_LT(shown, 1.5);
}

} // namespace
} // namespace limber
