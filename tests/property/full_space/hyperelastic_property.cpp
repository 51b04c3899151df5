// SPDX-License-Identifier: MIT
#include "engine/full_space/full_space_step.h"
#include "engine/operators/elasticity.h"

#include "tests/oracle/compiled_solvers.h"
#include "tests/support/living_bar.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace limber::testing {
namespace {

constexpr std::array hyperelastic{ElasticEnergy::stable_neo_hookean, ElasticEnergy::st_venant_kirchhoff};
constexpr Lame lame{2.0, 3.5};

// Tets of different Poisson's ratios.
LivingBar with_volume(LivingBar bar) {
    for (Index t = 0; t < bar.material.poisson.size(); ++t) {
        bar.material.poisson(t) = 0.1 + 0.05 * static_cast<double>(t % 8);
    }
    return bar;
}

LivingBar rubber_bar(std::uint64_t seed) {
    return with_volume(living_bar(seed, 1, true));
}

class Hyperelastic : public ::testing::TestWithParam<ElasticEnergy> {
protected:
    FullSpaceModel model_of(const LivingBar& bar) const {
        return full_space_model(bar.mesh, bar.material, bar.rig, bar.leak, GetParam()).value();
    }
    FullSpaceModel free_model_of(const LivingBar& bar) const {
        return full_space_model(bar.mesh, bar.material, bar.rig, {}, GetParam()).value();
    }
};

INSTANTIATE_TEST_SUITE_P(FullSpace, Hyperelastic, ::testing::ValuesIn(hyperelastic), [](const auto& test) {
    return std::string(test.param == ElasticEnergy::stable_neo_hookean ? "StableNeoHookean" : "StVenantKirchhoff");
});

// Also flat and inverted ones.
Mat3 random_deformation(Rng& rng) {
    return Mat3::NullaryExpr([&] { return rng.normal(); });
}

// The energies by their invariants or principal strains, as the papers have them.
double reference_energy(ElasticEnergy energy, double mu, double lambda, const Mat3& F) {
    const Vec3 s = Eigen::JacobiSVD<Mat3>(F).singularValues();
    if (energy == ElasticEnergy::st_venant_kirchhoff) {
        const Vec3 strain = 0.5 * (s.array().square() - 1.0).matrix();
        return mu * strain.squaredNorm() + 0.5 * lambda * strain.sum() * strain.sum();
    }
    const double m = 4.0 / 3.0 * mu;
    const double l = lambda + 5.0 / 6.0 * mu;
    const double a = 1.0 + m / l - m / (4.0 * l);
    const auto density = [&](double I, double J) {
        return 0.5 * m * (I - 3.0) + 0.5 * l * (J - a) * (J - a) - 0.5 * m * std::log(I + 1.0);
    };
    return density(s.squaredNorm(), F.determinant()) - density(3.0, 1.0);
}

TEST_P(Hyperelastic, TheEnergyIsThatOfThePapers) {
    Rng rng(1);
    for (int i = 0; i < 50; ++i) {
        const Mat3 F = random_deformation(rng);
        const double reference = reference_energy(GetParam(), lame.mu, lame.lambda, F);
        EXPECT_NEAR(energy_and_stress(GetParam(), lame, F).energy, reference, 1e-11 * (1.0 + std::abs(reference)));
    }
}

TEST_P(Hyperelastic, StressAndItsDerivativeAreThoseOfFiniteDifferences) {
    Rng rng(2);
    constexpr double step = 1e-5;
    for (int i = 0; i < 50; ++i) {
        const Mat3 F = random_deformation(rng);
        const Mat3 dF = random_deformation(rng).normalized();
        const auto ahead = energy_and_stress(GetParam(), lame, F + step * dF);
        const auto behind = energy_and_stress(GetParam(), lame, F - step * dF);
        const Mat3 stress = energy_and_stress(GetParam(), lame, F).stress;
        EXPECT_NEAR((ahead.energy - behind.energy) / (2.0 * step), stress.cwiseProduct(dF).sum(),
                    1e-6 * (1.0 + stress.norm()));
        const Mat9 H = stress_derivative(GetParam(), lame, F);
        const Eigen::Matrix<double, 9, 1> change = H * Eigen::Map<const Eigen::Matrix<double, 9, 1>>(dF.data());
        const Mat3 difference = (ahead.stress - behind.stress) / (2.0 * step);
        EXPECT_LT((difference - Eigen::Map<const Mat3>(change.data())).norm(), 1e-6 * (1.0 + H.norm()));
        EXPECT_LT((H - H.transpose()).norm(), 1e-13 * H.norm());
    }
}

TEST_P(Hyperelastic, ARotationDoesNotChangeTheEnergy) {
    Rng rng(4);
    for (int i = 0; i < 20; ++i) {
        const Mat3 F = random_deformation(rng);
        const Mat3 R = random_rotation(rng);
        const auto plain = energy_and_stress(GetParam(), lame, F);
        const auto left = energy_and_stress(GetParam(), lame, R * F);
        EXPECT_NEAR(left.energy, plain.energy, 1e-12 * (1.0 + plain.energy));
        EXPECT_LT((left.stress - R * plain.stress).norm(), 1e-12 * (1.0 + plain.stress.norm()));
        EXPECT_NEAR(energy_and_stress(GetParam(), lame, F * R).energy, plain.energy, 1e-12 * (1.0 + plain.energy));
    }
    EXPECT_NEAR(energy_and_stress(GetParam(), lame, random_rotation(rng)).energy, 0.0, 1e-14);
}

Matrix symmetric(const SparseMatrix& lower) {
    const Matrix dense = lower;
    return dense.selfadjointView<Eigen::Lower>();
}

TEST_P(Hyperelastic, AtRestTheHessianIsLinearElasticity) {
    const LivingBar bar = rubber_bar(5);
    const FullSpaceModel model = model_of(bar);
    SparseMatrix nothing(model.vertex_count(), model.vertex_count());
    HyperelasticHessian hessian;
    assemble(model, nothing, model.X, 1.0, 1.0, Definiteness::exact, {1}, hessian);
    const Matrix reference = rest_hessian(bar.mesh, bar.material);
    EXPECT_LT((symmetric(hessian.matrix) - reference).cwiseAbs().maxCoeff(), 1e-12 * reference.cwiseAbs().maxCoeff());
    assemble(model, nothing, model.X, 1.0, 1.0, Definiteness::projected, {1}, hessian);
    EXPECT_LT((symmetric(hessian.matrix) - reference).cwiseAbs().maxCoeff(), 1e-12 * reference.cwiseAbs().maxCoeff());
}

/// An objective with all forces, at a shaken state.
struct PreparedObjective {
    PreparedObjective(const LivingBar& bar, const FullSpaceModel& body) : model(body), workspace(model) {
        Rng rng(11);
        controls.P = dancing_maps(bar, 1);
        controls.gravity = Vec3(0.5, -9.81, 1.0);
        controls.damping = 2.0;
        controls.young_scale = 1.5;
        controls.lambda_scale = 2.5;
        controls.strain_damping = 0.01;
        controls.wind = {Vec3(3.0, -1.0, 2.0), 0.7};
        controls.handles = {
            {full_space_point(model, std::array{0, 47}, std::array{0.5, 0.5}), 900.0, Vec3(1.0, 0.0, 0.0)}};
        State state = full_space_rest(model, dancing_maps(bar, 0));
        state.Z = shaken(state.Z, 0.02, rng);
        predict_motion(controls, state, false, workspace.prediction);
        prepare_objective(model, controls, workspace.prediction, workspace.objective);
        at = iterate(model.vertex_count());
        at.Z = shaken(state.Z, 0.02, rng);
        direction = shaken(Points::Zero(model.vertex_count(), 3), 1.0, rng);
    }

