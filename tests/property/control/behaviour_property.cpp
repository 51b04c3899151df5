// SPDX-License-Identifier: MIT
#include "engine/control/behaviour.h"
#include "engine/control/one_step_controller.h"
#include "engine/control/slip.h"
#include "engine/control/sole_patches.h"

#include "engine/core/random.h"
#include "tests/support/allocation_count.h"
#include "tests/support/behaving_body.h"
#include "tests/support/free_body.h"
#include "tests/support/meshes.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

/// What bodies do under their behaviours.
namespace limber::testing {
namespace {

constexpr double degree = std::numbers::pi / 180.0;

Walker standing(const Vec3& size, double young = 1e5) {
    return caged(bar_mesh(3, 6, 3, size), young);
}

// From a tenth of the body's height to the whole of it.
TEST(Behaviour, HopsToTheHeightThatIsWanted) {
    const Walker walker = standing(Vec3(0.4, 1.2, 0.4), 1.2e5); // ten times its weight a cross section
    for (const double height : {0.12, 0.4, 1.2}) {
        Driven body(walker, {.kind = BehaviourKind::hop, .height = height, .distance = 0.0});
        EXPECT_TRUE(body.run(300)) << height;
        EXPECT_NEAR(body.apex, height, 0.05 * height);
        EXPECT_LT(body.tilt, 15.0 * degree) << height;
        EXPECT_LT(body.behaviour.tilt(body.state), 5.0 * degree) << height;
    }
}

// A body that is pushed off within a short way is compressed more than it can be, and goes on pushing when it is to
// fly.
TEST(Behaviour, HopsItsWholeHeightWhereItIsSoft) {
    for (const double stiffness : {2.0, 3.0, 5.0}) { // times its weight a cross section
        const Walker walker = standing(Vec3(0.4, 1.2, 0.4), stiffness * 1.2e4);
        Driven body(walker, {.kind = BehaviourKind::hop, .height = 1.2, .distance = 0.0});
        EXPECT_TRUE(body.run(300)) << stiffness;
        EXPECT_NEAR(body.apex, 1.2, 0.05 * 1.2) << stiffness;
        EXPECT_LT(body.tilt, 15.0 * degree) << stiffness;
    }
}

TEST(Behaviour, HopsWithOtherShapesUnchanged) {
    for (const Vec3& size : {Vec3(0.6, 0.6, 0.6), Vec3(0.3, 0.5, 0.6), Vec3(0.5, 0.8, 0.5)}) {
        const Walker walker = standing(size);
        const double height = 0.3 * size.y();
        Driven body(walker, {.kind = BehaviourKind::hop, .height = height, .distance = 0.0});
        EXPECT_TRUE(body.run(300)) << size.transpose();
        EXPECT_NEAR(body.apex, height, 0.05 * height) << size.transpose();
        EXPECT_LT(body.tilt, 15.0 * degree) << size.transpose();
    }
}

// The goals of standing alone leave the body as bent as it has landed.
TEST(Behaviour, StraightensAfterAHop) {
    const Walker walker = caged(bar_mesh(3, 6, 3, Vec3(0.5, 0.8, 0.5)), 1e5, 10, 40);
    Driven body(walker, {.kind = BehaviourKind::hop, .height = 0.3, .distance = 0.5});
    ASSERT_TRUE(body.run(300));
    const double bent = body.controls.activation.norm();
    for (int i = 0; i < 60; ++i) {
        body.step();
    }
    EXPECT_LT(body.controls.activation.norm(), 0.25 * bent);
    EXPECT_LT(body.behaviour.tilt(body.state), 15.0 * degree);
    EXPECT_GT(body.behaviour.rest_weight(), 0.0);
}

TEST(Behaviour, DoesNotStraightenInABehaviourThatMoves) {
    const Walker walker = standing(Vec3(0.4, 1.2, 0.4));
    Driven body(walker, {.kind = BehaviourKind::hop, .height = 0.3, .distance = 0.0});
    bool flew = false;
    for (int i = 0; i < 80; ++i) {
        body.step();
        if (body.behaviour.status(body.state).phase == "fly") {
            flew = true;
            EXPECT_EQ(body.behaviour.rest_weight(), 0.0);
        }
    }
    EXPECT_TRUE(flew);
}

TEST(Behaviour, StandsAfterAPush) {
    const Walker walker = standing(Vec3(0.4, 1.2, 0.4));
    for (const Vec3& push : {Vec3(0.0, 0.0, 2.0), Vec3(1.4, 0.0, -1.4)}) {
        Driven body(walker, {});
        body.push(push);
        for (int i = 0; i < 200; ++i) {
            body.step();
        }
        EXPECT_LT(body.tilt, 30.0 * degree);
        EXPECT_LT(body.behaviour.tilt(body.state), 3.0 * degree);
        EXPECT_FALSE(body.behaviour.status(body.state).is_fallen);
    }
}

TEST(Behaviour, RandomPushesAreSurvivedOrReported) {
    const Walker walker = standing(Vec3(0.4, 0.8, 0.4));
    Driven body(walker, {});
    Rng rng(3);
    for (int i = 0; i < 900; ++i) {
        if (i % 90 == 0) {
            const double angle = rng.uniform(0.0, 2.0 * std::numbers::pi);
            body.push(Vec3(std::cos(angle), 0.0, std::sin(angle)) * rng.uniform(0.2, 2.0));
        }
        body.step();
    }
    const BehaviourStatus status = body.behaviour.status(body.state);
    EXPECT_TRUE(status.tilt < 20.0 * degree || status.cannot_rise);
}

// Twenty seconds each. After every push the body has three seconds to stand up, and four more until it has to report.
TEST(Behaviour, LongRandomPushesAreSurvivedOrReported) {
    for (const Vec3& size : {Vec3(0.4, 1.2, 0.4), Vec3(0.6, 0.6, 0.6), Vec3(0.3, 0.5, 0.6)}) {
        const Walker walker = standing(size);
        Driven body(walker, {});
        Rng rng(4);
        for (int i = 0; i < 1200; ++i) {
            if (i % 180 == 0) {
                const double angle = rng.uniform(0.0, 2.0 * std::numbers::pi);
                body.push(Vec3(std::cos(angle), 0.0, std::sin(angle)) * rng.uniform(0.5, 1.5));
            }
            body.step();
            ASSERT_FALSE(HasFatalFailure()) << "step " << i;
        }
        for (int i = 0; i < 300; ++i) {
            body.step();
        }
        const BehaviourStatus status = body.behaviour.status(body.state);
        EXPECT_TRUE(status.tilt < 20.0 * degree || status.cannot_rise) << size.transpose();
    }
}

// Something new to do for a body at `centre`.
BehaviourSettings something(BehaviourKind kind, const Vec3& centre, Rng& rng) {
    const double angle = rng.uniform(-std::numbers::pi, std::numbers::pi);
    return {.kind = kind,
            .height = 0.15,
            .distance = 1.0,
            .speed = 0.5,
            .angle = angle,
            .target = centre + Vec3(0.5 * std::cos(angle), 0.2, 0.5 * std::sin(angle)),
            .to_target = rng.uniform() < 0.5};
}

Vec3 random_push(Rng& rng) {
    const double angle = rng.uniform(0.0, 2.0 * std::numbers::pi);
    return rng.uniform(0.2, 1.2) * Vec3(std::cos(angle), 0.0, std::sin(angle));
}

// Pushed every two seconds. A body that has fallen stands up within five seconds, or says that it cannot, and then is
// stood up.
void push_for(double minutes, const Walker& walker, BehaviourKind kind) {
    Rng rng(1 + static_cast<std::uint64_t>(kind));
    Driven body(walker, something(kind, Vec3::Zero(), rng));
    int lying = 0;
    for (int i = 0; i < static_cast<int>(3600.0 * minutes); ++i) {
        if (i % 120 == 60) {
            body.push(random_push(rng));
        }
        if (i % 600 == 0 || body.behaviour.status(body.state).is_done) {
            body.behaviour.change(something(kind, body.behaviour.centre(body.state), rng), body.state);
        }
        body.step();
        ASSERT_FALSE(::testing::Test::HasFatalFailure()) << name_of(kind) << ", step " << i;
        ASSERT_TRUE(body.behaviour.centre(body.state).allFinite()) << name_of(kind) << ", step " << i;
        const BehaviourStatus status = body.behaviour.status(body.state);
        lying = status.is_fallen ? lying + 1 : 0;
        ASSERT_TRUE(lying < 300 || status.cannot_rise) << name_of(kind) << ", step " << i;
        if (status.cannot_rise) {
            body.state = walker.start;
            body.behaviour.begin(something(kind, body.rest, rng), body.state);
        }
    }
    EXPECT_LE(body.underived, static_cast<int>(minutes)) << name_of(kind);
}

// Each behaviour for ten minutes. The body has few modes and points, so that its steps are short.
TEST(Behaviour, OfEachKindSurvivesTenMinutesOfPushesOrReports) {
    const Walker block = caged(bar_mesh(2, 3, 2, Vec3(0.5, 0.7, 0.5)), 1e5, 3, 12);
    const Walker ball = caged(ball_mesh(3), 1e5, 3, 20);
    for (std::size_t kind = 0; kind < behaviour_kind_count; ++kind) {
        const auto named = static_cast<BehaviourKind>(kind);
        push_for(10.0, named == BehaviourKind::roll ? ball : block, named);
        ASSERT_FALSE(HasFatalFailure());
    }
}

TEST(Behaviour, WalksTheDistanceThatIsWanted) {
    const Walker walker = standing(Vec3(0.4, 1.2, 0.4));
    Driven body(walker, {.kind = BehaviourKind::walk, .distance = 1.0, .speed = 0.5});
    EXPECT_TRUE(body.run(400));
    EXPECT_NEAR(body.behaviour.centre(body.state).z() - body.rest.z(), 1.0, 0.05);
    EXPECT_FALSE(body.behaviour.status(body.state).is_fallen);
}

// [m] of the mean touching point, until the way is over.
double slip_of_a_walk(const Walker& walker, Driven& body) {
    double slip = 0.0;
    for (int i = 0; i < 900 && !body.behaviour.status(body.state).is_done; ++i) {
        const State before = body.state;
        body.step();
        slip += slip_between(walker, before, body.state);
    }
    return slip;
}

// Walks 2 m from each of five starts; returns the shares of the way that it has slid, in ascending order.
std::vector<double> slips_of_walks(const Walker& walker, const std::vector<int>& patches = {}) {
    constexpr double way = 2.0;
    std::vector<double> slips;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        Driven body(walker, {.kind = BehaviourKind::walk, .distance = way, .speed = 0.5}, patches);
        body.start_from(seed);
        slips.push_back(slip_of_a_walk(walker, body) / way);
        const BehaviourStatus status = body.behaviour.status(body.state);
        EXPECT_TRUE(status.is_done) << "start " << seed << (status.cannot_walk ? ", cannot walk" : "");
        EXPECT_FALSE(status.is_fallen) << "start " << seed;
        EXPECT_LT(body.tilt, 20.0 * degree) << "start " << seed;
    }
    std::ranges::sort(slips);
    return slips;
}

// Most walks slide less than `usual` of their way, and all less than `most`.
void expect_slips(const std::vector<double>& slips, double usual, double most) {
    EXPECT_LT(slips[slips.size() / 2], usual);
    EXPECT_LT(slips.back(), most);
}

// A foot that the ground still presses on must not swing, and the body must wait for feet that lag behind.
TEST(Behaviour, WalksWithLittleSlip) {
    const Walker walker = caged(bar_mesh(3, 8, 3, Vec3(0.4, 1.2, 0.4)), 1e5);
    expect_slips(slips_of_walks(walker), 0.03, 0.15);
}

// With its legs as feet.
void expect_walk_on(const TetMesh& mesh, double young, double usual_slip) {
    const Walker walker = caged(mesh, young, 10, 60);
    const auto& vertices = walker.controls.contact.points->vertices;
    expect_slips(slips_of_walks(walker, sole_patches(mesh, walker.up, vertices)), usual_slip, 0.25);
}

// While one foot swings the body falls away from the other, ahead or back. It must not fall for long.
TEST(Behaviour, WalksOnOneFootAheadOfTheOther) {
    const auto is_leg = [](const Vec3& at) {
        return std::abs(at.z() - 0.3) > 0.1;
    };
    expect_walk_on(bar_on_legs(2, 12, 6, 0.4, is_leg), 2e5, 0.03);
}

// On whole feet and not on the toes of one with the heel of the other.
TEST(Behaviour, SwaysFromOneFootToTheOther) {
    const auto is_leg = [](const Vec3& at) {
        return std::abs(at.x() - 0.25) > 0.05;
    };
    expect_walk_on(bar_on_legs(5, 9, 3, 0.2, is_leg), 3e5, 0.02);
}

// The points that touch the ground stand still, and the body turns about them.
TEST(Behaviour, RollsWithoutSliding) {
    const Walker walker = caged(ball_mesh(4), 1e5, 6, 60);
    Driven body(walker, {.kind = BehaviourKind::roll, .distance = 3.0, .speed = 1.0});
    const double slip = slip_of_a_walk(walker, body);
    EXPECT_TRUE(body.behaviour.status(body.state).is_done);
    EXPECT_NEAR(body.behaviour.centre(body.state).z() - body.rest.z(), 3.0, 0.06);
    EXPECT_LT(slip, 0.05 * 3.0);
}

// Six legs, of which three are on the ground; each has an example pose in which it is longer.
Walker cross_on_legs() {
    constexpr double cell = 0.1; // [m]
    const Mat3 turn = Eigen::Quaterniond::FromTwoVectors(Vec3::Ones(), Vec3::UnitY()).toRotationMatrix();
    TetMesh mesh = part_of(bar_mesh(9, 9, 9, Vec3::Constant(9.0 * cell)),
                           [&](const Vec3& at) { return ((at.array() - 4.5 * cell).abs() < 1.5 * cell).count() >= 2; });
    const Points untilted = mesh.X.rowwise() - Eigen::RowVector3d::Constant(4.5 * cell);
    mesh.X = untilted * turn.transpose();
    std::vector<Points> examples;
    for (Index axis = 0; axis < 3; ++axis) {
        for (const double sign : {1.0, -1.0}) {
            Points longer = untilted;
            longer.col(axis) += sign * 0.8 * (sign * untilted.col(axis).array() - 1.5 * cell).max(0.0).matrix();
            examples.push_back(longer * turn.transpose());
        }
    }
    return posed(mesh, examples, 3e5, 10, 60);
}

// It stands on a face of three legs, and rolls over the edges between its faces. Goals for the speed alone let it lean
// against an edge and shuffle.
TEST(Behaviour, RollsOverItsEdges) {
    const Walker walker = cross_on_legs();
    Driven body(walker, {.kind = BehaviourKind::roll, .distance = 3.0, .speed = 0.5});
    body.run(900);
    EXPECT_GT(body.tilt, 90.0 * degree) << "it rolls";
    EXPECT_GT(body.behaviour.centre(body.state).z() - body.rest.z(), 0.5);
}

// Soles with points between their corners, which drag unless they arch.
TEST(Behaviour, DoesNotSkateOnAFlatSole) {
    for (const TetMesh& mesh : {bar_mesh(4, 4, 4, Vec3(0.6, 0.6, 0.6)), bar_mesh(3, 5, 6, Vec3(0.3, 0.5, 0.6))}) {
        const Walker walker = caged(mesh, 1e5, 10);
        Driven body(walker, {.kind = BehaviourKind::walk, .distance = 2.0, .speed = 0.5});
        const double slip = slip_of_a_walk(walker, body);
        const double gone = body.behaviour.centre(body.state).z() - body.rest.z();
        EXPECT_GT(gone, 1.5) << mesh.X.colwise().maxCoeff();
        EXPECT_LT(slip, 0.03 * gone) << mesh.X.colwise().maxCoeff();
        EXPECT_FALSE(body.behaviour.status(body.state).cannot_walk);
    }
}

// Sixty contact points, so that many points between the corners stick until they are lifted all at once.
TEST(Behaviour, WalksOnASoleOfManyPoints) {
    for (const TetMesh& mesh : {bar_mesh(4, 8, 4, Vec3(0.5, 1.0, 0.5)), bar_mesh(4, 4, 4, Vec3(0.6, 0.6, 0.6))}) {
        SCOPED_TRACE(mesh.X.colwise().maxCoeff());
        expect_slips(slips_of_walks(caged(mesh, 1e5, 10, 60)), 0.03, 0.05);
    }
}

// Where a contact opens, closes or slides, no share of the change that the derivative proposes may lower the cost. A
// search that stops there leaves its goals unmet, often for several steps.
TEST(Behaviour, MeetsItsGoalsWhereContactsChange) {
    const Walker walker = caged(bar_mesh(4, 4, 4, Vec3(0.6, 0.6, 0.6)), 1e5);
    Driven body(walker, {.kind = BehaviourKind::walk, .distance = 1.0, .speed = 0.5});
    ASSERT_FALSE(body.run(5)) << "it starts";
    int unmet = 0;
    double largest = 0.0;
    for (int i = 0; i < 200 && !body.behaviour.status(body.state).is_done; ++i) {
        body.step();
        unmet += body.cost > 0.01 ? 1 : 0;
        largest = std::max(largest, body.cost);
    }
    EXPECT_TRUE(body.behaviour.status(body.state).is_done);
    EXPECT_LE(unmet, 5);
    EXPECT_LT(largest, 0.1);
}

Walker cube_on_ice(double friction) {
    Walker walker = caged(bar_mesh(4, 4, 4, Vec3(0.6, 0.6, 0.6)), 1e5, 10);
    walker.controls.contact.obstacles =
        std::make_shared<const Obstacles>(Obstacles{{HalfSpace{Vec3::Zero(), Vec3::UnitY()}, friction, 0.0}});
    return walker;
}

// Without friction there is nothing to push off.
TEST(Behaviour, ReportsThatABodyWithoutHoldCannotWalk) {
    const Walker walker = cube_on_ice(0.0);
    Driven body(walker, {.kind = BehaviourKind::walk, .distance = 5.0, .speed = 0.5});
    for (int i = 0; i < 300 && !body.behaviour.status(body.state).cannot_walk; ++i) {
        body.step();
    }
    EXPECT_TRUE(body.behaviour.status(body.state).cannot_walk);
    for (int i = 0; i < 60; ++i) {
        body.step();
    }
    EXPECT_TRUE(body.behaviour.status(body.state).cannot_walk) << "it stays so";
    body.behaviour.change({.kind = BehaviourKind::walk, .distance = 1.0}, body.state);
    EXPECT_FALSE(body.behaviour.status(body.state).cannot_walk) << "it tries again";
}

// It drifts to a side over feet that stay where they are, and does not advance.
TEST(Behaviour, ReportsThatABodyThatDriftsCannotWalk) {
    const Walker walker = cube_on_ice(0.0);
    Driven body(walker, {.kind = BehaviourKind::walk, .distance = 5.0, .speed = 0.5});
    body.push(Vec3(0.8, 0.0, 0.0));
    for (int i = 0; i < 300 && !body.behaviour.status(body.state).cannot_walk; ++i) {
        body.step();
    }
    EXPECT_TRUE(body.behaviour.status(body.state).cannot_walk);
}

// It advances, but on feet that stay on the ground: its muscles cannot lift them.
TEST(Behaviour, ReportsThatABodyThatSkatesCannotWalk) {
    Walker walker = cube_on_ice(0.0);
    const Vector none = Vector::Zero(walker.model->muscle_count());
    walker.limits = {none, none, {}};
    Driven body(walker, {.kind = BehaviourKind::walk, .distance = 5.0, .speed = 0.5});
    body.push(Vec3(0.0, 0.0, 0.8));
    for (int i = 0; i < 300 && !body.behaviour.status(body.state).cannot_walk; ++i) {
        body.step();
    }
    EXPECT_TRUE(body.behaviour.status(body.state).cannot_walk);
    EXPECT_GT(body.behaviour.centre(body.state).z() - body.rest.z(), 1.0);
}

TEST(Behaviour, WalksOnIceAsFastAsItsFrictionAllows) {
    expect_slips(slips_of_walks(cube_on_ice(0.1)), 0.03, 0.1);
}

TEST(Behaviour, TurnsByTheAngleThatIsWanted) {
    const Walker walker = standing(Vec3(0.4, 1.2, 0.4));
    Driven body(walker, {.kind = BehaviourKind::turn, .angle = -1.0});
    EXPECT_TRUE(body.run(600));
    EXPECT_NEAR(body.behaviour.status(body.state).heading, -1.0, 0.1);
}

void expect_whole_turn(const Walker& walker, double height, std::uint64_t seed) {
    Driven body(walker, {.kind = BehaviourKind::turn, .angle = 2.0 * std::numbers::pi});
    body.start_from(seed);
    double turned = 0.0;
    double drift = 0.0; // [m] along the ground
    for (int i = 0; i < 900 && !body.behaviour.status(body.state).is_done; ++i) {
        const double before = body.behaviour.status(body.state).heading;
        body.step();
        turned += std::remainder(body.behaviour.status(body.state).heading - before, 2.0 * std::numbers::pi);
        const Vec3 away = body.behaviour.centre(body.state) - body.rest;
        drift = std::max(drift, std::hypot(away.x(), away.z()));
        ASSERT_NEAR(away.y(), 0.0, 0.1 * height) << "step " << i;
    }
    EXPECT_NEAR(turned, 2.0 * std::numbers::pi, 0.1);
    EXPECT_LT(body.tilt, 15.0 * degree);
    EXPECT_LT(drift, 0.02 * height) << "around the spot";
    EXPECT_LT((body.behaviour.centre(body.state) - body.rest).norm(), 0.02 * height) << "on the spot";
}

// The heading is an angle between directions, in which a whole turn is none.
TEST(Behaviour, TurnsAllTheWayAroundUpright) {
    for (const TetMesh& mesh : {bar_mesh(3, 6, 3, Vec3(0.4, 1.2, 0.4)), bar_mesh(4, 4, 4, Vec3(0.6, 0.6, 0.6))}) {
        const double height = mesh.X.col(1).maxCoeff() - mesh.X.col(1).minCoeff();
        const Walker walker = caged(mesh, 1e5);
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            SCOPED_TRACE(::testing::Message() << height << " m high, start " << seed);
            expect_whole_turn(walker, height, seed);
        }
    }
}

