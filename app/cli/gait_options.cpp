#include "app/cli/gait_options.h"

#include "app/cli/option_checks.h"

#include <CLI/CLI.hpp>

namespace limber::app {
namespace {

void add_weights(CLI::App& command, Objective& objective) {
    const auto weight = [&](const char* option, double& value, const char* what) {
        command.add_option(option, value, what)->check(number_check({-1e6, 1e6, false, false, ""}));
    };
    weight("--travel", objective.travel, "weight of the distance along the direction times the worst alignment [1]");
    weight("--speed", objective.speed, "weight of the speed along the direction, however it faces [0]");
    weight("--approach", objective.approach, "weight of how much closer the target is at the end [0]");
    weight("--height", objective.height, "weight of the mean rise of the centre of mass [0]");
    weight("--leap", objective.leap, "weight of its highest rise [0]");
    weight("--turn", objective.turn, "weight of turns about up, counter-clockwise [0]");
    weight("--upright", objective.upright, "weight of the worst uprightness [0]");
    weight("--energy", objective.energy, "weight of the energy that the muscles spend, a cost [0]");
    const auto vector = [&](const char* option, auto take, const char* what) {
        command
            .add_option_function<std::vector<double>>(
                option, [take](const std::vector<double>& xyz) { take(Vec3(xyz[0], xyz[1], xyz[2])); }, what)
            ->expected(3)
            ->check(number_check({-1e6, 1e6, false, false, ""}));
    };
    const auto direction = [&](const std::string& option, auto take, const char* what) {
        const auto take_way = [option, take](const Vec3& way) {
            if (!(way.norm() > 1e-6)) {
                throw CLI::ValidationError(option, "must be a direction, and so not shorter than 1e-6");
            }
            take(way.normalized());
        };
        vector(option.c_str(), take_way, what);
    };
    direction(
        "--direction", [&](const Vec3& way) { objective.direction = way; },
        "x y z of the way to go; by default where the scene faces");
    direction(
        "--facing", [&](const Vec3& way) { objective.facing = way; },
        "x y z of where it is to face meanwhile; by default along the direction");
    vector(
        "--target", [&](const Vec3& point) { objective.target = point; }, "x y z [m] of a point to come close to");
}

void add_gait_space(CLI::App& command, GaitSpace& space) {
    command.add_option("--harmonics", space.harmonics, "sinusoids a muscle [1]")->check(count_check(1, 16));
    command.add_option("--amplitude-max", space.amplitude_max, "the largest activation [1]")
        ->check(number_check({0, 10, true, false, ""}));
    command.add_option("--amplitude", space.amplitude, "fixes every amplitude")
        ->check(number_check({0, 10, true, false, ""}));
    command.add_option("--phase", space.phase, "fixes every phase [turns]")
        ->check(number_check({-1, 1, false, false, ""}));
    command.add_option("--period", space.period, "fixes the period [s]")
        ->check(number_check({0, 100, true, false, "[s]"}));
    command.add_option("--period-min", space.period_min, "the shortest period [0.5 s]")
        ->check(number_check({0, 100, true, false, "[s]"}));
    command.add_option("--period-max", space.period_max, "the longest period [2 s]")
        ->check(number_check({0, 100, true, false, "[s]"}));
    command.add_flag_callback(
        "--own-periods", [&] { space.one_beat = false; }, "each muscle has its own period, as in the paper");
    command.add_option("--take-part", space.taking_part, "muscles that the search may choose; 0: all [0]")
        ->check(count_check(0, muscles_max));
    command.add_option("--ramp", space.ramp, "over which the amplitudes rise from nothing [0.3 s]")
        ->check(number_check({0, 100, false, false, "[s]"}));
}

void add_parts(CLI::App& command, GaitArguments& gait) {
    const auto muscles = [&](const char* option, std::vector<Index>& numbers, const char* what) {
        command.add_option(option, numbers, what)->allow_extra_args(false)->check(count_check(1, muscles_max));
    };
    muscles("--fix-in", gait.fixed_in, "a muscle, counted from 1, that takes part; may be given several times");
    muscles("--fix-out", gait.fixed_out, "a muscle that rests; may be given several times");
}

} // namespace

void add_gait_options(CLI::App& command, GaitArguments& gait) {
    command.add_option("--generations", gait.search.generations, "of the evolution [200]")
        ->check(count_check(1, 1000000));
    command.add_option("--population", gait.search.population, "candidates a generation [16]")
        ->check(count_check(4, 100000));
    command.add_option("--steps", gait.search.steps, "of each candidate's rollout [300]")
        ->check(count_check(1, 1000000));
    command.add_option("--restarts", gait.search.restarts, "each with twice the population [0]")
        ->check(count_check(0, 20));
    command.add_option("--gait-seed", gait.search.seed, "of the evolution [1]")->check(fault_in_seed);
    add_weights(command, gait.objective);
    add_gait_space(command, gait.space);
    add_parts(command, gait);
    command.add_option("--resume", gait.state, "a file that keeps the search; where it is there already, it goes on")
        ->check([](const std::string& text) { return fault_in_name(text, "a file"); });
}

} // namespace limber::app
