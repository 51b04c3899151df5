// SPDX-License-Identifier: MIT
#include "app/motion/body_stepper.h"

#include <algorithm>
#include <utility>

namespace limber::app {
namespace {

Index points_of_contact(const Character& character) {
    return character.contact_points ? character.contact_points->count() : 0;
}

} // namespace

BodyStepper::BodyStepper(CharacterPtr character, InstructionSet instruction_set) : character_(std::move(character)) {
    const auto handles = static_cast<Index>(handles_max + springs_max);
    if (!character_->switched) {
        workspaces_.emplace_back(*character_, handles, instruction_set, points_of_contact(*character_));
        return;
    }
    for (const SwitchedLoads::Component& one : character_->switched->components) {
        workspaces_.emplace_back(*one.character, handles, instruction_set, points_of_contact(*one.character));
    }
    acting_.emplace(std::shared_ptr<const LoadMixture>(character_->switched, &character_->switched->mixture));
    switches_.emplace(LoadSwitches{acting_->chosen(), std::vector<std::uint64_t>(workspaces_.size(), 0)});
}

void BodyStepper::choose(const Controls& controls, const Pulls& pulls, const State& state) {
    const SwitchedLoads& switched = *character_->switched;
    const std::size_t before = acting_->chosen();
    const std::size_t now =
        acting_->observe(forces_on(*character_, *switched.spread, state, controls, pulls), controls.time_step);
    if (now != before) {
        const SubspaceSwitch::Errors lost = switched.components[now].into.errors(state);
        switches_->last = lost;
        switches_->largest = {std::max(switches_->largest.position, lost.position),
                              std::max(switches_->largest.velocity, lost.velocity)};
        ++switches_->count;
    }
    switches_->acting = now;
}

StepReport BodyStepper::step(const Controls& controls, const Pulls& pulls, State& state) {
    if (!acting_) {
        return limber::step(*character_, controls, state, workspaces_.front());
    }
    const std::vector<double> memory = acting_->memory();
    const LoadSwitches before = *switches_;
    choose(controls, pulls, state);
    const StepReport report = step_in_subspace(controls, pulls, state);
    if (report.status == StepStatus::not_finite) {
        acting_->set_memory(memory);
        switches_ = before;
    } else {
        ++switches_->steps[switches_->acting];
    }
    return report;
}

StepReport BodyStepper::step_beside(const Controls& controls, const Pulls& pulls, State& state) {
    return acting_ ? step_in_subspace(controls, pulls, state)
                   : limber::step(*character_, controls, state, workspaces_.front());
}

StepReport BodyStepper::step_in_subspace(const Controls& controls, const Pulls& pulls, State& state) {
    const std::size_t now = acting_->chosen();
    const SwitchedLoads::Component& component = character_->switched->components[now];
    State inside = component.into.carried(state);
    const StepReport report = limber::step(*component.character, controls_in(*component.character, controls, pulls),
                                           inside, workspaces_[now]);
    if (report.status != StepStatus::not_finite) {
        state = component.back.carried(inside);
    }
    return report;
}

std::vector<double> BodyStepper::memory() const {
    return acting_ ? acting_->memory() : std::vector<double>();
}

void BodyStepper::set_memory(const std::vector<double>& memory) {
    if (!acting_) {
        return;
    }
    if (is_memory_of_choice(memory, acting_->component_count())) {
        acting_->set_memory(memory);
    } else {
        acting_->restart();
    }
    switches_->acting = acting_->chosen();
}

} // namespace limber::app