TEST(Behaviour, TurnsTheLongerWayWhenThatIsWanted) {
    const Walker walker = standing(Vec3(0.4, 1.2, 0.4));
    Driven body(walker, {.kind = BehaviourKind::turn, .angle = 1.5 * std::numbers::pi});
    for (int i = 0; i < 60; ++i) {
        body.step();
    }
    EXPECT_GT(body.behaviour.status(body.state).heading, 0.2) << "to the left";
}

// A turn about up leaves the centre of mass at rest.
TEST(Behaviour, DoesNotStraightenABodyThatTurns) {
    const Walker walker = standing(Vec3(0.4, 1.2, 0.4));
    Driven body(walker, {});
    body.step();
    body.behaviour.goals(body.state);
    ASSERT_GT(body.behaviour.rest_weight(), 0.0);
    const double weight = body.behaviour.rest_weight();
    State turning = body.state;
    const ReducedModel& model = *walker.model;
    const Vec3 centre = body.behaviour.centre(turning);
    const AffineStack arms = turning.Z + model.BMJ * turning.P - model.BM1 * centre.transpose();
    for (Index j = 0; j < arms.rows(); ++j) {
        turning.Zdot.row(j) += Vec3(0.0, 2.0, 0.0).cross(Vec3(arms.row(j))).transpose();
    }
    body.behaviour.goals(turning);
    EXPECT_EQ(body.behaviour.rest_weight(), 0.0);
    body.behaviour.goals(body.state);
    EXPECT_EQ(body.behaviour.rest_weight(), weight) << "once it is still again";
}

