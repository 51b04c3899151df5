// SPDX-License-Identifier: MIT
#pragma once

#include "engine/rig/skeleton.h"

#include <string>
#include <vector>

/// What the bones of a skeleton are, by their names, as capture systems and modellers call them.
namespace limber {

enum class BodyPart { other, hips, spine, neck, head, collar, upper_arm, forearm, hand, thigh, shin, foot, toe };
enum class BodySide { middle, left, right };

struct NamedPart {
    BodyPart part = BodyPart::other;
    BodySide side = BodySide::middle;
    std::string plain; // the name without its prefix, side, blanks and capitals: "thumb1"

    bool operator==(const NamedPart&) const = default;
};

/// One for each bone. "mixamorig:LeftUpLeg", "thigh.L", "b_LeftLeg01_015" and "LeftHip" are all left thighs. Words that
/// have two meanings are decided by the others: a left shoulder is a collar where there is a left arm besides, and the
/// upper arm otherwise.
std::vector<NamedPart> body_parts(const Skeleton& skeleton);

/// "left forearm"
std::string words_for(const NamedPart& part);

} // namespace limber
