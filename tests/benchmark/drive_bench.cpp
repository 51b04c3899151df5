// SPDX-License-Identifier: MIT
#include "app/creatures/makers/walkers.h"
#include "tests/benchmark/gait_trials.h"
#include "tests/support/driving.h"
#include "tests/support/gait_metrics.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

/// The metrics of each of a character's gaits in five seconds, and its stability when driven hard: for a minute another
/// gait, or none, is requested at random times (tests/support/driving.h). Prints how upright it stays in three or more
/// such minutes; with 0 drives only the gaits. Runs all walkers if none is named.
///
///     drive_bench [DRIVES] [CREATURE ...]
namespace limber {
namespace {

// The metrics of each of its gaits in the first five seconds.
void tell_gaits(const std::string& name, const app::Character& character, const Walker& walker) {
    const app::MuscleDescription& muscles = character.description.muscles;
    for (const app::GaitRole role : app::driven_roles) {
        const app::NamedGait* named = muscles.gaits.playing(role);
        if (!named) {
            continue;
        }
        const testing::GaitMetrics metrics = testing::metrics_of(character, walker, named->gait);
        std::printf("%-16s %-8s %+.2f lengths ahead, %+.2f aside, %+4.0f degrees, upright %.3f at worst; clear of the "
                    "ground by %.2f heights, %d times\n",
                    name.c_str(), name_of(role).c_str(), metrics.ahead, metrics.aside, metrics.turned, metrics.upright,
                    std::max(0.0, metrics.clear), metrics.flights);
    }
}

// The metrics of ahead together with a side.
void tell_curves(const std::string& name, const Walker& walker, const app::MuscleDescription& muscles) {
    for (const app::GaitRole side : {app::GaitRole::left, app::GaitRole::right}) {
        const testing::Curve curve = testing::curve_of(walker, muscles.gaits, side);
        std::printf("%-16s ahead and %-5s %+.2f lengths along where it faces, %+.2f turns, upright %.3f at worst\n",
                    name.c_str(), name_of(side).c_str(), curve.ahead, curve.turns, curve.upright);
    }
}

void drive(const std::string& name, int drives) {
    const app::CharacterPtr character = character_of(scene_of("creature:" + name));
    const app::MuscleDescription& muscles = character->description.muscles;
    const Walker walker = walker_of(character);
    tell_gaits(name, *character, walker);
    if (!testing::can_be_driven(muscles)) {
        return;
    }
    tell_curves(name, walker, muscles);
    for (int seed = 1; seed <= drives; ++seed) {
        const testing::Drive drive = testing::driven(walker, muscles, static_cast<std::uint64_t>(seed));
        std::printf("%-16s drive %d: upright %.3f in the mean, %.3f at worst; leaning %4.1f %%, fallen %4.1f %% of the "
                    "time; as far as %.1f lengths",
                    name.c_str(), seed, drive.mean, drive.worst, 100.0 * drive.leaning, 100.0 * drive.fallen,
                    drive.reach);
        if (!drive.asked.empty()) {
            std::printf("; leans first at %.1f s, asked for %s", drive.first_lean, drive.asked.c_str());
        }
        std::printf("\n");
    }
}

} // namespace
} // namespace limber

int main(int argc, char** argv) {
    std::vector<std::string> names(argv + 1, argv + argc);
    int drives = 3;
    if (!names.empty() && names.front().find_first_not_of("0123456789") == std::string::npos) {
        drives = std::atoi(names.front().c_str());
        names.erase(names.begin());
    }
    if (names.empty()) {
        for (const auto& walker : limber::makers::walkers()) {
            names.push_back(walker.name);
        }
    }
    for (const std::string& name : names) {
        limber::drive(name, drives);
    }
    return 0;
}
