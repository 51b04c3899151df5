// SPDX-License-Identifier: MIT
#pragma once

#include "app/comparison/contender.h"
#include "engine/general_basis/general_step.h"
#include "engine/subspace/displacement_modes.h"
#include "engine/subspace/rotation_warping.h"

#include <variant>

namespace limber::app {

enum class Reconstruction { modal_warping, rotation_strain };

/// Vibration modes with linear dynamics, whose displacements are corrected for their rotations after each step
/// (engine/subspace/rotation_warping.h): z'' + lambda z = f in the frame of the rotation nearest to the rig's pose.
/// The modes turn with that frame, without Coriolis forces; they feel the rig by its inertia, but not its strain. The
/// correction may leave the rig's constraint, which the linear displacements satisfy.
class ReconstructedContender : public Contender {
public:
    /// Starts at rest in the rig's pose P. Fails with not_converged when the Poisson system cannot be factorised.
    static Result<std::unique_ptr<Contender>> of(CharacterPtr character, const DisplacementModes& modes,
                                                 Reconstruction reconstruction, const AffineStack& P,
                                                 InstructionSet instruction_set);

    /// The state whose linear displacement is the nearest.
    void start_from(const State& full) override;
    Result<Done> step(const LeaderStep& leader) override;
    Result<Done> step_from(const State& full, const LeaderStep& leader) override;
    Points positions() const override {
        return positions_;
    }
    Points one_step_positions() const override {
        return positions_of(one_step_);
    }
    /// With the reconstruction.
    double step_seconds() const override {
        return step_seconds_;
    }

private:
    using Correction = std::variant<ModalWarping, RotationStrain>;
    ReconstructedContender(CharacterPtr character, GeneralModel model, Correction correction, const AffineStack& P,
                           InstructionSet instruction_set);

    Mat3 rotation_of(const AffineStack& P) const;
    State nearest(const State& full) const;
    Points positions_of(const State& state) const;
    StepReport advance(const LeaderStep& leader, State& state);

    CharacterPtr character_;
    GeneralModel model_; // without clusters: its stiffness is that of the modes
    Correction correction_;
    GeneralWorkspace workspace_;
    Matrix rest_moment_; // 4b x 3: J' M (X - mean), so that P' times it is the moment of a pose
    State state_;        // Z in the frame, P outside of it
    State one_step_;
    Points positions_;
    double step_seconds_ = 0.0;
};

} // namespace limber::app