TEST(Behaviour, ReachesAPlaceWithAPoint) {
    const Walker walker = standing(Vec3(0.4, 1.2, 0.4));
    const Vec3 target = StanceReader(*walker.model).read(walker.start).centre + Vec3(0.0, 0.5, 0.3);
    Driven body(walker, {.kind = BehaviourKind::reach, .target = target});
    EXPECT_TRUE(body.run(200));
}

TEST(Behaviour, ReachesWithThePointThatItIsGivenMeanwhile) {
    const Walker walker = standing(Vec3(0.4, 1.2, 0.4));
    const ContactPoints& points = *walker.controls.contact.points;
    const BodyPoint point{points.phi.col(0), points.rig_rows.col(0)};
    const Vec3 there = position(point, walker.start);
    const Vec3 far = there + Vec3(0.0, 5.0, 0.0);
    Behaviour behaviour(walker, {.kind = BehaviourKind::reach, .target = far});
    behaviour.change({.kind = BehaviourKind::reach, .target = there, .point = point}, walker.start);
    behaviour.goals(walker.start);
    EXPECT_TRUE(behaviour.status(walker.start).is_done) << "the point is there already";
}

TEST(Behaviour, IsInterruptedAtAnyTime) {
    const Walker walker = standing(Vec3(0.4, 1.2, 0.4));
    Driven body(walker, {.kind = BehaviourKind::hop, .height = 0.3, .distance = 0.0});
    for (int i = 0; i < 60; ++i) { // into the flight
        body.step();
    }
    body.behaviour.change({.kind = BehaviourKind::walk, .distance = 0.5}, body.state);
    for (int i = 0; i < 40; ++i) {
        body.step();
    }
    body.behaviour.change({}, body.state);
    for (int i = 0; i < 120; ++i) {
        body.step();
    }
    EXPECT_LT(body.behaviour.tilt(body.state), 10.0 * degree);
    EXPECT_EQ(body.behaviour.status(body.state).phase, "stand");
}

