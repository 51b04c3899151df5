// SPDX-License-Identifier: MIT
#include "app/cli/gait_options.h"

#include "engine/control/population_range.h"

namespace limber::app {
namespace {

Check weight() {
    return number_check({-1e6, 1e6, false, false, ""});
}

Check positive(double high, const char* unit) {
    return number_check({0, high, true, false, unit});
}

} // namespace

std::vector<NumberOption> gait_options(GaitArguments& gait) {
    Objective& command = gait.objective;
    GaitSpace& space = gait.space;
    GaitSearchOptions& search = gait.search;
    return {
        {"--generations", &search.generations, count_check(1, 1000000), "generations of the evolution [200]"},
        {"--population", &search.population, count_check(population_min, population_max),
         "candidates a generation [16]"},
        {"--steps", &search.steps, count_check(1, 1000000), "steps of each candidate's rollout [300]"},
        {"--restarts", &search.restarts, count_check(0, 20), "each with twice the population [0]"},
        {"--travel", &command.travel, weight(),
         "weight of the distance along the direction times the worst alignment [1]"},
        {"--speed", &command.speed, weight(), "weight of the speed along the direction, independent of the facing [0]"},
        {"--approach", &command.approach, weight(), "weight of how much closer the target is at the end [0]"},
        {"--height", &command.height, weight(), "weight of the mean rise of the centre of mass [0]"},
        {"--leap", &command.leap, weight(), "weight of its highest rise [0]"},
        {"--turn", &command.turn, weight(), "weight of turns about up, counter-clockwise [0]"},
        {"--upright", &command.upright, weight(), "weight of the worst uprightness [0]"},
        {"--energy", &command.energy, weight(), "weight of the energy that the muscles spend, a cost [0]"},
        {"--harmonics", &space.harmonics, count_check(1, 16), "sinusoids a muscle [1]"},
        {"--amplitude-max", &space.amplitude_max, positive(10, ""), "the largest activation [1]"},
        {"--amplitude", &space.amplitude, positive(10, ""), "fixes every amplitude"},
        {"--phase", &space.phase, number_check({-1, 1, false, false, ""}), "fixes every phase [turns]"},
        {"--period", &space.period, positive(100, "[s]"), "fixes the period [s]"},
        {"--period-min", &space.period_min, positive(100, "[s]"), "the shortest period [0.5 s]"},
        {"--period-max", &space.period_max, positive(100, "[s]"), "the longest period [2 s]"},
        {"--take-part", &space.taking_part, count_check(0, muscles_max),
         "number of muscles that the search may choose; 0: all [0]"},
        {"--ramp", &space.ramp, number_check({0, 100, false, false, "[s]"}),
         "time over which the amplitudes rise from zero [0.3 s]"},
    };
}

} // namespace limber::app
