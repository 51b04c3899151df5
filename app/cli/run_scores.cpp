// SPDX-License-Identifier: MIT
#include "app/cli/run_scores.h"

#include "app/character/starting_controls.h"
#include "app/motion/walking.h"

#include <algorithm>
#include <utility>

namespace limber::app {
namespace {

constexpr std::uint64_t reserved_steps_max = 1000000; // steps for which memory is reserved in advance

} // namespace

struct RunScores::Measures {
    Measures(Walker its, Objective wanted, std::size_t frames)
        : walker(std::move(its)), objective(std::move(wanted)), measures(walker),
          recorder(walker, measures, walker.start, frames) {}

    Walker walker;
    Objective objective;
    RolloutMeasures measures;
    TraceRecorder recorder;
};

Json scores_json(const Scores& scores) {
    return Json::object_t{{"distance", scores.distance}, {"alignment", scores.alignment}, {"travel", scores.travel},
                          {"speed", scores.speed},       {"approach", scores.approach},   {"height", scores.height},
                          {"leap", scores.leap},         {"turn", scores.turn},           {"upright", scores.upright},
                          {"energy", scores.energy}};
}

std::optional<RunScores> RunScores::of(const Motion& motion, const Arguments& arguments, std::uint64_t frames) {
    const CharacterPtr& character = motion.character_ptr();
    if (!character->start || !arguments.controls.empty()) {
        return std::nullopt;
    }
    auto walker = walker_at_start(character, starting_controls(*character), motion.instruction_set());
    if (!walker) {
        return std::nullopt;
    }
    return RunScores(std::make_shared<Measures>(std::move(walker).value(), character->description.start->objective,
                                                static_cast<std::size_t>(std::min(frames, reserved_steps_max))));
}

void RunScores::note(const State& before, const Motion& motion) {
    measures_->recorder.record_work(motion.controls(), before);
    measures_->recorder.record_step(motion.state());
}

void RunScores::add_to(Report& report) const {
    const Trace trace = measures_->recorder.trace();
    report.add("J", cost_of(trace, measures_->walker, measures_->objective));
    report.add("scores", scores_json(scores_of(trace, measures_->walker, measures_->objective)));
}

} // namespace limber::app