TEST(Behaviour, GoesOnWhenTheDistanceGrowsAfterItHasArrived) {
    const Walker walker = standing(Vec3(0.4, 1.2, 0.4));
    Driven body(walker, {.kind = BehaviourKind::walk, .distance = 0.3, .speed = 0.5});
    EXPECT_TRUE(body.run(400));
    body.behaviour.change({.kind = BehaviourKind::walk, .distance = 0.8, .speed = 0.5}, body.state);
    EXPECT_FALSE(body.behaviour.status(body.state).is_done);
    EXPECT_TRUE(body.run(400));
    EXPECT_NEAR(body.behaviour.centre(body.state).z() - body.rest.z(), 0.8, 0.05) << "from where it began";
}

TEST(Behaviour, HasArrivedWhereItIsForADistanceOfZero) {
    const Walker walker = standing(Vec3(0.4, 1.2, 0.4));
    for (const BehaviourKind kind : {BehaviourKind::walk, BehaviourKind::roll}) {
        Driven body(walker, {.kind = kind, .distance = 0.0});
        body.step();
        EXPECT_TRUE(body.run(100)) << name_of(kind);
        EXPECT_LT((body.behaviour.centre(body.state) - body.rest).norm(), 0.05) << name_of(kind);
    }
}

TEST(Behaviour, FollowsATargetAndWaitsNearIt) {
    const Walker walker = standing(Vec3(0.4, 1.2, 0.4));
    const Vec3 target(0.0, 0.0, 1.4);
    Driven body(walker, {.kind = BehaviourKind::follow, .speed = 0.5, .target = target, .to_target = true});
    EXPECT_TRUE(body.run(500));
    for (int i = 0; i < 120; ++i) {
        body.step();
    }
    EXPECT_TRUE(body.behaviour.status(body.state).is_done) << "it waits";
    const Vec3 away = target - body.behaviour.centre(body.state);
    EXPECT_LT(std::hypot(away.x(), away.z()), 0.9) << "one and a half heights of the centre of mass";
    body.behaviour.change(
        {.kind = BehaviourKind::follow, .speed = 0.5, .target = Vec3(1.0, 0.0, 2.0), .to_target = true}, body.state);
    const double before = body.behaviour.centre(body.state).x();
    for (int i = 0; i < 200; ++i) {
        body.step();
    }
    EXPECT_GT(body.behaviour.centre(body.state).x(), before + 0.1);
    EXPECT_FALSE(body.behaviour.status(body.state).is_fallen);
}

