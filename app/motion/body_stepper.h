// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/switched_loads.h"
#include "app/motion/acting_forces.h"
#include "engine/body/body_step.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace limber::app {

/// What a body that switches between loads has done since its stepper was made.
struct LoadSwitches {
    std::size_t acting = 0;              // component of the last step
    std::vector<std::uint64_t> steps;    // in each component
    std::uint64_t count = 0;             // of switches
    SubspaceSwitch::Errors last = {};    // of the last switch; zeros: there was none
    SubspaceSwitch::Errors largest = {}; // of any
};

/// The steps of a character in its own subspace, or in the one for the load that acts on it (switched_loads.h), from
/// the handles, the contacts and the forces on it. The state always is one of the character's own subspace. A switch
/// computes no product of bases; only what says which load acts is factorised (engine/loads/acting_component.h).
/// Unlike a step in one subspace, one in that of a load allocates: the controls with their points in that subspace, the
/// forces that are observed, and the state that is carried there and back.
class BodyStepper {
public:
    /// The instruction set must be supported by this CPU.
    BodyStepper(CharacterPtr character, InstructionSet instruction_set);

    /// On not_finite the state and the memory are unchanged.
    StepReport step(const Controls& controls, const Pulls& pulls, State& state);
    /// A step from another state in the subspace of the last step, which the next one does not remember.
    StepReport step_beside(const Controls& controls, const Pulls& pulls, State& state);

    /// nullopt: one subspace.
    const std::optional<LoadSwitches>& switches() const {
        return switches_;
    }
    /// What the next step depends on besides the state and the controls: the load that acts and why; empty for one
    /// subspace.
    std::vector<double> memory() const;
    /// Begins anew with an empty memory, and with one of another number of loads.
    void set_memory(const std::vector<double>& memory);

private:
    StepReport step_in_subspace(const Controls& controls, const Pulls& pulls, State& state);
    void choose(const Controls& controls, const Pulls& pulls, const State& state);

    CharacterPtr character_;
    std::deque<BodyWorkspace> workspaces_; // of each component, or of the one subspace; they do not move
    std::optional<ActingComponent> acting_;
    std::optional<LoadSwitches> switches_;
};

} // namespace limber::app
