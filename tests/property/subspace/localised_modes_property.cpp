// SPDX-License-Identifier: MIT
#include "engine/subspace/localised_modes.h"

#include "engine/operators/scalar_operators.h"
#include "engine/rig/complementarity.h"
#include "engine/subspace/skinning_modes.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

namespace limber {
namespace {

TetMesh long_bar() {
    TetMesh mesh = testing::bar_mesh(16, 3, 3, Vec3(5.0, 1.0, 0.9));
    Rng rng(9);
    mesh.X = testing::shaken(mesh.X, 0.01, rng);
    return mesh;
}

Material foam(const TetMesh& mesh) {
    return uniform_material({.young = 3e4, .poisson = 0.2}, mesh.tet_count());
}

Matrix free_weights(const TetMesh& mesh) {
    return Matrix(mesh.vertex_count(), 0);
}

Matrix one_bone(const TetMesh& mesh, const Material& material) {
    const Vector M = lumped_mass(mesh, material.density);
    return complementarity_columns(mesh.X, M, Vector::Ones(M.size()), Matrix::Ones(M.size(), 1));
}

LocalisedModes modes_with(const TetMesh& mesh, const Matrix& C, Index count, double sparsity = 50.0) {
    auto found = localised_modes(mesh, foam(mesh), C, {.count = count, .sparsity = sparsity});
    EXPECT_TRUE(found) << (found ? "" : sentence(found.error()));
    return std::move(found).value();
}

// The share of the body's mass that a mode moves: 1 where the weight is constant.
double support(const Vector& w, const Vector& M) {
    const double sum = M.dot(w.cwiseAbs());
    return sum * sum / (M.dot(w.cwiseAbs2()) * M.sum());
}

TEST(LocalisedModeLaws, ModesAreMassOrthonormalAndSatisfyTheConstraints) {
    const TetMesh mesh = long_bar();
    const Vector M = lumped_mass(mesh, foam(mesh).density);
    for (const bool is_held : {false, true}) {
        const Matrix C = is_held ? one_bone(mesh, foam(mesh)) : free_weights(mesh);
        const LocalisedModes modes = modes_with(mesh, C, 8);
        const Matrix gram = modes.W.transpose() * M.asDiagonal() * modes.W;
        EXPECT_LT((gram - Matrix::Identity(8, 8)).cwiseAbs().maxCoeff(), 1e-9);
        EXPECT_LT(modes.constraint_violation, 1e-10);
        EXPECT_LT(modes.change_max, 1e-3);
        if (is_held) {
            EXPECT_LT((C.transpose() * modes.W).cwiseAbs().maxCoeff(), 1e-9 * C.norm());
        }
    }
}

TEST(LocalisedModeLaws, SparsityMakesModesLocal) {
    const TetMesh mesh = long_bar();
    const Vector M = lumped_mass(mesh, foam(mesh).density);
    const auto mean_support = [&](const Matrix& W) {
        double sum = 0.0;
        for (Index j = 0; j < W.cols(); ++j) {
            sum += support(W.col(j), M);
        }
        return sum / static_cast<double>(W.cols());
    };
    const double global = mean_support(skinning_modes(mesh, foam(mesh), free_weights(mesh), {.count = 6}).value().W);
    const double local = mean_support(modes_with(mesh, free_weights(mesh), 6).W);
    const double more_local = mean_support(modes_with(mesh, free_weights(mesh), 6, 300.0).W);
    EXPECT_GT(global, 0.6);
    EXPECT_LT(local, 0.5 * global);
    EXPECT_LT(more_local, 0.8 * local);
    const Matrix W = modes_with(mesh, free_weights(mesh), 6).W;
    const auto moved = (W.array().abs() > 1e-2 * W.cwiseAbs().maxCoeff()).count();
    EXPECT_LT(static_cast<double>(moved), 0.5 * static_cast<double>(W.size()));
}

// Without sparsity, the first mode is the softest eigenmode: the constant one.
TEST(LocalisedModeLaws, FirstModeWithoutSparsityIsTheSoftest) {
    const TetMesh mesh = long_bar();
    const auto modes =
        localised_modes(mesh, foam(mesh), free_weights(mesh), {.count = 1, .sparsity = 0.0, .tolerance = 1e-12})
            .value();
    const Vector M = lumped_mass(mesh, foam(mesh).density);
    const Vector w = modes.W.col(0);
    EXPECT_LT((w.array() - M.dot(w) / M.sum()).abs().maxCoeff(), 1e-2 * w.mean());
}

// A mode is a local minimum: no nearby weight with the same constraints has less energy.
TEST(LocalisedModeLaws, NearbyWeightsHaveMoreEnergy) {
    const TetMesh mesh = long_bar();
    const auto modes =
        localised_modes(mesh, foam(mesh), free_weights(mesh), {.count = 3, .sparsity = 50.0, .tolerance = 1e-9})
            .value();
    const Vector M = lumped_mass(mesh, foam(mesh).density);
    const SparseMatrix H = weight_space_hessian(mesh, foam(mesh));
    const Vector w = modes.W.col(2);
    const double eta = (modes.energy(2) - w.dot(H * w)) / M.dot(w.cwiseAbs());
    EXPECT_GT(eta, 0.0);
    Rng rng(21);
    for (int i = 0; i < 50; ++i) {
        const Vector bump = testing::shaken(Points::Zero(M.size(), 3), 1.0, rng).col(0);
        // Smooth changes, in the support and out of it.
        Vector other = w + 1e-3 * std::sqrt(1.0 / M.sum()) * (i % 2 == 0 ? Vector(bump.cwiseProduct(w)) : bump);
        for (Index j = 0; j < 2; ++j) {
            other -= modes.W.col(j) * modes.W.col(j).dot(M.cwiseProduct(other));
        }
        other /= std::sqrt(M.dot(other.cwiseAbs2()));
        EXPECT_GE(other.dot(H * other) + eta * M.dot(other.cwiseAbs()), modes.energy(2) * (1.0 - 1e-6));
    }
}

TEST(LocalisedModeLaws, ModesDependNeitherOnTheFrameNorOnUnits) {
    const TetMesh mesh = long_bar();
    const Matrix W = modes_with(mesh, free_weights(mesh), 4).W;
    Rng rng(11);
    Affine map;
    map << 3.0 * testing::random_rotation(rng), testing::random_vector(rng, 10.0);
    const TetMesh turned = testing::transformed(mesh, map);
    Material other = foam(mesh);
    other.young *= 7.0;
    other.density *= 2.0;
    const Matrix V = localised_modes(turned, other, free_weights(turned), {.count = 4, .sparsity = 50.0}).value().W;
    const double mass_ratio = 27.0 * 2.0;
    EXPECT_LT((V * std::sqrt(mass_ratio) - W).norm(), 1e-4 * W.norm());
}

TEST(LocalisedModeLaws, BadInputIsRefused) {
    const TetMesh mesh = testing::bar_mesh(1, 1, 1);
    const auto kind = [&](const LocalisedModeOptions& options, const Matrix& C) {
        return localised_modes(mesh, foam(mesh), C, options).error().kind;
    };
    EXPECT_EQ(kind({.count = 0}, free_weights(mesh)), ErrorKind::bad_input);
    EXPECT_EQ(kind({.count = 9}, free_weights(mesh)), ErrorKind::bad_input);
    EXPECT_EQ(kind({.count = 1, .sparsity = -1.0}, free_weights(mesh)), ErrorKind::bad_input);
    EXPECT_EQ(kind({.count = 1, .tolerance = 0.0}, free_weights(mesh)), ErrorKind::bad_input);
    EXPECT_EQ(kind({.count = 1}, Matrix::Identity(8, 8)), ErrorKind::bad_input);
    Progress progress;
    progress.cancel();
    const TetMesh bar = long_bar();
    EXPECT_EQ(localised_modes(bar, foam(bar), free_weights(bar), {}, &progress).error().kind, ErrorKind::cancelled);
}

} // namespace
} // namespace limber
