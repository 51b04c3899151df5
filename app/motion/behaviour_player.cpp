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
#include <utility>

namespace limber::app {
namespace {

constexpr int resting_steps = 400;
constexpr Index handles_of_controller = static_cast<Index>(handles_max + springs_max);

Error cannot(const char* what) {
    return {ErrorKind::bad_input, what, "behaviour"};
}

std::optional<Error> fault_in_body(const Character& character) {
    if (character.cubature) {
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
    if (!character.contact_points || character.contact_points->count() == 0 || !character.obstacles ||
        character.obstacles->empty()) {
        return cannot("there is nothing to stand on: give it a floor in Surroundings");
    }
    return std::nullopt;
}

Controls resting_controls(const Character& character) {
    const LiveControls live = starting_controls(character);
    Controls controls;
    controls.P = rig_maps(character.rig, rest_pose(character.rig.skeleton),
                          std::vector<double>(character.rig.targets.size(), 0.0));
    controls.contact.points = character.contact_points;
    fill_step_controls(live, character, 0.0, controls);
    controls.wind = live.wind;
    controls.activation = Vector::Zero(character.model.muscle_count());
    return controls;
}

Result<Walker> resting_walker(const CharacterPtr& character, InstructionSet instruction_set) {
    if (auto fault = fault_in_body(*character)) {
        return *fault;
    }
    Walker walker;
    walker.model = std::shared_ptr<const ReducedModel>(character, &character->model);
    walker.instruction_set = instruction_set;
    walker.controls = resting_controls(*character);
    walker.start = rest_state(character->model, walker.controls.P, character->contact_points->count());
    walker.up = up_of(character->description);
    walker.front = front_of(character->description);
    const Vector along = character->mesh.X * walker.front;
    walker.length = along.maxCoeff() - along.minCoeff();
    walker.limits = activation_limits(character->musculature, character->description.muscles.examples);
    if (const auto settled = settle(walker, resting_steps); !settled) {
        return settled.error();
    }
    return walker;
}

} // namespace

struct BehaviourPlayer::Playing {
    Playing(CharacterPtr of_character, Walker body, const std::vector<int>& contact_patches)
        : character(std::move(of_character)), walker(std::move(body)), behaviour(walker, {}, contact_patches),
          controller(walker, {}, handles_of_controller) {}
    Playing(const Playing&) = delete;
    Playing& operator=(const Playing&) = delete;

    // A body that rests is drawn to the pose, if there is one.
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

    CharacterPtr character;
    std::optional<std::string> region; // that reaches, in the last step; nullopt: not known
    Walker walker;
    Behaviour behaviour;
    OneStepController controller;
};

BehaviourPlayer::BehaviourPlayer(const CharacterPtr& character, InstructionSet instruction_set) {
    auto walker = resting_walker(character, instruction_set);
    if (walker) {
        const auto patches = contact_patches(*character, walker.value().up);
        playing_ = std::make_unique<Playing>(character, std::move(walker).value(), patches);
    } else {
        problem_ = character->description.name + " cannot do this: " + walker.error().message + ".";
    }
}

BehaviourPlayer::~BehaviourPlayer() = default;

void BehaviourPlayer::choose(const BehaviourControls& wanted, const Controls& controls, const State& state,
                             Vector& activation) {
    const bool was_wanted = std::exchange(is_wanted_, wanted.kind.has_value());
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
    playing_->set_behaviour(wanted, state, !was_wanted);
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
    return memory;
}

void BehaviourPlayer::set_memory(std::span<const double> memory) {
    is_wanted_ = false;
    if (!playing_) {
        return;
    }
    playing_->region.reset();
    const Index m = playing_->controller.activation().size();
    const auto of_controller = static_cast<std::size_t>(1 + 2 * m);
    if (memory.size() <= of_controller || !playing_->behaviour.set_memory(memory.subspan(of_controller))) {
        const Vector zero = Vector::Zero(m);
        playing_->controller.set_activation(zero, zero);
        return;
    }
    is_wanted_ = memory[0] != 0.0;
    playing_->controller.set_activation(Eigen::Map<const Vector>(memory.data() + 1, m),
                                        Eigen::Map<const Vector>(memory.data() + 1 + m, m));
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
