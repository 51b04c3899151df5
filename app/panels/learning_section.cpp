#include "app/panels/numbers.h"
#include "app/panels/phrases.h"
#include "app/panels/plot.h"
#include "app/panels/sections.h"

#include <imgui.h>

#include <algorithm>

namespace limber::app {
namespace {

// What the section is set to; not part of the scene.
struct Settings {
    int generations = 200;
    int population = 16;
    double seconds = 4.0; // of a rollout
    int harmonics = 1;
    bool fixes_period = false;
    double period = 1.0;
    Objective objective;
    int seed = 1;
};

Settings& settings() {
    static Settings chosen;
    return chosen;
}

void wishes_for_the_gait(Settings& chosen) {
    Objective& objective = chosen.objective;
    edit({"Get ahead", "%.2f", "Weight of the distance along the front times the worst alignment with it (J)", -4.0,
          4.0, 1.0},
         objective.travel);
    edit({"Jump", "%.2f", "Weight of the mean height of the centre of mass", -4.0, 4.0, 0.0}, objective.height);
    edit({"Turn", "%.2f", "Weight of turning left; below 0: right", -4.0, 4.0, 0.0}, objective.turn);
    edit({"Stay upright", "%.2f", "Weight of the worst uprightness", -4.0, 4.0, 0.0}, objective.upright);
    edit({"Save effort", "%.2f", "Weight of the mean square activation, a cost", 0.0, 4.0, 0.0}, objective.effort);
}

void search_numbers(Settings& chosen) {
    edit({"Generations", "%d", "Of the evolution (CMA-ES)", 10.0, 1000.0, 200.0}, chosen.generations);
    edit({"Population", "%d", "Candidates in each generation, a rollout each", 4.0, 128.0, 16.0}, chosen.population);
    edit({"Rollout", "%.1f s", "How long each candidate moves", 0.5, 20.0, 4.0}, chosen.seconds);
    edit({"Harmonics", "%d", "Sinusoids a muscle (k)", 1.0, 6.0, 1.0}, chosen.harmonics);
    edit("Fixed tempo", "On: the period is yours, the search finds amplitudes and phases", chosen.fixes_period);
    if (chosen.fixes_period) {
        edit({"Tempo", "%.2f s", "The period (T) of the gait", 0.1, 5.0, 1.0, 1.0, true}, chosen.period);
    }
    edit({"Seed", "%d", "The same seed finds the same gait", 1.0, 9999.0, 1.0}, chosen.seed);
}

Lesson lesson_of(const Settings& chosen, double time_step) {
    Lesson lesson;
    lesson.objective = chosen.objective;
    lesson.space.harmonics = chosen.harmonics;
    if (chosen.fixes_period) {
        lesson.space.period = chosen.period;
    }
    lesson.search.generations = chosen.generations;
    lesson.search.population = chosen.population;
    lesson.search.steps = std::max(1, static_cast<int>(chosen.seconds / time_step));
    lesson.search.seed = static_cast<std::uint64_t>(chosen.seed);
    return lesson;
}

void progress(const Learnt& learnt) {
    const std::string done = grouped(learnt.generation) + " of " + grouped(learnt.generations);
    fact("Generation",
         learnt.is_running && learnt.seconds_left >= 0.0 ? done + ", " + lasting(learnt.seconds_left) + " left" : done,
         "Generations of the evolution");
    if (learnt.best.waveforms.empty()) {
        return;
    }
    Series curve;
    curve.length = std::max<std::size_t>(2, static_cast<std::size_t>(learnt.generations));
    for (const double cost : learnt.best_costs) {
        curve.values.push_back(static_cast<float>(std::max(0.0, -cost)));
    }
    plot_line("Best so far", curve, "", "-J, the objective of the best gait, generation by generation");
    fact("Distance", measured(learnt.scores.distance, "body lengths"), "Of the best gait's rollout");
}

void buttons_for(const Learnt& learnt, Studio& studio, const Settings& chosen) {
    PanelWishes& wishes = studio.wishes;
    if (!learnt.is_running) {
        if (button("Learn to move", "Evolution looks for a gait beside the running character")) {
            wishes.learn = lesson_of(chosen, studio.edits.controls.time_step);
        }
    } else {
        const int pressed = buttons({learnt.is_paused ? "Go on" : "Pause", "The search waits; the character moves on"},
                                    {"Stop", "Ends the search; the best gait stays"});
        wishes.pause_learning = pressed == 0 ? std::optional(!learnt.is_paused) : std::nullopt;
        wishes.stop_learning = pressed == 1;
    }
}

} // namespace

void learning_section(Studio& studio) {
    const Readings& now = studio.readings;
    if (!now.character || now.character->musculature.count() == 0 || !section("Learning", false)) {
        return;
    }
    ImGui::PushID("learning");
    Settings& chosen = settings();
    const bool runs = now.learnt->is_running;
    buttons_for(*now.learnt, studio, chosen);
    if (now.learnt->character) {
        progress(*now.learnt);
    }
    if (!runs) {
        wishes_for_the_gait(chosen);
        search_numbers(chosen);
    }
    ImGui::PopID();
}

} // namespace limber::app
