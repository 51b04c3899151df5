// SPDX-License-Identifier: MIT
#pragma once

#include "engine/stepper/state.h"

#include <vector>

/// The work of the muscles. A muscle does work on the body by changing its target shape while the body is at its
/// current position. In the actuation energy E_a (model/actuation_set.h) the rotations are optimal and so drop out of
/// the derivative (envelope theorem):
///
///     dE_a/dt = sum_v (dE_a/da_v) da_v/dt + <dE_a/dx, dx/dt>
///
/// The first sum is the input power, the second the power passed to the body. dE_a/da_v has a closed form, with S_cv
/// the muscle's part of the clusters (H_c = sum_v a_v S_cv x),
///
///     dE_a/da_v = muscle_stiffness_scale ( - sum_c w_c <Omega_c, S_cv x> + p_v + (Q a)_v )
///
/// Over a step, the activation changes at the position at the start of the step, and the integral uses the midpoint
/// rule. The work of all muscles is then the change of the total energy plus the losses to friction, damping and the
/// integrator. A muscle at constant activation does no work: heat is not modelled.
namespace limber {

struct Body;
struct GeneralActuation;
struct ReducedModel;

class MuscleMeter {
public:
    /// Scratch of one reader, so that a reading does not allocate.
    struct Scratch {
        Matrix pulls;  // 3 (m + 1) c x 3   S_cv x, the shape at rest first
        Vector middle; // m the midpoint activation
        Vector work;   // m [J] of each muscle in the last reading; negative: the body does work on the muscle
    };

    explicit MuscleMeter(const ReducedModel& model);
    explicit MuscleMeter(const Body& body);
    Scratch scratch() const;

    /// Writes the work of each muscle [J] to scratch.work, for an activation that changes from `from` to `to` while the
    /// body is at `state`, with the controls' muscle_stiffness_scale.
    void read(const Controls& controls, const State& state, const Vector& from, const Vector& to,
              Scratch& scratch) const;

private:
    MuscleMeter() = default;
    static MuscleMeter of_displacements(const GeneralActuation& actuation);

    Index muscles_ = 0;
    Index clusters_ = 0;
    /// 3 (m + 1) c x k; of displacements 9 (m + 1) c x k, one axis after the other, by the columns of Z.
    Matrix on_Z_;
    Matrix on_P_; // 3 (m + 1) c x 4b
    Vector w_;    // c [J]
    Vector linear_;
    Matrix quadratic_;
};

} // namespace limber
