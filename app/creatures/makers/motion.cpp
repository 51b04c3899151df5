// SPDX-License-Identifier: MIT
#include "app/creatures/makers/motion.h"

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>

namespace limber::makers {
namespace {

constexpr double frame_rate = 30.0;

Mat3 rotation_by(const Vec3& degrees) {
    const double angle = degrees.norm() * std::numbers::pi / 180.0;
    return angle > 0.0 ? Eigen::AngleAxisd(angle, degrees.normalized()).toRotationMatrix() : Mat3::Identity();
}

// The rest frame, rotated and translated in the world's axes and stretched along its own.
Affine moved_rest(const Affine& rest, const BoneMotion& motion) {
    Affine result;
    result.leftCols<3>() = rotation_by(motion.turn) * rest.leftCols<3>() * motion.stretch.asDiagonal();
    result.col(3) = rest.col(3) + motion.shift;
    return result;
}

} // namespace

Pose pose_of(const Skeleton& skeleton, const Motion& motion) {
    Pose pose(motion.size());
    for (const int b : root_first_order(skeleton)) {
        const auto at = static_cast<std::size_t>(b);
        const Bone& bone = skeleton.bones[at];
        pose[at] = moved_rest(bone.rest, motion[at]);
        if (bone.parent >= 0) {
            const auto above = static_cast<std::size_t>(bone.parent);
            pose[at] = compose(compose(pose[above], inverse(skeleton.bones[above].rest)), pose[at]);
        }
    }
    return pose;
}

Clip looping_clip(const Skeleton& skeleton, const std::string& name, double seconds,
                  const std::function<void(double, Motion&)>& move) {
    Clip clip;
    clip.name = name;
    clip.frame_rate = frame_rate;
    clip.looping = true;
    const int frames = static_cast<int>(std::lround(seconds * frame_rate));
    for (int frame = 0; frame < frames; ++frame) {
        Motion motion(skeleton.bones.size());
        move(static_cast<double>(frame) / frames, motion);
        clip.keys.push_back(pose_of(skeleton, motion));
    }
    return clip;
}

double sine_wave(double phase) {
    return std::sin(2.0 * std::numbers::pi * phase);
}

double cosine_wave(double phase) {
    return std::cos(2.0 * std::numbers::pi * phase);
}

} // namespace limber::makers