TEST(Behaviour, FleesFromATargetThatComesNear) {
    const Walker walker = standing(Vec3(0.4, 1.2, 0.4));
    BehaviourSettings settings{
        .kind = BehaviourKind::flee, .distance = 0.8, .speed = 0.5, .target = Vec3(0.0, 0.0, -1.0)};
    Driven body(walker, settings);
    const auto distance = [&] {
        const Vec3 way = settings.target - body.behaviour.centre(body.state);
        return std::hypot(way.x(), way.z());
    };
    for (int i = 0; i < 60; ++i) {
        body.step();
    }
    EXPECT_TRUE(body.behaviour.status(body.state).is_done) << "nothing is near";
    EXPECT_LT((body.behaviour.centre(body.state) - body.rest).norm(), 0.05);
    for (const Vec3& near : {Vec3(0.0, 0.0, -0.4), Vec3(-0.3, 0.0, 0.2)}) {
        settings.target = body.behaviour.centre(body.state) + near;
        body.behaviour.change(settings, body.state);
        body.step();
        EXPECT_FALSE(body.behaviour.status(body.state).is_done);
        EXPECT_TRUE(body.run(500)) << near.transpose();
        EXPECT_GT(distance(), 1.25 * settings.distance) << near.transpose();
        for (int i = 0; i < 120; ++i) {
            body.step();
        }
        EXPECT_TRUE(body.behaviour.status(body.state).is_done) << "it stands where it is safe";
        EXPECT_FALSE(body.behaviour.status(body.state).is_fallen);
    }
}

