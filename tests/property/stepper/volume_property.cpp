// SPDX-License-Identifier: MIT
#include "engine/clusters/clusters.h"
#include "engine/model/body_point.h"
#include "engine/stepper/objective.h"
#include "engine/stepper/step.h"
#include "engine/stepper/volume_preconditioner.h"
#include "tests/oracle/compiled_solvers.h"
#include "tests/support/living_bar.h"
#include "tests/support/meshes.h"
#include "tests/support/prepared_body.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

/// The co-rotational energy, its gradient and its descent at any Poisson's ratio.
namespace limber::testing {
namespace {

LivingBar bar_of(double poisson, std::uint64_t seed = 3) {
    LivingBar bar = living_bar(seed, 4);
    bar.material.poisson.setConstant(poisson);
    return bar;
}

LivingBar bar_of_many_ratios(std::uint64_t seed = 3) {
    LivingBar bar = living_bar(seed, 4);
    Rng rng(seed);
    bar.material.poisson = Vector::NullaryExpr(bar.material.poisson.size(), [&] { return rng.uniform(0.0, 0.49); });
    bar.material.poisson.head(40).setZero();
    return bar;
}

void shake(State& state, Rng& rng) {
    for (Index i = 0; i < state.Z.size(); ++i) {
        state.Z.data()[i] += 0.3 * rng.normal();
        state.Zdot.data()[i] += 3.0 * rng.normal();
    }
}

// A body in motion, and the controls of the next step.
struct Keyframe {
    LivingBar bar;
    ReducedModel model;
    State state;
    Controls controls;
    oracle::TextbookSpring spring;

    explicit Keyframe(LivingBar body, std::uint64_t seed = 5) : bar(std::move(body)), model(bar.model()) {
        Rng rng(seed);
        state = rest_state(model, dancing_maps(bar, 0));
        shake(state, rng);
        controls.P = dancing_maps(bar, 2);
        controls.gravity = Vec3(0.5, -9.81, 1.0);
        controls.damping = 2.0;
        controls.arithmetic = Arithmetic::double_precision;
        const auto [handle, twin] = random_handle(bar, model, rng);
        controls.handles = {handle};
        spring = twin;
    }

    // All options of a step: history, strain damping, BDF2.
    void ask_for_everything() {
        Rng rng(8);
        state.previous = {state.Z, state.Zdot, dancing_maps(bar, -1), state.Pdot, controls.time_step};
        state.previous.Z.array() += 0.01;
        controls.integrator = Integrator::bdf2;
        controls.strain_damping = 0.01;
        controls.young_scale = 1.7;
        controls.lambda_scale = 0.8;
        controls.density_scale = 1.2;
    }

