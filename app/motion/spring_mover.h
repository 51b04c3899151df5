// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/document/live_controls.h"
#include "engine/control/spring_kinematics.h"

#include <optional>
#include <span>
#include <vector>

/// Chooses the rest lengths of a character's springs before each step, so that points of its body go to the targets of
/// their handles (engine/control/spring_kinematics.h). Without targets, springs go back to the rest lengths of the
/// controls as fast as they may. The same memory, state and controls give the same bits.
namespace limber::app {

/// Whether springs can bring points of this body to targets: it is solid and has one subspace, a skinning kind.
bool can_move_springs(const Character& character);

class SpringMover {
public:
    /// The instruction set must be supported by this CPU.
    SpringMover(CharacterPtr character, InstructionSet instruction_set);

    /// Changes the rest lengths of controls.springs, which are those of the document, for the step from `state`.
    /// Precondition: no targets unless can_move_springs.
    void choose(const std::vector<PointTarget>& targets, const State& state, Controls& controls);

    /// Everything that the next step depends on besides its arguments: the damping of the method and the rest lengths
    /// [m]; empty: they are those of the document.
    std::vector<double> memory() const;
    /// Begins anew if the numbers are no such memory.
    void set_memory(std::span<const double> memory);

private:
    void prepare(const Controls& controls);
    void relax(Controls& controls);

    CharacterPtr character_;
    InstructionSet instruction_set_;
    std::optional<SpringKinematics> kinematics_; // none: nothing had a target yet
    Vector natural_;                             // of kinematics_ [m]
    Vector lengths_;                             // now [m]; empty: those of the document
    std::optional<double> damping_;              // that kinematics_ continues with when it is made
};

} // namespace limber::app