// A target that moves in every step, as the mouse does.
TEST(Behaviour, DoesNotBeginAnewWhenItsTargetMoves) {
    const Walker walker = standing(Vec3(0.4, 1.2, 0.4));
    BehaviourSettings settings{.kind = BehaviourKind::flee, .distance = 0.8, .target = Vec3(0.0, 0.0, -0.9)};
    Driven body(walker, settings);
    for (int i = 0; i < 30; ++i) {
        settings.target.x() = 0.001 * i;
        body.behaviour.change(settings, body.state);
        body.step();
        ASSERT_TRUE(body.behaviour.status(body.state).is_done) << "it is between the distance and a quarter more";
    }
    settings.distance = 1.0;
    body.behaviour.change(settings, body.state);
    EXPECT_FALSE(body.behaviour.status(body.state).is_done);
}

// The memory of a behaviour and the activations of its controller are all that the next steps depend on.
TEST(Behaviour, ContinuesFromItsMemoryBitForBit) {
    const Walker walker = standing(Vec3(0.4, 1.2, 0.4));
    for (const BehaviourKind kind : {BehaviourKind::hop, BehaviourKind::walk, BehaviourKind::turn, BehaviourKind::roll,
                                     BehaviourKind::reach, BehaviourKind::follow, BehaviourKind::flee}) {
        Driven body(walker, {.kind = kind, .height = 0.3, .target = Vec3(0.0, 1.5, 0.4)});
        for (int i = 0; i < 45; ++i) {
            body.step();
        }
        Driven other(walker, {});
        ASSERT_TRUE(other.behaviour.set_memory(body.behaviour.memory())) << name_of(kind);
        other.controller.set_activation(body.controller.activation(), body.controller.activation_before());
        other.state = body.state;
        for (int i = 0; i < 45; ++i) {
            body.step();
            other.step();
        }
        EXPECT_EQ(hash_of(other.state), hash_of(body.state)) << name_of(kind);
        EXPECT_EQ(other.behaviour.memory(), body.behaviour.memory()) << name_of(kind);
    }
}

