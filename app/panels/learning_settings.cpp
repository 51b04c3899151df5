#include "app/panels/learning_settings.h"

#include "app/panels/numbers.h"
#include "app/panels/participation.h"
#include "engine/linalg/nearest_rotation.h"

#include <Eigen/Geometry>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace limber::app {
namespace {

constexpr double upright_usually = 2.0; // so that nobody tumbles to victory

struct Settings {
    GaitRole role = GaitRole::forward;
    Objective objective;    // its direction and target, of the angle and the point below
    double direction = 0.0; // [turns] to the left of the front
    double ahead = 3.0;     // [m] the point to come close to, from where it stands
    double aside = 0.0;     // [m] to the left
    GaitSpace space;
    bool fixes_amplitude = false;
    bool fixes_period = false;
    bool fixes_phase = false;
    double amplitude = 0.5;
    double period = 0.8;
    double phase = 0.0;
    int generations = 120;
    int population = 16;
    double seconds = 4.0; // of a rollout
    int harmonics = 1;
    int taking_part = 0;
    int seed = 1;
};

// What each key is good for. To go back, it faces its front meanwhile.
void set_weights(Settings& chosen, GaitRole role) {
    chosen.role = role;
    chosen.objective = {};
    chosen.objective.upright = upright_usually;
    chosen.direction = role == GaitRole::back ? 0.5 : 0.0;
    const bool travels = role == GaitRole::forward || role == GaitRole::back || role == GaitRole::none;
    chosen.objective.travel = travels ? 1.0 : 0.0;
    chosen.objective.turn = role == GaitRole::left ? 8.0 : role == GaitRole::right ? -8.0 : 0.0;
    const bool jumps = role == GaitRole::jump;
    chosen.objective.height = jumps ? 4.0 : 0.0;
    chosen.objective.leap = jumps ? 4.0 : 0.0;
    // Who turns on the spot at full strength spins.
    const bool turns = role == GaitRole::left || role == GaitRole::right;
    chosen.space.amplitude_max = turns ? 0.4 : 0.7;
}

Settings& settings() {
    static Settings chosen = [] {
        Settings first;
        set_weights(first, GaitRole::forward);
        return first;
    }();
    return chosen;
}

void goals(Settings& chosen) {
    std::vector<std::string> roles = {"do as weighted"};
    for (const GaitRole role : driven_roles) {
        roles.push_back(role == GaitRole::forward ? "go forward"
                        : role == GaitRole::back  ? "go back"
                        : role == GaitRole::jump  ? "jump"
                                                  : "turn " + name_of(role));
    }
    int role = static_cast<int>(chosen.role);
    if (edit("Learn to", "Sets the weights below, and which key is to play it", roles, role)) {
        set_weights(chosen, static_cast<GaitRole>(role));
    }
}

void weights(Settings& chosen) {
    Objective& objective = chosen.objective;
    edit({"Get ahead", "%.2f", "Weight of the distance along the direction times the worst alignment (J)", -4.0, 8.0,
          1.0},
         objective.travel);
    edit({"Speed", "%.2f", "Weight of the speed along the direction, however it faces", -8.0, 8.0, 0.0},
         objective.speed);
    edit({"Direction", "%.0f\u00b0", "The way to go, to the left of the front", -0.5, 0.5, 0.0, 1.0 / 360.0},
         chosen.direction);
    edit({"Come close", "%.2f", "Weight of how much closer it is to the point at the end", -4.0, 8.0, 0.0},
         objective.approach);
    if (objective.approach != 0.0) {
        edit({"Ahead", "%.1f m", "The point, in front of where it stands", -10.0, 10.0, 3.0}, chosen.ahead);
        edit({"Aside", "%.1f m", "The point, to the left of where it stands", -10.0, 10.0, 0.0}, chosen.aside);
    }
    edit({"Turn", "%.2f", "Weight of turning left; below 0: right", -10.0, 10.0, 0.0}, objective.turn);
    edit({"Jump", "%.2f", "Weight of the mean height of the centre of mass", -8.0, 8.0, 0.0}, objective.height);
    edit({"Leap", "%.2f", "Weight of its highest rise", -8.0, 8.0, 0.0}, objective.leap);
    edit({"Stay upright", "%.2f", "Weight of the worst uprightness", -4.0, 8.0, upright_usually}, objective.upright);
    edit({"Save energy", "%.2f", "Weight of the energy that the muscles spend, a cost", 0.0, 8.0, 0.0},
         objective.energy);
}

// Each of them is the person's, or the search's.
void style(Settings& chosen, int muscles) {
    edit("Fixed amplitude", "On: the amplitude is yours, of every muscle", chosen.fixes_amplitude);
    if (chosen.fixes_amplitude) {
        edit({"Amplitude of all", "%.2f", "The amplitude (A)", 0.0, 1.0, 0.5}, chosen.amplitude);
    } else {
        edit({"Largest amplitude", "%.2f", "The search stays below", 0.1, 1.5, 0.7}, chosen.space.amplitude_max);
    }
    edit("Fixed tempo", "On: the period is yours, the search finds the rest", chosen.fixes_period);
    if (chosen.fixes_period) {
        edit({"Tempo", "%.2f s", "The period (T) of the gait", 0.1, 5.0, 0.8, 1.0, true}, chosen.period);
    } else {
        edit({"Shortest period", "%.2f s", "The search stays above; quicker is more of a tremble", 0.1, 2.0, 0.5, 1.0,
              true},
             chosen.space.period_min);
        edit({"Longest period", "%.2f s", "The search stays below", 0.5, 5.0, 2.0, 1.0, true}, chosen.space.period_max);
    }
    edit("Fixed phase", "On: all muscles move together, by a phase that is yours", chosen.fixes_phase);
    if (chosen.fixes_phase) {
        edit({"Phase of all", "%.2f turns", "The phase (theta)", 0.0, 1.0, 0.0}, chosen.phase);
    }
    edit({"Taking part", "%d",
          "Muscles that may move; which ones, the search finds by their participation, but for those that are "
          "fixed in or out above; 0: all",
          0.0, static_cast<double>(muscles), 0.0},
         chosen.taking_part);
    edit({"Harmonics", "%d", "Sinusoids a muscle (k)", 1.0, 6.0, 1.0}, chosen.harmonics);
}

void effort_of_search(Settings& chosen) {
    edit({"Generations", "%d", "Of the evolution (CMA-ES)", 10.0, 1000.0, 120.0}, chosen.generations);
    edit({"Population", "%d", "Candidates in each generation, a rollout each", 4.0, 128.0, 16.0}, chosen.population);
    edit({"Rollout", "%.1f s", "How long each candidate moves", 0.5, 20.0, 4.0}, chosen.seconds);
    edit({"Seed", "%d", "The same seed finds the same gait", 1.0, 9999.0, 1.0}, chosen.seed);
}

// Where it faces as the controls have put it down, along the ground where that can be.
Vec3 front_on_stage(const LiveControls& controls, const SceneDescription& scene) {
    const Vec3 up = up_of(scene);
    const Vec3 front = nearest_rotation(controls.rig_offset.leftCols<3>()) * front_of(scene);
    const Vec3 level = front - front.dot(up) * up;
    return level.norm() > 1e-6 ? Vec3(level.normalized()) : front;
}

} // namespace

