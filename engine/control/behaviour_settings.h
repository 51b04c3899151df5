// SPDX-License-Identifier: MIT
#pragma once

#include "engine/core/result.h"
#include "engine/linalg/types.h"
#include "engine/model/body_point.h"

#include <cstddef>
#include <optional>
#include <string_view>

/// What a body is to do (behaviour.h has how it does it).
namespace limber {

enum class BehaviourKind { stand, hop, roll, walk, turn, reach, follow, flee };
inline constexpr std::size_t behaviour_kind_count = 8;

std::string_view name_of(BehaviourKind kind);
std::optional<BehaviourKind> behaviour_named(std::string_view name);

/// Follow and flee, which go on until another behaviour, wherever their target is.
bool has_moving_target(BehaviourKind kind);

struct BehaviourSettings {
    BehaviourKind kind = BehaviourKind::stand;
    double height = 0.2;                 // [m] of a hop, of the centre of mass above rest
    double distance = 1.0;               // [m] to roll or walk or, in hops, to go along the front; 0: on the spot;
                                         // flee: how near the target may come
    double speed = 0.5;                  // [m/s] of rolling and walking
    double angle = 1.5707963267948966;   // [rad] to turn from the heading at the change; follow: from the first heading
    Vec3 target = Vec3::Zero();          // [m] of reaching and of following; what a body flees from
    bool to_target = false;              // follow: to the target instead of along the angle, and waits near it
    std::optional<BodyPoint> point = {}; // that reaches; none: the contact point nearest to the target
};

std::optional<Error> fault_in(const BehaviourSettings& settings);

/// Whether all values are equal, apart from the point that reaches.
bool are_same(const BehaviourSettings& one, const BehaviourSettings& other);

} // namespace limber