TEST(Behaviour, RefusesAMemoryOfAnotherBody) {
    const Walker walker = standing(Vec3(0.4, 1.2, 0.4));
    Behaviour behaviour(walker, {.kind = BehaviourKind::hop});
    const std::vector<double> memory = behaviour.memory();
    std::vector<double> longer = memory;
    longer.push_back(0.0);
    EXPECT_FALSE(behaviour.set_memory(longer));
    EXPECT_FALSE(behaviour.set_memory({}));
    for (const std::size_t number : {0U, 1U, 9U, 20U}) { // kind, height, phase, point
        for (const double wrong : {-2.0, 0.5, 1e9, std::numeric_limits<double>::quiet_NaN()}) {
            if (number == 1U && wrong == 0.5) {
                continue; // a height
            }
            std::vector<double> other = memory;
            other[number] = wrong;
            EXPECT_FALSE(behaviour.set_memory(other)) << number << " " << wrong;
        }
    }
    EXPECT_EQ(behaviour.memory(), memory);
    EXPECT_TRUE(behaviour.set_memory(memory));
}

TEST(Behaviour, RefusesAMemoryThatIsNotFinite) {
    const Walker walker = standing(Vec3(0.4, 1.2, 0.4));
    Behaviour behaviour(walker, {.kind = BehaviourKind::walk});
    const std::vector<double> memory = behaviour.memory();
    for (std::size_t number = 0; number < memory.size(); ++number) {
        for (const double wrong : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
            std::vector<double> other = memory;
            other[number] = wrong;
            EXPECT_FALSE(behaviour.set_memory(other)) << number << " " << wrong;
        }
    }
    EXPECT_EQ(behaviour.memory(), memory);
}

// The whole number of the phase chooses the feet that swing.
TEST(Behaviour, RefusesAGaitPhaseThatNoStepHas) {
    const Walker walker = standing(Vec3(0.6, 0.6, 0.6));
    Driven body(walker, {.kind = BehaviourKind::walk});
    ASSERT_EQ(body.behaviour.status(body.state).phase, "step");
    std::vector<double> memory = body.behaviour.memory();
    for (const double wrong : {-0.5, -1.0, 1e10, 1e300}) {
        memory[17] = wrong;
        EXPECT_FALSE(body.behaviour.set_memory(memory)) << wrong;
    }
    for (const double phase : {0.0, 0.5, 1.5, 1e6}) {
        memory[17] = phase;
        EXPECT_TRUE(body.behaviour.set_memory(memory)) << phase;
        body.step();
    }
}

// Kinds and phases in the order of a memory's numbers.
TEST(Behaviour, RefusesAPhaseOfAnotherKind) {
    const Walker walker = standing(Vec3(0.6, 0.6, 0.6)); // on its corners
    const std::vector<std::vector<int>> phases_of_kinds{{0}, {0, 1, 2, 3, 4}, {6}, {5}, {5}, {7}, {5}, {5}};
    ASSERT_EQ(phases_of_kinds.size(), behaviour_kind_count);
    for (std::size_t kind = 0; kind < behaviour_kind_count; ++kind) {
        Behaviour behaviour(walker, {.kind = static_cast<BehaviourKind>(kind)});
        std::vector<double> memory = behaviour.memory();
        for (int phase = 0; phase < 8; ++phase) {
            memory[9] = phase;
            const bool belongs = std::ranges::count(phases_of_kinds[kind], phase) > 0;
            EXPECT_EQ(behaviour.set_memory(memory), belongs) << kind << " " << phase;
        }
    }
}

TEST(Behaviour, RefusesStepsOfABodyWithoutFeet) {
    Walker walker = standing(Vec3(0.4, 1.2, 0.4));
    walker.controls.contact.points = nullptr;
    for (std::size_t kind = 0; kind < behaviour_kind_count; ++kind) {
        Behaviour behaviour(walker, {.kind = static_cast<BehaviourKind>(kind)});
        std::vector<double> memory = behaviour.memory();
        EXPECT_TRUE(behaviour.set_memory(memory)) << kind;
        memory[9] = 5.0;
        EXPECT_FALSE(behaviour.set_memory(memory)) << kind;
    }
}

