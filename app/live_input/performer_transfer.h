// SPDX-License-Identifier: MIT
#pragma once

#include "app/document/live_controls.h"
#include "app/live_input/performer.h"
#include "engine/rig/retargeting.h"
#include "engine/rig/rig.h"

#include <optional>
#include <vector>

/// A performer's pose as that of a rig, by the rules of retargeting (engine/rig/retargeting.h): bones of the same name
/// turn alike since rest, limbs point alike, left and right agree, and the hips move as the performer's do, scaled by
/// the heights of the hips. Bones without a match keep their offsets and their parents. Blendshapes are the rig's
/// targets of the same name.
namespace limber::app {

class PerformerTransfer {
public:
    /// `up`: of the rig, a unit vector.
    PerformerTransfer(const Rig& rig, const Vec3& up);

    /// Whether it was made for the same bones, targets and direction.
    bool is_for(const Rig& rig, const Vec3& up) const;
    /// Bones of the rig that the tracker moves.
    int matched_bones() const {
        return static_cast<int>(matches_.size());
    }
    /// Targets of the rig that these blendshapes move.
    int matched_targets(const PerformerPose& pose) const;

    /// Poses the rig from its rest pose: the controls get no clip, and the offsets and weights of this pose. `first`:
    /// the pose from which the performer's way is measured.
    void apply(const PerformerPose& pose, const PerformerPose& first, LiveControls& controls) const;

private:
    Vec3 way_of_hips(const PerformerPose& pose, const PerformerPose& first) const;

    Skeleton skeleton_;
    Vec3 up_;
    std::vector<std::string> target_names_; // of the rig
    std::vector<std::string> targets_;      // plain names
    std::vector<BoneMatch> matches_;
    std::vector<int> source_of_; // the performer's bone of each bone, or -1
    std::vector<int> order_;     // parents first
    std::vector<Mat3> alignment_;
    Mat3 turn_ = Mat3::Identity(); // from the performer's axes to the rig's
    int hips_ = -1;                // of the rig
    double height_ = 0.0;          // of its hips over its lowest joint [m]
};

} // namespace limber::app
