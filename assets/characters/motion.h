#pragma once

#include "engine/rig/clip.h"

#include <functional>
#include <string>
#include <vector>

/// Clips as functions of the phase of a loop.
namespace limber::assets {

/// What a bone does on top of its parent, around its own head.
struct BoneMotion {
    Vec3 turn = Vec3::Zero();    // rotation vector in the world's axes at rest [degrees]
    Vec3 shift = Vec3::Zero();   // in the world's axes at rest [m]
    Vec3 stretch = Vec3::Ones(); // along the bone's own axes
};

using Motion = std::vector<BoneMotion>; // one a bone

Pose posed(const Skeleton& skeleton, const Motion& motion);

/// `move(phase, motion)` fills a motion that starts at rest; phase in [0, 1), periodic.
Clip looping_clip(const Skeleton& skeleton, const std::string& name, double seconds,
                  const std::function<void(double, Motion&)>& move);

/// sin and cos of 2 pi phase.
double wave(double phase);
double cowave(double phase);

} // namespace limber::assets
