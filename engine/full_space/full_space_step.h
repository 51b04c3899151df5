// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/progress.h"
#include "engine/core/result.h"
#include "engine/full_space/full_space_contact.h"
#include "engine/full_space/full_space_objective.h"
#include "engine/full_space/newton_contact.h"
#include "engine/full_space/newton_descent.h"
#include "engine/stepper/end_of_step.h"
#include "engine/stepper/quasi_newton.h"
#include "engine/stepper/step.h"

/// One implicit step of complementary dynamics with all vertices: the objective of stepper/step.h with B the identity,
/// subject to the constraint (full_space_model.h). Co-rotational elasticity and ARAP are minimised by L-BFGS from the
/// local-global move, whose matrix is factorised once and whose move stays on the constraint; hyperelastic energies by
/// Newton's method (newton_descent.h).
///
/// `Controls` and `State` are those of the reduced step, with Z the displacements, n x 3 [m]. Of the controls,
/// `iterations` is a limit, `tolerance` and `memory` are replaced by the constants below, and `arithmetic` is always
/// double. Steps in contact are minimised by projected local-global moves (full_space_contact.h), or by Newton's method
/// with the contact forces of each of its directions (newton_contact.h), with the tolerance of full space.
namespace limber {

/// A step ends when the gradient, without the constraint's forces, is smaller than that of the predicted motion by
/// this factor, or than the rounding of the elastic forces. Norms are mass-weighted: sum |g_i|^2 / m_i.
inline constexpr double full_space_tolerance = 1e-6;
inline constexpr int full_space_memory = 8; // L-BFGS pairs

/// Scratch of steps of one model. A step reads nothing that an earlier one wrote but the factorisation,
/// of Newton's method its symbolic part.
struct FullSpaceWorkspace {
    explicit FullSpaceWorkspace(const FullSpaceModel& model, Threads threads = {1},
                                InstructionSet instruction_set = widest_instruction_set(), Index contact_points = 0);

    Prediction prediction;
    FullSpaceObjective objective;
    FullSpaceMetric metric; // without contact
    FullSpaceContact contact;
    DescentScratch descent;
    NewtonScratch newton;
    Iterate now; // the best iterate
    EndOfStep end;
};

/// Fails with not_converged when the matrix cannot be factorised, or Newton's method does not converge, and with
/// cancelled, also during a factorisation; the state is then unchanged, as on not_finite. The other descents report
/// instead that their iterations are used up. `progress` gets the phase of the first factorisation, and keeps its
/// fraction. Precondition: at most as many contact points as the workspace has.
Result<StepReport> full_space_step(const FullSpaceModel& model, const Controls& controls, State& state,
                                   FullSpaceWorkspace& workspace, Progress* progress = nullptr);

/// The state at rest in the rig's pose P.
State full_space_rest(const FullSpaceModel& model, const AffineStack& P, Index contact_points = 0);

/// [J] at the positions x (n x 3), for the material scales of the controls, with the muscles' at their activation.
double full_space_energy(const FullSpaceModel& model, const Controls& controls, const Points& x);

} // namespace limber
