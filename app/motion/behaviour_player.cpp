// SPDX-License-Identifier: MIT
#include "app/motion/behaviour_player.h"

#include "app/character/region_point.h"
#include "app/character/starting_controls.h"
#include "app/motion/activation_limits.h"
#include "app/motion/soles.h"
#include "app/motion/step_controls.h"
#include "engine/control/behaviour.h"
#include "engine/control/one_step_controller.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace limber::app {
namespace {

constexpr int resting_steps = 400;
constexpr double stance_max = 1e12; // of a coordinate of the body at rest [m kg^1/2]
constexpr Index handles_of_controller = static_cast<Index>(handles_max + springs_max);

Error cannot(const char* what) {
    return {ErrorKind::bad_input, what, "behaviour"};
}

Error no_ground() {
    return cannot("there is nothing to stand on: give it a floor in Surroundings");
}

std::optional<Error> fault_in_body(const Character& character) {
    if (character.description.newton) { // one that switches between loads has a cubature for each
        return cannot("its controller needs derivatives of the step, which Newton's method on cubature points has not: "
                      "choose Clusters as Elasticity in the section Clusters, or leave out --newton");
    }
    if (character.linear) {
        return cannot("its subspace has displacements: choose a skinning kind");
    }
    if (character.switched) {
        return cannot("it looks ahead in one subspace, and this body switches between those of its loads: turn off "
                      "Switch between loads under Subspace");
    }
    if (character.model.muscle_count() == 0) {
        return cannot("it has no muscles: let it move by itself, or give it some in Muscles");
    }
    if (character.description.rig_kind != RigKind::none) {
        return cannot("its rig holds it: let it move by itself, which sets it free");
    }
    if (!character.contact_points || character.contact_points->count() == 0) {
        return no_ground();
    }
    return std::nullopt;
}

// All that the rest of a body depends on: no gust blows, no bone carries an obstacle, and nothing pulls.
LiveControls resting_numbers(const LiveControls& live, const Character& character) {
    LiveControls numbers;
    numbers.gravity = live.gravity;
    numbers.young = live.young;
    numbers.poisson = live.poisson;
    numbers.density = live.density;
    numbers.damping = live.damping;
    numbers.iterations = live.iterations;
    numbers.tolerance = live.tolerance;
    numbers.solver = live.solver;
    numbers.muscles.strength = live.muscles.strength;
    numbers.time_step = live.time_step;
    numbers.friction_law = live.friction_law;
    numbers.tangential_restitution = live.tangential_restitution;
    numbers.wind = live.wind;
    numbers.obstacles = live.obstacles ? live.obstacles : character.obstacles;
    return numbers;
}

// At rest in the place of its mesh.
Walker walker_in_place(const CharacterPtr& character, const LiveControls& numbers, InstructionSet instruction_set) {
    Walker walker;
    walker.model = std::shared_ptr<const ReducedModel>(character, &character->model);
    walker.instruction_set = instruction_set;
    walker.controls.P = rig_maps(character->rig, rest_pose(character->rig.skeleton),
                                 std::vector<double>(character->rig.targets.size(), 0.0));
    walker.controls.contact.points = character->contact_points;
    fill_step_controls(numbers, *character, 0.0, walker.controls);
    walker.controls.activation = Vector::Zero(character->model.muscle_count());
    walker.start = rest_state(character->model, walker.controls.P, character->contact_points->count());
    walker.up = up_of(character->description);
    walker.front = front_of(character->description);
    const Vector along = character->mesh.X * walker.front;
    walker.length = along.maxCoeff() - along.minCoeff();
    walker.limits = activation_limits(character->musculature, character->description.muscles.examples);
    return walker;
}

Result<Walker> resting_walker(const CharacterPtr& character, const LiveControls& numbers,
                              InstructionSet instruction_set) {
    if (auto fault = fault_in_body(*character)) {
        return *fault;
    }
    if (!numbers.obstacles || numbers.obstacles->empty()) {
        return no_ground();
    }
    Walker walker = walker_in_place(character, numbers, instruction_set);
    if (const auto settled = settle(walker, resting_steps); !settled) {
        return settled.error();
    }
    return walker;
}

/// The parts of a memory.
struct Memory {
    bool is_wanted = false;
    std::span<const double> activation; // m
    std::span<const double> before;     // m, of the step before
    std::span<const double> behaviour;
    std::span<const double> stance; // 3k: Z of the body at rest; empty: an earlier version wrote none
};

bool is_stance(std::span<const double> numbers) {
    return std::ranges::all_of(numbers, [](double number) { return std::abs(number) <= stance_max; });
}

// nullopt: it is none of a body like this. It may come from a file.
std::optional<Memory> parts_of(std::span<const double> memory, const ReducedModel& model) {
    const auto m = static_cast<std::size_t>(model.muscle_count());
    const auto of_stance = 3 * static_cast<std::size_t>(model.coordinate_count());
    if (memory.size() <= 1 + 2 * m) {
        return std::nullopt;
    }
    const auto rest = memory.subspan(1 + 2 * m);
    const std::size_t stance = rest.size() == Behaviour::memory_size + of_stance ? of_stance : 0;
    if (!is_stance(rest.last(stance))) {
        return std::nullopt;
    }
    return Memory{memory[0] != 0.0, memory.subspan(1, m), memory.subspan(1 + m, m), rest.first(rest.size() - stance),
                  rest.last(stance)};
}

Eigen::Map<const Vector> vector_of(std::span<const double> numbers) {
    return {numbers.data(), static_cast<Index>(numbers.size())};
}

} // namespace

