// SPDX-License-Identifier: MIT
#include "engine/rig/leg_bending.h"

#include "engine/linalg/compiled_solvers.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace limber {
namespace {

constexpr double straight_knee = 0.0055; // epsilon: 1 - cos 6 degrees
constexpr double weight_of_left = 0.25;  // in the axis of the knee, beside the sine of its angle
constexpr double axis_too_short = 0.18;  // |c + 0.25 left| of knees bent backwards by 4 to 25 degrees, and of no others
constexpr double level_enough = 0.5;     // share of a vector that turns in height, from where on it is lifted fully

double smooth_angle(double u) {
    return 2.0 * std::asin(std::sqrt(std::clamp(0.5 * (u + straight_knee), 0.0, 1.0)));
}

Vec3 square_to(const Vec3& v, const Vec3& n) {
    return v - v.dot(n) * n;
}

// psi of a and b about an axis, and 2 |a'||b'|.
struct KneeAngle {
    double psi = 0.0;
    double product = 0.0;
};

KneeAngle knee_angle(const Vec3& a, const Vec3& b, const Vec3& axis) {
    const Vec3 a_turning = square_to(a, axis);
    const Vec3 b_turning = square_to(b, axis);
    return {std::atan2(a_turning.cross(b_turning).dot(axis), a_turning.dot(b_turning)),
            2.0 * a_turning.norm() * b_turning.norm()};
}

// g(u_e) - g(u), with the square of the ankle's distance from the hip smaller by `shorter`.
double knee_turn(const KneeAngle& knee, double shorter) {
    if (!(knee.product > 0.0)) {
        return 0.0;
    }
    const double u = 1.0 - std::cos(knee.psi);
    return smooth_angle(u + shorter / knee.product) - smooth_angle(u);
}

// s
double share_of_turn(double axis_length) {
    const double t = std::clamp((axis_length - axis_too_short) / (weight_of_left - axis_too_short), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

Mat3 stretching(const Vec3& a, const Vec3& b, const Vec3& sine, double shorter) {
    if (!(sine.norm() > 0.0)) {
        return Mat3::Identity();
    }
    const Vec3 axis = sine.normalized();
    const KneeAngle knee = knee_angle(a, b, axis);
    const double turn = std::max(knee_turn(knee, shorter), -knee.psi);
    return Eigen::AngleAxisd(turn, axis).toRotationMatrix();
}

Mat3 bending(const Vec3& a, const Vec3& b, const Vec3& long_axis, double shorter) {
    const Vec3 axis = long_axis.normalized();
    const double turn = knee_turn(knee_angle(a, b, axis), shorter);
    return Eigen::AngleAxisd(share_of_turn(long_axis.norm()) * turn, axis).toRotationMatrix();
}

} // namespace

LegTurns leg_turns(const LegPlaces& leg, const Vec3& ankle, const Vec3& left) {
    const Vec3 a = leg.knee - leg.hip;
    const Vec3 b = leg.ankle - leg.knee;
    const Vec3 wanted = ankle - leg.hip;
    const double lengths = a.norm() * b.norm();
    if (!(lengths > 0.0) || !(wanted.norm() > 0.0)) {
        return {};
    }
    const Vec3 sine = a.cross(b) / lengths;
    if (!(sine.norm() > 0.0) && !(left.norm() > 0.0)) {
        return {};
    }
    const Vec3 axis = sine + weight_of_left * left;
    const double shorter = (a + b).squaredNorm() - wanted.squaredNorm();
    const Mat3 bent = shorter < 0.0       ? stretching(a, b, sine, shorter)
                      : axis.norm() > 0.0 ? bending(a, b, axis, shorter)
                                          : Mat3::Identity();
    const Vec3 now = a + bent * b;
    const Mat3 turned =
        now.norm() > 0.0 ? Eigen::Quaterniond::FromTwoVectors(now, wanted).toRotationMatrix() : Mat3::Identity();
    return {turned, turned * bent};
}

double lifting_angle(const Vec3& v, const Vec3& axis, const Vec3& up, double height, double most) {
    // After a turn by phi, v ends at fixed + along cos phi + across sin phi.
    const double fixed = v.dot(axis) * axis.dot(up);
    const double along = v.dot(up) - fixed;
    const double across = axis.cross(v).dot(up);
    const double reach = std::hypot(along, across);
    if (v.dot(up) >= height || !(reach > 0.0)) {
        return 0.0;
    }
    double highest_at = std::atan2(across, along);
    highest_at += highest_at < -0.5 * std::numbers::pi ? 2.0 * std::numbers::pi : 0.0;
    const double angle = highest_at - std::acos(std::clamp((height - fixed) / reach, -1.0, 1.0));
    return std::clamp(angle, 0.0, most) * std::min(1.0, reach / (level_enough * v.norm()));
}

} // namespace limber
