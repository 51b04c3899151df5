#include "app/scene/gait_search_settings.h"

#include "app/scene/character.h"
#include "app/scene/facing.h"
#include "app/scene/live_controls.h"
#include "engine/control/search_terms.h"
#include "engine/linalg/nearest_rotation.h"

#include <algorithm>
#include <cmath>

namespace limber::app {
namespace {

constexpr double steps_max = 1e6;

// Of a body as the controls have put it down.
Facing facing_of(const LiveControls& controls, const CharacterDescription& scene) {
    return {nearest_rotation(controls.rig_offset.leftCols<3>()), scene};
}

void let_go_of_empty_ends(std::vector<FixedWaveform>& all) {
    while (!all.empty() && all.back().empty()) {
        all.pop_back();
    }
}

} // namespace

// To go back, it faces its front meanwhile.
GaitSearchSettings with_role(GaitSearchSettings settings, GaitRole role) {
    settings.role = role;
    settings.objective = GaitSearchSettings{}.objective;
    settings.direction = role == GaitRole::back ? 0.5 : 0.0;
    settings.facing = role == GaitRole::back ? std::optional(0.0) : std::nullopt;
    const bool travels = role == GaitRole::forward || role == GaitRole::back || role == GaitRole::none;
    settings.objective.travel = travels ? 1.0 : 0.0;
    settings.objective.turn = role == GaitRole::left ? 8.0 : role == GaitRole::right ? -8.0 : 0.0;
    const bool jumps = role == GaitRole::jump;
    settings.objective.height = jumps ? 4.0 : 0.0;
    settings.objective.leap = jumps ? 4.0 : 0.0;
    // Who turns on the spot at full strength spins.
    const bool turns = role == GaitRole::left || role == GaitRole::right;
    settings.space.amplitude_max = turns ? 0.4 : GaitSearchSettings{}.space.amplitude_max;
    return settings;
}

std::vector<TakingPart> parts_of(const GaitSearchSettings& settings, std::size_t muscles) {
    std::vector<TakingPart> parts = settings.space.parts;
    parts.resize(muscles, TakingPart::if_chosen);
    return parts;
}

FixedSinusoid fixed_of(const GaitSearchSettings& settings, std::size_t muscle, std::size_t harmonic) {
    const std::vector<FixedWaveform>& all = settings.space.fixed;
    return muscle < all.size() && harmonic < all[muscle].size() ? all[muscle][harmonic] : FixedSinusoid{};
}

void fix(GaitSearchSettings& settings, std::size_t muscle, std::size_t harmonic, const FixedSinusoid& fixed) {
    std::vector<FixedWaveform>& all = settings.space.fixed;
    all.resize(std::max(all.size(), muscle + 1));
    FixedWaveform& own = all[muscle];
    own.resize(std::max(own.size(), harmonic + 1));
    own[harmonic] = fixed;
    while (!own.empty() && !own.back().is_there()) {
        own.pop_back();
    }
    let_go_of_empty_ends(all);
}

GaitSearchProblem gait_search_problem(const GaitSearchSettings& settings, const LiveControls& controls,
                                      const Character& character) {
    const Facing frame = facing_of(controls, character.description);
    GaitSearchProblem problem;
    problem.role = settings.role;
    problem.objective = settings.objective;
    problem.objective.direction = frame.direction(settings.direction);
    problem.objective.facing = settings.facing ? frame.direction(*settings.facing) : Vec3(Vec3::Zero());
    if (settings.objective.approach != 0.0) {
        problem.way_to_target = settings.ahead * frame.front + settings.aside * frame.left();
    }
    problem.space = settings.space;
    problem.space.parts = parts_of(settings, character.musculature.count());
    problem.space.fixed.resize(std::min(problem.space.fixed.size(), character.musculature.count()));
    let_go_of_empty_ends(problem.space.fixed);
    problem.space.period_max = std::max(problem.space.period_min, problem.space.period_max);
    problem.search = settings.search;
    problem.search.steps =
        static_cast<int>(std::clamp(std::round(settings.seconds / controls.time_step), 1.0, steps_max));
    return problem;
}

void set_way_to_target(GaitSearchSettings& settings, const Vec3& way, const LiveControls& controls,
                       const Character& character) {
    const Facing frame = facing_of(controls, character.description);
    settings.ahead = std::clamp(way.dot(frame.front), -target_distance_max, target_distance_max);
    settings.aside = std::clamp(way.dot(frame.left()), -target_distance_max, target_distance_max);
}

GaitSearchSettings settings_for(const GaitSearchTerms& terms, const LiveControls& controls,
                                const Character& character) {
    const Facing frame = facing_of(controls, character.description);
    const Objective& objective = terms.objective;
    GaitSearchSettings settings;
    settings.role = GaitRole::none;
    settings.objective = objective;
    settings.objective.direction.setZero();
    settings.objective.facing.setZero();
    settings.objective.target.reset();
    settings.direction = objective.direction.isZero(0.0) ? 0.0 : frame.turns(objective.direction);
    settings.facing = objective.facing.isZero(0.0) ? std::nullopt : std::optional(frame.turns(objective.facing));
    if (objective.target) {
        settings.ahead = (*objective.target - terms.start).dot(frame.front);
        settings.aside = (*objective.target - terms.start).dot(frame.left());
    }
    settings.space = terms.space;
    settings.space.muscles = 0;
    settings.search = terms.options;
    settings.seconds = terms.options.steps * controls.time_step;
    return settings;
}

} // namespace limber::app