    Iterate evaluated(double step) {
        Iterate near = at;
        near.Z += step * direction;
        evaluate(model, controls, workspace.objective, near);
        return near;
    }

    const FullSpaceModel& model;
    FullSpaceWorkspace workspace;
    Controls controls;
    Iterate at;
    Points direction;
};

TEST_P(Hyperelastic, GradientAndHessianAreDerivativesOfTheObjective) {
    const LivingBar bar = rubber_bar(7);
    const FullSpaceModel model = model_of(bar);
    PreparedObjective prepared(bar, model);
    constexpr double step = 1e-6;
    const Iterate here = prepared.evaluated(0.0);
    const Iterate ahead = prepared.evaluated(step);
    const Iterate behind = prepared.evaluated(-step);
    const double slope = here.gradient.cwiseProduct(prepared.direction).sum();
    EXPECT_NEAR((ahead.objective - behind.objective) / (2.0 * step), slope, 1e-6 * std::abs(slope));
    HyperelasticHessian hessian;
    const FullSpaceObjective& objective = prepared.workspace.objective;
    const Points x = here.Z + objective.rig;
    assemble(model, objective.A, x, prepared.controls.young_scale, prepared.controls.lambda_scale, Definiteness::exact,
             {1}, hessian);
    const Vector change =
        symmetric(hessian.matrix) * Eigen::Map<const Vector>(prepared.direction.data(), prepared.direction.size());
    const Points difference = (ahead.gradient - behind.gradient) / (2.0 * step);
    EXPECT_LT((difference - Eigen::Map<const Points>(change.data(), x.rows(), 3)).norm(), 1e-6 * change.norm());
}

Controls dance_at(const LivingBar& bar, int frame) {
    Controls controls;
    controls.P = dancing_maps(bar, frame);
    controls.gravity = Vec3(0.5, -9.81, 1.0);
    controls.damping = 2.0;
    controls.iterations = 200;
    return controls;
}

void dance(const LivingBar& bar, const FullSpaceModel& model, FullSpaceWorkspace& workspace, int frames, State& state) {
    for (int frame = 1; frame <= frames; ++frame) {
        const auto report = full_space_step(model, dance_at(bar, frame), state, workspace);
        ASSERT_TRUE(report) << "frame " << frame << ": " << report.error().message;
        ASSERT_EQ(report.value().status, StepStatus::converged) << "frame " << frame;
        EXPECT_LT(report.value().iterations, 30) << "frame " << frame;
    }
}

// The reference's objective with its co-rotational energy replaced.
double reference_objective(ElasticEnergy energy, const oracle::TextbookBody& body,
                           const oracle::TextbookControls& controls, const oracle::TextbookState& before,
                           const Vector& u) {
    const Vector x = u + body.operators.J * controls.p;
    const Vector f = body.operators.K * x;
    double elastic = 0.0;
    for (Index t = 0; t < body.operators.V.size(); ++t) {
        const Mat3 F = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(f.data() + 9 * t);
        elastic += body.operators.V(t) * reference_energy(energy, body.operators.mu(t), body.operators.lambda(t), F);
    }
    return oracle::textbook_objective(body, controls, before, u) - oracle::textbook_elastic_energy(body, x) + elastic;
}

TEST_P(Hyperelastic, EachStepIsAStationaryPointOfTheTextbooksObjective) {
    const LivingBar bar = rubber_bar(3);
    const FullSpaceModel model = model_of(bar);
    oracle::TextbookBody body = bar.full_body();
    const Matrix allowed = Eigen::FullPivLU<Matrix>(Matrix(body.C.transpose())).kernel();
    FullSpaceWorkspace workspace(model);
    Rng rng(17);
    State state = full_space_rest(model, dancing_maps(bar, 0));
    const Handle handle{full_space_point(model, std::array{3, 20}, std::array{0.25, 0.75}), 4000.0,
                        Vec3(0.4, 0.1, 0.3)};
    for (int frame = 1; frame <= 3; ++frame) {
        Controls controls = dance_at(bar, frame);
        controls.handles = {handle};
        oracle::TextbookControls twin = textbook(controls);
        twin.springs = {{handle.point.phi, handle.stiffness, handle.target}};
        const oracle::TextbookState before{oracle::flat(Points(state.Z)), oracle::flat(Points(state.Zdot)),
                                           oracle::flat(state.P), oracle::flat(state.Pdot)};
        ASSERT_TRUE(full_space_step(model, controls, state, workspace));
        const Vector found = oracle::flat(Points(state.Z));
        const Vector start = before.u + controls.time_step * before.u_dot;
        double slope = 0.0;
        double slope_at_start = 0.0;
        for (int i = 0; i < 4; ++i) {
            const Vector direction =
                allowed * Vector::NullaryExpr(allowed.cols(), [&] { return rng.normal(); }).normalized();
            const auto slope_at = [&](const Vector& u) {
                constexpr double step = 1e-6;
                return (reference_objective(GetParam(), body, twin, before, u + step * direction) -
                        reference_objective(GetParam(), body, twin, before, u - step * direction)) /
                       (2.0 * step);
            };
            slope = std::max(slope, std::abs(slope_at(found)));
            slope_at_start = std::max(slope_at_start, std::abs(slope_at(start)));
        }
        EXPECT_LT(slope, 1e-5 * slope_at_start) << "frame " << frame;
    }
}

TEST_P(Hyperelastic, TheDisplacementsStayOnTheConstraint) {
    const LivingBar bar = rubber_bar(5);
    const FullSpaceModel model = model_of(bar);
    FullSpaceWorkspace workspace(model);
    State state = full_space_rest(model, dancing_maps(bar, 0));
    dance(bar, model, workspace, 10, state);
    const Vector weight = bar.leak.cwiseProduct(model.M);
    const Matrix forces = model.J.transpose() * (weight.asDiagonal() * state.Z);
    EXPECT_GT(state.Z.cwiseAbs().maxCoeff(), 1e-3);
    EXPECT_LT(forces.cwiseAbs().maxCoeff(), 1e-12 * weight.sum() * state.Z.cwiseAbs().maxCoeff());
}

TEST_P(Hyperelastic, ATurnedBodyMovesTurned) {
    const LivingBar bar = rubber_bar(9);
    Rng rng(2);
    Affine turn = identity_affine();
    turn.leftCols<3>() = random_rotation(rng);
    const LivingBar other = turned(bar, turn);
    std::array<Points, 2> ends;
    for (const bool is_turned : {false, true}) {
        const FullSpaceModel model = model_of(is_turned ? other : bar);
        FullSpaceWorkspace workspace(model);
        State state;
        for (int frame = 0; frame <= 6; ++frame) {
            Controls controls = dance_at(bar, frame);
            if (is_turned) { // P maps rest positions to positions: turned both before and after
                for (Index b = 0; b < controls.P.rows() / 4; ++b) {
                    Affine map = controls.P.middleRows(4 * b, 4).transpose();
                    map = compose(turn, compose(map, inverse(turn)));
                    controls.P.middleRows(4 * b, 4) = map.transpose();
                }
                controls.gravity = turn.leftCols<3>() * controls.gravity;
            }
            if (frame == 0) {
                state = full_space_rest(model, controls.P);
            } else {
                ASSERT_TRUE(full_space_step(model, controls, state, workspace));
            }
        }
        ends[is_turned ? 1 : 0] = positions(model, state.Z, state.P);
    }
    EXPECT_LT((transformed(ends[0], turn) - ends[1]).cwiseAbs().maxCoeff(), 1e-7);
}

TEST_P(Hyperelastic, AFreeBodyKeepsItsMomentum) {
    const LivingBar bar = with_volume(flying_bar(4, 1));
    const FullSpaceModel model = free_model_of(bar);
    FullSpaceWorkspace workspace(model);
    Rng rng(8);
    State state = full_space_rest(model, skinning_maps(bar.rig.skeleton, rest_pose(bar.rig.skeleton)));
    state.Zdot = shaken(state.Zdot, 2.0, rng);
    const Vec3 before = state.Zdot.transpose() * model.M;
    Controls controls;
    controls.P = state.P;
    controls.iterations = 200;
    for (int frame = 0; frame < 20; ++frame) {
        ASSERT_EQ(full_space_step(model, controls, state, workspace).value().status, StepStatus::converged);
    }
    const Vec3 after = state.Zdot.transpose() * model.M;
    EXPECT_LT((after - before).norm(), 1e-6 * before.norm());
}

constexpr int bending_frames = 8;

Controls bending_controls(const LivingBar& bar, double force) {
    Controls controls;
    controls.P = skinning_maps(bar.rig.skeleton, rest_pose(bar.rig.skeleton));
    controls.gravity = force * Vec3(1.0, -2.0, 0.5);
    controls.iterations = 500;
    return controls;
}

// The displacement after some steps under a force of this size.
Points bent(const LivingBar& bar, ElasticEnergy energy, double force) {
    const FullSpaceModel model = full_space_model(bar.mesh, bar.material, bar.rig, bar.leak, energy).value();
    FullSpaceWorkspace workspace(model);
    const Controls controls = bending_controls(bar, force);
    State state = full_space_rest(model, controls.P);
    for (int frame = 0; frame < bending_frames; ++frame) {
        EXPECT_TRUE(full_space_step(model, controls, state, workspace));
    }
    return state.Z;
}

// The same by linear elasticity and dense matrices.
Points linearly_bent(const LivingBar& bar, double force) {
    const Controls controls = bending_controls(bar, force);
    const Vector m = lumped_mass(bar.mesh, bar.material.density);
    const Matrix J = rig_jacobian(bar.mesh.X, bar.rig.W);
    const Vector leaking = bar.leak.cwiseProduct(m);
    const Matrix of_axis = Eigen::FullPivLU<Matrix>(Matrix(J.transpose() * leaking.asDiagonal())).kernel();
    const Index n = m.size();
    Matrix B = Matrix::Zero(3 * n, 3 * of_axis.cols()); // vertex by vertex, as the stiffness
    Vector mass(3 * n);
    Vector weight(3 * n);
    for (Index i = 0; i < n; ++i) {
        for (Index axis = 0; axis < 3; ++axis) {
            B.row(3 * i + axis).segment(axis * of_axis.cols(), of_axis.cols()) = of_axis.row(i);
            mass(3 * i + axis) = m(i);
            weight(3 * i + axis) = m(i) * controls.gravity(axis);
        }
    }
    const double h = controls.time_step;
    Matrix A = rest_hessian(bar.mesh, bar.material);
    A.diagonal() += mass / (h * h);
    const Eigen::PartialPivLU<Matrix> solver(Matrix(B.transpose() * A * B));
    Vector u = Vector::Zero(3 * n);
    Vector velocity = u;
    for (int frame = 0; frame < bending_frames; ++frame) {
        const Vector force_ahead = weight + mass.cwiseProduct(u + h * velocity) / (h * h);
        const Vector next = B * Vector(solver.solve(Vector(B.transpose() * force_ahead)));
        velocity = (next - u) / h;
        u = next;
    }
    return Eigen::Map<const Points>(u.data(), n, 3);
}

TEST(FullSpaceEnergies, SmallMotionsAreThoseOfLinearElasticityToFirstOrder) {
    const LivingBar bar = rubber_bar(21);
    for (const ElasticEnergy energy : {ElasticEnergy::corotational, hyperelastic[0], hyperelastic[1]}) {
        std::array<double, 2> relative{};
        for (const std::size_t i : {0u, 1u}) {
            const double force = i == 0 ? 10.0 : 1.0;
            const Points reference = linearly_bent(bar, force);
            relative[i] = (bent(bar, energy, force) - reference).norm() / reference.norm();
        }
        EXPECT_LT(relative[0], 0.05) << elastic_energy_names[static_cast<std::size_t>(energy)];
        // the difference is quadratic in the force
        EXPECT_LT(relative[1], 0.15 * relative[0]) << elastic_energy_names[static_cast<std::size_t>(energy)];
    }
}

TEST_P(Hyperelastic, TheBitsDoNotDependOnTheNumberOfThreads) {
    const LivingBar bar = rubber_bar(12);
    const FullSpaceModel model = model_of(bar);
    State one = full_space_rest(model, dancing_maps(bar, 0));
    State four = one;
    FullSpaceWorkspace alone(model, {1});
    FullSpaceWorkspace together(model, {4});
    dance(bar, model, alone, 5, one);
    dance(bar, model, together, 5, four);
    EXPECT_EQ(hash_of(one), hash_of(four));
}

// A workspace that has seen another pattern steps to the same bits as a new one.
TEST_P(Hyperelastic, AStepDoesNotDependOnTheStepsBefore) {
    const LivingBar bar = rubber_bar(14);
    const FullSpaceModel model = model_of(bar);
    FullSpaceWorkspace used(model);
    FullSpaceWorkspace fresh(model);
    State state = full_space_rest(model, dancing_maps(bar, 0));
    State other = state;
    Controls controls = dance_at(bar, 1);
    controls.handles = {{full_space_point(model, std::array{0, 47}, std::array{0.5, 0.5}), 900.0, Vec3::Zero()}};
    State held = state;
    ASSERT_TRUE(full_space_step(model, controls, held, used));
    dance(bar, model, used, 2, state);
    dance(bar, model, fresh, 2, other);
    EXPECT_EQ(hash_of(state), hash_of(other));
}

TEST_P(Hyperelastic, ADescentThatDoesNotConvergeLeavesTheState) {
    const LivingBar bar = rubber_bar(16);
    const FullSpaceModel model = model_of(bar);
    FullSpaceWorkspace workspace(model);
    State state = full_space_rest(model, dancing_maps(bar, 0));
    const auto before = hash_of(state);
    Controls controls = dance_at(bar, 1);
    controls.iterations = 1;
    const auto report = full_space_step(model, controls, state, workspace);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().kind, ErrorKind::not_converged);
    EXPECT_EQ(report.error().message, "Newton's method did not converge in 1 evaluations; use a smaller time step");
    EXPECT_EQ(hash_of(state), before);
}

