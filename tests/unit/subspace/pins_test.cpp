// SPDX-License-Identifier: MIT
#include "engine/subspace/pins.h"

#include "engine/operators/scalar_operators.h"
#include "engine/rig/complementarity.h"
#include "engine/rig/rig.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

namespace limber {
namespace {

class PinMask : public ::testing::Test {
protected:
    // Pinned at the lower end of the bar.
    PinMask() : pinned(Vector::Zero(mesh.vertex_count())) {
        for (Index i = 0; i < pinned.size(); ++i) {
            pinned(i) = mesh.X(i, 1) < mesh.X.col(1).minCoeff() + 0.1 ? 1.0 : 0.0;
        }
    }

    TetMesh mesh = testing::bar_mesh(2, 8, 2, Vec3(0.4, 1.6, 0.4));
    Material material = uniform_material({1e5, 0.3, 1000.0}, mesh.tet_count());
    Vector pinned;
};

TEST_F(PinMask, VanishesAtThePinsAndRisesAwayFromThem) {
    const Vector s = pin_mask(mesh, material, pinned).value();
    double before = -1.0;
    for (double y = 0.0; y <= 1.6; y += 0.2) {
        double sum = 0.0;
        double count = 0.0;
        for (Index i = 0; i < s.size(); ++i) {
            if (std::abs(mesh.X(i, 1) - mesh.X.col(1).minCoeff() - y) < 1e-6) {
                sum += s(i);
                count += 1.0;
            }
        }
        ASSERT_GT(count, 0.0);
        EXPECT_GT(sum / count, before) << y;
        before = sum / count;
    }
    EXPECT_LT((s.array() * pinned.array()).maxCoeff(), 1e-6);
    EXPECT_GT(s.maxCoeff(), 0.3);
    EXPECT_LE(s.maxCoeff(), 1.0);
}

TEST_F(PinMask, IsOneWithoutPinsAndLowerWithMore) {
    EXPECT_TRUE(pin_mask(mesh, material, Vector::Zero(pinned.size())).value().isOnes(1e-9));
    const Vector half = pin_mask(mesh, material, 0.5 * pinned).value();
    const Vector whole = pin_mask(mesh, material, pinned).value();
    EXPECT_GE((half - whole).minCoeff(), 0.0);
    EXPECT_GT((half - whole).maxCoeff(), 0.1);
}

TEST_F(PinMask, DoesNotDependOnUnits) {
    const TetMesh large{1000.0 * mesh.X, mesh.T};
    const Material stiff = uniform_material({1e9, 0.3, 10.0}, mesh.tet_count());
    EXPECT_TRUE(pin_mask(large, stiff, pinned).value().isApprox(pin_mask(mesh, material, pinned).value(), 1e-6));
}

TEST_F(PinMask, KeepsColumnsApartFromTheRig) {
    const Vector mass = lumped_mass(mesh, material.density);
    const Rig rig = affine_handle(mesh);
    const Matrix C = complementarity_columns(mesh, mass, Vector::Ones(mass.size()), rig);
    const Vector s = pin_mask(mesh, material, pinned).value();
    const Matrix U = masked(Matrix::Random(mass.size(), 12), s, mass, C);
    EXPECT_LT((C.transpose() * U).cwiseAbs().maxCoeff(), 1e-9 * C.norm() * U.norm());
    EXPECT_LT((pinned.asDiagonal() * U).cwiseAbs().maxCoeff(), 1e-4 * U.cwiseAbs().maxCoeff());
    EXPECT_GT(U.colwise().norm().minCoeff(), 0.1);
}

TEST_F(PinMask, RefusesWhatIsOutOfRange) {
    Material odd = material;
    odd.young(0) = -1.0;
    EXPECT_FALSE(pin_mask(mesh, odd, pinned));
}

} // namespace
} // namespace limber
