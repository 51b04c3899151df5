// SPDX-License-Identifier: MIT
#pragma once

#include "engine/rig/clip.h"

#include <functional>
#include <string>
#include <vector>

/// Looping clips as functions of the phase.
namespace limber::makers {

/// A bone's motion relative to its parent, around its own head.
struct BoneMotion {
    Vec3 turn = Vec3::Zero();    // rotation vector in the world's axes at rest [degrees]
    Vec3 shift = Vec3::Zero();   // in the world's axes at rest [m]
    Vec3 stretch = Vec3::Ones(); // along the bone's own axes
};

using Motion = std::vector<BoneMotion>; // one for each bone

Pose pose_of(const Skeleton& skeleton, const Motion& motion);

/// `move(phase, motion)` changes a motion that is initially at rest; phase in [0, 1), periodic.
Clip looping_clip(const Skeleton& skeleton, const std::string& name, double seconds,
                  const std::function<void(double, Motion&)>& move);

/// sin(2 pi phase) and cos(2 pi phase).
double sine_wave(double phase);
double cosine_wave(double phase);

} // namespace limber::makers
