// SPDX-License-Identifier: MIT
#pragma once

#include "app/character/character.h"
#include "app/document/behaviour_controls.h"
#include "app/document/live_controls.h"
#include "engine/control/behaviour_status.h"
#include "engine/stepper/state.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Plays the behaviours of one character: before each step, a behaviour gives the goals (engine/control/behaviour.h)
/// and a controller that looks one step ahead chooses the activation of the muscles, under the controls of that step,
/// so that handles, forces and obstacles are answered. The way of standing is that of the body when it rests under the
/// controls with which a behaviour begins, and is a part of the memory: the same memory, state and controls give the
/// same bits, whatever was edited since the body was built.
namespace limber::app {

/// A behaviour for panels and drawing.
struct ShownBehaviour {
    std::string problem; // why the body has no behaviour; empty: it has one
    BehaviourKind kind = BehaviourKind::stand;
    BehaviourStatus status = {};
    std::vector<GoalMarker> markers = {};
    Vec3 centre = Vec3::Zero(); // [m] of mass
    double ground = 0.0;        // [m] along up
    double length = 1.0;        // [m] of the body
    int parameters = 0;         // that the controller chooses
};

class BehaviourPlayer {
public:
    BehaviourPlayer(CharacterPtr character, InstructionSet instruction_set);
    ~BehaviourPlayer();
    BehaviourPlayer(const BehaviourPlayer&) = delete;
    BehaviourPlayer& operator=(const BehaviourPlayer&) = delete;

    /// Writes the activation of the step of these controls from `state`; `live` are those that they were made of.
    /// `activation` is before that of the gait and of what is held, to which a behaviour may be drawn as to a pose.
    /// Without a behaviour, what the last one left is added to it until it has gone back to rest. It may be that of the
    /// controls. Where a behaviour begins under other numbers than the last one, a copy of the body comes to rest
    /// first, which takes up to 400 steps. A body that cannot behave stays passive. Does not allocate after the first
    /// steps.
    void choose(const LiveControls& live, const Controls& controls, const State& state, Vector& activation);
    /// Writes the activation of the last step without another step.
    void show(Vector& activation) const;

    /// Everything that the next step depends on besides its arguments, as plain numbers; empty: no behaviour.
    std::vector<double> memory() const;
    /// Continues from there. Without a behaviour if the numbers are not of this body. What an earlier version wrote has
    /// no way of standing: it is that under the numbers of the description.
    void set_memory(std::span<const double> memory);

    /// nullopt: no behaviour.
    std::optional<ShownBehaviour> shown(const State& state) const;

private:
    struct Playing;

    void rest(const LiveControls& live);
    void rest_as(std::span<const double> stance);

    CharacterPtr character_;
    InstructionSet instruction_set_;
    std::unique_ptr<Playing> playing_;   // null: no behaviour yet, or the body cannot behave
    std::optional<LiveControls> rested_; // the numbers under which it rested; nullopt: they are not known
    std::string problem_;
    bool is_wanted_ = false; // in the last step
};

} // namespace limber::app