void lesson_settings(Studio& studio) {
    Settings& chosen = settings();
    goals(chosen);
    weights(chosen);
    style(chosen, static_cast<int>(studio.readings.character->musculature.count()));
    effort_of_search(chosen);
}

Lesson chosen_lesson(const LiveControls& controls, const Character& character) {
    const Settings& chosen = settings();
    const Vec3 up = up_of(character.description);
    const Vec3 front = front_on_stage(controls, character.description);
    Lesson lesson;
    lesson.role = chosen.role;
    lesson.objective = chosen.objective;
    lesson.objective.direction = Eigen::AngleAxisd(2.0 * std::numbers::pi * chosen.direction, up) * front;
    lesson.objective.facing = chosen.role == GaitRole::back ? front : Vec3(Vec3::Zero());
    if (chosen.objective.approach != 0.0) {
        lesson.way_to_target = chosen.ahead * front + chosen.aside * up.cross(front);
    }
    lesson.space = chosen.space;
    lesson.space.harmonics = chosen.harmonics;
    lesson.space.taking_part = chosen.taking_part;
    lesson.space.parts = chosen_parts(character.musculature.count());
    lesson.space.amplitude = chosen.fixes_amplitude ? std::optional(chosen.amplitude) : std::nullopt;
    lesson.space.period = chosen.fixes_period ? std::optional(chosen.period) : std::nullopt;
    lesson.space.phase = chosen.fixes_phase ? std::optional(chosen.phase) : std::nullopt;
    lesson.space.period_max = std::max(lesson.space.period_min, lesson.space.period_max);
    lesson.search.generations = chosen.generations;
    lesson.search.population = chosen.population;
    lesson.search.steps = std::max(1, static_cast<int>(chosen.seconds / controls.time_step));
    lesson.search.seed = static_cast<std::uint64_t>(chosen.seed);
    return lesson;
}

} // namespace limber::app
