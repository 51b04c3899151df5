// SPDX-License-Identifier: MIT
#pragma once

#include "app/comparison/contender.h"
#include "engine/body/subspace_switch.h"
#include "engine/loads/acting_component.h"

#include <deque>
#include <map>
#include <utility>
#include <vector>

/// A body with a subspace for each component of a mixture of loads. The body steps in the subspace of the load that
/// acts, which the forces of handles, contacts and applied forces on this body [Force-Dual Modes, section 6 and figure
/// 14]. All subspaces, and the switches between them, are computed before the first step.
namespace limber::app {

class SwitchedContender : public Contender {
public:
    /// A subspace, and the state from which its body would start.
    struct Start {
        CharacterPtr character;
        State state;
    };
    /// `starts`: one for each component, of the same body; no subspace is corrected for rotations.
    SwitchedContender(const std::vector<Start>& starts, LoadMixture mixture, InstructionSet instruction_set);

    /// In the subspace of the first step, so that the same steps from the same state have the same motion.
    void start_from(const State& full) override;
    Result<Done> step(const LeaderStep& leader) override;
    Result<Done> step_from(const State& full, const LeaderStep& leader) override;
    Points positions() const override;
    Points one_step_positions() const override;
    /// With the choice of the component, and the switch if there was one.
    double step_seconds() const override {
        return step_seconds_;
    }

    /// The component of the last step.
    std::size_t acting() const {
        return now_;
    }
    /// What the switch before the last step lost; zeros without one.
    const SubspaceSwitch::Errors& lost() const {
        return lost_;
    }

private:
    struct Component {
        Component(CharacterPtr its_character, InstructionSet instruction_set);

        CharacterPtr character;
        BodyWorkspace workspace;
        std::shared_ptr<const ContactPoints> spread; // whose positions give the body's rotation
    };

    const Character& character() const {
        return *components_[now_].character;
    }
    std::vector<VertexForce> observed(const Controls& controls, const LeaderStep& leader) const;
    void switch_to(std::size_t next);

    std::deque<Component> components_; // whose workspaces do not move
    std::map<std::pair<std::size_t, std::size_t>, SubspaceSwitch> switches_; // from, to
    ActingComponent acting_;
    std::size_t now_ = 0;
    State state_;
    State one_step_;
    SubspaceSwitch::Errors lost_;
    double step_seconds_ = 0.0;
};

} // namespace limber::app
