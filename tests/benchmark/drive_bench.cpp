#include "app/scene/muscle_controls.h"
#include "engine/core/random.h"
#include "tests/benchmark/gait_trials.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

/// How a character bears being driven hard: for a minute another of its gaits, or none, is asked for at random moments,
/// as by someone who plays with the arrow keys and the space bar, and each fades into the next as in the window. How
/// upright it stays, for three or more minutes of different moments.
///
///     drive_bench [DRIVES] [CREATURE ...]
namespace limber {
namespace {

constexpr double seconds = 60.0;
constexpr double shortest = 0.15; // [s] that a key is held
constexpr double longest = 2.0;

struct Drive {
    double mean = 0.0;           // of the cosine between its up and the world's
    double worst = 1.0;          // of the same
    double leaning = 0.0;        // share of the time at more than 45 degrees
    double fallen = 0.0;         // share of the time on its side or worse
    double first_lean = seconds; // [s]; none: the whole drive
    std::string asked{};         // then
    double reach = 0.0;          // [lengths] the farthest from where it started
};

class Drivers {
public:
    Drivers(const app::MuscleDescription& muscles, std::uint64_t seed) : muscles_(muscles), rng_(seed) {}

    const app::MuscleControls& at(double time) {
        if (time >= next_) {
            const auto& roles = app::driven_roles;
            const auto which = rng_.below(roles.size() + 1);
            before_ = role_;
            role_ = which < roles.size() ? roles[which] : app::GaitRole::none;
            const app::KeptGait* kept = muscles_.gaits.playing(role_);
            Gait gait = kept ? kept->gait : Gait{};
            gait.limit = kept ? gait.limit : controls_.gait.limit;
            controls_ = app::handed_over(std::move(controls_), std::move(gait), time, muscles_.blend);
            next_ = time + rng_.uniform(shortest, longest);
        }
        return controls_;
    }
    /// What was asked for last, and before.
    std::string asked() const {
        return name_of(role_) + " after " + name_of(before_);
    }

private:
    const app::MuscleDescription& muscles_;
    Rng rng_;
    app::GaitRole role_ = app::GaitRole::none;
    app::GaitRole before_ = app::GaitRole::none;
    app::MuscleControls controls_;
    double next_ = 0.0;
};

Drive driven(const Walker& walker, const app::MuscleDescription& muscles, std::uint64_t seed) {
    Drivers hands(muscles, seed);
    Workspace workspace = workspace_for(walker);
    const StanceReader reader(*walker.model);
    Controls controls = walker.controls;
    controls.activation.setZero(walker.model->muscle_count());
    State state = walker.start;
    const Vec3 start = reader.read(state).centre;
    const int steps = static_cast<int>(seconds / controls.time_step);
    Drive drive;
    for (int i = 0; i < steps; ++i) {
        fill_activation(hands.at(state.time), state.time + controls.time_step, controls.activation);
        step(*walker.model, controls, state, workspace);
        const Stance stance = reader.read(state);
        const double upright = (stance.turn * walker.up).dot(walker.up);
        drive.mean += upright / steps;
        drive.worst = std::min(drive.worst, upright);
        drive.leaning += upright < 0.7071 ? 1.0 / steps : 0.0;
        drive.fallen += upright < 0.0 ? 1.0 / steps : 0.0;
        if (upright < 0.7071 && drive.first_lean == seconds) {
            drive.first_lean = state.time;
            drive.asked = hands.asked();
        }
        drive.reach = std::max(drive.reach, (stance.centre - start).norm() / walker.length);
    }
    return drive;
}

bool can_be_driven(const app::MuscleDescription& muscles) {
    return std::ranges::all_of(app::driven_roles,
                               [&](app::GaitRole role) { return muscles.gaits.playing(role) != nullptr; });
}

// What each of its gaits does by itself in the first five seconds.
void tell_gaits(const std::string& name, const Walker& walker, const app::MuscleDescription& muscles) {
    Workspace workspace = workspace_for(walker);
    const int steps = static_cast<int>(5.0 / walker.controls.time_step);
    for (const app::GaitRole role : app::driven_roles) {
        const app::KeptGait* kept = muscles.gaits.playing(role);
        if (!kept) {
            continue;
        }
        const Trace trace = rollout(walker, StanceReader(*walker.model), kept->gait, steps, workspace);
        const Scores scores = scores_of(trace, walker, {});
        std::printf("%-16s %-8s %+.2f lengths, %+.2f turns, leaps %.2f, upright %.3f at worst\n", name.c_str(),
                    name_of(role).c_str(), scores.distance, scores.turn, scores.leap, scores.upright);
    }
}

void drive(const std::string& name, int drives) {
    const app::CharacterPtr character = character_of(scene_of("creature:" + name));
    const app::MuscleDescription& muscles = character->description.muscles;
    const Walker walker = walker_of(character);
    tell_gaits(name, walker, muscles);
    if (!can_be_driven(muscles)) {
        return;
    }
    for (int seed = 1; seed <= drives; ++seed) {
        const Drive drive = driven(walker, muscles, static_cast<std::uint64_t>(seed));
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
    const int drives = names.empty() ? 0 : std::atoi(names.front().c_str());
    if (drives > 0) {
        names.erase(names.begin());
    }
    if (names.empty()) {
        names = {"gecko", "octopus_ashore", "bat"};
    }
    for (const std::string& name : names) {
        limber::drive(name, drives > 0 ? drives : 3);
    }
    return 0;
}
