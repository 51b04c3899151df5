// SPDX-License-Identifier: MIT
#include "app/character/starting_controls.h"
#include "app/character/switched_loads.h"
#include "app/character_build/build_character.h"
#include "app/character_build/newton_character.h"
#include "app/document/character_file.h"
#include "app/document/obstacle_placing.h"
#include "app/motion/motion_history.h"
#include "app/recording/replaying.h"
#include "app/view/drawables.h"
#include "engine/body/body_step.h"
#include "tests/support/controls_files.h"
#include "tests/support/small_scene.h"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <vector>

namespace limber::app {
namespace {

using limber::testing::controls_json;
using limber::testing::ScratchFolder;
using limber::testing::write_small_scene;

constexpr int near_end = 0; // vertices
constexpr int far_end = 143;

// A bar with a load at each end and a subspace of one mode for each. It is pulled at the far end, then at the near one.
class SwitchingBar : public ::testing::Test {
protected:
    static BodyLoad load_at(const Vec3& place) {
        return {{.kind = LoadKind::region, .region = LoadRegion{place, 0.2, 100.0}}};
    }
    CharacterPtr built(const std::function<void(CharacterDescription&)>& adjust = [](CharacterDescription&) {}) const {
        CharacterDescription description = read_scene(path).value().value;
        description.subspace = SubspaceKind::force_dual_skinning;
        description.loads = {load_at(Vec3::Zero()), load_at(Vec3(1, 0.15, 0.15))};
        description.switches_loads = true;
        description.modes = 1;
        description.clusters = 40;
        adjust(description);
        return build_character(description, nullptr, Stage::mesh).value();
    }
    // `turn`: of the scene.
    static LiveControls pulled(const Character& character, int vertex, const Mat3& turn = Mat3::Identity()) {
        LiveControls controls = starting_controls(character);
        const Vec3 place = character.mesh.X.row(vertex).transpose() + turn * Vec3(0.0, 0.0, 0.05);
        controls.handles = {{.id = 1, .vertices = {vertex, vertex, vertex}, .stiffness = 2e3, .target = place}};
        return controls;
    }
    static LiveControls controls_at(const Character& character, int step, const Mat3& turn = Mat3::Identity()) {
        return pulled(character, step < change ? far_end : near_end, turn);
    }
    static std::size_t acting(const Motion& motion) {
        return motion.load_switches().value().acting;
    }

    static constexpr int change = 30; // the step from which on the near end is pulled
    static constexpr int steps = 60;

