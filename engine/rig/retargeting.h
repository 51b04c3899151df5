// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/rig/body_parts.h"
#include "engine/rig/clip.h"

#include <optional>
#include <string>
#include <vector>

/// A motion of one skeleton as a motion of another, bone by bone of the same name.
///
/// With the world rotation R_s(t) of a bone of the source and its rest rotation, D = R_s(t) R_s(0)^-1 is how it has
/// turned since rest. The bone of the same name turns alike, R(t) = D R(0); for upper and lower arms and legs, R(t) = D
/// A^-1 R(0) with the smallest rotation A from the bone's direction at rest in the source to that in the target, so
/// that limbs point where those of the source do, though one rests with its arms stretched out and the other beside the
/// body. Bones without a match keep to their parents. Before all that, the source is turned about the up axis until
/// left and right agree. The hips move as those of the source, scaled by the hips' heights over the feet; on the floor
/// they begin where they rest. Where there are no hips, as in plants, tails and snakes, the topmost bone that has a
/// match takes their part: it begins where it rests, and its way is scaled by the sizes of what has matches.
///
/// The way of the hips carries the whole skeleton, every bone at its distance at rest from another. What is not below
/// the hips moves along too: legs that hang on a bone above the hips, or feet that hang beside their legs, keep to the
/// bone of the joint that theirs hangs on in the source; the bones above the hips, and what else hangs on them, turn
/// with the heading of the hips alone and stay level.
///
/// Names that say nothing are no obstacle: given matches go before those of the names, and a bone or joint without a
/// known name is then what the other one is.
///
/// Legs of other proportions make standing feet slide. With the steps h_k of the hips and f_k of a standing foot along
/// the floor [m], r_k = f_k - h_k is how the foot steps beside the hips, which the turns of the legs decide. The way of
/// the hips times the stride
///
///     s = argmin sum_k |s h_k + r_k|^2 = -(sum_k h_k . r_k) / (sum_k h_k . h_k)
///
/// makes them slide least. The same proportions put feet too high or too low: a foot behind the body, on a shin as
/// level as that of the source but a thigh that is shorter, is in the ground. So the legs are bent (leg_bending.h)
/// until each ankle is as high over the ground as that of the source, scaled; legs of the proportions of the source
/// stay as they are, and what flies in the source flies. Feet keep their turns, unless they have toes that the source
/// does not have: such a foot is lifted by its ball, and then its toe bent upwards, where they would be lower than at
/// rest.
namespace limber {

struct BoneMatch {
    int source = -1;
    int target = -1;
};

/// While a foot of the source stands, that of the target should.
struct FootSlide {
    int stances = 0;
    double mean = 0.0; // [m] along the floor in a stance
    double most = 0.0;
    double mean_of_source = 0.0; // scaled to the target [m]
    double hip_height = 1.0;     // of the target over its ankles [m]
    double best_stride = 1.0;    // factor of the present way of the hips with which feet slide least
    double mean_then = 0.0;      // the mean with that factor [m]
};

/// The height of the lowest joint of the legs' feet over where it rests, over the motion [m]: 0 stands on the ground.
struct FootHeights {
    double lowest = 0.0;
    double highest = 0.0;
};

struct Retargeting {
    Clip clip;                      // straight between its keys; name, frame rate and looping of the source
    std::vector<BoneMatch> matches; // in the order of the target's bones
    std::vector<int> unmatched;     // bones of the source that move nothing
    double scale = 1.0;             // of the hips' way
    bool has_hips = false;          // otherwise the stride has no effect
    FootSlide slide;
    std::optional<FootHeights> heights = {};          // nullopt: not both legs have matches
    std::optional<FootHeights> heights_of_turns = {}; // with legs that only turn as those of the source
};

struct MotionSource {
    const Skeleton& skeleton;
    const Clip& clip;
};

struct RetargetingOptions {
    std::vector<BoneMatch> matches = {}; // given ones; a joint or a bone is in one of them at most
    double stride = 1.0;                 // factor of the way of the hips along the floor
    bool keeps_foot_heights = true;      // else legs only turn as those of the source
};

/// `up`: of the target, a unit vector; that of the source is y. Fails with bad_input where no match is given, the hips
/// or most limbs have no bone of the same name and the names of most bones are not the same either: the names of both
/// are in the message.
Result<Retargeting> retargeted(const MotionSource& source, const Skeleton& target, const Vec3& up,
                               const RetargetingOptions& options = {});

/// Whether `retargeted` takes motions of the source to the target by their names, without given matches.
bool names_fit(const Skeleton& source, const Skeleton& target);
/// How it refuses them otherwise; `where` is empty.
Error refusal_of_names(const Skeleton& source, const Skeleton& target);

/// The bone of exactly this name, or -1; no bone has the empty name.
int bone_named(const Skeleton& skeleton, const std::string& name);
/// The names of the first bones, for a message.
std::string first_names_of(const Skeleton& skeleton);

/// The bones of the same name.
std::vector<BoneMatch> matching_bones(const Skeleton& source, const Skeleton& target);

} // namespace limber
