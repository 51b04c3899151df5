// SPDX-License-Identifier: MIT
#pragma once

#include "engine/control/walker.h"
#include "engine/model/body_point.h"

#include <variant>
#include <vector>

/// Goals of a controller that looks one step ahead, each linear in the positions at the end of the step [Coros et al.
/// 2012, Deformable Objects Alive!, section 4.2]. A goal on a position y is the residual
///
///     kp (y - s) + kd ((y - y_n) / h - v)          y_n the position now, s and v the wanted position and velocity
///
/// which is the paper's PD goal with the signs of its equation 9 mended (the wanted value at the end of the step is
/// h / (h kp + kd) (kp s + kd v + kd / h y_n)).
///
/// The spin goal is not in the paper: about the centre of mass c, the angular momentum
///
///     L = (1/h) sum_i m_i (x_n,i - c_n) x (x_i - x_n,i)
///
/// is exactly linear in the positions x at the end of the step, because backward Euler's velocity is (x - x_n) / h, and
/// B'MB = I makes the sum one over coordinates. Without it a body controlled by its centre of mass alone tumbles.
namespace limber {

/// On the centre of mass, along one direction.
struct CentreGoal {
    Vec3 direction = Vec3::UnitY(); // unit
    double kp = 0.0;                // [1/s]
    double position = 0.0;          // [m] along the direction
    double kd = 1.0;
    double velocity = 0.0; // [m/s]
};

/// On the angular momentum about an axis through the centre of mass, as the rate of turn of a solid cube of the body's
/// mass and length.
struct SpinGoal {
    Vec3 axis = Vec3::UnitY(); // unit
    double rate = 0.0;         // [rad/s]
    double weight = 1.0;       // [body lengths]
};

/// On a point of the body, along one direction.
struct PointGoal {
    BodyPoint point;
    Vec3 direction = Vec3::UnitY(); // unit
    double kp = 4.0;                // [1/s]
    double position = 0.0;          // [m] along the direction
    double kd = 1.0;
    double velocity = 0.0; // [m/s]
};

using Goal = std::variant<CentreGoal, SpinGoal, PointGoal>;

/// The residuals A z - b of all goals, one row each, in body lengths a second: z = vec(Z) at the end of the step, its
/// columns one below the other.
struct GoalRows {
    Matrix A; // r x 3k
    Vector b; // r
};

/// `state` is the one before the step.
GoalRows goal_rows(const Walker& walker, const State& state, const std::vector<Goal>& goals);

} // namespace limber
