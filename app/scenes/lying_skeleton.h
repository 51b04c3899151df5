// SPDX-License-Identifier: MIT
#pragma once

#include "engine/rig/skeleton.h"

#include <optional>
#include <vector>

/// Whether a character lies or stands on its head because its file has another upright axis, judged by its skeleton.
namespace limber::app {

/// How a character must be turned to stand on its feet.
struct StandingTurn {
    Mat3 rotation = Mat3::Identity();
    Vec3 front = Vec3::UnitZ(); // a unit vector: the direction in which it faces afterwards
    bool is_on_its_head = false;
};

/// From the places of the hips H, of the heads' mean A and of the feet's mean F, by the bones' names: the upright axis
/// of a pose is the coordinate axis a nearest to A - F, where the body is straight along it,
///
///     a . (A - H) > 0.8 |A - H|,   a . (H - F) > 0.8 |H - F|
///
/// which holds for no animal on four legs. nullopt if a is `up` in one of the poses, if they have different axes, or
/// if a bone is missing. `up`: a unit vector.
std::optional<StandingTurn> turn_to_stand(const Skeleton& skeleton, const std::vector<Pose>& poses, const Vec3& up);

} // namespace limber::app
