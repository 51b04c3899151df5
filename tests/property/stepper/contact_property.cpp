// SPDX-License-Identifier: MIT
#include "engine/operators/scalar_operators.h"
#include "engine/stepper/step.h"
#include "tests/support/allocation_count.h"
#include "tests/support/free_body.h"
#include "tests/support/meshes.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

/// Laws of contact.
namespace limber::testing {
namespace {

const Vec3 down(0.0, -9.81, 0.0);

TetMesh lying_bar() {
    TetMesh mesh = bar_mesh(6, 2, 2, Vec3(1.0, 0.3, 0.3));
    mesh.X.col(1).array() += 0.001; // just above the ground
    return mesh;
}

Vec3 random_direction(Rng& rng) {
    return random_vector(rng).normalized();
}

// A half-space below the body with any orientation.
Obstacle floor_under(const FreeBody& body, Rng& rng) {
    Obstacle floor;
    const Vec3 normal = (Vec3(0.0, 1.0, 0.0) + 0.4 * random_direction(rng)).normalized();
    const double lowest = (body.bar.mesh.X * normal).minCoeff();
    floor.shape = HalfSpace{(lowest - 0.05) * normal, normal};
    floor.friction = rng.uniform(0.0, 1.5);
    floor.restitution = rng.uniform() < 0.5 ? 0.0 : rng.uniform();
    return floor;
}

TEST(Contact, NoPointIsInsideNoForcePullsAndFrictionStaysInItsCone) {
    Rng rng(5);
    const double ratios[] = {0.0, 0.4, 0.0, 0.47};
    for (int scene = 0; scene < 12; ++scene) {
        FreeBody body = free_body(lying_bar(), {.poisson = ratios[scene % 4]});
        const Obstacle floor = floor_under(body, rng);
        const auto& plane = std::get<HalfSpace>(floor.shape);
        Controls controls = controls_on(body, {floor});
        controls.arithmetic = scene % 2 == 0 ? Arithmetic::double_precision : Arithmetic::single_precision;
        controls.time_step = scene % 4 == 3 ? 1.0 / 15.0 : 1.0 / 120.0;
        controls.integrator = scene % 3 == 1 ? Integrator::bdf2 : Integrator::backward_euler;
        controls.strain_damping = scene % 5 < 2 ? 0.004 : 0.0;
        State state = body.start(random_vector(rng, 3.0));
        Workspace workspace = workspace_of(body);
        const double deepest = (scene % 4 == 3 ? 1.0 : 0.1) * depth_tolerance_of_size * body.model.frame.scale;
        bool touched = false;
        for (int frame = 0; frame < 150; ++frame) {
            const StepReport report = step(body.model, controls, state, workspace);
            ASSERT_NE(report.status, StepStatus::not_finite);
            touched = touched || report.contacts > 0;
            const Points x = body.contact_positions(state);
            for (Index i = 0; i < x.rows(); ++i) {
                EXPECT_GE((x.row(i).transpose() - plane.point).dot(plane.normal), -deepest)
                    << "scene " << scene << " depth " << report.depth << " h " << controls.time_step << " frame "
                    << frame;
                const Vec3 force = state.contact_force.row(i);
                const double push = force.dot(plane.normal);
                EXPECT_GE(push, 0.0);
                EXPECT_LE((force - push * plane.normal).norm(), floor.friction * push * (1.0 + 1e-9) + 1e-12);
            }
        }
        EXPECT_TRUE(touched);
    }
}

TEST(Contact, EarlyStopIsNoDeeper) {
    for (const double poisson : {0.0, 0.4}) {
        const FreeBody body = free_body(lying_bar(), {.poisson = poisson});
        Controls controls = controls_on(body, {{HalfSpace{}, 0.6, 0.0}});
        controls.tolerance = 1e-2;
        State state = body.start(Vec3(1.0, -2.0, 0.3));
        Workspace workspace = workspace_of(body);
        bool content = false;
        for (int frame = 0; frame < 60; ++frame) {
            const StepReport report = step(body.model, controls, state, workspace);
            content = content || (report.contacts > 0 && report.status == StepStatus::converged);
            EXPECT_LT(report.depth, 0.01 * depth_tolerance_of_size * body.model.frame.scale) << "frame " << frame;
        }
        EXPECT_TRUE(content);
    }
}

// The start of a step's prediction and its length, see step.h.
struct Base {
    Vec3 momentum;
    double h = 0.0;
};

Base base_of(const FreeBody& body, const Controls& controls, const State& before, const State& after) {
    if (controls.integrator == Integrator::backward_euler || before.previous.time_step == 0.0 ||
        after.previous.time_step == 0.0) {
        return {body.momentum(before), controls.time_step};
    }
    State earlier = before;
    earlier.Zdot = before.previous.Zdot;
    return {(4.0 * body.momentum(before) - body.momentum(earlier)) / 3.0, 2.0 / 3.0 * controls.time_step};
}

TEST(Contact, ForcesChangeTheMomentumByTheirImpulse) {
    const FreeBody body = free_body(lying_bar());
    for (const Integrator integrator : {Integrator::backward_euler, Integrator::bdf2}) {
        for (const double strain_damping : {0.0, 0.004}) {
            Controls controls = controls_on(body, {{HalfSpace{}, 0.7, 0.0}});
            controls.integrator = integrator;
            controls.strain_damping = strain_damping;
            controls.iterations = 40; // in the air L-BFGS deforms and moves the body together
            State state = body.start(Vec3(1.0, -2.0, 0.5));
            Workspace workspace = workspace_of(body);
            bool touched = false;
            for (int frame = 0; frame < 60; ++frame) {
                const State before = state;
                touched = step(body.model, controls, state, workspace).contacts > 0 || touched;
                const Base base = base_of(body, controls, before, state);
                const Vec3 force = body.model.mass * down + Vec3(state.contact_force.colwise().sum().transpose());
                EXPECT_LT((body.momentum(state) - base.momentum - base.h * force).norm(), 1e-7 * body.model.mass);
            }
            EXPECT_TRUE(touched);
        }
    }
}

// n x 3 [m/s].
Points velocities(const FreeBody& body, State state) {
    state.Z = state.Zdot;
    state.P.setZero();
    return positions(body.bar, body.model, state);
}

// sum x x m v of a body with these positions and velocities [kg m^2/s].
Vec3 spin(const FreeBody& body, const Points& x, const Points& v) {
    const Vector M = lumped_mass(body.bar.mesh, body.bar.material.density);
    Vec3 sum = Vec3::Zero();
    for (Index i = 0; i < x.rows(); ++i) {
        sum += M(i) * Vec3(x.row(i)).cross(Vec3(v.row(i)));
    }
    return sum;
}

// sum x x f over the contact points [N m].
Vec3 moment_of_forces(const FreeBody& body, const State& state) {
    const Points x = body.contact_positions(state);
    Vec3 sum = Vec3::Zero();
    for (Index i = 0; i < x.rows(); ++i) {
        sum += Vec3(x.row(i)).cross(Vec3(state.contact_force.row(i)));
    }
    return sum;
}

// A rotation of the current body, w x x, is in the subspace and causes no elastic work, so only the moment of the
// forces does work along it.
TEST(Contact, ForcesChangeTheAngularMomentumByTheirMoment) {
    const FreeBody body = free_body(lying_bar());
    const Obstacles grounds[] = {{{HalfSpace{}, 0.7, 0.0}}, {{Ball{Vec3(0.2, -0.5, 0.1), 0.4}, 0.4, 0.0}}};
    for (const Obstacles& ground : grounds) {
        Controls controls = controls_on(body, ground);
        controls.iterations = 400;
        State state = body.start(Vec3(1.0, -2.0, 0.5));
        Workspace workspace = workspace_of(body);
        double turning = 0.0; // the largest moment impulse of a step
        for (int frame = 0; frame < 60; ++frame) {
            const State before = state;
            step(body.model, controls, state, workspace);
            const Points x = positions(body.bar, body.model, state);
            const Vec3 weight = body.model.mass * body.centre_of_mass(state).cross(down);
            const Vec3 moment = weight + moment_of_forces(body, state);
            const Vec3 change = spin(body, x, velocities(body, state) - velocities(body, before));
            turning = std::max(turning, controls.time_step * moment_of_forces(body, state).norm());
            EXPECT_LT((change - controls.time_step * moment).norm(), 1e-5 * body.model.mass) << "frame " << frame;
        }
        EXPECT_GT(turning, 1e-2 * body.model.mass);
    }
}

TEST(Contact, IsEquivariantUnderRotation) {
    Rng rng(7);
    Affine turn = identity_affine();
    turn.leftCols<3>() = random_rotation(rng);
    turn.col(3) = Vec3(0.3, -2.0, 0.7);
    const Mat3 R = turn.leftCols<3>();
    const FreeBody body = free_body(lying_bar());
    FreeBody other = body;
    other.bar = turned(body.bar, turn);
    other.model = other.bar.model();
    other.points = std::make_shared<ContactPoints>(
        contact_points(other.model, other.bar.mesh.X, other.bar.rig, other.bar.W, body.points->vertices));
    const Vec3 velocity(1.5, -1.0, 0.4);
    Controls controls = controls_on(body, {{HalfSpace{}, 0.4, 0.3}, {Ball{Vec3(1.6, 0.1, 0.1), 0.3}, 0.4, 0.0}});
    Controls turned_controls = controls_on(
        other, {{HalfSpace{turn.col(3), R.col(1)}, 0.4, 0.3}, {Ball{apply(turn, Vec3(1.6, 0.1, 0.1)), 0.3}, 0.4, 0.0}});
    turned_controls.gravity = R * down;
    State state = body.start(velocity);
    State turned_state = other.start(R * velocity);
    Workspace workspace = workspace_of(body);
    Workspace turned_workspace = workspace_of(other);
    for (int frame = 0; frame < 50; ++frame) {
        step(body.model, controls, state, workspace);
        step(other.model, turned_controls, turned_state, turned_workspace);
        const Points expected = transformed(positions(body.bar, body.model, state), turn);
        ASSERT_LT((positions(other.bar, other.model, turned_state) - expected).cwiseAbs().maxCoeff(), 1e-6) << frame;
    }
}

Obstacle slope(double degrees, double friction) {
    const double angle = degrees * std::numbers::pi / 180.0;
    return {HalfSpace{Vec3::Zero(), Vec3(-std::sin(angle), std::cos(angle), 0.0)}, friction, 0.0};
}

TEST(Contact, SlopeSticksOrSlidesByCoulombsLaw) {
    const double degrees = 25.0;
    const double angle = degrees * std::numbers::pi / 180.0;
    Affine turn = identity_affine();
    turn.leftCols<3>() = Eigen::AngleAxisd(angle, Vec3(0.0, 0.0, 1.0)).toRotationMatrix();
    const FreeBody body = free_body(transformed(lying_bar(), turn), {.young = 1e6});
    const Vec3 downhill = -turn.col(0);
    for (const double friction : {0.3, 0.6}) {
        Controls controls = controls_on(body, {slope(degrees, friction)});
        State state = body.start();
        Workspace workspace = workspace_of(body);
        const int frames = 60;
        for (int frame = 0; frame < frames; ++frame) {
            step(body.model, controls, state, workspace);
        }
        const double h = controls.time_step;
        const double speed = body.momentum(state).dot(downhill) / body.model.mass;
        const double expected = std::max(0.0, 9.81 * (std::sin(angle) - friction * std::cos(angle))) * frames * h;
        EXPECT_NEAR(speed, expected, 0.05 * expected + 0.01) << "friction " << friction;
    }
}

TEST(Contact, DampedFrictionKeepsAFractionOfTheVelocity) {
    const FreeBody body = free_body(lying_bar(), {.modes = 1, .clusters = 1, .young = 1e8});
    Controls controls = controls_on(body, {{HalfSpace{Vec3(0.0, 0.001, 0.0)}, 0.0, 0.0}});
    controls.contact.law = Friction::damped;
    controls.contact.tangential_restitution = 0.5;
    controls.iterations = 100;
    State state = body.start(Vec3(1.0, 0.0, 0.0));
    Workspace workspace = workspace_of(body);
    step(body.model, controls, state, workspace); // in contact from here on
    const double before = body.momentum(state).x();
    step(body.model, controls, state, workspace);
    EXPECT_NEAR(body.momentum(state).x(), 0.5 * before, 0.05 * before);
}

TEST(Contact, HandlesHoldABodyInContact) {
    const FreeBody body = free_body(lying_bar());
    Controls controls = controls_on(body, {{HalfSpace{}, 0.8, 0.0}});
    controls.handles.push_back({{body.points->phi.col(0), body.points->rig_rows.col(0)}, 3e3, Vec3(0.5, 1.0, 0.1)});
    State state = body.start();
    Workspace workspace = workspace_of(body);
    StepReport report;
    for (int frame = 0; frame < 400; ++frame) {
        report = step(body.model, controls, state, workspace);
    }
    EXPECT_GT(report.contacts, 0);
    EXPECT_GE(body.contact_positions(state).col(1).minCoeff(), -1e-6);
    EXPECT_GT(body.contact_positions(state)(0, 1), 0.4);
}

TEST(Contact, HundredContactsAreStable) {
    const TetMesh fine = bar_mesh(20, 6, 6, Vec3(1.0, 0.3, 0.3));
    const FreeBody body = free_body(fine, {.modes = 8, .contact_points = 500, .young = 2e4});
    Box step_in_the_way{identity_affine(), Vec3(0.1, 0.05, 1.0)};
    step_in_the_way.placement.col(3) = Vec3(1.2, -0.3, 0.0);
    const Obstacle floor{HalfSpace{Vec3(0.0, -0.35, 0.0)}, 0.6, 0.0};
    Controls controls = controls_on(body, {floor, {step_in_the_way, 0.6, 0.0}});
    controls.arithmetic = Arithmetic::single_precision;
    State state = body.start(Vec3(0.5, -2.0, 0.0));
    Workspace workspace = workspace_of(body);
    double energy = 0.0;
    int most = 0;
    for (int frame = 0; frame < 300; ++frame) {
        const StepReport report = step(body.model, controls, state, workspace);
        ASSERT_NE(report.status, StepStatus::not_finite);
        energy = report.kinetic_energy;
        most = std::max(most, report.contacts);
        EXPECT_LT(report.depth, depth_tolerance_of_size * body.model.frame.scale);
    }
    EXPECT_GT(most, 100);
    EXPECT_LT(energy, 0.01 * body.model.mass);
}

struct Meeting {
    const char* what;
    Obstacles obstacles;
    Vec3 velocity = Vec3::Zero();
    Friction law = Friction::coulomb;
};

std::vector<Meeting> meetings() {
    Box wall{identity_affine(), Vec3(0.001, 2.0, 2.0)};
    wall.placement.col(3) = Vec3(1.3, 0.0, 0.0);
    HeightField hills;
    hills.placement.col(3) = Vec3(0.0, -0.05, 0.0);
    hills.spacing = 0.3;
    hills.heights = Matrix::NullaryExpr(16, 16, [](Index i, Index j) { return (i + j) % 2 == 0 ? 0.0 : 0.05; });
    const Obstacle floor{HalfSpace{}, 0.8, 0.0};
    const Vec3 down_along(2.0, -2.0, 0.5);
    return {
        {"at rest", {floor, {Ball{Vec3(0.5, -0.2, 0.1), 0.3}, 0.8, 0.0}}},
        {"a wall that a step would miss", {{wall, 0.3, 0.0}}, Vec3(20.0, 0.0, 0.0)},
        {"hills", {{hills, 0.5, 0.0}}, down_along},
        {"a capsule", {{Capsule{Vec3(0.5, -0.2, -1.0), Vec3(0.5, -0.2, 1.0), 0.15}, 0.5, 0.0}}, down_along},
        {"a bounce", {{HalfSpace{}, 0.5, 0.8}}, down_along},
        {"the damped law", {floor}, down_along, Friction::damped},
    };
}

TEST(Contact, StepInContactAllocatesNothing) {
    const FreeBody body = free_body(lying_bar());
    for (const Meeting& meeting : meetings()) {
        Controls controls = controls_on(body, meeting.obstacles);
        controls.contact.law = meeting.law;
        controls.contact.tangential_restitution = 0.5;
        State state = body.start();
        Workspace workspace = workspace_of(body);
        step(body.model, controls, state, workspace);
        state.Zdot = body.start(meeting.velocity).Zdot;
        const std::size_t before = allocation_count();
        bool finite = true;
        int touched = 0;
        for (int frame = 0; frame < 40; ++frame) {
            const StepReport report = step(body.model, controls, state, workspace);
            finite &= report.status != StepStatus::not_finite;
            touched += report.contacts > 0 ? 1 : 0;
        }
        EXPECT_TRUE(finite) << meeting.what;
        EXPECT_EQ(allocation_count(), before) << meeting.what;
        EXPECT_GT(touched, 0) << meeting.what;
    }
}

} // namespace
} // namespace limber::testing