// The factorisation that was given up is made again, with the same bits.
TEST_P(Hyperelastic, AStepThatIsCancelledLeavesTheState) {
    const LivingBar bar = rubber_bar(17);
    const FullSpaceModel model = model_of(bar);
    FullSpaceWorkspace workspace(model);
    FullSpaceWorkspace undisturbed(model);
    State state = full_space_rest(model, dancing_maps(bar, 0));
    State other = state;
    Progress progress;
    progress.cancel();
    for (int frame = 1; frame <= 2; ++frame) {
        const auto before = hash_of(state);
        const auto report = full_space_step(model, dance_at(bar, frame), state, workspace, &progress);
        ASSERT_FALSE(report);
        EXPECT_EQ(report.error().kind, ErrorKind::cancelled);
        EXPECT_EQ(hash_of(state), before);
        ASSERT_TRUE(full_space_step(model, dance_at(bar, frame), state, workspace));
        ASSERT_TRUE(full_space_step(model, dance_at(bar, frame), other, undisturbed));
        EXPECT_EQ(hash_of(state), hash_of(other));
    }
}

TEST_P(Hyperelastic, ACrushedBodyRecovers) {
    const LivingBar bar = with_volume(flying_bar(4, 1));
    const FullSpaceModel model = free_model_of(bar);
    FullSpaceWorkspace workspace(model);
    Controls controls;
    controls.P = skinning_maps(bar.rig.skeleton, rest_pose(bar.rig.skeleton));
    controls.iterations = 500;
    State state = full_space_rest(model, controls.P);
    state.Z = -0.7 * model.X; // squeezed to 0.3 of its size
    const double before = full_space_energy(model, controls, positions(model, state.Z, state.P));
    for (int frame = 0; frame < 30; ++frame) {
        const auto report = full_space_step(model, controls, state, workspace);
        ASSERT_TRUE(report) << report.error().message;
    }
    EXPECT_LT(full_space_energy(model, controls, positions(model, state.Z, state.P)), 0.1 * before);
}

TEST(FullSpaceEnergies, ArapHasNoVolumeTerm) {
    const LivingBar bar = rubber_bar(18);
    const FullSpaceModel arap =
        full_space_model(bar.mesh, bar.material, bar.rig, bar.leak, ElasticEnergy::arap).value();
    const FullSpaceModel corotational = full_space_model(bar.mesh, bar.material, bar.rig, bar.leak).value();
    Controls without_volume;
    without_volume.lambda_scale = 0.0;
    const Points x = 1.1 * bar.mesh.X;
    EXPECT_EQ(full_space_energy(arap, {}, x), full_space_energy(corotational, without_volume, x));
    EXPECT_LT(full_space_energy(arap, {}, x), full_space_energy(corotational, {}, x));
}

} // namespace
} // namespace limber::testing
