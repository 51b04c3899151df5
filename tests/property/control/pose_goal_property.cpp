// SPDX-License-Identifier: MIT
#include "engine/actuation/pose_activations.h"

#include "engine/linalg/rigid_alignment.h"
#include "tests/support/behaving_body.h"
#include "tests/support/meshes.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

/// Controllers whose activations are pulled towards a pose, such as that of a clip, beside the goals of a behaviour.
namespace limber::testing {
namespace {

struct PosedBlock {
    FreeBody body;
    Matrix shapes;
    Walker walker;

    Points shape(const Vector& activation) const {
        const Vector d = shapes * activation;
        return body.bar.mesh.X + Eigen::Map<const Points>(d.data(), d.size() / 3, 3);
    }
    // The flesh pulls the body back to its own shape.
    Vector activation_of(const Points& pose) const {
        const LivingBar& bar = body.bar;
        const double strength = walker.controls.muscle_stiffness_scale;
        return (1.0 + strength) / strength *
               PoseActivations(bar.mesh, bar.material, one_cluster(bar.mesh.tet_count()), shapes).of(pose);
    }
    // [m] root mean square, wherever the body is and however it is turned.
    double distance(const State& state, const Points& pose) const {
        const Points x = positions(body.bar, *walker.model, state);
        const Affine placement = rigid_alignment(x, pose, lumped_mass(body.bar.mesh, body.bar.material.density));
        const Points placed = (x * placement.leftCols<3>().transpose()).rowwise() + placement.col(3).transpose();
        return (placed - pose).norm() / std::sqrt(static_cast<double>(pose.rows()));
    }
};

const PosedBlock& posed_block() {
    static const PosedBlock made = [] {
        const TetMesh mesh = bar_mesh(3, 6, 3, Vec3(0.4, 0.9, 0.4));
        PosedBlock block{free_body(mesh, {.modes = 6, .clusters = 30, .contact_points = 30, .young = 3e5}), {}, {}};
        block.shapes = whitened_rest_shapes(mesh, block.body.bar.material,
                                            cage_muscles(box_cage(mesh, cubic_cells(mesh.X, 4)).weights));
        block.walker = settled(block.body, mesh, block.shapes);
        return block;
    }();
    return made;
}

// Wide and low, and leaning to one side: what a clip might say.
Points crouch() {
    return posed_block().body.bar.mesh.X * Vec3(1.1, 0.8, 1.1).asDiagonal();
}

Points lean() {
    Points pose = posed_block().body.bar.mesh.X;
    pose.col(0) += 0.25 * pose.col(1).cwiseProduct(pose.col(1));
    return pose;
}

// A body that stands with these weights of its own goals, pulled towards a pose.
State standing_as(const Points& pose, double weight, const GoalSettings& goals = {}) {
    Driven body(posed_block().walker, {});
    body.behaviour.set_goals(goals);
    const Vector activation = posed_block().activation_of(pose);
    for (int i = 0; i < 120; ++i) {
        body.controller.set_pose(activation, weight);
        body.step();
    }
    return body.state;
}

GoalSettings without_goals() {
    GoalSettings goals;
    goals.weights.fill(0.0);
    return goals;
}

GoalSettings without_height() {
    GoalSettings goals;
    goals.weights[static_cast<std::size_t>(GoalGroup::height)] = 0.0;
    return goals;
}

// Without other goals a body that leans may fall over, in its shape.
TEST(PoseGoal, GivesABodyTheShapeOfThePoseThatItsMusclesCanMake) {
    for (const Points& pose : {crouch(), lean()}) {
        const double at_rest = posed_block().distance(posed_block().walker.start, pose);
        EXPECT_LT(posed_block().distance(standing_as(pose, 10.0, without_goals()), pose), 0.25 * at_rest);
        EXPECT_GT(posed_block().distance(standing_as(pose, 0.0, without_goals()), pose), 0.8 * at_rest);
    }
}

// The goals of standing leave a part of the pose.
TEST(PoseGoal, GivesABodyThatStandsMoreOfThePoseWithMoreWeight) {
    const double none = posed_block().distance(standing_as(lean(), 0.0), lean());
    const double little = posed_block().distance(standing_as(lean(), 0.1), lean());
    const double much = posed_block().distance(standing_as(lean(), 1.0), lean());
    EXPECT_LT(little, 0.95 * none);
    EXPECT_LT(much, little);
}

// It walks as far as is wanted, and lower where its height is no goal.
TEST(PoseGoal, LetsABodyWalkInThePose) {
    constexpr double way = 0.6; // [m]
    struct Walked {
        double rise = 0.0; // [m] in the mean
        double distance = 0.0;
    };
    const auto walk = [](double weight) {
        Driven body(posed_block().walker, {.kind = BehaviourKind::walk, .distance = way, .speed = 0.4});
        body.behaviour.set_goals(without_height());
        const Vector activation = posed_block().activation_of(crouch());
        Walked walked;
        for (int i = 0; i < 150; ++i) {
            body.controller.set_pose(activation, weight);
            body.step();
            walked.rise += (body.behaviour.centre(body.state).y() - body.rest.y()) / 150.0;
        }
        walked.distance = body.behaviour.centre(body.state).z() - body.rest.z();
        return walked;
    };
    const Walked plain = walk(0.0);
    const Walked crouched = walk(0.3);
    EXPECT_LT(crouched.rise, plain.rise - 0.02);
    EXPECT_GT(crouched.distance, 0.9 * way);
}

} // namespace
} // namespace limber::testing
