#pragma once

#include "engine/stepper/state.h"

#include <vector>

/// What the muscles spend. A muscle works on the body by changing the shape that it pulls towards while the body is
/// where it is: of the actuation energy E_a (model/actuation_set.h), whose rotations are at their best and so drop out
/// (the envelope theorem),
///
///     dE_a/dt = sum_v (dE_a/da_v) da_v/dt + <dE_a/dx, dx/dt>
///
/// the first sum is the power that is put in, and the second what the flesh does with it. dE_a/da_v has a closed form,
/// with S_cv the muscle's part of the clusters (H_c = sum_v a_v S_cv x),
///
///     dE_a/da_v = strength ( - sum_c w_c <Omega_c, S_cv x> + p_v + (Q a)_v )
///
/// Over a step, a goes from one value to the next at the place where the step begins, and the integral is taken by the
/// midpoint rule. What all muscles together put in is then the change of the total energy and what friction, damping
/// and the integrator take of it. A muscle that holds still costs nothing: no heat is modelled.
namespace limber {

struct ReducedModel;

class MuscleMeter {
public:
    /// What a reading scribbles in: one for whoever reads, so that no reading allocates.
    struct Scratch {
        Matrix pulls;  // 3 (m + 1) c x 3   S_cv x, the shape at rest first
        Vector middle; // m                 the activation half way
        Vector work;   // m [J]             by each muscle, of the last reading; negative: the flesh works on it
    };

    explicit MuscleMeter(const ReducedModel& model);
    Scratch scratch() const;

    /// The work of each muscle [J], into scratch.work, while the activation goes from one to the other and the body is
    /// at `state`, under the strength of the controls.
    void read(const Controls& controls, const State& state, const Vector& from, const Vector& to,
              Scratch& scratch) const;

private:
    Index muscles_ = 0;
    Index clusters_ = 0;
    Matrix on_Z_; // 3 (m + 1) c x k
    Matrix on_P_; // 3 (m + 1) c x 4b
    Vector w_;    // c [J]
    Vector linear_;
    Matrix quadratic_;
};

} // namespace limber
