// SPDX-License-Identifier: MIT
#include "engine/control/goals.h"

#include "engine/model/reduced_model.h"

#include <Eigen/Geometry>

namespace limber {
namespace {

// What the rows of all goals read.
struct GoalFrame {
    const Walker& walker;
    const State& state;
    Vector centre;      // k: centre = Z' centre + the rig's part
    Vec3 centre_of_rig; // [m] at the end of the step
    Vec3 centre_now;    // [m]

    Index coordinates() const {
        return state.Z.rows();
    }
    double time_step() const {
        return walker.controls.time_step;
    }
};

GoalFrame frame_of(const Walker& walker, const State& state) {
    const ReducedModel& model = *walker.model;
    Vector translation = Vector::Zero(4 * model.rig_map_count());
    for (Index b = 0; b < model.rig_map_count(); ++b) {
        translation(4 * b + 3) = 1.0;
    }
    const Vector rig = model.JMJ * translation / model.mass;
    GoalFrame frame{walker, state, model.BM1 / model.mass, walker.controls.P.transpose() * rig, Vec3::Zero()};
    frame.centre_now = state.Z.transpose() * frame.centre + state.P.transpose() * rig;
    return frame;
}

// A point's residual, in body lengths a second.
template <typename OnPoint>
void write_point_row(const GoalFrame& frame, const OnPoint& goal, const Vector& phi, const Vec3& of_rig,
                     const Vec3& now, Index row, GoalRows& rows) {
    const double h = frame.time_step();
    const double scale = 1.0 / frame.walker.length;
    const double on_position = scale * (goal.kp + goal.kd / h);
    for (Index axis = 0; axis < 3; ++axis) {
        rows.A.row(row).segment(axis * frame.coordinates(), frame.coordinates()) =
            on_position * goal.direction(axis) * phi.transpose();
    }
    const double wanted = goal.kp * goal.position + goal.kd * (goal.velocity + goal.direction.dot(now) / h);
    rows.b(row) = scale * wanted - on_position * goal.direction.dot(of_rig);
}

void write_row(const GoalFrame& frame, const CentreGoal& goal, Index row, GoalRows& rows) {
    write_point_row(frame, goal, frame.centre, frame.centre_of_rig, frame.centre_now, row, rows);
}

void write_row(const GoalFrame& frame, const PointGoal& goal, Index row, GoalRows& rows) {
    const auto at = [&](const AffineStack& Z, const AffineStack& P) {
        return Vec3(Z.transpose() * goal.point.phi + P.transpose() * goal.point.rig_row);
    };
    const AffineStack none = AffineStack::Zero(frame.coordinates(), 3);
    write_point_row(frame, goal, goal.point.phi, at(none, frame.walker.controls.P), at(frame.state.Z, frame.state.P),
                    row, rows);
}

// L . axis = (1/h) sum over coordinates of (axis x a_j) . z_j, a the positions now in the coordinates, less those of
// the centre. The positions now give no angular momentum.
void write_row(const GoalFrame& frame, const SpinGoal& goal, Index row, GoalRows& rows) {
    const ReducedModel& model = *frame.walker.model;
    const double inertia = model.mass * frame.walker.length * frame.walker.length / 6.0;
    const double scale = goal.weight / (inertia * frame.time_step());
    const AffineStack at = frame.state.Z + model.BMJ * frame.state.P - model.BM1 * frame.centre_now.transpose();
    for (Index j = 0; j < frame.coordinates(); ++j) {
        const Vec3 arm = goal.axis.cross(Vec3(at.row(j)));
        for (Index axis = 0; axis < 3; ++axis) {
            rows.A(row, axis * frame.coordinates() + j) = scale * arm(axis);
        }
    }
    const Eigen::Map<const Vector> now(frame.state.Z.data(), frame.state.Z.size());
    rows.b(row) = goal.weight * goal.rate + rows.A.row(row).dot(now);
}

} // namespace

GoalRows goal_rows(const Walker& walker, const State& state, const std::vector<Goal>& goals) {
    const GoalFrame frame = frame_of(walker, state);
    const auto count = static_cast<Index>(goals.size());
    GoalRows rows{Matrix(count, 3 * state.Z.rows()), Vector(count)};
    for (Index row = 0; row < count; ++row) {
        std::visit([&](const auto& goal) { write_row(frame, goal, row, rows); }, goals[static_cast<std::size_t>(row)]);
    }
    return rows;
}

} // namespace limber