// Scenes were saved with 21 numbers before a body watched its slip, and with 25 before whole turns counted.
TEST(Behaviour, ContinuesFromAMemoryWithoutSlip) {
    const Walker walker = standing(Vec3(0.4, 1.2, 0.4));
    Driven body(walker, {.kind = BehaviourKind::walk});
    for (int i = 0; i < 45; ++i) {
        body.step();
    }
    const std::vector<double> memory = body.behaviour.memory();
    const std::vector<double> older(memory.begin(), memory.begin() + 21);
    Behaviour other(walker, {});
    ASSERT_TRUE(other.set_memory(older));
    std::vector<double> expected = older;
    expected.insert(expected.end(), {0.0, 0.0, memory[17], 0.0, 0.0}); // judged from the step that it is in
    EXPECT_EQ(other.memory(), expected);
    const std::vector<double> without_turn(memory.begin(), memory.begin() + 25);
    EXPECT_TRUE(other.set_memory(without_turn));
    EXPECT_FALSE(other.set_memory(std::vector<double>(memory.begin(), memory.begin() + 20)));
}

TEST(Behaviour, RelaxesItsMusclesAsFastAsTheyMayChange) {
    const Walker walker = standing(Vec3(0.4, 1.2, 0.4));
    OneStepController controller(walker, {});
    const Index m = walker.model->muscle_count();
    Vector activation = Vector::LinSpaced(m, -0.5, 0.5);
    controller.set_activation(activation);
    const double change = OneStepOptions{}.rate_bound / 60.0;
    for (int i = 0; static_cast<double>(i) * change < 0.5; ++i) {
        controller.relax(1.0 / 60.0);
        for (Index v = 0; v < m; ++v) {
            const double expected = std::copysign(std::max(0.0, std::abs(activation(v)) - change), activation(v));
            EXPECT_NEAR(controller.activation()(v), expected, 1e-15);
        }
        activation = controller.activation();
    }
    EXPECT_TRUE(activation.isZero(0.0));
}

TEST(Behaviour, AllocatesNothingInAStep) {
    const Walker walker = standing(Vec3(0.4, 1.2, 0.4));
    Driven body(walker, {.kind = BehaviourKind::hop, .height = 0.3, .distance = 0.0});
    for (int i = 0; i < 60; ++i) { // every phase up to the flight
        body.step();
    }
    const auto before = allocation_count();
    for (int i = 0; i < 60; ++i) {
        body.step();
    }
    EXPECT_EQ(allocation_count(), before);
    const std::vector<double> something(1000);
    EXPECT_GT(allocation_count(), before) << "the count does not contain " << something.size();
}

// The residual of a goal on a position and that on the spin, by their definitions, at the end of a step.
TEST(GoalRows, AreTheDefinitionsOfTheGoals) {
    const Walker walker = standing(Vec3(0.4, 1.2, 0.4));
    const ReducedModel& model = *walker.model;
    State before = walker.start;
    before.Zdot += model.BM1 * Vec3(0.3, 0.5, -0.2).transpose();
    before.clear_history();
    State after = before;
    Workspace workspace = workspace_for(walker);
    step(model, walker.controls, after, workspace);
    const CentreGoal centre{.direction = Vec3::UnitX(), .kp = 3.0, .position = 0.2, .kd = 0.5, .velocity = 0.7};
    GoalRows rows(model);
    rows.set(walker.controls, before, {centre});
    const StanceReader stance(model);
    const double now = stance.read(before).centre.x();
    const double end = stance.read(after).centre.x();
    const double h = walker.controls.time_step;
    const double residual = 3.0 * (end - 0.2) + 0.5 * ((end - now) / h - 0.7);
    const double length = 2.0 * model.frame.scale;
    EXPECT_NEAR(rows.cost(after.Z), 0.5 * std::pow(residual / length, 2.0), 1e-9);
}

// Of a body that turns like a rigid one, the residual of the spin goal is the difference of the rates.
TEST(GoalRows, OfTheSpinAreRatesOfARigidTurn) {
    const Walker walker = standing(Vec3(0.4, 1.2, 0.4));
    const Vec3 centre = StanceReader(*walker.model).read(walker.start).centre;
    const double h = walker.controls.time_step;
    State after = walker.start;
    // x + h w x (x - c): Z and P as maps of the positions.
    const Vec3 w(0.0, 0.8, 0.0);
    Mat3 cross;
    cross << 0.0, -w.z(), w.y(), w.z(), 0.0, -w.x(), -w.y(), w.x(), 0.0;
    after.Z += h * (walker.start.Z + walker.model->BMJ * walker.start.P - walker.model->BM1 * centre.transpose()) *
               cross.transpose();
    GoalRows rows(*walker.model);
    rows.set(walker.controls, walker.start, {SpinGoal{.axis = Vec3::UnitY(), .rate = 0.3, .weight = 2.0}});
    EXPECT_NEAR(rows.cost(after.Z), 0.5 * std::pow(2.0 * (0.8 - 0.3), 2.0), 1e-9);
}

} // namespace
} // namespace limber::testing
