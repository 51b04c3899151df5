// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/document/live_controls.h"
#include "engine/control/contact_subset.h"
#include "engine/control/spring_kinematics.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// Chooses the rest lengths of a character's springs before each step. Those that a movement moves follow its waves
/// (document/spring_movement.h); the others bring points of the body to the targets of their handles
/// (engine/control/spring_kinematics.h). Without targets, they go back to the rest lengths of the controls. All change
/// as fast as they may at most. The same memory, state and controls give the same bits.
namespace limber::app {

/// Whether springs can bring points of this body to targets: it is solid and has one subspace, which is a skinning kind
/// or is stepped by Newton's method.
bool can_move_springs(const Character& character);

/// Whether a spring cannot become shorter or longer than that: its rest length now, and of the document [m].
bool is_at_limit(double rest_length, double natural);

/// What changes the rest length of a spring in a step.
struct SpringRole {
    std::optional<double> share; // of its own rest length, by the movements that play; nullopt: none moves it
    bool follows = true;         // targets, where no movement moves it
};

/// What springs bring to its place.
struct SpringTargets {
    std::vector<PointTarget> points;
    std::vector<Index> lifted; // contact points that go along with them, which do not hold the body ahead; ascending
};

class SpringMover {
public:
    /// The instruction set must be supported by this CPU.
    SpringMover(CharacterPtr character, InstructionSet instruction_set);

    /// Changes the rest lengths of controls.springs, which are those of the document, for the step from `state`.
    /// `roles`: one a spring. Precondition: no targets unless can_move_springs.
    void choose(const SpringTargets& targets, const std::vector<SpringRole>& roles, const State& state,
                Controls& controls);

    /// Sets the rest lengths of controls.springs to those of the last step, where they are not those of the document.
    void show(Controls& controls) const;

    /// Everything that the next step depends on besides its arguments: the damping of the method (0: nothing had a
    /// target yet) and the rest lengths [m]; empty: they are those of the document.
    std::vector<double> memory() const;
    /// Begins anew if the numbers are no such memory.
    void set_memory(std::span<const double> memory);

private:
    void prepare(const Vector& natural);
    void lift(const SpringTargets& targets, const State& state, Controls& controls);
    void approach(const Vector& natural, const std::vector<SpringRole>& roles, bool has_targets, double time_step);

    CharacterPtr character_;
    InstructionSet instruction_set_;
    std::optional<SpringKinematics> kinematics_; // none: nothing had a target yet
    Vector natural_;                             // of kinematics_ [m]
    Vector lengths_;                             // now [m]; empty: those of the document
    std::vector<std::uint8_t> kept_;             // not 0: of a spring that targets do not change
    std::vector<Index> lifted_;                  // contact points that are not in standing_
    ContactSubset standing_;
    std::optional<double> damping_; // that kinematics_ continues with when it is made
};

} // namespace limber::app
