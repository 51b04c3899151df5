// SPDX-License-Identifier: MIT
#pragma once

#include "engine/control/box_qp.h"
#include "engine/control/spring_step.h"
#include "engine/core/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// Inverse kinematics on springs [Force-Dual Modes, section 9]: the rest lengths of a body's springs are chosen so that
/// points of the body go to targets, by one step of Levenberg and Marquardt's method [Nocedal and Wright 2006,
/// Numerical Optimization, section 10.3] each time step. With p the extensions, l_i = (1 + p_i) L_i, it approaches
///
///     minimise over p   1/2 |A'z(p) - b|^2  +  reg/2 |p|^2
///     subject to        shortest <= 1 + p_i <= longest,     |p_i - p_last,i| <= rate h
///
/// A'z(p) - b are the distances between points and targets, in body sizes, at the end of one step of the length
/// `look_ahead` T that begins now. A step of the simulation's own length h would ask for the force that brings a point
/// to its target within h, whatever velocity it has there; an infinite one is the equilibrium, which ignores inertia.
/// For a point on a spring of frequency w, the choice is a PD controller,
///
///     a = (1 + w^2 T^2) / T^2 (target - x) - v / T,
///
/// which damps whatever T is. Contact, handles and muscles act in the step ahead as in any other. Damped friction
/// leaves a touching point the share r of its tangential velocity in a step of h, so that it leaves r^(T/h) in the step
/// ahead.
///
/// A move solves the linearised problem with mu/2 |p - p_now|^2 added, within the bounds (box_qp.h). It is accepted if
/// a true step ahead has a lower cost; mu falls where the linearisation predicts the gain well, and grows where it does
/// not. Targets that cannot be reached lead to the nearest points that the bounds and the regularisation allow.
namespace limber {

struct SpringKinematicsOptions {
    double shortest = 0.5;        // rest length, of the natural length
    double longest = 1.5;         // likewise
    double rate = 4.0;            // [1/s] of a rest length's change, in natural lengths
    double look_ahead = 0.1;      // [s]
    double regularisation = 1e-5; // of the extensions; distances are in body sizes
    bool operator==(const SpringKinematicsOptions&) const = default;
};

std::optional<Error> fault_in(const SpringKinematicsOptions& options);

/// Where a point of the body is to be.
struct PointTarget {
    BodyPoint point;
    Vec3 position = Vec3::Zero(); // [m]
};

struct SpringKinematicsReport {
    double cost_before = 0.0; // at the rest lengths as they were
    double cost = 0.0;        // at the chosen ones; never larger
    /// False: there is no target, or the step ahead has no derivative or is not finite. The rest lengths stay, within
    /// their bounds.
    bool is_derived = true;
};

class SpringKinematics {
public:
    /// `step`: of the steps ahead. `natural_lengths`: of each spring [m], above 0. Precondition: no fault in `options`.
    SpringKinematics(SpringStep step, const Vector& natural_lengths, const SpringKinematicsOptions& options);

    /// Changes the rest lengths of controls.springs, as many as natural lengths, for the step from `state`. After the
    /// first call with as many targets, handles and forces it allocates nothing.
    SpringKinematicsReport choose(const State& state, const std::vector<PointTarget>& targets, Controls& controls) {
        return choose(state, targets, {}, controls);
    }
    /// The same, but a spring whose flag is not zero keeps the rest length of the controls, whatever the bounds are.
    /// `kept`: one a spring; empty: none.
    SpringKinematicsReport choose(const State& state, const std::vector<PointTarget>& targets,
                                  std::span<const std::uint8_t> kept, Controls& controls);

    /// mu. With the rest lengths of the controls, all that the next choice depends on.
    double damping() const {
        return damping_;
    }
    /// Clamped to its range.
    void set_damping(double damping);

private:
    // The step ahead with the extensions p; false if it is not finite.
    bool step_ahead(const Vector& p);
    double cost_of(const Vector& p);
    void set_targets(const std::vector<PointTarget>& targets);
    void set_bounds(const Controls& controls, std::span<const std::uint8_t> kept);
    // Of the step that it looks ahead.
    void set_controls_ahead(const Controls& controls);
    bool linearise();
    // Of the linearised cost, by the move from p_ to trial_.
    double predicted_gain(double cost);
    void accept_or_reject(double gain, double predicted);

    SpringKinematicsOptions options_;
    SpringStep step_;
    Vector natural_; // s [m]
    BoxQpSolver solver_;
    Controls controls_; // of the step ahead
    State start_;
    State ahead_;
    Vector z_;        // the unknowns of the step ahead, u numbers
    Matrix A_;        // u x 3c, over the body's size
    Vector b_;        // 3c
    Vector residual_; // 3c at p_
    Vector left_;     // 3c at any p
    Matrix J_;        // 3c x s
    Vector d_;        // 3c
    Vector p_;        // s
    Vector trial_;    // s
    Vector centre_;   // s
    Vector low_;      // s
    Vector high_;     // s
    double damping_;
};

} // namespace limber