    ScratchFolder folder;
    std::string path = write_small_scene(folder).string();
    CharacterPtr character = built();
};

TEST_F(SwitchingBar, MovesInTheSubspaceOfTheEndThatIsPulled) {
    Motion motion(character);
    EXPECT_EQ(acting(motion), 0u);
    for (int step = 0; step < steps; ++step) {
        motion.step(controls_at(*character, step));
        if (step == change - 1) {
            EXPECT_EQ(acting(motion), 1u);
        }
    }
    const LoadSwitches& switches = motion.load_switches().value();
    EXPECT_EQ(switches.acting, 0u);
    EXPECT_EQ(switches.count, 2u);
    EXPECT_EQ(switches.steps[0] + switches.steps[1], static_cast<std::uint64_t>(steps));
    EXPECT_GT(switches.steps[1], static_cast<std::uint64_t>(change / 2));
    EXPECT_GT(switches.largest.position, 0.0) << "the ends do not move each other";
    EXPECT_LE(switches.largest.position, 1.0);
}

TEST_F(SwitchingBar, TakesPointsOfTheLoadThatActsByNewtonsMethod) {
    const CharacterPtr body = built([](CharacterDescription& one) {
        one.newton = NewtonDescription{ElasticEnergy::stable_neo_hookean, 60, 1.0};
    });
    EXPECT_FALSE(body->cubature) << "no step is taken in the span of all";
    const auto in_use = cubature_in_use(*body);
    ASSERT_TRUE(in_use);
    EXPECT_GT(in_use->points, 0);
    EXPECT_LE(in_use->points, 60);
    EXPECT_GT(in_use->training_error, 0.0);
    Motion motion(body);
    for (int step = 0; step < steps; ++step) {
        ASSERT_NE(motion.step(controls_at(*body, step)).status, StepStatus::not_finite);
        if (step == change - 1) {
            EXPECT_EQ(acting(motion), 1u);
        }
    }
    EXPECT_EQ(acting(motion), 0u);
}

TEST_F(SwitchingBar, ChangesThePointsOfEachLoad) {
    const CharacterPtr many = built([](CharacterDescription& one) {
        one.newton = NewtonDescription{ElasticEnergy::stable_neo_hookean, 60, 1.0};
    });
    CharacterDescription description = many->description;
    description.newton->points = 12;
    const CharacterPtr few = build_character(description, many, Stage::nothing).value();
    EXPECT_LE(cubature_in_use(*few).value().points, 12);
    description.newton.reset();
    const CharacterPtr without = build_character(description, few, Stage::nothing).value();
    EXPECT_TRUE(without->switched);
    EXPECT_FALSE(cubature_in_use(*without));
}

// Each load is along a spring, of which one acts: it squeezes an end.
TEST_F(SwitchingBar, MovesInTheSubspaceOfTheSpringThatPulls) {
    const auto load_along = [](double x) {
        return BodyLoad{{.kind = LoadKind::springs, .springs = {{Vec3(x, 0.0, 0.3), Vec3(x, 0.3, 0.3)}}}};
    };
    const CharacterPtr body = built([&](CharacterDescription& one) { one.loads = {load_along(0.0), load_along(1.0)}; });
    const auto squeezed = [&](int from, int to) {
        LiveControls controls = starting_controls(*body);
        controls.springs = {{.id = 1,
                             .from = {.vertices = {from, from, from}},
                             .to = {.vertices = {to, to, to}},
                             .stiffness = 2e3,
                             .rest_length = 0.1}};
        return controls;
    };
    Motion motion(body);
    for (int step = 0; step < change; ++step) {
        motion.step(squeezed(116, far_end));
    }
    EXPECT_EQ(acting(motion), 1u);
    for (int step = 0; step < change; ++step) {
        motion.step(squeezed(108, 135));
    }
    EXPECT_EQ(acting(motion), 0u);
}

// As a body that is made for the far end alone, once it is the far end that is pulled.
TEST_F(SwitchingBar, MovesAsOneThatIsMadeForTheLoad) {
    const auto shape_of = [](const CharacterPtr& body) {
        Motion motion(body);
        for (int step = 0; step < 60; ++step) {
            motion.step(pulled(*body, far_end));
        }
        return positions(*body, motion.state());
    };
    for (const bool is_by_newton : {false, true}) {
        const auto body_with = [&](const std::vector<BodyLoad>& loads) {
            return built([&](CharacterDescription& one) {
                one.switches_loads = loads.size() > 1;
                one.loads = loads;
                if (is_by_newton) {
                    one.newton = NewtonDescription{ElasticEnergy::corotational, 432, 1.0}; // all tets
                }
            });
        };
        const BodyLoad near_load = load_at(Vec3::Zero());
        const BodyLoad far_load = load_at(Vec3(1, 0.15, 0.15));
        const CharacterPtr far_alone = body_with({far_load});
        EXPECT_FALSE(Motion(far_alone).load_switches());
        const Points switched = shape_of(body_with({near_load, far_load}));
        const double to_near = (switched - shape_of(body_with({near_load}))).norm();
        EXPECT_LT((switched - shape_of(far_alone)).norm(), 0.2 * to_near);
    }
}

// In a free body, whose subspaces all have its affine motions, a constant force adds h f to the momentum in each step,
// whether there is a switch in it or not, to 1e-6 of the whole.
TEST_F(SwitchingBar, KeepsTheMomentumOfAFreeBodyInASwitch) {
    const CharacterPtr body = built([](CharacterDescription& one) {
        one.rig_kind = RigKind::none;
        one.clips.clear();
        one.modes = 3;
        one.step.gravity.setZero();
        one.step.solver.arithmetic = Arithmetic::double_precision;
        one.step.iterations = 100;
        one.step.tolerance = 1e-12;
    });
    Motion motion(body);
    LiveControls controls = starting_controls(*body);
    const auto momentum = [&]() -> Vec3 {
        const State& state = motion.state();
        return displacement_rates(*body, state.Z, state.Zdot, state.P, state.Pdot).transpose() * body->mass;
    };
    const Vec3 force(0.3, -0.2, 1.0);
    Vec3 expected = momentum();
    for (int step = 0; step < steps; ++step) {
        const int vertex = step < change ? far_end : near_end;
        controls.forces = {{.id = 1, .vertices = {vertex, vertex, vertex}, .force = force}};
        motion.step(controls);
        expected += controls.time_step * force;
        ASSERT_LT((momentum() - expected).norm(), 1e-6 * steps * controls.time_step * force.norm()) << step;
    }
    EXPECT_GE(motion.load_switches().value().count, 1u);
}

// With the settings that scenes have, so in single precision: the linear momentum is the impulse so far to 1e-4 of it.
// In a step with a switch the angular one, around the centre of mass and with the arms of the moving shape, changes as
// in the step before under the same force, to 1e-4 of the whole.
TEST_F(SwitchingBar, KeepsBothMomentaOfAFreeBodyInSinglePrecision) {
    const CharacterPtr body = built([](CharacterDescription& one) {
        one.rig_kind = RigKind::none;
        one.clips.clear();
        one.modes = 3;
        one.step.gravity.setZero();
    });
    ASSERT_EQ(body->description.step.solver.arithmetic, Arithmetic::single_precision);
    Motion motion(body);
    LiveControls controls = starting_controls(*body);
    struct Momenta {
        Vec3 linear, angular;
    };
    const auto momenta = [&](const State& state) {
        const Points v = displacement_rates(*body, state.Z, state.Zdot, state.P, state.Pdot);
        const Points x = body_positions(*body, state);
        const Vec3 centre = x.transpose() * body->mass / body->mass.sum();
        Momenta found{v.transpose() * body->mass, Vec3::Zero()};
        for (Index i = 0; i < x.rows(); ++i) {
            found.angular += body->mass(i) * Vec3(x.row(i).transpose() - centre).cross(Vec3(v.row(i)));
        }
        return found;
    };
    const Vec3 force(0.3, -0.2, 1.0);
    Vec3 expected = Vec3::Zero();
    double impulse = 0.0;
    Vec3 torque = Vec3::Zero(); // times the time step, in the step before
    for (int step = 0; step < steps; ++step) {
        const int vertex = step < change ? far_end : near_end;
        controls.forces = {{.id = 1, .vertices = {vertex, vertex, vertex}, .force = force}};
        const std::size_t switches = motion.load_switches().value().count;
        const Vec3 before = momenta(motion.state()).angular;
        motion.step(controls);
        expected += controls.time_step * force;
        impulse += controls.time_step * force.norm();
        const auto [linear, angular] = momenta(motion.state());
        ASSERT_LT((linear - expected).norm(), 1e-4 * impulse) << step;
        const Vec3 change_now = angular - before;
        if (motion.load_switches().value().count > switches) {
            EXPECT_LT((change_now - torque).norm(), 1e-4 * angular.norm()) << step;
        }
        torque = change_now;
    }
    EXPECT_EQ(motion.load_switches().value().count, 2u);
}

TEST_F(SwitchingBar, RepeatsItsSwitchesFromRest) {
    Motion motion(character);
    Recorder recorder = Recorder::from_rest(motion);
    for (int step = 0; step < steps; ++step) {
        const LiveControls controls = controls_at(*character, step);
        motion.step(controls);
        recorder.note(controls, motion.state());
    }
    Motion again(character);
    const Replay replay = replayed(recorder.recording(), starting_controls(*character), again, {});
    EXPECT_FALSE(replay.first_difference);
    EXPECT_EQ(hash_of(again.state()), hash_of(motion.state()));
    EXPECT_EQ(again.load_switches().value().count, 2u);
}

// Also from a place between two switches, as a file has it.
TEST_F(SwitchingBar, RepeatsItsSwitchesFromAnyStep) {
    for (const int start : {2, 8, change + 3}) {
        Motion motion(character);
        for (int step = 0; step < start; ++step) {
            motion.step(controls_at(*character, step));
        }
        Recorder recorder = Recorder::from(motion);
        for (int step = start; step < steps; ++step) {
            const LiveControls controls = controls_at(*character, step);
            motion.step(controls);
            recorder.note(controls, motion.state());
        }
        const LiveControls first = starting_controls(*character);
        const auto read = parse_controls(controls_json(recorder.recording(), first), "controls", *character, first);
        ASSERT_TRUE(read) << sentence(read.error());
        Motion again(character);
        EXPECT_FALSE(replayed(read.value().value, first, again, {}).first_difference) << start;
        EXPECT_EQ(again.stored_state().switching, motion.stored_state().switching) << start;
    }
}

TEST_F(SwitchingBar, RefusesTheMemoryOfAnotherNumberOfLoads) {
    Motion motion(character);
    motion.step(controls_at(*character, 0));
    Recorder recorder = Recorder::from(motion);
    const LiveControls controls = controls_at(*character, 1);
    motion.step(controls);
    recorder.note(controls, motion.state());
    const LiveControls first = starting_controls(*character);
    std::string json = controls_json(recorder.recording(), first);
    const std::size_t at = json.find("\"switching\": [");
    ASSERT_NE(at, std::string::npos);
    json.insert(at + std::string("\"switching\": [").size(), "7, ");
    json.erase(json.find("\"checksum\"") - 1);
    json.erase(json.find_last_not_of(" \n,") + 1);
    const auto refused = parse_controls(json + "}", "controls", *character, first);
    ASSERT_FALSE(refused);
    EXPECT_NE(sentence(refused.error()).find("\"switching\""), std::string::npos) << sentence(refused.error());
}

TEST_F(SwitchingBar, HasTheSameBitsAfterRewindingOverASwitch) {
    Motion motion(character);
    MotionHistory history(0, motion.stored_state(), starting_controls(*character));
    std::vector<std::uint64_t> hashes{hash_of(motion.state())};
    std::vector<std::size_t> components{acting(motion)};
    const auto take = [&](int step) {
        const LiveControls controls = controls_at(*character, step);
        motion.step(controls);
        history.note(motion.stored_state(), controls);
    };
    for (int step = 0; step < steps; ++step) {
        take(step);
        hashes.push_back(hash_of(motion.state()));
        components.push_back(acting(motion));
    }
    ASSERT_NE(components[static_cast<std::size_t>(change)], components.back());
    for (const int place : {3, change - 1, change + 2}) {
        const auto at = static_cast<std::uint64_t>(place);
        motion.go_to(history.stored_state(at), history.controls(at));
        EXPECT_EQ(acting(motion), components[at]) << "as it is shown";
        history.remove_after(at);
        for (int step = place; step < steps; ++step) {
            take(step);
            ASSERT_EQ(hash_of(motion.state()), hashes[static_cast<std::size_t>(step) + 1]) << place << ", " << step;
            ASSERT_EQ(acting(motion), components[static_cast<std::size_t>(step) + 1]) << place << ", " << step;
        }
    }
}

TEST_F(SwitchingBar, BeginsAnewWhenItRestarts) {
    Motion motion(character);
    for (int step = 0; step < 20; ++step) {
        motion.step(controls_at(*character, step));
    }
    ASSERT_EQ(acting(motion), 1u);
    motion.restart(starting_controls(*character));
    EXPECT_EQ(acting(motion), 0u);
    EXPECT_EQ(motion.stored_state().switching, Motion(character).stored_state().switching);
}

TEST_F(SwitchingBar, SwitchesAtTheSameStepsWhenTheSceneIsTurned) {
    const Turn turn_of_scene{Vec3(1, 2, 3).normalized(), 40.0};
    const Mat3 R = rotation_of(turn_of_scene);
    const CharacterPtr turned = built([&](CharacterDescription& one) {
        one.turn = turn_of_scene;
        turn(one.environment, R);
        turn(one.loads, R);
    });
    Motion upright(character);
    Motion other(turned);
    for (int step = 0; step < steps; ++step) {
        upright.step(controls_at(*character, step));
        other.step(controls_at(*turned, step, R));
        ASSERT_EQ(acting(other), acting(upright)) << step;
    }
    EXPECT_EQ(other.load_switches().value().count, 2u);
    const Points x = positions(*character, upright.state());
    const Points expected = x * R.transpose();
    EXPECT_LT((positions(*turned, other.state()) - expected).norm(), 0.1 * (x - character->mesh.X).norm());
}

// Where the end that gives way leaves the weight to the other one, which then speaks for its own subspace.
TEST_F(SwitchingBar, DoesNotFlickerOnAFloor) {
    for (const SubspaceKind kind : {SubspaceKind::force_dual_skinning, SubspaceKind::force_dual}) {
        for (const double depth : {0.003, 0.01}) {
            const CharacterPtr lying = built([&](CharacterDescription& one) {
                one.subspace = kind;
                one.contact.floor = true;
                one.contact.floor_height = character->mesh.X.col(1).minCoeff() + depth;
            });
            Motion motion(lying);
            const LiveControls controls = starting_controls(*lying);
            int touching = 0;
            for (int step = 0; step < 120; ++step) {
                ASSERT_NE(motion.step(controls).status, StepStatus::not_finite);
                touching += motion.state().contact_force.norm() > 0.0 ? 1 : 0;
            }
            EXPECT_GT(touching, 20);
            EXPECT_LE(motion.load_switches().value().count, 4u) << depth;
        }
    }
}

TEST_F(SwitchingBar, StaysAsItWasInAStepThatFails) {
    Motion motion(character);
    for (int step = 0; step < 3; ++step) {
        motion.step(controls_at(*character, step));
    }
    const StoredState before = motion.stored_state();
    LiveControls controls = controls_at(*character, 3);
    controls.gravity = Vec3(0, -1e40, 0);
    ASSERT_EQ(motion.step(controls).status, StepStatus::not_finite);
    EXPECT_EQ(hash_of(motion.state()), hash_of(before.state));
    EXPECT_EQ(motion.stored_state().switching, before.switching);
    EXPECT_EQ(motion.load_switches().value().steps[0] + motion.load_switches().value().steps[1], 3u);
}

// A swap of models goes on in the subspace of the load that acts, and one to a body of one subspace keeps the shape.
TEST_F(SwitchingBar, GoesOnAfterASwap) {
    Motion motion(character);
    for (int step = 0; step < 20; ++step) {
        motion.step(controls_at(*character, step));
    }
    CharacterDescription description = character->description;
    description.clusters = 30;
    const CharacterPtr coarser =
        build_character(description, character, Stage::nothing, nullptr, {}, Purpose::window).value();
    motion.swap(coarser, controls_at(*character, 20));
    EXPECT_EQ(acting(motion), 1u);
    const Points before = positions(*coarser, motion.state());
    description.switches_loads = false;
    const CharacterPtr together =
        build_character(description, coarser, Stage::nothing, nullptr, {}, Purpose::window).value();
    EXPECT_FALSE(together->switched);
    motion.swap(together, controls_at(*together, 20));
    EXPECT_FALSE(motion.load_switches());
    EXPECT_TRUE(motion.stored_state().switching.empty());
    const double moved = (before - coarser->mesh.X).norm();
    EXPECT_GT(moved, 0.0);
    // The one subspace for both loads has 0.38 of this displacement; a body that is put back to rest would have none.
    EXPECT_LT((positions(*together, motion.state()) - before).norm(), 0.7 * moved);
}

} // namespace
} // namespace limber::app
