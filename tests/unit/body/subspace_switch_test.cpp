// SPDX-License-Identifier: MIT
#include "engine/body/subspace_switch.h"

#include "engine/body/body_step.h"
#include "engine/body/build_body.h"
#include "engine/operators/scalar_operators.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>

namespace limber {
namespace {

class SwitchOfSubspaces : public ::testing::Test {
protected:
    BodyOptions options_for(const Vec3& place, Index modes, SubspaceKind kind = SubspaceKind::force_dual) const {
        BodyOptions options{.subspace = kind, .modes = modes, .clusters = 10};
        const Vector mass = lumped_mass(mesh, uniform_material({}, mesh.tet_count()).density);
        options.loads =
            std::make_shared<const LoadDistribution>(loads_within(mass, share_of({place, 0.1, 40.0}, mesh.X)));
        return options;
    }
    Body held(const Vec3& place, Index modes, SubspaceKind kind = SubspaceKind::force_dual) const {
        return build_body(mesh, affine_handle(mesh), options_for(place, modes, kind)).value();
    }
    // Its state after a pull, in motion.
    static State moving(const Body& body) {
        Controls controls = rest_controls(body);
        controls.arithmetic = Arithmetic::double_precision;
        const int tip = static_cast<int>(body.vertex_count()) - 1;
        const Vec3 aside = body.mesh.X.row(tip).transpose() + Vec3(0.0, 0.1, 0.2);
        controls.handles = {{body_point(body, std::array{tip}, std::array{1.0}), 500.0, aside}};
        State state = rest_state(body, controls.P);
        BodyWorkspace workspace(body);
        for (int i = 0; i < 5; ++i) {
            step(body, controls, state, workspace);
        }
        return state;
    }
    static Points velocities(const Body& body, const State& state) {
        return displacement_rates(body, state.Z, state.Zdot, state.P, state.Pdot);
    }
    static double mass_norm(const Body& body, const Points& u) {
        return (body.mass.cwiseSqrt().asDiagonal() * u).norm();
    }