struct BehaviourPlayer::Playing {
    Playing(CharacterPtr of_character, Walker body, const std::vector<int>& contact_patches)
        : character(std::move(of_character)), walker(std::move(body)), behaviour(walker, {}, contact_patches),
          controller(walker, {}, handles_of_controller) {}
    Playing(const Playing&) = delete;
    Playing& operator=(const Playing&) = delete;

    // The muscles go on from what they were in `before`, if there was something.
    static std::unique_ptr<Playing> standing(const CharacterPtr& character, Walker walker, const Playing* before) {
        const std::vector<int> patches = contact_patches(*character, walker.up);
        auto playing = std::make_unique<Playing>(character, std::move(walker), patches);
        if (before) {
            playing->controller.set_activation(before->controller.activation(), before->controller.activation_before());
        }
        return playing;
    }

    // The activations of a body that rests are pulled towards the pose, if there is one.
    void choose(const BehaviourControls& wanted, const Controls& controls, const State& state,
                const std::vector<Goal>& goals, const Vector& pose) {
        const bool has_pose = wanted.pose > 0.0;
        const double rest_weight = behaviour.rest_weight();
        controller.set_looks_ahead(wanted.looks_ahead);
        controller.set_pose(pose, has_pose ? wanted.pose + rest_weight : 0.0);
        controller.choose(controls, state, goals, has_pose ? 0.0 : rest_weight, behaviour.contacts());
    }

    // The settings of this step. A memory has no given point, so that the region is read again after one.
    void set_behaviour(const BehaviourControls& wanted, const State& state, bool is_new) {
        BehaviourSettings settings = settings_of(wanted);
        const bool reaches = settings.kind == BehaviourKind::reach;
        const std::string_view name = reaches ? std::string_view(wanted.region) : std::string_view();
        const bool is_known = region && *region == name;
        const bool begins = is_new || (region && !is_known);
        if (begins || (!is_known && !name.empty()) || !are_same(settings, behaviour.settings())) {
            if (is_known && reaches) {
                settings.point = behaviour.settings().point;
            } else if (!name.empty()) {
                settings.point = region_point(*character, wanted.region);
            }
            if (begins) {
                behaviour.begin(settings, state);
            } else {
                behaviour.change(settings, state);
            }
        }
        if (!is_known) {
            region = name;
        }
    }

    void set_goals(const GoalControls& wanted) {
        if (goals == wanted) {
            return;
        }
        GoalSettings settings = settings_of(wanted);
        if (settings.place && !wanted.region.empty()) {
            settings.point = region_point(*character, wanted.region);
        }
        behaviour.set_goals(settings);
        goals = wanted;
    }

    CharacterPtr character;
    GoalControls goals;                // of the last step
    std::optional<std::string> region; // that reaches, in the last step; nullopt: not known
    Walker walker;
    Behaviour behaviour;
    OneStepController controller;
};

BehaviourPlayer::BehaviourPlayer(CharacterPtr character, InstructionSet instruction_set)
    : character_(std::move(character)), instruction_set_(instruction_set) {}

BehaviourPlayer::~BehaviourPlayer() = default;

void BehaviourPlayer::rest(const LiveControls& live) {
    LiveControls numbers = resting_numbers(live, *character_);
    if (rested_ == numbers) {
        return;
    }
    auto walker = resting_walker(character_, numbers, instruction_set_);
    rested_ = std::move(numbers);
    if (walker) {
        playing_ = Playing::standing(character_, std::move(walker).value(), playing_.get());
        problem_.clear();
    } else {
        playing_.reset();
        problem_ = character_->description.name + " cannot do this: " + walker.error().message + ".";
    }
}