    void prepare(Workspace& workspace) const {
        predict_motion(controls, state, uses_history(controls, state), workspace.prediction);
        prepare_objective(model, controls, workspace.prediction, workspace.objective);
    }
};

TEST(Objective, GradientEqualsFiniteDifferences) {
    for (const bool varied : {false, true}) {
        for (const bool everything : {false, true}) {
            Keyframe moment(varied ? bar_of_many_ratios() : bar_of(0.4));
            if (everything) {
                moment.ask_for_everything();
            }
            Workspace workspace(moment.model);
            moment.prepare(workspace);
            Rng rng(6);
            const Coordinates Z =
                Coordinates::NullaryExpr(workspace.now.Z.rows(), 3, [&] { return 0.3 * rng.normal(); });
            workspace.now.Z = Z;
            Iterate trial = workspace.now;
            evaluate(moment.model, moment.controls, workspace.objective, workspace.now);
            for (int round = 0; round < 10; ++round) {
                const Coordinates along = Coordinates::NullaryExpr(Z.rows(), 3, [&] { return rng.normal(); });
                const double e = 1e-5;
                const auto at = [&](double s) {
                    trial.Z = Z + s * along;
                    evaluate(moment.model, moment.controls, workspace.objective, trial);
                    return trial.objective;
                };
                const double slope = (8.0 * (at(e) - at(-e)) - (at(2 * e) - at(-2 * e))) / (12.0 * e);
                const double expected = workspace.now.gradient.cwiseProduct(along).sum();
                EXPECT_NEAR(slope, expected, 1e-7 * workspace.now.gradient.norm() * along.norm());
            }
        }
    }
}

oracle::TextbookControls textbook(const Keyframe& moment) {
    oracle::TextbookControls twin;
    twin.p = oracle::flat(moment.controls.P);
    twin.springs = {moment.spring};
    twin.gravity = moment.controls.gravity;
    twin.h = moment.controls.time_step;
    twin.damping = moment.controls.damping;
    return twin;
}

Vector displacement(const Keyframe& moment, const AffineStack& Z) {
    State state = moment.state;
    state.Z = Z;
    state.P.setZero();
    return oracle::flat(positions(moment.bar, moment.model, state));
}

oracle::TextbookState textbook_state(const Keyframe& moment) {
    return {displacement(moment, moment.state.Z), displacement(moment, moment.state.Zdot), oracle::flat(moment.state.P),
            oracle::flat(moment.state.Pdot)};
}

TEST(Objective, EqualsTheReferenceUpToAConstant) {
    for (const bool varied : {false, true}) {
        const Keyframe moment(varied ? bar_of_many_ratios() : bar_of(0.45));
        const oracle::TextbookBody body = moment.bar.reduced_body();
        Workspace workspace(moment.model);
        moment.prepare(workspace);
        Rng rng(7);
        double constant = 0.0;
        for (int round = 0; round < 5; ++round) {
            workspace.now.Z = Coordinates::NullaryExpr(workspace.now.Z.rows(), 3, [&] { return 0.3 * rng.normal(); });
            evaluate(moment.model, moment.controls, workspace.objective, workspace.now);
            const double expected = oracle::textbook_objective(body, textbook(moment), textbook_state(moment),
                                                               displacement(moment, workspace.now.Z));
            constant = round == 0 ? expected - workspace.now.objective : constant;
            EXPECT_NEAR(workspace.now.objective + constant, expected, 1e-10 * std::abs(expected));
            EXPECT_NEAR(
                elastic_energy(moment.model, moment.controls, workspace.prediction, workspace.objective, workspace.now),
                oracle::textbook_elastic_energy(body, displacement(moment, workspace.now.Z) +
                                                          body.operators.J * oracle::flat(moment.controls.P)),
                1e-10 * std::abs(expected));
        }
    }
}

TEST(Step, FindsTheMinimumOfThePapersQuasiNewton) {
    for (const double poisson : {0.0, 0.3, 0.4}) {
        Keyframe moment(bar_of(poisson));
        moment.controls.iterations = 100;
        const oracle::TextbookBody body = moment.bar.reduced_body();
        const oracle::TextbookState before = textbook_state(moment);
        const Vector u = oracle::textbook_minimum(body, textbook(moment), before, 400);
        Workspace workspace(moment.model);
        step(moment.model, moment.controls, moment.state, workspace);
        const Vector found = displacement(moment, moment.state.Z);
        EXPECT_LT((found - u).norm() / u.norm(), 1e-5) << poisson;
        EXPECT_LE(oracle::textbook_objective(body, textbook(moment), before, found),
                  oracle::textbook_objective(body, textbook(moment), before, u) * (1.0 + 1e-9));
    }
}

TEST(Step, NeverRaisesItsObjectiveAtAnyPoissonsRatioInEitherPrecision) {
    for (const double poisson : {0.0, 0.2, 0.3, 0.4, 0.45, 0.49}) {
        for (const Arithmetic arithmetic : {Arithmetic::single_precision, Arithmetic::double_precision}) {
            for (const int memory : {0, 5}) {
                Keyframe moment(bar_of(poisson));
                const oracle::TextbookBody body = moment.bar.reduced_body();
                const oracle::TextbookState before = textbook_state(moment);
                const State start = moment.state;
                moment.controls.arithmetic = arithmetic;
                moment.controls.memory = memory;
                Workspace workspace(moment.model);
                double previous = oracle::textbook_objective(body, textbook(moment), before,
                                                             before.u + moment.controls.time_step * before.u_dot);
                const double digits = arithmetic == Arithmetic::single_precision ? 1e-6 : 1e-12;
                for (moment.controls.iterations = 1; moment.controls.iterations < 25; ++moment.controls.iterations) {
                    moment.state = start;
                    step(moment.model, moment.controls, moment.state, workspace);
                    const double now = oracle::textbook_objective(body, textbook(moment), before,
                                                                  displacement(moment, moment.state.Z));
                    ASSERT_LE(now, previous + digits * std::abs(previous))
                        << poisson << " memory " << memory << " iterations " << moment.controls.iterations;
                    previous = now;
                }
            }
        }
    }
}

// The number of iterations until the objective is close to its minimum.
int iterations_to(double gap, const Keyframe& moment) {
    Workspace workspace(moment.model);
    const auto objective_after = [&](int iterations) {
        State state = moment.state;
        Controls controls = moment.controls;
        controls.iterations = iterations;
        step(moment.model, controls, state, workspace);
        return workspace.now.objective;
    };
    const double lowest = objective_after(500);
    moment.prepare(workspace);
    workspace.now.Z = moment.state.Z + moment.controls.time_step * moment.state.Zdot;
    evaluate(moment.model, moment.controls, workspace.objective, workspace.now);
    const double start = workspace.now.objective;
    int iterations = 1;
    while (iterations < 200 && objective_after(iterations) - lowest > gap * (start - lowest)) {
        ++iterations;
    }
    return iterations;
}

TEST(Step, ReachesItsMinimumInAboutTenIterationsAtAnyPoissonsRatio) {
    for (const double poisson : {0.0, 0.2, 0.3, 0.35, 0.39, 0.4, 0.45, 0.49}) {
        EXPECT_LE(iterations_to(1e-6, Keyframe(bar_of(poisson))), 12) << poisson;
    }
    EXPECT_LE(iterations_to(1e-6, Keyframe(bar_of_many_ratios())), 12);
}

// A bar of many clusters at rest, with a spring on one corner of its far end.
Keyframe poked_bar(double poisson, Index cluster_count, double stiffness, double distance) {
    PreparedBody body = with_modes(patchy_bar(3), 8);
    body.bar.material.poisson.setConstant(poisson);
    const ClusterOptions options{.count = cluster_count, .tets_min = 1, .threads = {1}};
    body.bar.clusters = clusters_of(body.bar.mesh, body.bar.W, body.lambda, options).value();
    Keyframe moment(std::move(body.bar));
    moment.state = rest_state(moment.model, moment.controls.P);
    moment.controls.gravity.setZero();
    moment.controls.time_step = 1.0 / 30.0;
    const int last = static_cast<int>(moment.bar.mesh.vertex_count()) - 1;
    Handle& handle = moment.controls.handles[0];
    handle.point = middle_of(moment.bar, moment.model, {last, last - 1});
    handle.stiffness = stiffness;
    handle.target = 0.5 * (moment.bar.mesh.X.row(last) + moment.bar.mesh.X.row(last - 1)).transpose() +
                    distance * Vec3(0.6, 0.64, 0.48);
    return moment;
}

TEST(Step, ReachesItsMinimumInAboutTenIterationsWithAnyNumberOfClusters) {
    for (const Index clusters : {50, 400}) {
        for (const double poisson : {0.3, 0.39, 0.45, 0.49}) {
            const Keyframe gentle = poked_bar(poisson, clusters, 3e3, 0.3);
            EXPECT_EQ(gentle.model.sets.back().cluster_count > 256, clusters > 256);
            EXPECT_LE(iterations_to(1e-6, gentle), 10) << poisson << " " << clusters;
            const Keyframe strong = poked_bar(poisson, clusters, 3e4, 0.6);
            EXPECT_LE(iterations_to(1e-6, strong), poisson < 0.47 ? 12 : 18) << poisson << " " << clusters;
        }
    }
}

// A handle that pulls a body to three times its length and partly inside out, far from the quadratic model of its
// energy.
TEST(Step, ConvergesAfterAHugePokeAtAnyPoissonsRatio) {
    for (const Index clusters : {50, 400}) {
        for (const auto& [poisson, iterations] : {std::pair{0.3, 4}, {0.39, 4}, {0.45, 6}, {0.49, 50}}) {
            const Keyframe huge = poked_bar(poisson, clusters, 3e6, 1.5);
            EXPECT_LE(iterations_to(1e-2, huge), iterations) << poisson << " " << clusters;
        }
    }
}

// D + sum l v v' + the handles, row-major unknowns, with v by differences of the stretch at fixed rotations.
Matrix dense_volume_system(const Keyframe& moment, const Workspace& workspace) {
    const ClusterSet& set = moment.model.sets.back();
    EXPECT_LE(set.cluster_count, static_cast<Index>(cluster_lanes)) << "read as one block below";
    const Matrix GKB = unpacked(set.GKB, set.cluster_count, set.coordinate_count);
    const Index k = moment.model.coordinate_count();
    Matrix A = Matrix::Zero(3 * k, 3 * k);
    A.diagonal() = Eigen::Map<const Vector>(workspace.objective.D.data(), 3 * k);
    const auto& rotations = workspace.objective.pass.exact.rotations[moment.model.sets.size() - 1];
    for (Index c = 0; c < set.cluster_count; ++c) {
        Mat3 R;
        for (Index e = 0; e < 9; ++e) {
            R(e / 3, e % 3) = rotations[static_cast<std::size_t>(e) * cluster_lanes + static_cast<std::size_t>(c)];
        }
        const Coordinates v = (R * GKB.middleRows(3 * c, 3)).transpose();
        const Vector column = Eigen::Map<const Vector>(v.data(), 3 * k);
        A += set.l[static_cast<std::size_t>(c)] * column * column.transpose();
    }
    for (const Handle& handle : moment.controls.handles) {
        for (Index axis = 0; axis < 3; ++axis) {
            Coordinates phi = Coordinates::Zero(k, 3);
            phi.col(axis) = handle.point.phi;
            const Vector column = Eigen::Map<const Vector>(phi.data(), 3 * k);
            A += handle.stiffness * column * column.transpose();
        }
    }
    return A;
}

// The system of the first pass of a step.
void expect_to_solve_like_a_dense_solver(const Keyframe& moment, Workspace& workspace) {
    moment.prepare(workspace);
    workspace.now.Z = moment.state.Z;
    evaluate(moment.model, moment.controls, workspace.objective, workspace.now);
    VolumeSystem& volume = workspace.descents.lbfgs.volume;
    prepare_volume_system(moment.model, moment.controls, workspace.objective, volume);
    ASSERT_TRUE(volume.in_use);
    const Index k = moment.model.coordinate_count();
    Rng rng(2);
    Coordinates rows = Coordinates::NullaryExpr(k, 3, [&] { return rng.normal(); });
    const Vector right = Eigen::Map<const Vector>(rows.data(), 3 * k);
    const Vector expected = dense_volume_system(moment, workspace).partialPivLu().solve(right);
    solve_with_volume(workspace.objective, volume, rows);
    EXPECT_LT((Eigen::Map<const Vector>(rows.data(), 3 * k) - expected).norm() / expected.norm(), 1e-3);
}

TEST(VolumeSystem, SolvesLikeADenseSolver) {
    // Also with so many handles that the full matrix is the smaller one.
    for (const int handles : {1, 12}) {
        Keyframe moment(handles > 1 ? bar_of_many_ratios() : bar_of(0.49));
        Rng pulling(4);
        while (static_cast<int>(moment.controls.handles.size()) < handles) {
            moment.controls.handles.push_back(random_handle(moment.bar, moment.model, pulling).handle);
        }
        Workspace workspace(moment.model);
        expect_to_solve_like_a_dense_solver(moment, workspace);
        EXPECT_EQ(workspace.descents.lbfgs.volume.is_direct(), handles > 1);
        EXPECT_FALSE(workspace.descents.lbfgs.volume.rigid.are_factored) << "the clusters have rotations of their own";
    }
}

TEST(VolumeSystem, OfABodyThatTurnsRigidlyIsKept) {
    LivingBar bar = flying_bar(4, 6);
    bar.material = uniform_material({1e5, 0.45, 1000.0}, bar.mesh.tet_count());
    for (const int handles : {1, 12}) {
        Keyframe moment(bar);
        Rng rng(4);
        while (static_cast<int>(moment.controls.handles.size()) < handles) {
            moment.controls.handles.push_back(random_handle(moment.bar, moment.model, rng).handle);
        }
        Workspace workspace(moment.model);
        const VolumeSystem& volume = workspace.descents.lbfgs.volume;
        LaneArray<float> before;
        for (int turn = 0; turn < 4; ++turn) {
            moment.controls.P.topRows<3>() = random_rotation(rng);
            moment.state = rest_state(moment.model, moment.controls.P);
            expect_to_solve_like_a_dense_solver(moment, workspace);
            ASSERT_TRUE(volume.rigid.are_factored);
            EXPECT_TRUE(turn == 0 || volume.triangle == before);
            before = volume.triangle;
        }
        moment.controls.handles[0].stiffness *= 2.0;
        expect_to_solve_like_a_dense_solver(moment, workspace);
        EXPECT_NE(volume.triangle, before);
    }
}

// Shares of the largest deformation at which a step starts with a rigid system.
TEST(VolumeSystem, IsThatOfTheClustersWhereTheyTurnWithinAStep) {
    Keyframe moment(bar_of(0.49));
    moment.controls.P = dancing_maps(moment.bar, 0);
    moment.state = rest_state(moment.model, moment.controls.P);
    moment.controls.P = skinning_maps(moment.bar.rig.skeleton, rest_pose(moment.bar.rig.skeleton));
    Workspace workspace(moment.model);
    moment.prepare(workspace);
    VolumeSystem& volume = workspace.descents.lbfgs.volume;
    Rng rng(2);
    const Coordinates direction = Coordinates::NullaryExpr(workspace.now.Z.rows(), 3, [&] { return rng.normal(); });
    const auto deform = [&](double amount) {
        workspace.now.Z = amount * direction;
        evaluate(moment.model, moment.controls, workspace.objective, workspace.now);
    };
    const auto starts_rigid = [&](double amount) {
        deform(amount);
        prepare_volume_system(moment.model, moment.controls, workspace.objective, volume);
        EXPECT_TRUE(volume.in_use);
        return volume.rigid.are_factored;
    };
    const auto stays_rigid = [&](double amount) {
        deform(amount);
        update_volume_system(moment.model, moment.controls, workspace.objective, volume);
        return volume.rigid.are_factored;
    };
    double low = 0.0;
    double high = 1.0;
    ASSERT_TRUE(starts_rigid(low));
    ASSERT_FALSE(starts_rigid(high));
    for (int halving = 0; halving < 20; ++halving) {
        const double middle = 0.5 * (low + high);
        (starts_rigid(middle) ? low : high) = middle;
    }
    ASSERT_TRUE(starts_rigid(0.6 * low));
    EXPECT_TRUE(stays_rigid(0.7 * low));
    EXPECT_FALSE(stays_rigid(0.97 * low)) << "as far from the body's rotation, but it came there in the step";
    EXPECT_TRUE(starts_rigid(0.97 * low));
}

// A body that rests and is shaken in turn, so that it uses kept systems and others, while its controls change.
TEST(Step, DoesNotDependOnTheSystemsThatItsWorkspaceKeeps) {
    const LivingBar bar = bar_of(0.49);
    const ReducedModel model = bar.model();
    Rng rng(9);
    const std::vector<Handle> handles{random_handle(bar, model, rng).handle, random_handle(bar, model, rng).handle};
    Controls controls;
    controls.P = skinning_maps(bar.rig.skeleton, rest_pose(bar.rig.skeleton));
    controls.iterations = 2; // before the system is checked again
    Workspace workspace(model);
    State state;
    int rigid = 0;
    constexpr int frames = 60;
    for (int frame = 0; frame < frames; ++frame) {
        if (frame % 10 == 0) {
            state = rest_state(model, controls.P);
        } else if (frame % 10 > 5) {
            shake(state, rng);
        }
        controls.density_scale = frame < 30 ? 1.0 : 1.1;
        controls.lambda_scale = frame < 36 ? 1.0 : 0.8;
        controls.handles.assign(handles.begin(), handles.begin() + frame / 10 % 3);
        State twin = state;
        Workspace fresh(model);
        step(model, controls, twin, fresh);
        step(model, controls, state, workspace);
        ASSERT_EQ(hash_of(state), hash_of(twin)) << frame;
        rigid += workspace.descents.lbfgs.volume.rigid.are_factored ? 1 : 0;
    }
    EXPECT_GT(rigid, 5);
    EXPECT_LT(rigid, frames - 5);
}

// The relative change of a body's volume.
double volume_change(const LivingBar& bar, const Points& x) {
    const auto volume = [&](const Points& points) {
        double sum = 0.0;
        for (Index t = 0; t < bar.mesh.tet_count(); ++t) {
            Mat3 edges;
            for (int a = 0; a < 3; ++a) {
                edges.col(a) = (points.row(bar.mesh.T(t, a + 1)) - points.row(bar.mesh.T(t, 0))).transpose();
            }
            sum += edges.determinant() / 6.0;
        }
        return sum;
    };
    return std::abs(volume(x) / volume(bar.mesh.X) - 1.0);
}

TEST(Step, HigherPoissonsRatioKeepsVolumeBetter) {
    double previous = 1.0;
    for (const double poisson : {0.0, 0.3, 0.45, 0.49}) {
        LivingBar bar = flying_bar(4, 6);
        bar.material = uniform_material({1e5, poisson, 1000.0}, bar.mesh.tet_count());
        const ReducedModel model = bar.model();
        Rng rng(4);
        State state = rest_state(model, dancing_maps(bar, 0));
        Controls controls;
        controls.P = state.P;
        controls.damping = 20.0;
        controls.iterations = 30;
        // Stretched at its ends.
        Handle low = random_handle(bar, model, rng).handle;
        low.stiffness = 3e4;
        const int last = static_cast<int>(bar.mesh.vertex_count()) - 1;
        const std::array<double, 4> even{0.25, 0.25, 0.25, 0.25};
        const auto middle_of = [&](const std::array<int, 4>& vertices) {
            return body_point(model, bar.mesh.X, bar.rig, bar.W, vertices, even);
        };
        low.point = middle_of({0, 1, 3, 4});
        Handle high = low;
        high.point = middle_of({last, last - 1, last - 3, last - 4});
        // A small stretch, because the energy's trace term is the volume to first order.
        low.target = Vec3(0.2, 0.2, -0.05);
        high.target = Vec3(0.2, 0.2, 1.05);
        controls.handles = {low, high};
        Workspace workspace(model);
        for (int i = 0; i < 200; ++i) {
            ASSERT_NE(step(model, controls, state, workspace).status, StepStatus::not_finite);
        }
        const double change = volume_change(bar, positions(bar, model, state));
        EXPECT_LT(change, 0.8 * previous) << poisson;
        previous = change;
    }
    EXPECT_LT(previous, 0.02);
}

} // namespace
} // namespace limber::testing