    TetMesh mesh = testing::bar_mesh(6, 2, 2, Vec3(1.0, 0.3, 0.25));
    Vec3 near = Vec3(0.0, 0.1, 0.1);
    Vec3 far = Vec3(1.0, 0.1, 0.1);
};

TEST_F(SwitchOfSubspaces, KeepsAMotionThatBothHave) {
    const Body few = held(far, 1);
    const Body many = held(far, 2);
    const State before = moving(few);
    const auto [state, errors] = SubspaceSwitch::between(few, many).apply(before);
    EXPECT_LT(errors.position, 1e-5);
    EXPECT_LT(errors.velocity, 1e-5);
    const Points plain = positions(few, before);
    EXPECT_GT((plain - mesh.X).norm(), 1e-3);
    EXPECT_LT((positions(many, state) - plain).norm(), 1e-5 * (plain - mesh.X).norm());
    EXPECT_LT((velocities(many, state) - velocities(few, before)).norm(), 1e-5 * velocities(few, before).norm());
    EXPECT_EQ(state.time, before.time);
    EXPECT_EQ(state.P, before.P);
}

// The nearest displacements in the mass norm, also from a skinning subspace.
TEST_F(SwitchOfSubspaces, ReportsWhatItLoses) {
    const Body to = held(near, 1);
    for (const SubspaceKind kind : {SubspaceKind::force_dual, SubspaceKind::force_dual_skinning}) {
        const Body from = held(far, 1, kind);
        const State before = moving(from);
        const auto [state, errors] = SubspaceSwitch::between(from, to).apply(before);
        const Points u = displacements(from, before.Z, before.P);
        const Points v = velocities(from, before);
        const AffineStack nearest = nearest_coordinates(to, u, before.P);
        EXPECT_LT((state.Z - nearest).norm(), 1e-8 * nearest.norm());
        const double lost = mass_norm(to, u - displacements(to, state.Z, state.P)) / mass_norm(to, u);
        const double lost_speed = mass_norm(to, v - velocities(to, state)) / mass_norm(to, v);
        EXPECT_GT(lost, 1e-3);
        EXPECT_LT(lost, 1.0);
        EXPECT_NEAR(errors.position, lost, 1e-7);
        EXPECT_NEAR(errors.velocity, lost_speed, 1e-7);
    }
}

TEST_F(SwitchOfSubspaces, KeepsTheMomentumOfAFreeBody) {
    const Body from = build_free_body(mesh, options_for(far, 1)).value();
    const Body to = build_free_body(mesh, options_for(near, 1)).value();
    const State before = moving(from);
    const auto [state, errors] = SubspaceSwitch::between(from, to).apply(before);
    EXPECT_GT(errors.velocity, 1e-4) << "the shape's own motion differs";
    const Points v = velocities(from, before);
    const Points w = velocities(to, state);
    const Vec3 momentum = v.transpose() * from.mass;
    EXPECT_GT(momentum.norm(), 1e-3);
    EXPECT_LT((w.transpose() * to.mass - momentum).norm(), 1e-9 * momentum.norm());
    const Vec3 centre = positions(from, before).transpose() * from.mass;
    EXPECT_LT((positions(to, state).transpose() * to.mass - centre).norm(), 1e-9 * centre.norm());
    // With the arms of the rest shape, whose turns are in both subspaces.
    Vec3 spin = Vec3::Zero();
    Vec3 spin_after = Vec3::Zero();
    double size = 0.0;
    for (Index i = 0; i < from.vertex_count(); ++i) {
        const Vec3 arm = from.mass(i) * mesh.X.row(i).transpose();
        spin += arm.cross(Vec3(v.row(i)));
        spin_after += arm.cross(Vec3(w.row(i)));
        size += arm.norm() * v.row(i).norm();
    }
    EXPECT_LT((spin_after - spin).norm(), 1e-9 * size);
}

// Around the centre of mass, with the arms of the moving shape. In a subspace of weights, whose displacements turn into
// ones of its own, what is lost of the positions or of the velocities alone has no spin.
TEST_F(SwitchOfSubspaces, ChangesTheSpinOfAFreeBodyByLittle) {
    struct Motion {
        Points x, v;
    };
    const auto motion_of = [&](const Body& body, const State& state) {
        Motion motion{positions(body, state), velocities(body, state)};
        for (Points* const points : {&motion.x, &motion.v}) {
            const Eigen::RowVector3d mean = body.mass.transpose() * *points / body.mass.sum();
            points->rowwise() -= mean;
        }
        return motion;
    };
    const auto spin_of = [](const Vector& mass, const Points& x, const Points& v) {
        Vec3 sum = Vec3::Zero();
        for (Index i = 0; i < x.rows(); ++i) {
            sum += mass(i) * Vec3(x.row(i)).cross(Vec3(v.row(i)));
        }
        return sum;
    };
    for (const SubspaceKind kind : {SubspaceKind::force_dual_skinning, SubspaceKind::force_dual}) {
        const Body from = build_free_body(mesh, options_for(far, 2, kind)).value();
        const Body to = build_free_body(mesh, options_for(near, 2, kind)).value();
        const State state = moving(from);
        const auto [switched, errors] = SubspaceSwitch::between(from, to).apply(state);
        EXPECT_GT(errors.position, 0.01);
        EXPECT_GT(errors.velocity, 0.005);
        const Motion before = motion_of(from, state);
        const Motion after = motion_of(to, switched);
        const Points lost_x = before.x - after.x;
        const Points lost_v = before.v - after.v;
        const Vec3 spin = spin_of(from.mass, before.x, before.v);
        const Vec3 change = spin - spin_of(to.mass, after.x, after.v);
        const double size = mass_norm(to, before.x) * mass_norm(to, before.v);
        const double both = mass_norm(to, lost_x) * mass_norm(to, lost_v);
        const double one =
            mass_norm(to, lost_x) * mass_norm(to, before.v) + mass_norm(to, before.x) * mass_norm(to, lost_v);
        EXPECT_GT(spin.norm(), 0.1 * size);
        EXPECT_LT(change.norm(), 1e-3 * spin.norm());
        if (kind == SubspaceKind::force_dual_skinning) {
            EXPECT_LT((change - spin_of(to.mass, lost_x, lost_v)).norm(), 1e-9 * size);
            EXPECT_LE(change.norm(), both + 1e-9 * size);
        } else {
            EXPECT_LE(change.norm(), one + both + 1e-9 * size);
        }
    }
}

TEST_F(SwitchOfSubspaces, ToItselfOrAtRestChangesNothing) {
    const Body body = held(far, 1);
    const State before = moving(body);
    const SubspaceSwitch same = SubspaceSwitch::between(body, body);
    const auto [state, errors] = same.apply(before);
    EXPECT_LT(errors.position, 1e-9);
    EXPECT_LT((positions(body, state) - positions(body, before)).norm(), 1e-9 * before.Z.norm());
    const auto still = same.apply(rest_state(body, rest_controls(body).P));
    EXPECT_EQ(still.errors.position, 0.0);
    EXPECT_EQ(still.errors.velocity, 0.0);
    EXPECT_TRUE(still.state.Z.isZero(0.0));
}

// The positions of a reconstructed body are no linear function of its coordinates; two of them have the same frame.
TEST_F(SwitchOfSubspaces, IsBetweenBodiesOfOneFrame) {
    const Body plain = held(far, 1, SubspaceKind::displacement);
    const Body warped = held(far, 1, SubspaceKind::warped);
    EXPECT_ANY_THROW(SubspaceSwitch::between(plain, warped));
    EXPECT_ANY_THROW(SubspaceSwitch::between(warped, plain));
    const State before = moving(warped);
    const auto [state, errors] = SubspaceSwitch::between(warped, held(far, 2, SubspaceKind::warped)).apply(before);
    EXPECT_LT(errors.position, 1e-6) << "more of the same modes";
    EXPECT_NEAR(state.Z.norm(), before.Z.norm(), 1e-6 * before.Z.norm());
}

// In a pose of the rig that turns, in which nothing is aligned with the axes.
State in_a_turning_pose(State state) {
    Rng rng(4);
    state.P = state.P * testing::random_rotation(rng).transpose();
    Mat3 spin = Mat3::Zero();
    spin(0, 1) = 2.0;
    spin(1, 0) = -2.0;
    state.Pdot = state.P * spin;
    return state;
}

TEST_F(SwitchOfSubspaces, ToAReconstructedKindKeepsWhatItShows) {
    const Body from = held(far, 1, SubspaceKind::displacement);
    const State before = in_a_turning_pose(moving(from));
    const Points u = displacements(from, before.Z, before.P);
    const Points v = velocities(from, before);
    for (const SubspaceKind kind :
         {SubspaceKind::warped, SubspaceKind::rotation_strain, SubspaceKind::force_dual_rotation_strain}) {
        const Body to = held(far, 2, kind);
        const State after = state_with_positions_of(from, before, to);
        const auto left = [&](const AffineStack& Z) {
            return nearest_coordinates(to, u - displacements(to, Z, before.P), before.P).norm() / Z.norm();
        };
        const AffineStack first = nearest_coordinates(to, u, before.P);
        EXPECT_GT(left(first), 1e-4) << "the correction is no linear function";
        EXPECT_LT(left(after.Z), 0.1 * left(first));
        const AffineStack v_left = nearest_coordinates(to, v - velocities(to, after), before.P);
        EXPECT_LT(v_left.norm(), 0.05 * after.Zdot.norm());
        EXPECT_GT(after.Zdot.norm(), 0.1 * before.Zdot.norm());
        EXPECT_EQ(after.P, before.P);
        EXPECT_EQ(after.time, before.time);
    }
}

TEST_F(SwitchOfSubspaces, FromAReconstructedKindKeepsWhatItShows) {
    for (const SubspaceKind kind :
         {SubspaceKind::warped, SubspaceKind::rotation_strain, SubspaceKind::force_dual_rotation_strain}) {
        const Body from = held(far, 1, kind);
        const State before = in_a_turning_pose(moving(from));
        const Points u = displacements(from, before.Z, before.P);
        const Points v = velocities(from, before);
        for (const SubspaceKind other : {SubspaceKind::skinning, SubspaceKind::displacement}) {
            const Body to = held(far, 2, other);
            const State after = state_with_positions_of(from, before, to);
            const AffineStack nearest = nearest_coordinates(to, u, before.P);
            EXPECT_GT(nearest.norm(), 0.0);
            EXPECT_EQ(after.Z, nearest);
            EXPECT_EQ(after.Zdot, nearest_coordinates(to, v, before.P));
            EXPECT_EQ(after.previous.Z, after.Z) << "no history";
        }
    }
}

// A skinning subspace turns with the world, and so does the frame of the other.
TEST_F(SwitchOfSubspaces, ToAReconstructedKindIsAlikeInATurnedWorld) {
    const Body from = held(far, 1, SubspaceKind::skinning);
    const Body to = held(far, 1, SubspaceKind::warped);
    const State plain = moving(from);
    Rng rng(6);
    const Mat3 back = testing::random_rotation(rng).transpose();
    State turned = plain;
    for (AffineStack* const rows : {&turned.Z, &turned.Zdot, &turned.P, &turned.Pdot}) {
        *rows = AffineStack(*rows * back);
    }
    const State one = state_with_positions_of(from, plain, to);
    const State other = state_with_positions_of(from, turned, to);
    EXPECT_GT(one.Z.norm(), 1e-4);
    EXPECT_LT((one.Z - other.Z).norm(), 1e-6 * one.Z.norm());
    EXPECT_LT((one.Zdot - other.Zdot).norm(), 1e-4 * one.Zdot.norm());
}

TEST_F(SwitchOfSubspaces, LetsTheMotionGoOn) {
    const Body from = held(far, 2);
    const Body to = held(near, 1);
    State state = SubspaceSwitch::between(from, to).apply(moving(from)).state;
    Controls controls = rest_controls(to);
    controls.arithmetic = Arithmetic::double_precision;
    controls.gravity.setZero();
    controls.damping = 2.0;
    BodyWorkspace workspace(to);
    const double before = (positions(to, state) - mesh.X).norm();
    for (int i = 0; i < 200; ++i) {
        ASSERT_NE(step(to, controls, state, workspace).status, StepStatus::not_finite);
    }
    EXPECT_LT((positions(to, state) - mesh.X).norm(), 0.5 * before) << "it comes to rest";
}

} // namespace
} // namespace limber