// As it stood when the memory was written.
void BehaviourPlayer::rest_as(std::span<const double> stance) {
    const auto is_its_own = [&] {
        const AffineStack& Z = playing_->walker.start.Z;
        return std::ranges::equal(std::span(Z.data(), static_cast<std::size_t>(Z.size())), stance);
    };
    if ((playing_ && is_its_own()) || fault_in_body(*character_)) {
        return;
    }
    Walker walker =
        walker_in_place(character_, resting_numbers(starting_controls(*character_), *character_), instruction_set_);
    std::ranges::copy(stance, walker.start.Z.data());
    walker.start.clear_history();
    playing_ = Playing::standing(character_, std::move(walker), playing_.get());
    problem_.clear();
    rested_.reset();
}

// A body that could not rest is tried again under other numbers, as it would be if it were built now.
void BehaviourPlayer::choose(const LiveControls& live, const Controls& controls, const State& state,
                             Vector& activation) {
    const BehaviourControls& wanted = live.muscles.behaviour;
    const bool was_wanted = std::exchange(is_wanted_, wanted.kind.has_value());
    const bool begins = is_wanted_ && (!was_wanted || !playing_);
    if (begins) {
        rest(live);
    }
    if (!playing_) {
        return;
    }
    if (!is_wanted_) {
        playing_->controller.relax(controls.time_step);
        show(activation);
        return;
    }
    playing_->walker.controls.gravity = controls.gravity;
    playing_->walker.controls.time_step = controls.time_step;
    playing_->set_goals(wanted.goals);
    playing_->set_behaviour(wanted, state, begins);
    const std::vector<Goal>& goals = playing_->behaviour.goals(state);
    playing_->choose(wanted, controls, state, goals, activation);
    show(activation);
}

void BehaviourPlayer::show(Vector& activation) const {
    if (!playing_) {
        return;
    }
    const Vector& chosen = playing_->controller.activation();
    if (is_wanted_) {
        activation = chosen;
    } else if (!chosen.isZero(0.0)) {
        activation += chosen;
    }
}

std::vector<double> BehaviourPlayer::memory() const {
    const bool rests = playing_ && playing_->controller.activation().isZero(0.0) &&
                       playing_->controller.activation_before().isZero(0.0);
    if (!playing_ || (!is_wanted_ && rests)) {
        return {};
    }
    std::vector<double> memory{is_wanted_ ? 1.0 : 0.0};
    for (const Vector* part : {&playing_->controller.activation(), &playing_->controller.activation_before()}) {
        memory.insert(memory.end(), part->begin(), part->end());
    }
    const std::vector<double> behaviour = playing_->behaviour.memory();
    memory.insert(memory.end(), behaviour.begin(), behaviour.end());
    const AffineStack& stance = playing_->walker.start.Z;
    memory.insert(memory.end(), stance.data(), stance.data() + stance.size());
    return memory;
}

void BehaviourPlayer::set_memory(std::span<const double> memory) {
    is_wanted_ = false;
    const auto parts = parts_of(memory, character_->model);
    if (parts && parts->stance.empty()) {
        rest(starting_controls(*character_));
    } else if (parts) {
        rest_as(parts->stance);
    }
    if (!playing_) {
        return;
    }
    playing_->region.reset();
    if (!parts || !playing_->behaviour.set_memory(parts->behaviour)) {
        const Vector zero = Vector::Zero(playing_->controller.activation().size());
        playing_->controller.set_activation(zero, zero);
        return;
    }
    is_wanted_ = parts->is_wanted;
    playing_->controller.set_activation(vector_of(parts->activation), vector_of(parts->before));
}

std::optional<ShownBehaviour> BehaviourPlayer::shown(const State& state) const {
    if (!is_wanted_) {
        return std::nullopt;
    }
    ShownBehaviour shown{problem_};
    if (playing_) {
        shown.kind = playing_->behaviour.settings().kind;
        shown.status = playing_->behaviour.status(state);
        shown.markers = playing_->behaviour.markers();
        shown.centre = playing_->behaviour.centre(state);
        shown.ground = playing_->behaviour.ground();
        shown.length = playing_->walker.length;
        shown.parameters = static_cast<int>(playing_->controller.activation().size());
    }
    return shown;
}

} // namespace limber::app
