// SPDX-License-Identifier: MIT
#pragma once

#include "engine/general_basis/general_model.h"
#include "engine/stepper/end_of_step.h"
#include "engine/stepper/quasi_newton.h"
#include "engine/stepper/step.h"

#include <Eigen/Cholesky>

#include <span>
#include <vector>

/// One implicit step in a general subspace: the objective and the controls of stepper/step.h, with z as k/3 x 3 rows of
/// State.Z. Double precision. The handles are given apart, because those of `Controls` belong to a skinning subspace;
/// contact and muscles are not part of general subspaces yet.
namespace limber {

/// A spring that pulls a point of the body to a target.
struct GeneralHandle {
    Matrix rows;    // 3 x k: the point is rows z + P' rig_row
    Vector rig_row; // 4b
    double stiffness = 0.0;
    Vec3 target = Vec3::Zero();
};

/// The point with these barycentric coordinates over any vertices (they sum to one).
GeneralHandle general_handle(const GeneralModel& model, std::span<const int> vertices,
                             std::span<const double> barycentric, double stiffness, const Vec3& target);

/// Scratch of steps of one model; sized by its first step.
struct GeneralWorkspace {
    explicit GeneralWorkspace(const GeneralModel& model, InstructionSet instruction_set = widest_instruction_set());

    const Kernel* kernel;
    Prediction prediction;
    double share = 1.0;        // of the unknown in the position at the end of the step, 1 / (1 + beta/h)
    Vector D;                  // k, the diagonal part of the objective's Hessian
    Vector constant;           // k
    Matrix A;                  // k x k, with the handles; empty without them
    Eigen::LLT<Matrix> factor; // of A
    std::vector<Matrix> rig_F; // of each set, 3r x 3: the rig's share of every F, row 3 c + j, column i
    std::vector<double> F;     // blocks of cluster_lanes clusters: entry, lane
    std::vector<double> R;     // likewise
    Vector pull;               // 9r
    DescentScratch descent;
    Iterate now;
    EndOfStep end;
};

/// On not_finite the state is unchanged. The energies of the report are zero.
StepReport general_step(const GeneralModel& model, const Controls& controls, const std::vector<GeneralHandle>& handles,
                        State& state, GeneralWorkspace& workspace);

/// The state at rest in the rig's pose P.
State general_rest(const GeneralModel& model, const AffineStack& P);

} // namespace limber
