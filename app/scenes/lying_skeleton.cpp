// SPDX-License-Identifier: MIT
#include "app/scenes/lying_skeleton.h"

#include "engine/rig/body_parts.h"

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>

namespace limber::app {
namespace {

constexpr double straight_min = 0.8; // cosine of the angle between a half of the body and its axis
constexpr double upright_min = 0.7;  // cosine of the angle between the axis and `up`, below which it is another one

// The mean place of the bones of a part; nullopt without any.
std::optional<Vec3> mean_place(const std::vector<NamedPart>& parts, const Pose& pose, BodyPart part,
                               std::optional<BodySide> side = {}) {
    Vec3 sum = Vec3::Zero();
    int count = 0;
    for (std::size_t i = 0; i < parts.size() && i < pose.size(); ++i) {
        if (parts[i].part == part && (!side || parts[i].side == *side)) {
            sum += pose[i].col(3);
            ++count;
        }
    }
    return count > 0 ? std::optional(Vec3(sum / count)) : std::nullopt;
}

Vec3 nearest_axis(const Vec3& direction) {
    Eigen::Index longest = 0;
    direction.cwiseAbs().maxCoeff(&longest);
    Vec3 axis = Vec3::Zero();
    axis(longest) = direction(longest) < 0.0 ? -1.0 : 1.0;
    return axis;
}

std::optional<Vec3> upright_axis(const std::vector<NamedPart>& parts, const Pose& pose) {
    const auto hips = mean_place(parts, pose, BodyPart::hips);
    const auto head = mean_place(parts, pose, BodyPart::head);
    const auto feet = mean_place(parts, pose, BodyPart::foot);
    if (!hips || !head || !feet) {
        return std::nullopt;
    }
    const Vec3 above = *head - *hips;
    const Vec3 below = *hips - *feet;
    const Vec3 axis = nearest_axis(*head - *feet);
    const bool is_straight =
        axis.dot(above) > straight_min * above.norm() && axis.dot(below) > straight_min * below.norm();
    return is_straight ? std::optional(axis) : std::nullopt;
}

// From the right foot to the left one and up; without sides, a horizontal direction.
Vec3 front_in(const std::vector<NamedPart>& parts, const Pose& pose, const Mat3& rotation, const Vec3& up) {
    const auto left = mean_place(parts, pose, BodyPart::foot, BodySide::left);
    const auto right = mean_place(parts, pose, BodyPart::foot, BodySide::right);
    const Vec3 front = left && right ? Vec3((rotation * (*left - *right)).cross(up)) : Vec3(Vec3::Zero());
    if (front.norm() > 0.0) {
        return front.normalized();
    }
    return (std::abs(up.z()) < upright_min ? Vec3(Vec3::UnitX().cross(up)) : Vec3(Vec3::UnitX())).normalized();
}

} // namespace

std::optional<StandingTurn> turn_to_stand(const Skeleton& skeleton, const std::vector<Pose>& poses, const Vec3& up) {
    const std::vector<NamedPart> parts = body_parts(skeleton);
    std::optional<Vec3> axis;
    for (const Pose& pose : poses) {
        const auto here = upright_axis(parts, pose);
        if (!here || here->dot(up) > upright_min || (axis && *axis != *here)) {
            return std::nullopt;
        }
        axis = here;
    }
    if (!axis) {
        return std::nullopt;
    }
    StandingTurn turn;
    turn.is_on_its_head = axis->dot(up) < -upright_min;
    if (turn.is_on_its_head) { // about a horizontal direction
        const Vec3 level = up.cross(nearest_axis(up.unitOrthogonal())).normalized();
        turn.rotation = Eigen::AngleAxisd(std::numbers::pi, level).toRotationMatrix();
    } else {
        turn.rotation = Eigen::Quaterniond::FromTwoVectors(*axis, up).toRotationMatrix();
    }
    turn.front = front_in(parts, poses.front(), turn.rotation, up);
    return turn;
}

} // namespace limber::app
