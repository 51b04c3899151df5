// SPDX-License-Identifier: MIT
#include "engine/control/one_step_controller.h"

#include "engine/actuation/box_cage.h"
#include "engine/actuation/cage_muscles.h"
#include "engine/actuation/example_poses.h"
#include "engine/actuation/muscles.h"
#include "engine/actuation/rest_shapes.h"
#include "engine/core/random.h"
#include "tests/support/allocation_count.h"
#include "tests/support/free_body.h"
#include "tests/support/meshes.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

/// Laws of control by looking one step ahead.
namespace limber::testing {
namespace {

// A block that stands on the floor, with a cage of rest shapes.
struct CagedBlock {
    FreeBody body;
    Walker walker;
};

FreeBody flesh_block() {
    return free_body(bar_mesh(2, 6, 2, Vec3(0.4, 1.2, 0.4)),
                     {.modes = 6, .clusters = 12, .contact_points = 24, .young = 6e4});
}

CagedBlock standing(FreeBody body, const MuscleTargets& targets) {
    CagedBlock block{std::move(body), {}};
    const LivingBar& bar = block.body.bar;
    block.body.model.actuation = actuation_set(bar.mesh, bar.material, bar.rig, bar.W, block.body.model,
                                               one_cluster(bar.mesh.tet_count()), targets)
                                     .value();
    Walker& walker = block.walker;
    walker.model = std::make_shared<const ReducedModel>(block.body.model);
    walker.controls = controls_on(block.body, {{HalfSpace{Vec3::Zero(), Vec3::UnitY()}, 0.8, 0.0}});
    walker.controls.muscle_stiffness_scale = 4.0;
    walker.start = block.body.start();
    walker.length = 1.2;
    EXPECT_TRUE(settle(walker, 300));
    return block;
}

CagedBlock standing_block() {
    FreeBody body = flesh_block();
    const TetMesh& mesh = body.bar.mesh;
    const Matrix D = whitened_rest_shapes(mesh, body.bar.material, cage_muscles(box_cage(mesh, {1, 2, 1}).weights));
    return standing(std::move(body), D);
}

// With example poses instead of a cage: crouched, stretched, bent in two directions and twisted.
CagedBlock standing_block_with_examples() {
    FreeBody body = flesh_block();
    const TetMesh& mesh = body.bar.mesh;
    std::vector<Points> examples(5, mesh.X);
    examples[0] = mesh.X * Vec3(1.1, 0.7, 1.1).asDiagonal();
    examples[1].col(1) += 0.3 * mesh.X.col(1).cwiseProduct(mesh.X.col(1));
    for (Index i = 0; i < mesh.vertex_count(); ++i) {
        const double y = mesh.X(i, 1);
        examples[2](i, 0) += 0.3 * y * y;
        examples[3](i, 2) += 0.3 * y * y;
        examples[4].row(i) = (Eigen::AngleAxisd(0.8 * y, Vec3::UnitY()) * Vec3(mesh.X.row(i))).transpose();
    }
    const ExampleParameters parameters = example_parameters(mesh, body.bar.material, example_stretches(mesh, examples));
    const Matrix no_displacements = Matrix::Zero(3 * mesh.vertex_count(), parameters.strains.size());
    CagedBlock block = standing(std::move(body), MuscleTargets(no_displacements, &parameters.stretches));
    block.walker.limits = {Vector::Zero(parameters.strains.size()), parameters.strains};
    return block;
}

std::vector<Goal> rise_and_stay_upright(double speed) {
    return {CentreGoal{.direction = Vec3::UnitY(), .velocity = speed},
            CentreGoal{.direction = Vec3::UnitX(), .velocity = 0.0},
            CentreGoal{.direction = Vec3::UnitZ(), .velocity = 0.0}, SpinGoal{.axis = Vec3::UnitX(), .rate = 0.0},
            SpinGoal{.axis = Vec3::UnitZ(), .rate = 0.0}};
}

void advance(const Walker& walker, const Vector& activation, Workspace& workspace, State& state) {
    Controls controls = walker.controls;
    controls.activation = activation;
    ASSERT_NE(step(*walker.model, controls, state, workspace).status, StepStatus::not_finite);
}

TEST(ContactSubset, HasThePointsThatAreNotLeftOut) {
    const CagedBlock block = standing_block();
    const ContactPoints& all = *block.walker.controls.contact.points;
    const ContactSubset some = contacts_without(all, {5, 0, 2});
    ASSERT_EQ(some.points->count(), all.count() - 3);
    EXPECT_EQ(some.rows.front(), 1);
    for (std::size_t i = 0; i < some.rows.size(); ++i) {
        const auto row = static_cast<Index>(i);
        EXPECT_EQ(some.points->phi.col(row), all.phi.col(some.rows[i]));
        EXPECT_EQ(some.points->rig_rows.col(row), all.rig_rows.col(some.rows[i]));
        EXPECT_EQ(some.points->vertices[i], all.vertices[static_cast<std::size_t>(some.rows[i])]);
    }
}

TEST(OneStepController, ChoosesTheSameBitsWithASubsetOfAllContacts) {
    const CagedBlock block = standing_block();
    const ContactSubset all = contacts_without(*block.walker.controls.contact.points, {});
    OneStepController plain(block.walker, {});
    OneStepController with_subset(block.walker, {});
    Workspace workspace = workspace_for(block.walker);
    State state = block.walker.start;
    for (int i = 0; i < 20; ++i) {
        const std::vector<Goal> goals = rise_and_stay_upright(0.5);
        plain.choose(block.walker.controls, state, goals);
        with_subset.choose(block.walker.controls, state, goals, 0.0, &all);
        ASSERT_EQ(plain.activation(), with_subset.activation()) << "step " << i;
        advance(block.walker, plain.activation(), workspace, state);
    }
}

// A walking body leaves out other points, and another number of them, with each step that it takes.
TEST(OneStepController, AllocatesNothingWhenTheNumberOfContactsChanges) {
    const CagedBlock block = standing_block();
    const ContactPoints& points = *block.walker.controls.contact.points;
    const ContactSubset without_one = contacts_without(points, {0});
    const ContactSubset without_two = contacts_without(points, {1, 2});
    OneStepController controller(block.walker, {});
    Workspace workspace = workspace_for(block.walker);
    State state = block.walker.start;
    Controls controls = block.walker.controls;
    controls.activation = Vector::Zero(block.walker.model->muscle_count());
    const std::vector<Goal> goals = rise_and_stay_upright(0.1);
    const auto choose_with_each = [&] {
        for (const ContactSubset* contacts : {&without_one, &without_two, static_cast<const ContactSubset*>(nullptr)}) {
            controller.choose(controls, state, goals, 0.0, contacts);
        }
    };
    choose_with_each();
    const auto before = allocation_count();
    choose_with_each();
    EXPECT_EQ(allocation_count(), before);
    advance(block.walker, controller.activation(), workspace, state);
    EXPECT_EQ(state.contact_force.rows(), points.count());
}

TEST(OneStepController, NeverRaisesTheCost) {
    const CagedBlock block = standing_block();
    OneStepController controller(block.walker, {});
    Workspace workspace = workspace_for(block.walker);
    State state = block.walker.start;
    int fell = 0;
    for (int i = 0; i < 60; ++i) {
        const OneStepReport report =
            controller.choose(block.walker.controls, state, rise_and_stay_upright(std::sin(0.2 * i)));
        ASSERT_TRUE(report.is_derived);
        ASSERT_LE(report.cost, report.cost_before);
        fell += report.cost < 0.9 * report.cost_before ? 1 : 0;
        advance(block.walker, controller.activation(), workspace, state);
    }
    EXPECT_GT(fell, 10) << "most goals can be met";
}

// More iterations continue those before.
TEST(OneStepController, IteratesWhileTheCostFallsByMoreThanTheTolerance) {
    const CagedBlock block = standing_block();
    const auto cost = [&](const OneStepOptions& options) {
        OneStepController controller(block.walker, options);
        return controller.choose(block.walker.controls, block.walker.start, rise_and_stay_upright(2.0)).cost;
    };
    EXPECT_EQ(cost({.iterations = 6, .tolerance = 1.0}), cost({.iterations = 1})) << "no fall is larger than the cost";
    EXPECT_LE(cost({}), cost({.iterations = 1}));
    EXPECT_LE(cost({.tolerance = 0.0}), cost({}));
    for (const double tolerance : {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN()}) {
        EXPECT_TRUE(fault_in(OneStepOptions{.tolerance = tolerance})) << tolerance;
    }
}

TEST(OneStepController, MeetsGoalsWithExamplePoses) {
    const CagedBlock block = standing_block_with_examples();
    ASSERT_EQ(block.walker.model->muscle_count(), 5);
    OneStepController controller(block.walker, {});
    Workspace workspace = workspace_for(block.walker);
    State state = block.walker.start;
    int fell = 0;
    for (int i = 0; i < 60; ++i) {
        const CentreGoal rise{.direction = Vec3::UnitY(), .velocity = 0.3 * std::sin(0.2 * i)};
        const OneStepReport report = controller.choose(block.walker.controls, state, {rise});
        ASSERT_TRUE(report.is_derived);
        ASSERT_LE(report.cost, report.cost_before);
        fell += report.cost < 0.9 * report.cost_before ? 1 : 0;
        advance(block.walker, controller.activation(), workspace, state);
    }
    EXPECT_GT(fell, 5);
}

TEST(OneStepController, KeepsTheBoundsOfItsParameters) {
    const CagedBlock block = standing_block();
    const OneStepOptions options{.bound = 0.3, .rate_bound = 4.0};
    OneStepController controller(block.walker, options);
    Workspace workspace = workspace_for(block.walker);
    State state = block.walker.start;
    Vector last = controller.activation();
    double largest = 0.0;
    for (int i = 0; i < 30; ++i) {
        controller.choose(block.walker.controls, state, rise_and_stay_upright(3.0));
        const Vector& p = controller.activation();
        EXPECT_LE(p.cwiseAbs().maxCoeff(), options.bound);
        EXPECT_LE((p - last).cwiseAbs().maxCoeff(), options.rate_bound * block.walker.controls.time_step + 1e-15);
        largest = std::max(largest, p.cwiseAbs().maxCoeff());
        last = p;
        advance(block.walker, p, workspace, state);
    }
    EXPECT_GT(largest, 0.5 * options.bound);
}

// An example is blended with the rest pose, and is never mirrored or exaggerated, whatever is wanted.
TEST(OneStepController, KeepsExamplePosesBetweenRestAndTheExample) {
    const CagedBlock block = standing_block_with_examples();
    const ActivationLimits& limits = block.walker.limits;
    OneStepController controller(block.walker, {});
    Workspace workspace = workspace_for(block.walker);
    State state = block.walker.start;
    Vector least = Vector::Zero(limits.high.size());
    Vector most = least;
    for (int i = 0; i < 60; ++i) {
        const Vec3 along = i < 30 ? Vec3::UnitX() : Vec3::UnitY();
        const CentreGoal sway{.direction = along, .velocity = i % 20 < 10 ? 2.0 : -2.0};
        controller.choose(block.walker.controls, state, {sway});
        least = least.cwiseMin(controller.activation());
        most = most.cwiseMax(controller.activation());
        advance(block.walker, controller.activation(), workspace, state);
    }
    EXPECT_TRUE((least.array() >= 0.0).all()) << least.transpose();
    EXPECT_TRUE((most.array() <= limits.high.array()).all()) << most.transpose();
    EXPECT_TRUE((most.array() > 0.5 * limits.high.array()).any()) << "they are used";
}

TEST(OneStepController, StartsWithinTheLimitsOfItsParameters) {
    const CagedBlock block = standing_block_with_examples();
    OneStepController controller(block.walker, {});
    const Vector& high = block.walker.limits.high;
    controller.set_activation(Vector::Constant(high.size(), -1.0));
    EXPECT_TRUE(controller.activation().isZero(0.0));
    controller.set_activation(Vector::Constant(high.size(), 10.0), Vector::Constant(high.size(), -1.0));
    EXPECT_EQ(controller.activation(), high);
    EXPECT_TRUE(controller.activation_before().isZero(0.0));
}

// Limits that are infinite are none.
TEST(OneStepController, ChoosesTheSameBitsWithoutLimitsAndWithInfiniteOnes) {
    const CagedBlock block = standing_block();
    Walker unlimited = block.walker;
    const double infinity = std::numeric_limits<double>::infinity();
    const Vector high = Vector::Constant(block.walker.model->muscle_count(), infinity);
    unlimited.limits = {-high, high};
    OneStepController plain(block.walker, {});
    OneStepController other(unlimited, {});
    plain.choose(block.walker.controls, block.walker.start, rise_and_stay_upright(3.0));
    other.choose(block.walker.controls, block.walker.start, rise_and_stay_upright(3.0));
    EXPECT_EQ(plain.activation(), other.activation());
}

// The plan is that of a step of twice the time step; the real step has half of its change.
TEST(OneStepController, LooksAheadByAStepOfTwiceTheTimeStep) {
    const CagedBlock block = standing_block();
    const Index count = block.walker.model->muscle_count();
    const Vector last = Vector::LinSpaced(count, -0.1, 0.2);
    Controls coarse = block.walker.controls;
    coarse.time_step *= 2.0;
    for (const double speed : {-0.3, 0.5, 3.0}) {
        OneStepController of_coarse_step(block.walker, {});
        of_coarse_step.set_activation(last);
        const OneStepReport plan = of_coarse_step.choose(coarse, block.walker.start, rise_and_stay_upright(speed));
        OneStepController ahead(block.walker, {.looks_ahead = true});
        ahead.set_activation(last);
        const OneStepReport report =
            ahead.choose(block.walker.controls, block.walker.start, rise_and_stay_upright(speed));
        EXPECT_LT((ahead.activation() - 0.5 * (last + of_coarse_step.activation())).norm(), 1e-9) << speed;
        EXPECT_NEAR(report.cost, plan.cost, 1e-9 * (1.0 + plan.cost)) << speed;
        const double change = OneStepOptions{}.rate_bound * block.walker.controls.time_step;
        EXPECT_LE((ahead.activation() - last).cwiseAbs().maxCoeff(), change + 1e-15) << speed;
        EXPECT_NE(ahead.activation(), last) << speed;
    }
}

TEST(OneStepController, ChoosesTheSameBitsAfterItHasLookedAhead) {
    const CagedBlock block = standing_block();
    OneStepController plain(block.walker, {});
    OneStepController other(block.walker, {.looks_ahead = true});
    Workspace workspace = workspace_for(block.walker);
    State state = block.walker.start;
    for (int i = 0; i < 10; ++i) {
        other.choose(block.walker.controls, state, rise_and_stay_upright(1.0));
        advance(block.walker, other.activation(), workspace, state);
    }
    other.set_looks_ahead(false);
    other.set_activation(plain.activation(), plain.activation_before());
    for (int i = 0; i < 10; ++i) {
        plain.choose(block.walker.controls, state, rise_and_stay_upright(0.5));
        other.choose(block.walker.controls, state, rise_and_stay_upright(0.5));
        ASSERT_EQ(plain.activation(), other.activation()) << "step " << i;
        advance(block.walker, plain.activation(), workspace, state);
    }
}

// The step where the last change leads takes the place of the one at the last activation, which returns unless the
// other one is nearer to the goals: the choice is that of a controller that has tried no other.
TEST(OneStepController, ChoosesTheSameBitsAfterATrialThatIsRefused) {
    const CagedBlock block = standing_block();
    const Index count = block.walker.model->muscle_count();
    const std::vector<Goal> goals = rise_and_stay_upright(0.3);
    OneStepController settled(block.walker, {});
    for (int i = 0; i < 5; ++i) {
        settled.choose(block.walker.controls, block.walker.start, goals);
    }
    const Vector last = settled.activation();
    Rng rng(3);
    int refused = 0;
    for (int seed = 0; seed < 10; ++seed) {
        const Vector before = last + Vector::NullaryExpr(count, [&] { return 0.02 * rng.normal(); });
        OneStepController plain(block.walker, {});
        plain.set_activation(last, last);
        OneStepController tries(block.walker, {});
        tries.set_activation(last, before);
        OneStepController trial(block.walker, {.tolerance = 1.0});
        trial.set_activation((2.0 * last - before).eval());
        const double cost_there = trial.choose(block.walker.controls, block.walker.start, goals).cost_before;
        const OneStepReport of_plain = plain.choose(block.walker.controls, block.walker.start, goals);
        const OneStepReport of_tries = tries.choose(block.walker.controls, block.walker.start, goals);
        EXPECT_EQ(of_tries.cost_before, of_plain.cost_before);
        if (cost_there <= of_plain.cost_before) {
            continue;
        }
        ++refused;
        EXPECT_EQ(of_tries.steps, of_plain.steps + 1);
        EXPECT_EQ(of_tries.cost, of_plain.cost);
        EXPECT_EQ(tries.activation(), plain.activation());
    }
    EXPECT_GT(refused, 4);
}

// Without goals, the minimum of reg/2 |p|^2 + w/2 |p - pose|^2.
TEST(OneStepController, TakesItsPoseWithoutGoals) {
    const CagedBlock block = standing_block();
    OneStepController controller(block.walker, {});
    const Vector pose = Vector::LinSpaced(block.walker.model->muscle_count(), -0.4, 0.5);
    const double weight = 0.01;
    controller.set_pose(pose, weight);
    for (int i = 0; i < 20; ++i) { // as fast as the bound of the change allows
        const OneStepReport report = controller.choose(block.walker.controls, block.walker.start, {});
        EXPECT_LE(report.cost, report.cost_before) << i;
    }
    const Vector expected = weight / (weight + OneStepOptions{}.regularisation) * pose;
    EXPECT_LT((controller.activation() - expected).norm(), 1e-6);
    controller.set_pose(pose, 0.0);
    for (int i = 0; i < 60; ++i) {
        controller.choose(block.walker.controls, block.walker.start, {});
    }
    EXPECT_LT(controller.activation().norm(), 1e-6) << "a weight of 0 is none";
}

// Pushes itself off the ground by its rest shape alone.
TEST(OneStepController, LiftsTheCentreOfMassAsFastAsWanted) {
    const CagedBlock block = standing_block();
    OneStepController controller(block.walker, {});
    Workspace workspace = workspace_for(block.walker);
    State state = block.walker.start;
    const StanceReader stance(*block.walker.model);
    const double rest = stance.read(state).centre.y();
    const double h = block.walker.controls.time_step;
    for (int i = 0; i < 30; ++i) { // down, then up
        const double before = stance.read(state).centre.y();
        const double speed = i < 15 ? -0.3 : 0.4;
        controller.choose(block.walker.controls, state, rise_and_stay_upright(speed));
        advance(block.walker, controller.activation(), workspace, state);
        const double reached = (stance.read(state).centre.y() - before) / h;
        if (i > 18 && i < 26) {
            EXPECT_NEAR(reached, speed, 0.1) << "step " << i;
        }
    }
    EXPECT_LT(std::abs(stance.read(state).centre.y() - rest), 0.1);
}

// Inner forces cannot move the centre of mass of a body in the air, whatever is wanted.
TEST(OneStepController, DoesNotMoveTheCentreOfMassInTheAir) {
    CagedBlock block = standing_block();
    block.walker.controls.contact = {};
    block.walker.start = block.body.start(Vec3(0.5, 1.0, 0.0));
    block.walker.start.contact_force.resize(0, 3);
    OneStepController controller(block.walker, {});
    Workspace workspace = workspace_for(block.walker);
    State state = block.walker.start;
    State passive = state;
    for (int i = 0; i < 10; ++i) {
        controller.choose(block.walker.controls, state, rise_and_stay_upright(5.0));
        advance(block.walker, controller.activation(), workspace, state);
        advance(block.walker, Vector::Zero(controller.activation().size()), workspace, passive);
    }
    const StanceReader stance(*block.walker.model);
    EXPECT_LT((stance.read(state).centre - stance.read(passive).centre).norm(), 1e-9);
}

State turned(State state, const Mat3& R) {
    state.Z *= R.transpose();
    state.Zdot *= R.transpose();
    state.P *= R.transpose();
    state.Pdot *= R.transpose();
    state.contact_force *= R.transpose();
    state.clear_history();
    return state;
}

TEST(OneStepController, OfATurnedSceneChoosesTheSame) {
    const CagedBlock block = standing_block();
    const Mat3 R = Eigen::AngleAxisd(1.1, Vec3(0.3, 1.0, -0.4).normalized()).toRotationMatrix();
    Walker walker = block.walker;
    walker.controls.P *= R.transpose();
    walker.controls.gravity = R * walker.controls.gravity;
    walker.controls.contact.obstacles =
        std::make_shared<const Obstacles>(Obstacles{{HalfSpace{Vec3::Zero(), R * Vec3::UnitY()}, 0.8, 0.0}});
    walker.start = turned(walker.start, R);
    OneStepController straight(block.walker, {});
    OneStepController turned_one(walker, {});
    std::vector<Goal> goals = rise_and_stay_upright(0.5);
    std::vector<Goal> turned_goals = goals;
    for (Goal& goal : turned_goals) {
        if (auto* centre = std::get_if<CentreGoal>(&goal)) {
            centre->direction = R * centre->direction;
        } else if (auto* spin = std::get_if<SpinGoal>(&goal)) {
            spin->axis = R * spin->axis;
        }
    }
    straight.choose(block.walker.controls, block.walker.start, goals);
    turned_one.choose(walker.controls, walker.start, turned_goals);
    EXPECT_LT((straight.activation() - turned_one.activation()).norm(), 1e-7 * straight.activation().norm());
}

} // namespace
} // namespace limber::testing
