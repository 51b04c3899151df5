// SPDX-License-Identifier: MIT
#include "engine/body/body_step.h"
#include "engine/body/thin_body.h"
#include "tests/oracle/corotated_energy.h"
#include "tests/support/meshes.h"
#include "tests/support/thin_meshes.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

/// Rods and shells in the step of solids.
namespace limber::testing {
namespace {

constexpr RodMaterial soft_rod{.radius = 0.02, .young = 2e4, .density = 1000.0};
constexpr ShellMaterial soft_sheet{.thickness = 0.03, .young = 2e4, .poisson = 0.3, .density = 1000.0};

struct ThinCase {
    std::string name;
    Body body;
    std::vector<CorotatedElement> elements;
};

ThinCase rod_case(int edges, Index modes = complete_basis_max) {
    const CurveMesh curve = helix(edges);
    return {"rod", build_rod_body(curve, soft_rod, modes).value(), rod_elements(curve, soft_rod)};
}

SurfaceMesh curved_sheet(int nx, int ny) {
    SurfaceMesh surface = sheet(nx, ny, 0.1);
    for (Index v = 0; v < surface.V.rows(); ++v) {
        surface.V(v, 2) = 0.3 * surface.V(v, 0) * surface.V(v, 0) - 0.2 * surface.V(v, 0) * surface.V(v, 1);
    }
    return surface;
}

ThinCase shell_case(int nx, int ny) {
    const SurfaceMesh surface = curved_sheet(nx, ny);
    return {"shell", build_shell_body(surface, soft_sheet).value(), shell_elements(surface, soft_sheet)};
}

std::vector<ThinCase> thin_cases() {
    return {rod_case(12), shell_case(4, 3)};
}

// Without gravity and contact.
Controls free_controls(const Body& body) {
    Controls controls = rest_controls(body);
    controls.gravity.setZero();
    controls.arithmetic = Arithmetic::double_precision;
    return controls;
}

// At rest, with these velocities [m/s].
State started(const Body& body, const Points& velocities) {
    const AffineStack P = rest_controls(body).P;
    State state = rest_state(body, P);
    state.Zdot = nearest_coordinates(body, velocities, P);
    state.clear_history();
    return state;
}

Points random_velocities(const Body& body, double size, Rng& rng) {
    return shaken(Points::Zero(body.vertex_count(), 3), size, rng);
}

Points velocities(const Body& body, const State& state) {
    return displacement_rates(body, state.Z, state.Zdot, state.P, state.Pdot);
}

TEST(ThinBody, HasACompleteBasis) {
    for (const ThinCase& it : thin_cases()) {
        Rng rng(1);
        const Index n = it.body.vertex_count();
        ASSERT_EQ(it.body.model.coordinate_count(), n) << it.name;
        const Points u = random_velocities(it.body, 1.0, rng);
        const AffineStack P = rest_controls(it.body).P;
        const AffineStack Z = nearest_coordinates(it.body, u, P);
        EXPECT_LT((displacements(it.body, Z, P) - u).norm(), 1e-9 * u.norm()) << it.name;
        State state = rest_state(it.body, P);
        EXPECT_LT((positions(it.body, state) - it.body.mesh.X).norm(), 1e-12) << it.name;
        state.Z = Z;
        EXPECT_LT((positions(it.body, state) - it.body.mesh.X - u).norm(), 1e-9 * u.norm()) << it.name;
    }
}

TEST(ThinBody, StaysAtRest) {
    for (const ThinCase& it : thin_cases()) {
        Controls controls = free_controls(it.body);
        State state = rest_state(it.body, controls.P);
        BodyWorkspace workspace(it.body);
        for (int i = 0; i < 50; ++i) {
            step(it.body, controls, state, workspace);
        }
        EXPECT_LT((positions(it.body, state) - it.body.mesh.X).cwiseAbs().maxCoeff(), 1e-9) << it.name;
    }
}

TEST(ThinBody, HasTheEnergyOfItsElements) {
    for (const ThinCase& it : thin_cases()) {
        Rng rng(2);
        const Controls controls = free_controls(it.body);
        State state = started(it.body, random_velocities(it.body, 1.0, rng));
        BodyWorkspace workspace(it.body);
        for (int i = 0; i < 20; ++i) {
            const StepReport report = step(it.body, controls, state, workspace);
            const double energy = oracle::corotated_energy(it.elements, it.body.mesh.X, positions(it.body, state));
            EXPECT_GT(energy, 0.0) << it.name;
            EXPECT_NEAR(report.elastic_energy, energy, 1e-9 * it.body.model.w_sum) << it.name << " " << i;
        }
    }
}

// M (v - v_before) / h = - the differences of the energy + M g.
TEST(ThinBody, StepsByBackwardEuler) {
    for (const ThinCase& it : thin_cases()) {
        Rng rng(3);
        Controls controls = free_controls(it.body);
        controls.gravity = Vec3(1.0, -9.81, 2.0);
        controls.iterations = 500;
        State state = started(it.body, random_velocities(it.body, 0.5, rng));
        BodyWorkspace workspace(it.body);
        for (int i = 0; i < 3; ++i) {
            const Points before = velocities(it.body, state);
            step(it.body, controls, state, workspace);
            const Points inertia =
                it.body.mass.asDiagonal() * (velocities(it.body, state) - before) / controls.time_step;
            const Points weight = it.body.mass * controls.gravity.transpose();
            const Points elastic =
                oracle::corotated_gradient(it.elements, it.body.mesh.X, positions(it.body, state), 1e-6);
            EXPECT_GT(elastic.norm(), 0.1 * weight.norm()) << it.name;
            EXPECT_LT((inertia + elastic - weight).norm(), 1e-4 * elastic.norm()) << it.name << " " << i;
        }
    }
}

// Backward Euler keeps the linear momentum exactly; the angular momentum changes by the torque of the internal forces
// at the end of the step, which have none once the step has converged: sum m x (v - v_before) = 0.
TEST(ThinBody, KeepsMomentumInFreeFlight) {
    for (const ThinCase& it : thin_cases()) {
        Rng rng(4);
        Controls controls = free_controls(it.body);
        controls.iterations = 500;
        State state = started(it.body, random_velocities(it.body, 0.5, rng));
        BodyWorkspace workspace(it.body);
        for (int i = 0; i < 30; ++i) {
            const Points before = velocities(it.body, state);
            step(it.body, controls, state, workspace);
            const Points change = it.body.mass.asDiagonal() * (velocities(it.body, state) - before);
            const Points x = positions(it.body, state);
            Vec3 torque = Vec3::Zero();
            double levers = 0.0;
            for (Index v = 0; v < x.rows(); ++v) {
                torque += Vec3(x.row(v).transpose()).cross(Vec3(change.row(v).transpose()));
                levers += x.row(v).norm() * change.row(v).norm();
            }
            EXPECT_LT(change.colwise().sum().norm(), 1e-10 * change.cwiseAbs().sum() + 1e-14) << it.name << " " << i;
            EXPECT_LT(torque.norm(), 1e-4 * levers + 1e-14) << it.name << " " << i;
        }
    }
}

// The end of 20 steps with gravity, from random velocities, in a world that is turned by R.
Points end_in_world(const Body& body, const Mat3& R) {
    Rng rng(5);
    Controls controls = free_controls(body);
    controls.gravity = R * Vec3(0.0, -9.81, 0.0);
    controls.iterations = 300;
    State state = started(body, random_velocities(body, 0.3, rng) * R.transpose());
    BodyWorkspace workspace(body);
    for (int i = 0; i < 20; ++i) {
        step(body, controls, state, workspace);
    }
    return positions(body, state);
}

TEST(ThinBody, MovesAlikeInATurnedWorld) {
    Rng rng(6);
    Affine turn = identity_affine();
    turn.leftCols<3>() = random_rotation(rng);
    const Mat3 R = turn.leftCols<3>();
    CurveMesh curve = helix(12);
    const Points rod = end_in_world(build_rod_body(curve, soft_rod).value(), Mat3::Identity());
    curve.V = transformed(curve.V, turn);
    const Points turned_rod = end_in_world(build_rod_body(curve, soft_rod).value(), R);
    EXPECT_LT((turned_rod - transformed(rod, turn)).cwiseAbs().maxCoeff(), 1e-5);
    SurfaceMesh surface = curved_sheet(4, 3);
    const Points shell = end_in_world(build_shell_body(surface, soft_sheet).value(), Mat3::Identity());
    surface.V = transformed(surface.V, turn);
    const Points turned_shell = end_in_world(build_shell_body(surface, soft_sheet).value(), R);
    EXPECT_LT((turned_shell - transformed(shell, turn)).cwiseAbs().maxCoeff(), 1e-5);
}

// A rope of forty edges in a basis of ten modes: the mean of the vertices is one of them.
TEST(ThinBody, FallsAsAWholeInATruncatedBasis) {
    const ThinCase it = rod_case(40, 10);
    ASSERT_EQ(it.body.model.coordinate_count(), 10);
    Controls controls = free_controls(it.body);
    controls.gravity = Vec3(0.0, -9.81, 0.0);
    controls.iterations = 500;
    Rng rng(7);
    State state = started(it.body, random_velocities(it.body, 0.5, rng));
    BodyWorkspace workspace(it.body);
    const auto momentum = [&] {
        return Vec3(velocities(it.body, state).transpose() * it.body.mass);
    };
    Vec3 expected = momentum();
    for (int i = 0; i < 30; ++i) {
        step(it.body, controls, state, workspace);
        expected += controls.time_step * it.body.model.mass * controls.gravity;
        ASSERT_LT((momentum() - expected).norm(), 1e-9) << i;
    }
}

// The middle of a rope that lies on the floor is its radius above it.
TEST(ThinBody, LiesOnAFloorThatIsGrownByItsRadius) {
    const CurveMesh curve = turning_chain(12, 0.05, 0.3);
    CurveMesh raised = curve;
    raised.V.col(1) = curve.V.col(2).array() + 0.1; // in the plane of the floor, above it
    raised.V.col(2) = curve.V.col(1);
    const Body body = build_rod_body(raised, soft_rod).value();
    const auto points = contact_points_of(body, body.vertex_count());
    ASSERT_EQ(points->count(), body.vertex_count());
    Controls controls = free_controls(body);
    controls.gravity = Vec3(0.0, -9.81, 0.0);
    controls.contact.points = points;
    controls.contact.obstacles =
        std::make_shared<const Obstacles>(Obstacles{grown(Obstacle{HalfSpace{}}, body.thin->radius)});
    State state = rest_state(body, controls.P, points->count());
    BodyWorkspace workspace(body, 64, widest_instruction_set(), points->count());
    for (int i = 0; i < 120; ++i) {
        step(body, controls, state, workspace);
    }
    const Points x = positions(body, state);
    EXPECT_NEAR(x.col(1).minCoeff(), soft_rod.radius, 1e-3);
    EXPECT_NEAR(x.col(1).maxCoeff(), soft_rod.radius, 1e-3);
    EXPECT_NEAR(state.contact_force.col(1).sum(), 9.81 * body.model.mass, 0.01 * 9.81 * body.model.mass);
}

// A handle on each end holds a chain up; its middle hangs below them.
TEST(ThinBody, HangsFromHandles) {
    const CurveMesh curve = turning_chain(10, 0.1, 0.0);
    const Body body = build_rod_body(curve, {.radius = 0.01, .young = 1e5}).value();
    Controls controls = free_controls(body);
    controls.gravity = Vec3(0.0, -9.81, 0.0);
    controls.damping = 3.0;
    controls.iterations = 50;
    for (const int end : {0, 10}) {
        const Vec3 at = Vec3(0.8 * curve.V(end, 0), 0.0, 0.0);
        controls.handles.push_back({body_point(body, std::array{end}, std::array{1.0}), 1e4, at});
    }
    State state = rest_state(body, controls.P);
    BodyWorkspace workspace(body);
    for (int i = 0; i < 600; ++i) {
        step(body, controls, state, workspace);
    }
    const Points x = positions(body, state);
    EXPECT_LT(x.row(0).norm(), 1e-2);
    EXPECT_LT((x.row(10) - Eigen::RowVector3d(0.8, 0.0, 0.0)).norm(), 1e-2);
    EXPECT_LT(x(5, 1), -0.2);
    EXPECT_LT(velocities(body, state).cwiseAbs().maxCoeff(), 1e-2);
}

TEST(ThinBody, IsRefusedWhereItHasNoSize) {
    CurveMesh curve = turning_chain(3, 0.1, 0.0);
    EXPECT_FALSE(build_rod_body(curve, {.radius = -1.0}));
    curve.V.row(1) = curve.V.row(0);
    const auto folded = build_rod_body(curve, soft_rod);
    ASSERT_FALSE(folded);
    EXPECT_EQ(sentence(folded.error()), "edge 0: it has no length: merge its vertices");
    SurfaceMesh surface = sheet(1, 1, 0.1);
    surface.V.row(1) = surface.V.row(0);
    const auto flat = build_shell_body(surface, soft_sheet);
    ASSERT_FALSE(flat);
    EXPECT_EQ(sentence(flat.error()), "triangle 0: it has no area: remove it");
    EXPECT_FALSE(build_rod_body({Points::Zero(2, 3), Edges(0, 2)}, soft_rod));
    EXPECT_FALSE(build_rod_body(turning_chain(3, 0.1, 0.0), soft_rod, 0));
}

} // namespace
} // namespace limber::testing
