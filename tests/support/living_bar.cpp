// SPDX-License-Identifier: MIT
#include "tests/support/living_bar.h"

#include "engine/model/body_point.h"
#include "engine/operators/scalar_operators.h"
#include "engine/rig/complementarity.h"
#include "tests/oracle/compiled_solvers.h"
#include "tests/support/meshes.h"

#include <Eigen/Geometry>

#include <array>
#include <cmath>

namespace limber::testing {
namespace {

Material patchy_material(Index tet_count, Rng& rng) {
    Material material = uniform_material({1e5, 0.0, 1000.0}, tet_count);
    for (Index t = 0; t < tet_count; ++t) {
        material.young(t) = std::pow(10.0, rng.uniform(4.0, 6.0));
        material.density(t) = rng.uniform(500.0, 1500.0);
    }
    return material;
}

Rig two_bones(const TetMesh& mesh) {
    Rig rig;
    rig.W.resize(mesh.vertex_count(), 2);
    for (Index i = 0; i < mesh.vertex_count(); ++i) {
        const double s = 1.0 / (1.0 + std::exp(-8.0 * (mesh.X(i, 2) - 0.5)));
        rig.W.row(i) << 1.0 - s, s;
    }
    rig.skeleton.bones.resize(2);
    rig.skeleton.bones[1].parent = 0;
    rig.skeleton.bones[1].rest.col(3) = Vec3(0.2, 0.2, 0.5);
    return rig;
}

std::vector<Target> bulge_and_wave(const TetMesh& mesh) {
    Target bulge{"bulge", 1, Points::Zero(mesh.vertex_count(), 3)};
    Target wave{"wave", 0, Points::Zero(mesh.vertex_count(), 3)};
    for (Index i = 0; i < mesh.vertex_count(); ++i) {
        const Vec3 X = mesh.X.row(i);
        const double near = std::exp(-20.0 * (X.z() - 0.8) * (X.z() - 0.8));
        bulge.d.row(i) = 0.4 * near * (X - Vec3(0.2, 0.2, X.z())).transpose();
        wave.d.row(i) = 0.05 * Eigen::RowVector3d(std::sin(9.0 * X.z()), 0.3 * std::cos(7.0 * X.x()), 0.0);
    }
    return {bulge, wave};
}

// An orthonormal basis of {w : C'w = 0}.
Matrix null_space(const Matrix& C) {
    const Eigen::HouseholderQR<Matrix> qr(C);
    const Matrix Q = qr.householderQ() * Matrix::Identity(C.rows(), C.rows());
    return Q.rightCols(C.rows() - C.cols());
}

Matrix some_of(const Matrix& all, Index count, Rng& rng) {
    Matrix mix(all.cols(), count);
    for (Index i = 0; i < mix.size(); ++i) {
        mix.data()[i] = rng.normal();
    }
    return all * mix;
}

Clusters slices(const TetMesh& mesh, int count) {
    Clusters clusters{{}, count};
    for (Index t = 0; t < mesh.tet_count(); ++t) {
        double z = 0.0;
        for (int corner = 0; corner < 4; ++corner) {
            z += 0.25 * mesh.X(mesh.T(t, corner), 2);
        }
        clusters.of_tet.push_back(std::min(count - 1, static_cast<int>(z * count)));
    }
    return clusters;
}

LivingBar bare_bar(Rng& rng) {
    LivingBar bar;
    bar.mesh = bar_mesh(2, 2, 5, Vec3(0.4, 0.4, 1.0));
    bar.mesh.X = shaken(bar.mesh.X, 0.01, rng);
    bar.material = patchy_material(bar.mesh.tet_count(), rng);
    bar.leak = Vector::NullaryExpr(bar.mesh.vertex_count(), [&] { return rng.uniform(0.2, 1.0); });
    bar.clusters = slices(bar.mesh, 5);
    return bar;
}

} // namespace

namespace {

LivingBar bar_on_a_rig(std::uint64_t seed, Index mode_count, bool one_cluster_each, bool has_targets) {
    Rng rng(seed);
    LivingBar bar = bare_bar(rng);
    bar.rig = two_bones(bar.mesh);
    if (has_targets) {
        bar.rig.targets = bulge_and_wave(bar.mesh);
    }
    bar.C = complementarity_columns(bar.mesh, lumped_mass(bar.mesh, bar.material.density), bar.leak, bar.rig);
    const Matrix all = null_space(bar.C);
    bar.W = mode_count == 0 ? all : some_of(all, mode_count, rng);
    if (one_cluster_each) {
        bar.clusters = one_cluster_a_tet(bar.mesh.tet_count());
    }
    return bar;
}

} // namespace

LivingBar living_bar(std::uint64_t seed, Index mode_count, bool one_cluster_each) {
    return bar_on_a_rig(seed, mode_count, one_cluster_each, false);
}

LivingBar shaped_bar(std::uint64_t seed, Index mode_count, bool one_cluster_each) {
    return bar_on_a_rig(seed, mode_count, one_cluster_each, true);
}

LivingBar flying_bar(std::uint64_t seed, Index mode_count) {
    Rng rng(seed);
    LivingBar bar = bare_bar(rng);
    bar.rig = affine_handle(bar.mesh);
    bar.C.resize(bar.mesh.vertex_count(), 0);
    bar.W.resize(bar.mesh.vertex_count(), mode_count);
    for (Index i = 0; i < bar.W.size(); ++i) {
        bar.W.data()[i] = rng.normal();
    }
    bar.W.col(0).setOnes();
    return bar;
}

LivingBar turned(LivingBar bar, const Affine& turn) {
    bar.mesh = transformed(bar.mesh, turn);
    for (Bone& bone : bar.rig.skeleton.bones) {
        bone.rest = compose(turn, bone.rest);
    }
    for (Target& target : bar.rig.targets) {
        target.d = target.d * turn.leftCols<3>().transpose();
    }
    return bar;
}

ReducedModel LivingBar::model() const {
    return reduced_model(mesh, material, rig, W, clusters).value();
}

oracle::TextbookBody LivingBar::reduced_body() const {
    oracle::TextbookBody body = oracle::textbook_body(oracle::textbook_operators(mesh, material, rig), clusters);
    body.B = oracle::textbook_basis(mesh, W);
    body.C = Matrix(body.B.rows(), 0);
    return body;
}

oracle::TextbookBody LivingBar::full_body() const {
    oracle::TextbookBody body = oracle::textbook_body(oracle::textbook_operators(mesh, material, rig), clusters);
    const Index size = 3 * mesh.vertex_count();
    body.B = Matrix::Identity(size, size);
    const Vector weight = body.operators.M.cwiseProduct(Vector(leak.replicate(3, 1)));
    body.C = weight.asDiagonal() * body.operators.J;
    return body;
}

AffineStack dancing_maps(const LivingBar& bar, int frame) {
    const double phase = 0.3 * frame;
    Pose pose = rest_pose(bar.rig.skeleton);
    std::vector<Affine> offsets(pose.size(), identity_affine());
    for (std::size_t b = 0; b < pose.size(); ++b) {
        const Vec3 axis = Vec3(1.0, 0.5 * static_cast<double>(b), 0.3).normalized();
        const double angle = 0.6 * std::sin(phase + static_cast<double>(b));
        offsets[b].leftCols<3>() = Eigen::AngleAxisd(angle, axis).toRotationMatrix();
        offsets[b].col(3) = 0.05 * Vec3(std::sin(phase), std::cos(2.0 * phase) - 1.0, 0.2 * phase);
    }
    const std::array weights{0.5 * std::sin(2.0 * phase), std::cos(phase) - 0.2};
    return rig_maps(bar.rig, with_offsets(bar.rig.skeleton, pose, offsets), weights);
}

HandleAndSpring random_handle(const LivingBar& bar, const ReducedModel& model, Rng& rng) {
    const Index t = static_cast<Index>(rng.below(static_cast<std::uint64_t>(bar.mesh.tet_count())));
    std::array<int, 4> vertices{};
    std::array<double, 4> barycentric{};
    double sum = 0.0;
    for (std::size_t i = 0; i < 4; ++i) {
        vertices[i] = bar.mesh.T(t, static_cast<Index>(i));
        barycentric[i] = rng.uniform(0.1, 1.0);
        sum += barycentric[i];
    }
    HandleAndSpring both;
    both.spring.row = Vector::Zero(bar.mesh.vertex_count());
    for (std::size_t i = 0; i < 4; ++i) {
        barycentric[i] /= sum;
        both.spring.row(vertices[i]) = barycentric[i];
    }
    both.spring.stiffness = rng.uniform(100.0, 10000.0);
    both.spring.target = Vec3(0.2, 0.2, 0.5) + random_vector(rng, 0.5);
    both.handle = {body_point(model, bar.mesh.X, bar.rig, bar.W, vertices, barycentric), both.spring.stiffness,
                   both.spring.target};
    return both;
}

oracle::TextbookControls textbook(const Controls& controls) {
    oracle::TextbookControls twin;
    twin.p = oracle::flat(controls.P);
    twin.gravity = controls.gravity;
    twin.h = controls.time_step;
    twin.damping = controls.damping;
    twin.iterations = controls.iterations;
    return twin;
}

oracle::TextbookState textbook(const LivingBar& bar, const ReducedModel& model, const State& state) {
    const AffineStack nowhere = AffineStack::Zero(state.P.rows(), 3);
    State place = state;
    place.P = nowhere;
    State velocity = place;
    velocity.Z = state.Zdot;
    return {oracle::flat(positions(bar, model, place)), oracle::flat(positions(bar, model, velocity)),
            oracle::flat(state.P), oracle::flat(state.Pdot)};
}

Points positions(const LivingBar& bar, const ReducedModel& model, const State& state) {
    return reconstructed(model, state, bar.mesh.X, bar.rig, bar.W);
}

} // namespace limber::testing
