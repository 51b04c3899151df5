// SPDX-License-Identifier: MIT
#include "engine/control/goal_settings.h"

#include "engine/control/slip.h"
#include "tests/support/behaving_body.h"
#include "tests/support/meshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <string_view>

/// What the weights of goals and the goals beside those of a behaviour do.
namespace limber::testing {
namespace {

constexpr double degree_of_arc = std::numbers::pi / 180.0;

const Walker& block() {
    static const Walker walker = caged(bar_mesh(3, 6, 3, Vec3(0.4, 0.9, 0.4)), 1e5);
    return walker;
}

GoalSettings with_weight(GoalGroup group, double weight) {
    GoalSettings goals;
    goals.weights[static_cast<std::size_t>(group)] = weight;
    return goals;
}

Driven driven(const BehaviourSettings& settings, const GoalSettings& goals) {
    Driven body(block(), settings);
    body.behaviour.set_goals(goals);
    return body;
}

void take_steps(Driven& body, int count) {
    for (int i = 0; i < count; ++i) {
        body.step();
    }
}

// The weights of all residuals, for comparing them.
double size_of(const Goal& goal) {
    struct Size {
        double operator()(const CentreGoal& one) const {
            return one.kp + one.kd;
        }
        double operator()(const SpinGoal& one) const {
            return one.weight;
        }
        double operator()(const PointGoal& one) const {
            return one.kp + one.kd;
        }
    };
    return std::visit(Size{}, goal);
}

double size_of(const std::vector<Goal>& goals) {
    double sum = 0.0;
    for (const Goal& goal : goals) {
        sum += size_of(goal);
    }
    return sum;
}

// Each of a behaviour's own groups multiplies its part of the goals, and the parts are all there is.
TEST(GoalSettings, WeightEachGroupByItself) {
    for (std::size_t kind = 0; kind < behaviour_kind_count; ++kind) {
        const auto of_kind = static_cast<BehaviourKind>(kind);
        Driven body(block(), {.kind = of_kind, .target = Vec3(0.0, 0.2, -0.3)});
        take_steps(body, 30); // in a crouch, where it hops
        const std::vector<double> memory = body.behaviour.memory();
        const auto size = [&](const GoalSettings& goals) {
            EXPECT_TRUE(body.behaviour.set_memory(memory));
            body.behaviour.set_goals(goals);
            return size_of(body.behaviour.goals(body.state));
        };
        const double own = size({});
        double sum = 0.0;
        for (std::size_t group = 0; group < goal_group_count; ++group) {
            const auto of_group = static_cast<GoalGroup>(group);
            const double without = size(with_weight(of_group, 0.0));
            sum += own - without;
            EXPECT_NEAR(size(with_weight(of_group, 3.0)) - own, 2.0 * (own - without), 1e-9 * own);
            if (!has_goals(of_kind, of_group)) {
                EXPECT_EQ(without, own) << name_of(of_kind) << " has no goals of " << name_of(of_group);
            }
        }
        EXPECT_NEAR(sum, own, 1e-9 * own) << name_of(of_kind) << " has goals without a group";
    }
}

// The groups whose weights count in some step of a behaviour.
std::set<GoalGroup> groups_of(const Walker& walker, const BehaviourSettings& settings) {
    std::set<GoalGroup> found;
    Driven body(walker, settings);
    for (int i = 0; i < 120; ++i) {
        const std::vector<double> memory = body.behaviour.memory();
        const double own = size_of(body.behaviour.goals(body.state));
        for (std::size_t group = 0; group < goal_group_count; ++group) {
            EXPECT_TRUE(body.behaviour.set_memory(memory));
            body.behaviour.set_goals(with_weight(static_cast<GoalGroup>(group), 0.0));
            if (size_of(body.behaviour.goals(body.state)) < own) {
                found.insert(static_cast<GoalGroup>(group));
            }
        }
        body.behaviour.set_goals({});
        EXPECT_TRUE(body.behaviour.set_memory(memory));
        body.step();
    }
    return found;
}

// Of a cube, which rolls over its edges, and from a target that it leaves or comes to.
TEST(GoalSettings, AreOfGroupsThatTheirBehaviourHas) {
    const Walker cube = caged(bar_mesh(3, 3, 3, Vec3(0.6, 0.6, 0.6)), 1e5, 4);
    for (std::size_t kind = 0; kind < behaviour_kind_count; ++kind) {
        const auto of_kind = static_cast<BehaviourKind>(kind);
        const bool flees = of_kind == BehaviourKind::flee;
        const bool rolls = of_kind == BehaviourKind::roll;
        const std::set<GoalGroup> found = groups_of(cube, {.kind = of_kind,
                                                           .distance = flees   ? 0.7
                                                                       : rolls ? 1.0
                                                                               : 0.2,
                                                           .angle = 0.2,
                                                           .target = Vec3(0.3, 0.3, flees ? -0.3 : 0.8),
                                                           .to_target = true});
        for (std::size_t group = 0; group < goal_group_count; ++group) {
            const auto of_group = static_cast<GoalGroup>(group);
            EXPECT_EQ(found.contains(of_group), has_goals(of_kind, of_group))
                << name_of(of_kind) << " " << name_of(of_group);
        }
    }
}

TEST(GoalSettings, AtTheirDefaultsAreTheBehavioursOwnGoalsBitForBit) {
    const BehaviourSettings hop{.kind = BehaviourKind::hop, .height = 0.2, .distance = 0.3};
    Driven plain(block(), hop);
    Driven weighted = driven(hop, {});
    take_steps(plain, 60);
    take_steps(weighted, 60);
    EXPECT_EQ(hash_of(weighted.state), hash_of(plain.state));
}

// What was done stays done.
TEST(GoalSettings, DoNotBeginABehaviourAnew) {
    Driven body(block(), {.kind = BehaviourKind::hop, .height = 0.2, .distance = 0.0});
    ASSERT_TRUE(body.run(300));
    body.behaviour.set_goals(with_weight(GoalGroup::spin, 2.0));
    EXPECT_TRUE(body.behaviour.status(body.state).is_done);
}

TEST(GoalSettings, WithoutVelocityABodyHopsOnTheSpot) {
    const auto distance = [](double weight) {
        Driven body = driven({.kind = BehaviourKind::hop, .height = 0.2, .distance = 0.4},
                             with_weight(GoalGroup::velocity, weight));
        take_steps(body, 120);
        return body.behaviour.centre(body.state).z() - body.rest.z();
    };
    EXPECT_GT(distance(1.0), 0.2);
    EXPECT_LT(std::abs(distance(0.0)), 0.1);
}

TEST(GoalSettings, WithoutHeightABodyDoesNotHop) {
    const auto apex = [](double weight) {
        Driven body = driven({.kind = BehaviourKind::hop, .height = 0.2, .distance = 0.0},
                             with_weight(GoalGroup::height, weight));
        take_steps(body, 180);
        return body.apex;
    };
    EXPECT_NEAR(apex(1.0), 0.2, 0.02);
    EXPECT_LT(apex(0.0), 0.05);
}

// [m] of the centre of mass beside its place after a push, in the mean of two seconds.
double sway(const GoalSettings& goals) {
    Driven body = driven({}, goals);
    body.push(Vec3(0.5, 0.0, 0.0));
    double sum = 0.0;
    for (int i = 0; i < 120; ++i) {
        body.step();
        sum += std::abs(body.behaviour.centre(body.state).x() - body.rest.x());
    }
    return sum / 120.0;
}

TEST(GoalSettings, MoreBalanceSwaysLess) {
    const double own = sway({});
    const double more = sway(with_weight(GoalGroup::balance, 4.0));
    EXPECT_LT(more, own);
    EXPECT_LT(more, sway(with_weight(GoalGroup::balance, 0.0)));
}

TEST(GoalSettings, WithoutSpinABodyTiltsMore) {
    const auto tilt = [](double weight) {
        Driven body = driven({}, with_weight(GoalGroup::spin, weight));
        body.push(Vec3(0.6, 0.0, 0.0));
        take_steps(body, 120);
        return body.tilt;
    };
    EXPECT_LT(tilt(1.0), 0.8 * tilt(0.0));
}

TEST(GoalSettings, WithoutHeadingABodyDoesNotFaceAnotherWay) {
    const auto heading = [](double weight) {
        GoalSettings goals = with_weight(GoalGroup::heading, weight);
        goals.facing = 20.0 * degree_of_arc;
        Driven body = driven({}, goals);
        take_steps(body, 120);
        return body.behaviour.status(body.state).heading;
    };
    EXPECT_LT(std::abs(heading(0.0)), 2.0 * degree_of_arc);
    EXPECT_GT(heading(1.0), 5.0 * degree_of_arc);
    EXPECT_GT(heading(4.0), heading(1.0));
}

// [m] of the way, and of the mean touching point.
struct Walked {
    double distance = 0.0;
    double slip = 0.0;
};

Walked walk(const GoalSettings& goals) {
    Driven body = driven({.kind = BehaviourKind::walk, .distance = 1.0, .speed = 0.5}, goals);
    Walked walked;
    for (int i = 0; i < 150; ++i) {
        const State before = body.state;
        body.step();
        walked.slip += slip_between(block(), before, body.state);
    }
    walked.distance = body.behaviour.centre(body.state).z() - body.rest.z();
    return walked;
}

TEST(GoalSettings, WithoutFeetOrHoldABodySlides) {
    const Walked own = walk({});
    EXPECT_GT(own.distance, 0.5);
    EXPECT_GT(walk(with_weight(GoalGroup::feet, 0.0)).slip, 10.0 * own.slip);
    EXPECT_GT(walk(with_weight(GoalGroup::hold, 0.0)).slip, 10.0 * own.slip);
}

BodyPoint contact_point(Index i) {
    const ContactPoints& points = *block().controls.contact.points;
    return {points.phi.col(i), points.rig_rows.col(i)};
}

Index contact_point_nearest_to(const Vec3& place, const State& state) {
    Index nearest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (Index i = 0; i < block().controls.contact.points->count(); ++i) {
        const double distance = (position(contact_point(i), state) - place).norm();
        nearest = distance < least ? i : nearest;
        least = std::min(least, distance);
    }
    return nearest;
}

// The point that is nearest to the place when the body begins.
TEST(GoalSettings, MoreReachComesNearer) {
    const auto distance = [](double weight) {
        const Vec3 target(0.2, 1.0, 0.5);
        Driven body = driven({.kind = BehaviourKind::reach, .target = target}, with_weight(GoalGroup::reach, weight));
        const BodyPoint reaching = contact_point(contact_point_nearest_to(target, body.state));
        take_steps(body, 120);
        return (position(reaching, body.state) - target).norm();
    };
    EXPECT_LT(distance(1.0), 0.8 * distance(0.0));
    EXPECT_LT(distance(4.0), distance(1.0));
}

TEST(GoalSettings, LetABodyStandHigherAndLower) {
    for (const double rise : {-0.08, 0.04}) {
        GoalSettings goals;
        goals.rise = rise;
        Driven body = driven({}, goals);
        take_steps(body, 180);
        EXPECT_NEAR(body.behaviour.centre(body.state).y() - body.rest.y(), rise, 0.25 * std::abs(rise));
        EXPECT_LT(body.behaviour.tilt(body.state), 5.0 * degree_of_arc);
    }
}

// The way stays, the front does not.
TEST(GoalSettings, LetABodyWalkSideways) {
    GoalSettings goals;
    goals.facing = 60.0 * degree_of_arc;
    Driven body = driven({.kind = BehaviourKind::walk, .distance = 1.0, .speed = 0.4}, goals);
    EXPECT_TRUE(body.run(600));
    const Vec3 gone = body.behaviour.centre(body.state) - body.rest;
    EXPECT_NEAR(gone.z(), 1.0, 0.05);
    EXPECT_LT(std::abs(gone.x()), 0.1);
    EXPECT_NEAR(body.behaviour.status(body.state).heading, 60.0 * degree_of_arc, 20.0 * degree_of_arc);
    EXPECT_LT(body.tilt, 30.0 * degree_of_arc);
}

// The point nearest to the place, which is to the right of the top.
TEST(GoalSettings, LetAPointReachBesideABehaviour) {
    const Vec3 place(0.5, 0.9, 0.4);
    const auto nearest = [&](const Driven& body) {
        return (position(contact_point(contact_point_nearest_to(place, body.state)), body.state) - place).norm();
    };
    GoalSettings goals;
    goals.place = place;
    Driven passive = driven({}, {});
    Driven reaching = driven({}, goals);
    take_steps(passive, 120);
    take_steps(reaching, 120);
    EXPECT_LT(nearest(reaching), 0.6 * nearest(passive));
    EXPECT_FALSE(reaching.behaviour.status(reaching.state).is_fallen);
    EXPECT_EQ(reaching.behaviour.rest_weight(), 0.0);

    Driven walking = driven({.kind = BehaviourKind::walk, .distance = 0.8, .speed = 0.4}, goals);
    EXPECT_TRUE(walking.run(500)) << "a place far behind does not hold it back";
}

TEST(GoalSettings, RefuseWhatIsOutOfRange) {
    const double not_a_number = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(fault_in(GoalSettings{}));
    for (const double wrong : {-0.1, 101.0, not_a_number}) {
        EXPECT_EQ(fault_in(with_weight(GoalGroup::feet, wrong))->where, "feet");
    }
    GoalSettings goals;
    goals.rise = not_a_number;
    EXPECT_EQ(fault_in(goals)->where, "rise");
    goals = {};
    goals.facing = 1e3;
    EXPECT_EQ(fault_in(goals)->where, "facing");
    goals = {};
    goals.place = Vec3(0.0, not_a_number, 0.0);
    EXPECT_EQ(fault_in(goals)->where, "place");
}

TEST(GoalSettings, HaveNames) {
    for (std::size_t group = 0; group < goal_group_count; ++group) {
        const auto of_group = static_cast<GoalGroup>(group);
        EXPECT_EQ(goal_group_named(name_of(of_group)), of_group);
    }
    EXPECT_FALSE(goal_group_named("speed"));
}

} // namespace
} // namespace limber::testing
