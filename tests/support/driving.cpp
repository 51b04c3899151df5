// SPDX-License-Identifier: MIT
#include "tests/support/driving.h"

#include "app/document/muscle_controls.h"
#include "app/motion/gait_blend.h"
#include "engine/control/objective.h"
#include "engine/core/random.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limber::testing {
namespace {

constexpr double shortest = 0.15; // duration of a key press [s]
constexpr double longest = 2.0;
constexpr double leaning_from = 0.7071; // cosine of 45 degrees

class Drivers {
public:
    Drivers(const app::MuscleDescription& muscles, std::uint64_t seed) : muscles_(muscles), rng_(seed) {}

    const app::MuscleControls& at(double time) {
        if (time >= next_) {
            const auto& roles = app::driven_roles;
            const auto which = rng_.below(roles.size() + 1);
            before_ = role_;
            role_ = which < roles.size() ? roles[which] : app::GaitRole::none;
            const app::NamedGait* named = muscles_.gaits.playing(role_);
            Gait gait = named ? named->gait : Gait{};
            gait.limit = named ? gait.limit : controls_.gait.limit;
            controls_ = app::handed_over(std::move(controls_), std::move(gait), time, muscles_.blend);
            next_ = time + rng_.uniform(shortest, longest);
        }
        return controls_;
    }
    /// The last command and the one before.
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

} // namespace

bool can_be_driven(const app::MuscleDescription& muscles) {
    return muscles.gaits.playing(app::GaitRole::left) && muscles.gaits.playing(app::GaitRole::right);
}

Curve curve_of(const Walker& walker, const app::GaitLibrary& gaits, app::GaitRole side, double seconds) {
    Gait along = gaits.playing(app::GaitRole::forward)->gait;
    Gait aside = gaits.playing(side)->gait;
    app::scale_amplitudes(along, std::sqrt(0.5)); // like two keys
    app::scale_amplitudes(aside, std::sqrt(0.5));
    WalkerWorkspace workspace(walker);
    const auto steps = static_cast<int>(std::lround(seconds / walker.controls.time_step));
    const Trace trace = rollout(walker, RolloutMeasures(walker), app::blended(along, aside), steps, workspace);
    const Scores scores = scores_of(trace, walker, {});
    Curve curve{0.0, scores.turn, scores.upright};
    for (std::size_t i = 1; i < trace.stances.size(); ++i) {
        const Vec3 front = trace.stances[i].turn * walker.front;
        curve.ahead += front.dot(trace.stances[i].centre - trace.stances[i - 1].centre) / walker.length;
    }
    return curve;
}

Drive driven(const Walker& walker, const app::MuscleDescription& muscles, std::uint64_t seed, double seconds) {
    Drivers hands(muscles, seed);
    Workspace workspace = workspace_for(walker);
    const StanceReader reader(*walker.model);
    Controls controls = walker.controls;
    controls.activation.setZero(walker.model->muscle_count());
    State state = walker.start;
    const Vec3 start = reader.read(state).centre;
    const int steps = static_cast<int>(seconds / controls.time_step);
    Drive drive;
    drive.seconds = seconds;
    drive.first_lean = seconds;
    for (int i = 0; i < steps; ++i) {
        fill_activation(hands.at(state.time), state.time + controls.time_step, controls.activation);
        step(*walker.model, controls, state, workspace);
        const Stance stance = reader.read(state);
        const double upright = (stance.turn * walker.up).dot(walker.up);
        drive.mean += upright / steps;
        drive.worst = std::min(drive.worst, upright);
        drive.leaning += upright < leaning_from ? 1.0 / steps : 0.0;
        drive.fallen += upright < 0.0 ? 1.0 / steps : 0.0;
        if (upright < leaning_from && drive.asked.empty()) {
            drive.first_lean = state.time;
            drive.asked = hands.asked();
        }
        drive.reach = std::max(drive.reach, (stance.centre - start).norm() / walker.length);
    }
    return drive;
}

} // namespace limber::testing
