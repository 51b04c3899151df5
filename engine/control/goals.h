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

/// On the angular momentum about an axis through the centre of mass, as the rate at which the body would turn if it
/// were rigid.
struct SpinGoal {
    Vec3 axis = Vec3::UnitY(); // unit
    double rate = 0.0;         // [rad/s]
    double weight = 1.0;       // [body lengths]
};

/// On a point of the body, along one direction. The point must outlive the goal.
struct PointGoal {
    const BodyPoint* point = nullptr;
    Vec3 direction = Vec3::UnitY(); // unit
    double kp = 4.0;                // [1/s]
    double position = 0.0;          // [m] along the direction
    double kd = 1.0;
    double velocity = 0.0; // [m/s]
};

using Goal = std::variant<CentreGoal, SpinGoal, PointGoal>;

/// Its residual times `weight`.
Goal weighted(const Goal& goal, double weight);

/// The residuals A' z - b of all goals, one column of A each, in body lengths a second: z = vec(Z) at the end of the
/// step, its columns one below the other. A body length is that of a cube whose vertices are as far from its centre.
class GoalRows {
public:
    explicit GoalRows(const ReducedModel& model);

    /// `state` is the one before the step of these controls. Allocates only for more goals than any call before.
    void set(const Controls& controls, const State& state, const std::vector<Goal>& goals);

    auto A() const {
        return A_.leftCols(count_);
    }
    auto b() const {
        return b_.head(count_);
    }
    Index count() const {
        return count_;
    }
    /// 1/2 |A' z - b|^2.
    double cost(const AffineStack& Z) const;

private:
    void set_column(const CentreGoal& goal, Index column);
    void set_column(const SpinGoal& goal, Index column);
    void set_column(const PointGoal& goal, Index column);
    template <typename OnPoint, typename Phi>
    void set_point(const OnPoint& goal, const Phi& phi, const Vec3& of_rig, const Vec3& now, Index column);

    const ReducedModel* model_;
    double length_;     // [m]
    Vector centre_;     // k: the centre of mass is Z' centre + P' rig
    Vector rig_centre_; // 4b
    Matrix A_;          // 3k x capacity
    Vector b_;          // capacity
    Index count_ = 0;
    // Of the last call:
    double time_step_ = 0.0;   // [s]
    Vec3 centre_of_rig_;       // [m] at the end of the step
    Vec3 centre_now_;          // [m]
    AffineStack arms_;         // k x 3 the positions now, less the centre of mass, in coordinates
    const State* state_;       // before the step
    const Controls* controls_; // of the step
};

} // namespace limber
